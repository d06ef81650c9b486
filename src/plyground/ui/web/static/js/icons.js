// Small drawings for buttons, each a path in a square of 24; the button's text says what it does.

import { svg } from "./dom.js";

const PATHS = {
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.700.700 1 1.500 1 2.500h6c0-1 .300-1.800 1-2.500A6 6 0 0 0 12 3z",
  values: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  gauge: "M8 3h8v18H8zM8 14h8M12 14v7",
  analyse: "M10 4a6 6 0 1 0 .010 0M14.500 14.500L20 20M7.500 11.500l2-2.500 2 1.500 2-3",
  explain: "M12 5v4M12 9l-6 5M12 9l6 5M6 14v3M18 14v3M10.500 3.500h3v3h-3zM4.500 17h3v3h-3zM16.500 17h3v3h-3z",
  sound: "M4 9v6h4l5 4V5L8 9zM16.500 8.500a5 5 0 0 1 0 7",
  tour: "M12 3v4M12 17v4M3 12h4M17 12h4M12 8l4 4-4 4-4-4z",
  pause: "M8 5v14M16 5v14",
  resume: "M7 4l13 8-13 8z",
  step: "M5 5l9 7-9 7zM18 5v14",
  flip: "M7 4v16M7 4L3 8M7 4l4 4M17 20V4M17 20l-4-4M17 20l4-4",
  swap: "M4 7h15M15 3l4 4-4 4M20 17H5M9 13l-4 4 4 4",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  share: "M9 12a4 4 0 0 0 6 .500l3-3a4 4 0 0 0-5.700-5.700l-1 1M15 12a4 4 0 0 0-6-.500l-3 3a4 4 0 0 0 5.700 5.700l1-1",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .600-1.500 1.200-1.500 2.400M12 18v.100",
  gear: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  x: "M6 6l12 12M18 6L6 18",
  o: "M12 5a7 7 0 1 0 .010 0",
  none: "M5 12h14",
};

export function icon(name) {
  return svg("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
