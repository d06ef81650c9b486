// Makes elements. Text becomes text nodes only, so nothing from the server can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `h("button", {class: "quiet", onclick: play, disabled: true}, "Play")`. */
export function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) {
      if (value) element.addEventListener(name.slice(2).toLowerCase(), value);
    } else set(element, name, value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
}

/** Give an attribute a value; null, undefined and false take it away, except where ARIA wants the word. */
export function set(element, name, value) {
  const wordy = name.startsWith("aria-") && typeof value === "boolean";
  if (name === "value" && "value" in element) element.value = value ?? "";
  else if (wordy) element.setAttribute(name, String(value));
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value === true ? "" : value)) {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Put these children, and no others, into an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Change a text only where it differs, so that nothing is announced or drawn twice. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A table of data with its caption: the twin of every plot. Numbers are set in columns by `class="number"`. */
export function dataTable(caption, heads, rows) {
  return h("table", { class: "data" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => (
      h("td", { class: /^[-+−\d]/.test(String(cell)) && "number" }, cell)))))));
}

/** One tab stop for all the buttons of a container: arrows, Home and End go through them. */
export function roving(container, selector = "button") {
  const items = () => [...container.querySelectorAll(selector)].filter((item) => !item.hidden);
  const settle = (chosen) => {
    const all = items();
    const stop = all.includes(chosen) ? chosen : all.find((item) => item.tabIndex === 0) ?? all[0];
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  };
  container.addEventListener("focusin", (event) => settle(event.target.closest(selector)));
  container.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    all.at(to === all.length ? 0 : to).focus();
  });
  settle();
  return settle;
}

/** A sentence with its first letter large. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
