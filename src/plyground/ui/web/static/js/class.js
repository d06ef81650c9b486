// The page for the projector of a class: a large QR code, the address, and how many students have come.

import { fill, h, svg, write } from "./dom.js";

const MARGIN = 4; // modules around a code, as the standard asks for

/** A code of rows of 0 and 1 as a picture. */
export function codePicture(rows, label) {
  const size = rows.length + 2 * MARGIN;
  let path = "";
  rows.forEach((row, y) => {
    for (const { 0: dark, index } of row.matchAll(/1+/g)) path += `M${index + MARGIN} ${y + MARGIN}h${dark.length}v1h-${dark.length}z`;
  });
  return svg("svg", { class: "code", role: "img", "aria-label": label, viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges" },
    svg("rect", { class: "light", width: size, height: size }), svg("path", { class: "dark", d: path }));
}

function mount(root, app) {
  const count = h("p", { class: "count", role: "status" });
  const place = h("div", { class: "code-place" });
  const address = h("p", { class: "class-address" });
  const problem = h("p", { class: "problem", hidden: true });
  const tell = (students) => write(count, app.say("class.students", { n: students }));
  fill(root, h("div", { class: "class-page" },
    place,
    h("div", { class: "class-text" },
      h("h1", {}, app.say("class.join")), address, count, problem,
      h("p", { class: "quiet-text" }, app.say("class.about")))));

  async function come() {
    try {
      const found = await app.ask("classroom");
      fill(place, codePicture(found.code, app.say("class.code")));
      write(address, found.address);
      tell(found.students);
    } catch (error) {
      problem.hidden = false;
      write(problem, app.message(error));
    }
  }

  const forget = app.on("attendance", ({ students }) => tell(students));
  come();
  return { reconnect: come, unmount: forget };
}

export const page = { mount };
