"""A real xlwings Server on loopback: its project holds what `xlpoker excel server` prints, Excel's messages come by HTTP."""

from __future__ import annotations

import http.client
import json
import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from hosts import answer, rows_of_answer
from hosts.office import payload
from xlpoker.addins.lite_server import server as pasted


def main() -> None:
    """Start the server in a thread and serve formulas through it."""
    with tempfile.TemporaryDirectory() as temporary:
        package = Path(temporary) / "custom_functions"
        package.mkdir()
        (package / "__init__.py").write_text(pasted(), encoding="utf-8")
        os.environ.update(XLWINGS_PROJECT_DIR=temporary, XLWINGS_LOG_LEVEL="ERROR")
        os.chdir(temporary)
        sys.path.insert(0, temporary)
        import uvicorn
        from xlwings_server.main import main_app

        server = uvicorn.Server(
            uvicorn.Config(main_app, host="127.0.0.1", port=0, log_level="error", timeout_keep_alive=3600)
        )
        threading.Thread(target=server.run, daemon=True).start()
        while not server.started:
            time.sleep(0.05)
        port = server.servers[0].sockets[0].getsockname()[1]
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

        def asked(path: str, message: str | None = None) -> Any:
            headers = {"Content-Type": "application/json"}
            line.request("POST" if message else "GET", f"/xlwings/{path}", message, headers)
            response = line.getresponse()
            text = response.read().decode()
            if response.status != 200:
                raise RuntimeError(f"HTTP {response.status}: {text[:400]}")
            return json.loads(text) if path != "custom-functions-code" else text

        def messages(formulas: list[tuple[str, tuple[Any, ...]]]) -> list[str]:
            return [json.dumps(payload(*formula)) for formula in formulas]

        def calls(formulas: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
            found = [asked("custom-functions-call", message) for message in messages(formulas)]
            return [rows_of_answer(reply["result"]) for reply in found]

        def measured(formulas: list[tuple[str, tuple[Any, ...]]]) -> float:
            ready = messages(formulas)
            start = time.perf_counter()
            for message in ready:
                asked("custom-functions-call", message)
            return time.perf_counter() - start

        answer(
            calls=calls,
            measured=measured,
            meta=lambda: asked("custom-functions-meta"),
            code=lambda: asked("custom-functions-code"),
        )
        server.should_exit = True


if __name__ == "__main__":
    main()
