"""What users get, in dist/ or the folder named: the wheel, and a ZIP for people who do not program.

The ZIP holds the wheel, the guide, the sample workbooks, and what is pasted into xlwings Lite. Works on every system:
``python -m pip install build``, then ``python .ci/package.py``.
"""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PARTS = [
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "docs/**/*",
    "workbooks/**/*.xlsx",
    "workbooks/*.txt",
    "workbooks/*.md",
]

sys.path.insert(0, str(ROOT))
from xlpoker import __version__  # noqa: E402
from xlpoker.addins.lite_server import lite  # noqa: E402

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve()
shutil.rmtree(ROOT / "build", ignore_errors=True)  # setuptools would take up what was there once
subprocess.run(
    [sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT], check=True, stdout=subprocess.DEVNULL
)
shutil.rmtree(ROOT / "build", ignore_errors=True)
name = f"xlpoker-{__version__}"
with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as made:
    made.write(folder / f"{name}-py3-none-any.whl", f"{name}/{name}-py3-none-any.whl")
    for path in sorted({path for part in PARTS for path in ROOT.glob(part) if path.is_file()}):
        made.write(path, f"{name}/{path.relative_to(ROOT).as_posix()}")
    made.writestr(f"{name}/xlwings-lite/main.py", lite())
sys.stdout.write(f"{made.filename}\n")
