// What the modules of the laboratory expect of the page around them, inside a cell of a notebook.

import { h, write } from "../../ui/web/static/js/dom.js";
import { tongue } from "../../ui/web/static/js/i18n.js";
import { agentName, gameName } from "../../ui/web/static/js/names.js";

const DARK = 0.4; // luminance: below it a page is dark

/** A root for a widget in an element of the notebook: {root, app, close}. */
export function appIn(el, { language, catalogue }) {
  const root = h("div", { class: "plyground-widget" });
  const live = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  root.append(live);
  el.append(root);
  const spoken = tongue(language, catalogue);
  const app = {
    ...spoken,
    status: (text) => write(live, text),
    gameName: (spec) => gameName(spec, spoken.say),
    agentName: (spec) => agentName(spec, spoken.say),
  };
  return { root, app, close: followTheme(root) };
}

/** Be as dark as the notebook is, whoever shows it, and stay so when its theme changes. */
function followTheme(root) {
  const look = () => {
    root.dataset.theme = isDark(root) ? "dark" : "light";
  };
  look();
  const soon = setTimeout(look); // at first the element may not be in the page yet
  const observer = new MutationObserver(() => requestAnimationFrame(look));
  for (const place of [document.documentElement, document.body]) observer.observe(place, { attributes: true });
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", look);
  return () => {
    clearTimeout(soon);
    observer.disconnect();
    media.removeEventListener("change", look);
  };
}

/** Whether what lies behind an element is dark: the first background that can be seen, else what the browser prefers. */
function isDark(element) {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const luminance = luminanceOf(getComputedStyle(at).backgroundColor);
    if (luminance !== null) return luminance < DARK;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** From 0 to 1; null for a colour that lets see through. */
export function luminanceOf(colour) {
  const [r, g, b, a = 1] = (/^rgba?\(([^)]*)\)$/.exec(colour)?.[1] ?? "").split(/[ ,/]+/).filter(Boolean).map(Number);
  if (b === undefined || a < 0.5) return null;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}
