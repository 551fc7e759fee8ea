"""A LibreOffice that stays open and does jobs, one after the other: `calc_jobs` inside, asked through a socket."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Sequence
from typing import Any

PATIENCE = 180
"""Seconds until a LibreOffice has started, or has ended."""
POLL = 0.5
"""Seconds between two looks at a LibreOffice that starts: whether it has ended instead."""
SYSTEM_PATH = "/usr/bin:/bin"
"""The Python of LibreOffice looks for its modules beside the first python3: not that of a virtual environment."""


class Session:
    """A running LibreOffice, from its command, to which the port is added that it has to connect to."""

    def __init__(self, command: Sequence[str], listener: socket.socket) -> None:
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONHOME", "PYTHONPATH")
        }
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment | {"PATH": SYSTEM_PATH},
        )
        self.connection = self._accepted(listener)
        self.lines = self.connection.makefile("rw", encoding="utf-8")

    def _accepted(self, listener: socket.socket) -> socket.socket:
        """Return the connection that LibreOffice opens when it has started."""
        listener.settimeout(POLL)
        for _ in range(int(PATIENCE / POLL)):
            try:
                return listener.accept()[0]
            except TimeoutError:
                if self.process.poll() is not None:
                    break
        self.process.kill()
        raise RuntimeError(f"LibreOffice does not start: {self.process.wait(PATIENCE)}")

    def ask(self, job: str, *details: Any) -> Any:
        """Return what a job returns; an exception there is an exception here."""
        self.lines.write(json.dumps([job, details]) + "\n")
        self.lines.flush()
        line = self.lines.readline()
        if not line:
            raise RuntimeError(f"LibreOffice has ended during {job}: {self.process.wait(PATIENCE)}")
        is_good, answer = json.loads(line)
        if not is_good:
            raise RuntimeError(answer)
        return answer

    def close(self) -> None:
        """Let LibreOffice end, and wait for it."""
        self.lines.close()
        self.connection.close()
        self.process.wait(PATIENCE)
