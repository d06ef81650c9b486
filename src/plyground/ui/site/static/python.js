// Starts Python in a worker: Pyodide, the package, and the compiled core as WebAssembly if the site has it.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { startCore } from "./core.js";

const here = (name) => new URL(name, import.meta.url);

/** The bytes of a file that was packed with gzip, because a plain file server packs nothing. */
async function unpacked(name) {
  const answer = await fetch(here(`${name}.gz`));
  if (!answer.ok) throw new Error(`${name}.gz: ${answer.status}`);
  return answer.body.pipeThrough(new DecompressionStream("gzip"));
}

const asModule = async (name) => WebAssembly.compileStreaming(
  new Response(await unpacked(name), { headers: { "content-type": "application/wasm" } }));

/** What a worker needs that another has compiled already; both are handed from worker to worker. */
export async function compile() {
  const [python, core] = await Promise.all([asModule("pyodide/pyodide.asm.wasm"), asModule("core.wasm").catch(() => null)]);
  return { python, core };
}

/** Pyodide asks for its module by an address: give it the one that is compiled. */
function offer(module) {
  WebAssembly.instantiateStreaming = async (_answer, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
  const ask = globalThis.fetch;
  globalThis.fetch = (address, ...rest) => (String(address).endsWith("pyodide.asm.wasm") ? Promise.resolve(new Response()) : ask(address, ...rest));
}

/** Python with the package, which finds what is in `browser` as the module `plyground_browser`. */
export async function startPython({ python, core }, browser = {}) {
  offer(python);
  const [pyodide, archive, compiled] = await Promise.all([
    loadPyodide({ indexURL: here("pyodide/").href, packages: [] }),
    fetch(here("plyground.zip")).then((answer) => answer.arrayBuffer()),
    core && startCore(core),
  ]);
  pyodide.unpackArchive(archive, "zip", { extractDir: "/plyground" });
  pyodide.registerJsModule("plyground_browser", { ...browser, call: compiled?.call ?? null });
  pyodide.runPython("import sys\nsys.path.insert(0, '/plyground')\nsys.dont_write_bytecode = True");
  return pyodide;
}
