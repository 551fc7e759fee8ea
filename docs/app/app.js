// The page and its worker in one file: the page shows what the worker answers, the worker runs Python.
// The worker is started from a blob, so that the Content-Security-Policy of the page holds there, too.

if (typeof document === "undefined") work();
else show();

// The worker: Pyodide with our modules and openpyxl, all from beside this script.

async function work() {
  self.tell = (doing, part) => postMessage({ doing, part });
  const calls = load(new URL(".", import.meta.url));
  onmessage = async ({ data: { id, call, given } }) => {
    try {
      postMessage({ id, answer: (await calls).get(call)(given) });
    } catch (error) {
      postMessage({ id, failure: String(error) });
    }
  };
  try {
    postMessage({ ready: (await calls).get("games")().games });
    (await calls).get("warm_up")();
  } catch (error) {
    postMessage({ failure: String(error) });
  }
}

// Python goes on from the memory that tools/page_start.mjs has kept, with all modules imported: it need not start anew.

async function load(base) {
  tell("Loading Python", 0.1);
  const read = async (name) => {
    const response = await fetch(new URL(name, base));
    if (!response.ok) throw new Error(`${name} cannot be loaded`);
    return response;
  };
  const bytes = async (response) => new Uint8Array(await response.arrayBuffer());
  const memory = read("started.bin").then(({ body }) => bytes(new Response(body.pipeThrough(new DecompressionStream("gzip")))));
  const modules = read("modules.zip").then(bytes);
  const glue = read("glue.py").then((response) => response.text());
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", base));
  const { default: create } = await import(new URL("pyodide/pyodide.asm.mjs", base));
  const createPyodideModule = async (settings) => {
    tell("Loading Python", 0.4);
    const module = await create(settings);
    module.growMemory((await memory).length); // Pyodide copies the memory, but makes no room for it
    tell("Loading xlpoker", 0.8);
    return module;
  };
  const indexURL = new URL("pyodide/", base).href;
  const pyodide = await loadPyodide({ indexURL, createPyodideModule, _loadSnapshot: memory });
  pyodide.FS.writeFile("/lib/modules.zip", await modules);
  pyodide.runPython(await glue);
  return pyodide.globals.get("calls");
}

// The page. Texts of files are shown as texts, never as HTML.

function show() {
  const $ = (id) => document.getElementById(id);
  const waiting = new Map(); // what to do with the answer to each question, by its number
  let worker, last;
  let notice = ""; // what is said beside the result
  let job = 0; // the newest file or score: older answers are not shown

  start();

  function start() {
    const code = `import ${JSON.stringify(import.meta.url)};`;
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    worker = new Worker(address, { type: "module" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = () => fail("The page cannot be loaded. It works from a web server, not as a file.");
    last = 0;
  }

  function hear({ id, answer, failure, ready, doing, part }) {
    if (doing) progress(doing[0].toUpperCase() + doing.slice(1), part);
    else if (ready) begin(ready);
    else if (id) {
      const then = waiting.get(id);
      waiting.delete(id);
      if (failure) console.error(failure);
      then(failure ? { kind: "error", text: "Python in the browser has stopped. Load the page again, or take a smaller file." } : answer);
      if (!waiting.size) progress();
    } else {
      console.error(failure);
      fail("Python cannot be loaded. Load the page again.");
    }
  }

  function ask(call, given, then, transfer = []) {
    waiting.set(++last, then);
    worker.postMessage({ id: last, call, given }, transfer);
  }

  function progress(doing, part) {
    $("progress").hidden = !doing;
    $("cancel").hidden = !waiting.size;
    if (doing) $("doing").textContent = `${doing} …`;
    if (doing) $("bar").value = part;
  }

  function begin(games) {
    if ($("game").length === 1) games.forEach((game) => $("game").add(new Option(game)));
    document.querySelectorAll("form button").forEach((button) => (button.disabled = false));
    document.body.dataset.ready = "yes";
    if (!waiting.size) progress();
  }

  function make(tag, text, ...children) {
    const element = document.createElement(tag);
    if (text !== undefined && text !== null) element.textContent = text;
    element.append(...children);
    return element;
  }

  function clear() {
    for (const id of ["choices", "tables"]) $(id).replaceChildren();
    $("downloads").hidden = $("kept").hidden = true;
    $("result").hidden = false;
    $("message").className = "";
  }

  function fail(text) {
    clear();
    $("message").className = "error";
    $("message").textContent = text;
    progress();
  }

  // Files

  async function take(chosen, more = 0) {
    if (!chosen) return;
    const mine = ++job;
    clear();
    $("message").textContent = chosen.name;
    notice = more ? `One file at a time: ${chosen.name} was taken.` : "";
    progress("Reading", 0);
    let content;
    try {
      content = await chosen.arrayBuffer();
    } catch (error) {
      console.error(error);
      if (mine === job) fail(`${chosen.name} cannot be read. Drop a file, not a folder.`);
      return;
    }
    if (mine !== job) return;
    ask("open", { name: chosen.name, content }, (answer) => mine === job && opened(answer), [content]);
    progress("Reading", 0);
  }

  function opened(answer) {
    if (answer.kind === "error") return fail(answer.text);
    $("sheet").length = 1;
    if (answer.sheets.length > 1) answer.sheets.forEach((name) => $("sheet").add(new Option(name)));
    $("again").disabled = false;
    score();
  }

  function score(choice = 0, sheet = $("sheet").value) {
    const mine = ++job;
    const given = { sheet, choice, game: $("game").value, hands: $("hands").value, visible: $("visible").checked };
    ask("score", given, (answer) => mine === job && result(answer));
    progress("Scoring", 0.5);
  }

  function result(answer) {
    if (answer.kind === "error") return fail(answer.text);
    clear();
    $("message").textContent = answer.text;
    if (answer.kind === "question") return choose(answer);
    answer.tables.forEach((table) => $("tables").append(...tableParts(table)));
    $("downloads").hidden = false;
    $("kept").hidden = !answer.sheet;
    $("tables").append(make("p", answer.written), make("p", notice));
    $("result-heading").focus();
  }

  function choose(answer) {
    answer.choices.forEach(({ label, first }, index) => {
      const button = make("button", label, make("span", first));
      button.type = "button";
      button.className = "choice";
      button.onclick = () => score(index + 1, answer.sheet);
      $("choices").append(button);
    });
    $("choices").firstChild?.focus();
  }

  // One table of a sheet: what was read, counts and bars, warnings, bad rows

  function tableParts({ rows, showdowns, read, numbers, bad, warnings }) {
    const parts = [make("p", `Read: ${read}`)];
    const size = showdowns ? [["Rows", rows], ["Showdowns", showdowns]] : [["Rows", rows]];
    parts.push(grid(["", "Number"], [...size, ...numbers], 1), bars(numbers));
    for (const warning of warnings) parts.push(make("p", `Warning: ${warning}`));
    if (bad.length) parts.push(make("h3", "Bad rows"), grid(["Cell", "Content", "What is wrong"], bad));
    return parts;
  }

  function grid(titles, rows, numbersFrom = titles.length) {
    const cellOf = (tag) => (text, column) => {
      const isNumber = column >= numbersFrom;
      const cell = make(tag, isNumber && typeof text === "number" ? text.toLocaleString("en") : text);
      if (isNumber) cell.className = "number";
      return cell;
    };
    const head = make("tr", null, ...titles.map(cellOf(titles[0] ? "th" : "td")));
    const body = rows.map((row) => make("tr", null, ...row.map(cellOf("td"))));
    const box = make("div", null, make("table", null, make("thead", null, head), make("tbody", null, ...body)));
    box.className = "scroll";
    box.tabIndex = 0;
    box.role = "group";
    box.ariaLabel = titles[0] ? titles.join(", ") : "Counts";
    return box;
  }

  function bars(numbers) {
    const most = Math.max(1, ...numbers.map(([, number]) => number));
    const svg = drawn("svg", { viewBox: `0 0 480 ${26 * numbers.length}`, role: "img" });
    svg.append(drawn("title", {}, `Bar chart: ${numbers.map(([label, number]) => `${label} ${number}`).join(", ")}`));
    numbers.forEach(([label, number], index) => {
      const y = 26 * index;
      svg.append(drawn("text", { x: 130, y: y + 17, "text-anchor": "end" }, label.length > 18 ? `${label.slice(0, 17)}…` : label));
      svg.append(drawn("rect", { x: 140, y: y + 3, width: Math.max(1, (280 * number) / most), height: 20 }));
      svg.append(drawn("text", { x: 146 + (280 * number) / most, y: y + 17 }, number.toLocaleString("en")));
    });
    return svg;
  }

  function drawn(tag, attributes, text = "") {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    return element;
  }

  // Saving and cancelling

  function save(kind) {
    const mine = job;
    ask("save", { kind }, (answer) => mine === job && saved(answer));
    progress("Writing", 0.5);
  }

  // A message beside what is shown

  function remark(text) {
    $("result").hidden = false;
    $("message").className = "error";
    $("message").textContent = text;
  }

  function saved(answer) {
    if (answer.kind === "error") return remark(answer.text);
    $("message").className = "";
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([answer.content]));
    link.download = answer.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    $("message").textContent = [`${answer.name} is saved.`, ...answer.warnings].join(" Warning: ");
  }

  function cancel() {
    worker.terminate();
    waiting.clear();
    job += 1;
    $("again").disabled = true;
    $("file").value = "";
    fail("Cancelled. Nothing was changed; choose the file again.");
    start();
  }

  // What people do

  $("file").onclick = () => ($("file").value = ""); // or the same file could not be chosen again
  $("file").onchange = () => take($("file").files[0]);
  $("example").onclick = async () => {
    const response = await fetch("euler54.xlsx");
    take(new File([await response.blob()], "euler54.xlsx"));
  };
  $("again").onclick = () => score();
  $("cancel").onclick = cancel;
  document.querySelectorAll("[data-save]").forEach((button) => (button.onclick = () => save(button.dataset.save)));
  document.ondragover = (event) => {
    event.preventDefault();
    $("drop").classList.add("over");
  };
  document.ondragleave = () => $("drop").classList.remove("over");
  document.ondrop = (event) => {
    event.preventDefault();
    $("drop").classList.remove("over");
    const { files } = event.dataTransfer;
    if (files.length) take(files[0], files.length - 1);
    else remark("That is no file. Drop a workbook or a .csv file.");
  };
  $("hand-form").onsubmit = (event) => {
    event.preventDefault();
    ask("hand", { cards: $("cards").value }, ({ text, value, name, best }) => {
      $("hand-answer").textContent = text ?? `${value}: ${name}, ${best}`;
    });
  };
  $("odds-form").onsubmit = (event) => {
    event.preventDefault();
    $("odds-answer").textContent = "Counting …";
    ask("odds", { hands: $("players").value, board: $("board").value }, ({ text, rows, note }) => {
      if (text) return ($("odds-answer").textContent = text);
      const cells = rows.map(({ hand, win, tie, equity }) => [hand, win, tie, equity]);
      $("odds-answer").replaceChildren(grid(["Hand", "Win", "Tie", "Equity"], cells, 1), make("p", note));
    });
  };
}
