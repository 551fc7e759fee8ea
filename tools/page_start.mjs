// The memory of Python as it is once it has started and taken each step of the page, made by Pyodide in Node:
//
//     node tools/page_start.mjs PYODIDE MODULES MEMORY
//
// PYODIDE is the folder of the npm package, MODULES the zip of our modules, MEMORY the file to be written, gzipped.
// docs/app/app.js goes on from there, in a fifth of the time in which Python starts and imports the modules.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

// What is imported and cached at first use is so in the memory already.
const START = `
import gc
import sys

sys.path.append("/lib/modules.zip")
from xlpoker.hosts import page

page.warm_up()
gc.collect()
`;

const [indexURL, modules, memory] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(indexURL, "pyodide.mjs")));
const python = await loadPyodide({ indexURL, _makeSnapshot: true });
python.FS.writeFile("/lib/modules.zip", new Uint8Array(readFileSync(modules)));
python.runPython(START);
writeFileSync(memory, gzipSync(python.makeMemorySnapshot()));
