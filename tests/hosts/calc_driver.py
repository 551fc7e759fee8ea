"""An extension for tests: LibreOffice's own Python does the jobs of `calc_jobs`, which come through a socket."""

from pathlib import Path

from xlpoker.hosts.calc import zipped

SERVICE = "org.xlpoker.test.Driver"
DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006"><identifier value="org.xlpoker.test"/><version value="1"/></description>
"""
MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">
<manifest:file-entry manifest:media-type="application/vnd.sun.star.uno-component;type=Python" manifest:full-path="driver.py"/>
</manifest:manifest>
"""
COMPONENT = '''
import importlib
import json
import socket
import traceback

import unohelper
from com.sun.star.task import XJobExecutor


class Driver(unohelper.Base, XJobExecutor):
    def __init__(self, context, *_):
        self.context = context

    def trigger(self, port):
        """Do the jobs that come from a port of this computer, a line of JSON each, until it is closed."""
        # where our extension is, it can be imported from now on
        self.context.ServiceManager.createInstance("org.xlpoker.Clicks")
        jobs = importlib.import_module("calc_jobs")
        with socket.create_connection(("127.0.0.1", int(port))) as connection:
            lines = connection.makefile("rw", encoding="utf-8")
            for line in lines:
                name, details = json.loads(line)
                try:
                    reply = True, getattr(jobs, name)(*details)
                except BaseException:
                    reply = False, traceback.format_exc()
                lines.write(json.dumps(reply) + "\\n")
                lines.flush()


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Driver, "org.xlpoker.test.Driver", ("org.xlpoker.test.Driver",))
'''
MODULES = ("calc_jobs.py", "calc_scenarios.py")


def driver():
    """Return the extension."""
    texts = {
        "description.xml": DESCRIPTION,
        "META-INF/manifest.xml": MANIFEST,
        "driver.py": COMPONENT,
    }
    for name in MODULES:
        texts[f"pythonpath/{name}"] = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return zipped({name: text.encode() for name, text in texts.items()})
