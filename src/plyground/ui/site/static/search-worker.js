// A worker that searches: what a search process answers on a server. It is ended when its search is stopped.

import { startPython } from "./python.js";

const answer = new Promise((found) => {
  onmessage = ({ data }) => {
    onmessage = ({ data: text }) => reply(text);
    found(startPython(data).then((pyodide) => {
      const server = pyodide.runPython("from plyground.ui.site.search_worker import answer\nanswer");
      postMessage(JSON.stringify({ ready: true }));
      return server;
    }).catch(fail));
  };
});

function fail(error) {
  console.error(error);
  postMessage(JSON.stringify({ failed: String(error.message ?? error).slice(-300) }));
}

async function reply(text) {
  try {
    postMessage((await answer)(text));
  } catch (error) {
    fail(error);
  }
}
