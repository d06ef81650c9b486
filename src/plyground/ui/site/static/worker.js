// The worker behind a page: the server's own Python, and the workers that search for it.

import { compile, startPython } from "./python.js";

const early = []; // messages of the page that came before Python was there
let take = (text) => early.push(text);
onmessage = ({ data }) => take(data);

const modules = compile();

/** A worker that searches; `told` is called with each of its messages. */
function startSearch(told) {
  const worker = new Worker(new URL("search-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => told(data);
  worker.onerror = (error) => told(JSON.stringify({ failed: error.message ?? "it ended" }));
  modules.then((compiled) => worker.postMessage(compiled));
  return worker;
}

async function start() {
  const kept = [];
  let firstTold = (text) => kept.push(text);
  const first = startSearch((text) => firstTold(text)); // at once: Python starts in both at the same time
  let isFirst = true;

  function begin(told) {
    told = told.copy();
    let worker = first;
    if (isFirst) {
      firstTold = told;
      kept.splice(0).forEach((text) => told(text));
    } else worker = startSearch(told);
    isFirst = false;
    return { send: (text) => worker.postMessage(text), end: () => worker.terminate() };
  }

  const pyodide = await startPython(await modules, { post: (text) => postMessage(text), start_search: begin });
  const serve = await pyodide.runPythonAsync(
    "import plyground_browser\nfrom plyground.ui.site.worker import start\nstart(plyground_browser).take");
  take = serve;
  early.splice(0).forEach((text) => serve(text));
}

start().catch((error) => {
  console.error(error);
  postMessage(JSON.stringify({ closing: { key: "site.no-python", facts: { why: String(error.message ?? error).slice(-300) } } }));
});
