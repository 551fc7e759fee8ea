"""An extension for tests: LibreOffice's own Python runs the scenarios of `calc_scenarios` and keeps what they return."""

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
import traceback
from pathlib import Path

import unohelper
from com.sun.star.task import XJobExecutor


class Driver(unohelper.Base, XJobExecutor):
    def __init__(self, context, *_):
        self.context = context

    def trigger(self, folder):
        """Run scenarios, all where none is named, and write what they return, or why they failed, into a file."""
        folder = Path(folder)
        self.context.ServiceManager.createInstance("org.xlpoker.Clicks")  # xlpoker can be imported from now on
        facts = {}
        wanted = json.loads((folder / "wanted.json").read_text(encoding="utf-8"))
        module = importlib.import_module("calc_scenarios")
        scenarios = module.SCENARIOS
        if wanted:
            scenarios = [s for s in (*scenarios, *module.MEASURED) if s.__name__ in wanted]
        for scenario in scenarios:
            try:
                facts[scenario.__name__] = scenario(folder)
            except BaseException:
                facts[scenario.__name__] = traceback.format_exc()
        (folder / "facts.json").write_text(json.dumps(facts), encoding="utf-8")


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Driver, "org.xlpoker.test.Driver", ("org.xlpoker.test.Driver",))
'''


def driver():
    """Return the extension."""
    scenarios = Path(__file__).with_name("calc_scenarios.py").read_text(encoding="utf-8")
    texts = {
        "description.xml": DESCRIPTION,
        "META-INF/manifest.xml": MANIFEST,
        "driver.py": COMPONENT,
        "pythonpath/calc_scenarios.py": scenarios,
    }
    return zipped({name: text.encode() for name, text in texts.items()})
