// The page and its worker in one file: the page asks, the worker answers by Python. Each message to the worker is
// { id, call, given }, each answer { id, answer }; the worker also tells what it is doing, and once the names of all games.
// The worker is started from a blob, so that the Content-Security-Policy of the page holds there, too.

if (typeof document === "undefined") work();
else show();

// The worker: Pyodide with our modules, all from beside this script.

function work() {
  const failed = (text) => (error) => {
    console.error(error);
    return { kind: "error", text };
  };
  const python = load(new URL(".", import.meta.url));
  const cannotLoad = failed("Python cannot be loaded. Load the page again.");
  const hasStopped = failed("Python in the browser has stopped. Load the page again, or take a smaller file.");
  python.then(({ games }) => postMessage({ games })).catch((error) => postMessage({ answer: cannotLoad(error) }));
  onmessage = async ({ data: { id, call, given } }) => {
    const answer = await python.then(({ answerTo }) => answerTo(call, given)).catch(hasStopped);
    postMessage({ id, answer });
  };
}

// Python goes on from the memory that tools/page_start.mjs has kept, with all modules imported: it need not start anew.

async function load(base) {
  const tell = (doing, part) => postMessage({ doing, part });
  const read = async (name) => {
    const response = await fetch(new URL(name, base));
    if (!response.ok) throw new Error(`${name} cannot be loaded`);
    return response;
  };
  const bytes = async (response) => new Uint8Array(await response.arrayBuffer());
  tell("Loading Python", 0.1);
  const memory = read("started.bin").then(({ body }) => bytes(new Response(body.pipeThrough(new DecompressionStream("gzip")))));
  const modules = read("modules.zip").then(bytes);
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
  const page = pyodide.pyimport("xlpoker.hosts.page");
  const file = page.Page((part) => tell("Reading", part));
  const answerTo = async (call, { chosen, ...given }) => {
    const content = await chosen?.arrayBuffer().then((buffer) => pyodide.toPy(new Uint8Array(buffer)), console.error);
    if (chosen) given = { name: chosen.name, content };
    const result = (file[call] ?? page[call]).callKwargs(given);
    const answer = result.toJs({ dict_converter: Object.fromEntries });
    for (const proxy of [content, result]) proxy?.destroy();
    return answer;
  };
  return { answerTo, games: [...pyodide.pyimport("xlpoker.evaluator.games").GAMES] };
}

// The page. Texts of files are shown as texts, never as HTML.

function show() {
  const $ = (id) => document.getElementById(id);
  const line = (text) => make("p", {}, text);
  const waiting = new Map(); // what takes each answer, by the number of its message
  let worker;
  let last = 0; // the number of the last message
  let job = 0; // the newest step of a file: answers to older ones are not shown
  let notice = ""; // what is said below the result

  start();

  function start() {
    const code = `import ${JSON.stringify(import.meta.url)};`;
    worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = () => fail("The page cannot be loaded. It works from a web server, not as a file.");
  }

  function hear({ id, answer, doing, part, games }) {
    if (doing) return progress(doing, part);
    if (games) {
      if ($("game").length === 1) games.forEach((game) => $("game").add(new Option(game)));
      document.body.dataset.ready = "yes";
    } else if (id) {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    } else fail(answer.text);
    if (!waiting.size) progress();
  }

  function ask(call, given) {
    last += 1;
    worker.postMessage({ id: last, call, given });
    return new Promise((resolve) => waiting.set(last, resolve));
  }

  // A step of a file; its answer never comes where a newer step has begun meanwhile.

  function step(doing, call, given) {
    const own = ++job;
    const answering = ask(call, given);
    progress(doing);
    return new Promise((resolve) => answering.then((answer) => own === job && resolve(answer)));
  }

  function progress(doing, part = 0) {
    $("progress").hidden = !doing;
    $("cancel").hidden = !waiting.size;
    $("doing").textContent = `${doing} …`;
    $("bar").value = part;
  }

  // What the result shows: a message, and below it other parts

  function say(text, isError = false) {
    $("result").hidden = false;
    $("message").className = isError ? "error" : "";
    $("message").textContent = text;
  }

  function put(text, isError, ...parts) {
    say(text, isError);
    $("tables").replaceChildren(...parts);
    $("downloads").hidden = true;
  }

  function fail(text) {
    put(text, true);
    progress();
  }

  // The steps of a file

  async function take(file, more = 0) {
    if (!file) return;
    put(file.name);
    notice = more ? `One file at a time: ${file.name} was taken.` : "";
    const { kind, text, sheets } = await step("Reading", "open", { chosen: file });
    if (kind === "error") return fail(text);
    $("sheet").length = 1;
    if (sheets.length > 1) sheets.forEach((name) => $("sheet").add(new Option(name)));
    $("again").disabled = false;
    score();
  }

  async function score(choice = {}) {
    const wishes = Object.fromEntries(new FormData($("wishes")));
    const answer = await step("Scoring", "score", { ...wishes, visible: $("visible").checked, ...choice });
    if (answer.kind === "error") return fail(answer.text);
    if (answer.kind === "question") return choose(answer);
    const tables = answer.tables.flatMap(tableParts);
    put(answer.text, false, ...tables, line(answer.written), line(notice));
    $("downloads").hidden = false;
    $("kept").hidden = !answer.sheet;
    $("result-heading").focus();
  }

  function choose({ text, sheet, choices }) {
    const buttons = choices.map(({ label, first }, index) => {
      const button = make("button", { class: "choice" }, label, make("span", {}, first));
      button.onclick = () => score({ sheet, choice: index + 1 });
      return button;
    });
    put(text, false, ...buttons);
    buttons[0]?.focus();
  }

  async function save(kind) {
    const { text, name, content, warnings } = await step("Writing", "save", { kind });
    if (text) return say(text, true);
    const link = make("a", { href: URL.createObjectURL(new Blob([content])), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    say([`${name} is saved.`, ...warnings].join(" Warning: "));
  }

  function cancel() {
    worker.terminate();
    waiting.clear();
    $("file").value = "";
    $("again").disabled = true;
    fail("Cancelled. Nothing was changed; choose the file again.");
    start();
  }

  // One table of a sheet: what was read, counts and bars, warnings, bad rows

  function tableParts({ rows, showdowns, read, numbers, bad, warnings }) {
    const size = showdowns ? [["Rows", rows], ["Showdowns", showdowns]] : [["Rows", rows]];
    const parts = [line(`Read: ${read}`), grid(["", "Number"], [...size, ...numbers], "numbers"), bars(numbers)];
    parts.push(...warnings.map((warning) => line(`Warning: ${warning}`)));
    if (bad.length) parts.push(make("h3", {}, "Bad rows"), grid(["Cell", "Content", "What is wrong"], bad));
    return parts;
  }

  function grid(titles, rows, look = "") {
    const row = (tag) => (cells) => make("tr", {}, ...cells.map((cell) => make(cell === "" ? "td" : tag, {}, cell)));
    const parts = [make("thead", {}, row("th")(titles)), make("tbody", {}, ...rows.map(row("td")))];
    const label = titles[0] ? titles.join(", ") : "Counts";
    return make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, make("table", { class: look }, ...parts));
  }

  function bars(numbers) {
    const most = Math.max(1, ...numbers.map(([, number]) => number));
    const title = `Bar chart: ${numbers.map(([label, number]) => `${label} ${number}`).join(", ")}`;
    const marks = numbers.flatMap(([label, number], index) => {
      const y = 26 * index;
      const width = (280 * number) / most;
      const name = label.length > 18 ? `${label.slice(0, 17)}…` : label;
      return [
        make("text", { x: 130, y: y + 17, "text-anchor": "end" }, name),
        make("rect", { x: 140, y: y + 3, width: Math.max(1, width), height: 20 }),
        make("text", { x: 146 + width, y: y + 17 }, number),
      ];
    });
    return make("svg", { viewBox: `0 0 480 ${26 * numbers.length}`, role: "img" }, make("title", {}, title), ...marks);
  }

  // An element of HTML or SVG with attributes and children; numbers are shown as in English

  function make(tag, attributes, ...children) {
    const space = ["svg", "title", "rect", "text"].includes(tag) ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
    const element = document.createElementNS(space, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.map((child) => (typeof child === "number" ? child.toLocaleString("en") : (child ?? ""))));
    return element;
  }

  // What people do

  function onSubmit(id, act) {
    $(id).onsubmit = (event) => {
      event.preventDefault();
      act(Object.fromEntries(new FormData(event.target)));
    };
  }

  $("file").onclick = () => ($("file").value = ""); // or the same file could not be chosen again
  $("file").onchange = () => take($("file").files[0]);
  $("example").onclick = async () => take(new File([await (await fetch("euler54.xlsx")).blob()], "euler54.xlsx"));
  $("cancel").onclick = cancel;
  document.querySelectorAll("[data-save]").forEach((button) => (button.onclick = () => save(button.dataset.save)));
  document.ondragover = document.ondragleave = document.ondrop = (event) => {
    event.preventDefault();
    $("drop").classList.toggle("over", event.type === "dragover");
    if (event.type !== "drop") return;
    const { files } = event.dataTransfer;
    if (files.length) take(files[0], files.length - 1);
    else say("That is no file. Drop a workbook or a .csv file.", true);
  };
  onSubmit("wishes", () => score());
  onSubmit("hand-form", async (given) => ($("hand-answer").textContent = (await ask("hand", given)).text));
  onSubmit("odds-form", async (given) => {
    $("odds-answer").textContent = "Counting …";
    const { text, rows, note } = await ask("odds", given);
    const parts = text ? [text] : [grid(["Hand", "Win", "Tie", "Equity"], rows, "numbers"), line(note)];
    $("odds-answer").replaceChildren(...parts);
  });
}
