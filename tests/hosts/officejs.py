"""xlwings' Office.js backend, called in this process with the messages that Excel's add-in sends (as JSON, there and back)."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from hosts import answer, rows_of_answer
from hosts.office import payload


def main() -> None:
    """Serve formulas, and what Excel is told about the functions."""
    import xlwings.server  # asks for the licence key

    from xlpoker import udfs

    async def all_of(messages: list[str]) -> list[str]:
        return [
            json.dumps(await xlwings.server.custom_functions_call(json.loads(message), udfs)) for message in messages
        ]

    def calls(formulas: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
        messages = [json.dumps(payload(*formula)) for formula in formulas]
        return [rows_of_answer(json.loads(text)) for text in asyncio.run(all_of(messages))]

    def measured(formulas: list[tuple[str, tuple[Any, ...]]]) -> float:
        messages = [json.dumps(payload(*formula)) for formula in formulas]
        start = time.perf_counter()
        asyncio.run(all_of(messages))
        return time.perf_counter() - start

    answer(calls=calls, measured=measured, meta=lambda: xlwings.server.custom_functions_meta(udfs))


if __name__ == "__main__":
    main()
