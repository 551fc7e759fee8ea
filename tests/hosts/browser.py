"""Chromium with the web page of `docs/app`, built into a folder and served on loopback; no name is resolved.

The driver is Debian's; `axe-core` comes from npm and is kept beside Pyodide. Requests are recorded twice: by the
server, and by Chromium itself (its net log, which also has those of workers).
"""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading
import time
from pathlib import Path
from typing import Any, Self

from hosts.lite import run

AXE = "4.14.1"
PATIENCE = 120
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--window-size=1000,1300",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
DROP = """
const transfer = new DataTransfer();
for (const [name, base64] of arguments[0]) {
  transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
}
document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
"""


def missing() -> str:
    """Return what is not installed, an empty text where nothing is missing."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "selenium"
    for program in ("chromium", "chromedriver", "npm"):
        if shutil.which(program) is None:
            return program
    return ""


def fetch_axe(folder: Path) -> Path:
    """Return the script of axe-core, fetched if it is not there."""
    script = folder / "axe" / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix"]
        run(*command, str(folder / "axe"), f"axe-core@{AXE}")
    return script


class Server:
    """A server of a folder that records what it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.paths: list[str] = []
        paths = self.paths

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {  # noqa: RUF012 - as the base class has it
                **http.server.SimpleHTTPRequestHandler.extensions_map,
                ".mjs": "text/javascript",
                ".wasm": "application/wasm",
            }

            def log_message(self, *_: object) -> None:
                paths.append(self.path)

        handler = functools.partial(Handler, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop."""
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """One headless Chromium with the page open, and what tests do with it."""

    def __init__(self, site: Path, folder: Path) -> None:
        from selenium import webdriver

        self.server = Server(site)
        self.downloads = folder / "downloads"
        self.downloads.mkdir()
        self.log = folder / "net.json"
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for option in OPTIONS:
            options.add_argument(option)
        options.add_argument(f"--user-data-dir={folder / 'profile'}")
        options.add_argument(f"--log-net-log={self.log}")
        options.add_experimental_option(
            "prefs", {"download.default_directory": str(self.downloads)}
        )
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver: Any = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(PATIENCE)

    def __enter__(self) -> Self:
        try:
            self.driver.get(f"{self.server.address}/index.html")
            self.wait("document.body.dataset.ready")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.quit()
        self.server.close()

    def run(self, script: str, *arguments: Any) -> Any:
        """Run JavaScript in the page; return its result."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: str) -> Any:
        """Wait until an expression of JavaScript is true; return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.run(f"return {condition}")
            if value:
                return value
            time.sleep(0.02)
        raise TimeoutError(f"{condition}; {self.text('body')[:500]}; {self.errors()}")

    def text(self, selector: str) -> str:
        """Return the visible text of an element."""
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def texts(self, selector: str) -> list[str]:
        """Return the visible texts of elements."""
        script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)"
        return list(self.run(script, selector))

    def click(self, selector: str) -> None:
        """Click on an element."""
        self.driver.find_element("css selector", selector).click()

    def type(self, selector: str, text: str) -> None:
        """Type a text into a field in the place of what is there."""
        field = self.driver.find_element("css selector", selector)
        field.clear()
        field.send_keys(text)

    def drop(self, *files: tuple[str, bytes]) -> None:
        """Drop files on the page, without waiting."""
        import base64

        self.run(DROP, [[name, base64.b64encode(content).decode()] for name, content in files])

    def choose(self, path: Path) -> str:
        """Choose a file, and wait for the answer; return its first line."""
        self.run("document.getElementById('message').textContent = ''")
        self.driver.find_element("css selector", "#file").send_keys(str(path))
        return self.answer()

    def answer(self) -> str:
        """Wait until nothing is being done; return the message."""
        self.wait(
            "document.getElementById('message').textContent && document.getElementById('progress').hidden"
        )
        return self.text("#message")

    def saved(self, kind: str = "book") -> Path:
        """Save a result; return the file."""
        for path in self.downloads.iterdir():
            path.unlink()
        self.click(f"[data-save={kind}]")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            whole = [
                path
                for path in self.downloads.iterdir()
                if path.suffix not in (".crdownload", ".tmp")
            ]
            hidden = [path for path in whole if path.name.startswith(".")]
            if whole and not hidden and whole[0].stat().st_size:
                return whole[0]
            time.sleep(0.02)
        raise TimeoutError(self.text("#message"))

    def errors(self) -> list[str]:
        """Return what the console has of errors since the last call."""
        return [
            line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"
        ]

    def axe(self, script: Path) -> list[str]:
        """Return the violations that axe-core finds, each with an element."""
        self.run(script.read_text(encoding="utf-8"))
        result = self.driver.execute_async_script("axe.run().then(arguments[arguments.length - 1])")
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in result["violations"]]

    def requests(self) -> set[str]:
        """Return the addresses of all requests of the page and its worker; the browser is closed."""
        self.driver.quit()
        log = json.loads(self.log.read_text(encoding="utf-8"))
        addresses = set()
        for event in log["events"]:
            details = event.get("params", {})
            if str(details.get("initiator", "")).startswith(self.server.address):
                addresses.add(details.get("url", ""))
        return addresses - {""}
