// Compiles the archives of a site with the Python that will read them; run by node when a site is made:
// node compile.mjs FOLDER-OF-PYODIDE PROGRAM.py PACKAGE.zip STDLIB.zip CORE.wasm

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { startCore } from "./core.js";

const [folder, program, archive, library, core] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const { call } = core ? await startCore(await WebAssembly.compile(readFileSync(core))) : {};
  const pyodide = await loadPyodide({ indexURL: folder });
  pyodide.registerJsModule("plyground_browser", { call });
  pyodide.FS.writeFile("/package.zip", readFileSync(archive));
  pyodide.FS.writeFile("/library.zip", readFileSync(library));
  pyodide.runPython(readFileSync(program, "utf8"));
  writeFileSync(archive, pyodide.FS.readFile("/package.zip"));
  writeFileSync(library, pyodide.FS.readFile("/library.zip"));
} catch (error) {
  console.error(String(error.message ?? error).slice(-2000)); // of Pyodide's own script, which is one line, nobody wants a quotation
  process.exit(1);
}
