// The Python of the page as it is once it has started and scored a first workbook, made by Pyodide in Node:
//
//     node tools/page_start.mjs PYODIDE SOURCES WORKBOOK FOLDER
//
// PYODIDE is the folder of the npm package, SOURCES a zip of modules, WORKBOOK one to be scored. FOLDER gets
//
//     modules.zip    the modules, compiled for the Python of Pyodide
//     started.bin    the memory of Python, gzipped; docs/app/app.js goes on from there
//
// Loading this memory takes a fifth of the time in which Python starts and imports the modules.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodideFolder, sources, workbook, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")));

const COMPILE = `
import importlib.util
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/modules.zip", "w") as modules:
    for name in sources.namelist():
        content = sources.read(name)
        if name.endswith(".py"):
            code = compile(content, f"/lib/modules.zip/{name}", "exec", dont_inherit=True)
            source_hash = importlib.util.source_hash(content)
            content = bytes(_code_to_hash_pyc(code, source_hash, checked=False))
            name = f"{name}c"
        member = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
        modules.writestr(member, content, zipfile.ZIP_DEFLATED)
`;

// What is imported and cached at first use is so in the memory already.
const SCORE = `
import gc
import sys

sys.path.append("/lib/modules.zip")
from xlpoker.hosts.page import Page, hand, odds

page = Page(lambda doing, part: None)
with open("/tmp/first.xlsx", "rb") as file:
    content = file.read()
answers = [page.open("first.xlsx", content), page.score(), *map(page.save, ("book", "csv", "xlsx"))]
answers += [page.open("first.csv", b"5H 5C 6S 7S KD,2C 3S 8S 8D TD\\n"), page.score()]
answers += [hand("5H 5C 6S 7S KD"), odds("6c 7c\\nAh Ad", "8c 9s 4c")]
for answer in answers:
    if answer["kind"] not in ("opened", "good", "file"):
        raise AssertionError(answer)
del Page, page, hand, odds, file, content, answers, answer
gc.collect()
`;

const compiler = await loadPyodide({ indexURL: pyodideFolder });
compiler.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(sources)));
compiler.runPython(COMPILE);
const modules = compiler.FS.readFile("/modules.zip");
writeFileSync(join(folder, "modules.zip"), modules);

const python = await loadPyodide({ indexURL: pyodideFolder, _makeSnapshot: true });
python.FS.writeFile("/lib/modules.zip", modules);
python.FS.writeFile("/tmp/first.xlsx", new Uint8Array(readFileSync(workbook)));
python.runPython(SCORE);
writeFileSync(join(folder, "started.bin"), gzipSync(python.makeMemorySnapshot()));
