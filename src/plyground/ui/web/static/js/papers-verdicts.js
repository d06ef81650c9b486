// The verdicts: their names, what they mean, and a shape for each.

import { h, svg } from "./dom.js";

export const VERDICTS = {
  exact: "papers.exact",
  rounded: "papers.rounded",
  "within noise": "papers.noise",
  unlikely: "papers.unlikely",
  fitted: "papers.fitted",
  contradicted: "papers.contradicted",
  "depends on the reading": "papers.reading",
  "machine-dependent": "papers.machine",
  "not testable": "papers.untestable",
};
const MEANINGS = {
  exact: "papers.exact-means",
  rounded: "papers.rounded-means",
  "within noise": "papers.noise-means",
  unlikely: "papers.unlikely-means",
  fitted: "papers.fitted-means",
  contradicted: "papers.contradicted-means",
  "depends on the reading": "papers.reading-means",
  "machine-dependent": "papers.machine-means",
  "not testable": "papers.untestable-means",
};
// Each verdict has a shape, so that colour alone never says it: a tick in a disc or in a ring, a wave in a ring or
// in a diamond, a tick in a square, a cross in a diamond, two ways, a clock, a stroke.
const SHAPES = {
  exact: [
    ["circle", { cx: 10, cy: 10, r: 9, class: "solid" }],
    ["path", { d: "M5.5 10.5l3 3 6-6.5" }],
  ],
  rounded: [
    ["circle", { cx: 10, cy: 10, r: 8.2, class: "ring" }],
    ["path", { d: "M5.5 10.5l3 3 6-6.5", class: "ink" }],
  ],
  fitted: [
    ["rect", { x: 1.5, y: 1.5, width: 17, height: 17, rx: 3, class: "ring" }],
    ["path", { d: "M5.5 10.5l3 3 6-6.5", class: "ink" }],
  ],
  "depends on the reading": [
    ["path", { d: "M10 .5 19.5 10 10 19.5.5 10z", class: "ring" }],
    ["path", { d: "M10 14.500V10L7 6.500M10 10l3-3.500", class: "ink" }],
  ],
  "not testable": [
    ["circle", { cx: 10, cy: 10, r: 8.2, class: "ring" }],
    ["path", { d: "M6 10h8", class: "ink" }],
  ],
  "within noise": [
    ["circle", { cx: 10, cy: 10, r: 8.2, class: "ring" }],
    ["path", { d: "M5 11c2-4 3.5-3 5-1s3 3 5-1", class: "ink" }],
  ],
  unlikely: [
    ["path", { d: "M10 .5 19.5 10 10 19.5.5 10z", class: "ring" }],
    ["path", { d: "M5 11c2-4 3.5-3 5-1s3 3 5-1", class: "ink" }],
  ],
  contradicted: [
    ["path", { d: "M10 .5 19.5 10 10 19.5.5 10z", class: "solid" }],
    ["path", { d: "M7 7l6 6m0-6-6 6" }],
  ],
  "machine-dependent": [
    ["rect", { x: 1.5, y: 1.5, width: 17, height: 17, rx: 3, class: "ring" }],
    ["path", { d: "M10 5.5V10l3 2.5", class: "ink" }],
  ],
  "": [["circle", { cx: 10, cy: 10, r: 8.2, class: "ring dashed" }]],
};

export function icon(verdict) {
  const shapes = SHAPES[verdict] ?? SHAPES[""];
  return svg(
    "svg",
    { class: "verdict-icon", viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
    shapes.map(([tag, facts]) => svg(tag, facts)),
  );
}

/** The name of a verdict in the page's language. */
export const verdictName = (app, verdict) => (verdict in VERDICTS ? app.say(VERDICTS[verdict]) : verdict);

/** All verdicts with what they mean. */
export function legend(app) {
  return h(
    "ul",
    { class: "verdict-legend" },
    Object.keys(VERDICTS).map((verdict) =>
      h(
        "li",
        { "data-verdict": verdict },
        icon(verdict),
        h("span", {}, h("b", {}, app.say(VERDICTS[verdict])), ` ${app.say(MEANINGS[verdict])}`),
      ),
    ),
  );
}
