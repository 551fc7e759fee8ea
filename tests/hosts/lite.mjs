// Pyodide under Node, as xlwings Lite runs it in Excel's browser: installs from an index, then answers questions,
// one line of JSON each, on its standard streams. Arguments: the folders of Pyodide and of micropip, the index, the
// package to install, the file that is pasted into main.py.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, wheels, index, requirement, pasted] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const quiet = (text) => process.stderr.write(text + "\n");
// Python starts in a fifth of the time from its memory of another start, which is kept in the folder of Pyodide.
const kept = path.join(folder, "started.bin");
const options = { indexURL: folder + path.sep, stdout: quiet, stderr: quiet };
if (!fs.existsSync(kept)) {
  const started = await loadPyodide({ ...options, _makeSnapshot: true });
  fs.writeFileSync(`${kept}.${process.pid}`, started.makeMemorySnapshot());
  fs.renameSync(`${kept}.${process.pid}`, kept);
}
options._loadSnapshot = fs.readFileSync(kept);
const pyodide = await loadPyodide(options);
for (const name of fs.readdirSync(wheels)) {
  if (name.endsWith(".whl")) pyodide.unpackArchive(new Uint8Array(fs.readFileSync(path.join(wheels, name))), "wheel");
}
pyodide.globals.set("index", index);
pyodide.globals.set("requirement", requirement);
pyodide.globals.set("pasted", fs.readFileSync(pasted, "utf-8"));
await pyodide.runPythonAsync(`
import inspect, os, sys, time, types
import micropip
await micropip.install(requirement, index_urls=[index])
import xlwings  # main.py does it too, but it is not what is measured
start = time.perf_counter()
functions = sys.modules["main"] = types.ModuleType("main")
exec(compile(pasted, "main.py", "exec"), functions.__dict__)
seconds = time.perf_counter() - start
functions.HANDVAL("5H 6H 7H 9H KH")
first = time.perf_counter() - start

async def calls(formulas):
    answers = []
    for data in formulas:
        function = getattr(functions, data.func_name)
        given = [argument.to_py() if hasattr(argument, "to_py") else argument for argument in data.args]
        answers.append(function(*given[:-1], *given[-1]) if data.repeats else function(*given))
    return answers

async def facts():
    heavy = [name for name in ("numpy", "pandas", "openpyxl", "click", "rich") if name in sys.modules]
    return {"import": seconds, "first": first, "heavy": heavy, "python": sys.version.split()[0],
            "packages": sorted(micropip.list()), "platform": sys.platform,
            "loader": type(sys.modules["xlpoker.udfs"].__loader__).__name__}

async def scored(rows):
    from xlpoker.scoring.open_sheet import run
    from xlpoker.scoring.seen import Seen
    done = run("score", Seen("Book1", "Sheet1", [[*row] for row in (rows.to_py() if hasattr(rows, 'to_py') else rows)]))
    scripts = [name for name, value in vars(functions).items() if inspect.iscoroutinefunction(value)]
    return {"text": done.text, "first": done.blocks[0].rows[1], "scripts": sorted(scripts)}

async def measured(formulas):
    start = time.perf_counter()
    await calls(formulas)
    return time.perf_counter() - start
`);
process.stdout.write("ready\n");
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [question, details] = JSON.parse(line);
  let reply;
  try {
    const answer = await pyodide.globals.get(question)(...details);
    reply = [true, answer?.toJs ? answer.toJs({ dict_converter: Object.fromEntries }) : answer];
  } catch (error) {
    reply = [false, String(error)];
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}
