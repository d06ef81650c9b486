// A picture of a step for slides: SVG as the command line draws it, or PNG of the same.

const ROLES = {
  paper: "--card", ink: "--ink", quiet: "--quiet", line: "--line", edge: "--edge", hole: "--hole", accent: "--accent", good: "--good", bad: "--bad",
  giver: "--focus", max: "--max", "max-edge": "--max-edge", min: "--min", "min-edge": "--min-edge", "good-paper": "--good-paper", "bad-paper": "--bad-paper",
};
const PIXELS = 2400; // the width of a PNG: sharp on a projector
const NARROWEST = 1;

/** The colours of the page: role → [light, dark]. */
export function paletteOf(element) {
  const style = getComputedStyle(element);
  return Object.fromEntries(Object.entries(ROLES).map(([role, name]) => {
    const [, light, dark] = /light-dark\(\s*([^,]+?)\s*,\s*([^)]+?)\s*\)/.exec(style.getPropertyValue(name)) ?? [null, "#888888", "#888888"];
    return [role, [light, dark]];
  }));
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const saveSvg = (text, name) => save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);

/** Paint an SVG as an image; in the colours that are seen now. */
export async function savePng(text, name, dark) {
  const still = text.replace(/@media \(prefers-color-scheme:dark\)\{(.*?)\}<\/style>/s, (_, rules) => `${dark ? rules : ""}</style>`);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(still)}`;
  await image.decode();
  const scale = Math.max(NARROWEST, PIXELS / image.naturalWidth);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  save(blob, `${name}.png`);
}

/** Whether dark colours are shown now. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** A name for a file, of letters that every system takes. */
export const fileName = (parts) => ["plyground", ...parts].join("-").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 80);
