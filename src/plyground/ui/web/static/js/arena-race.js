// Rows that change places: they glide to where they now stand, and a mark says how far they went.

const GLIDE = 700; // ms

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How far everybody has moved since the last order: {name: places}, positive is up; those that stay keep their last mark. */
export function climbs(before, after, marks = {}) {
  const moved = {};
  after.forEach((name, place) => {
    const was = before.indexOf(name);
    moved[name] = was < 0 ? 0 : was - place || (marks[name] ?? 0);
  });
  return moved;
}

/** Tables whose rows (`tr[data-agent]`) glide when a table of other rows takes their place: call around the change. */
export function race() {
  let tops = new Map();
  return {
    /** Before: where the rows are. */
    before(container) {
      tops = new Map([...container.querySelectorAll("tr[data-agent]")].map((row) => [row.dataset.agent, row.offsetTop]));
    },
    /** After: from there to here. */
    after(container) {
      if (calm()) return;
      for (const row of container.querySelectorAll("tr[data-agent]")) {
        const from = tops.get(row.dataset.agent);
        if (from === undefined || from === row.offsetTop) continue;
        row.animate([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: "none" }], { duration: GLIDE, easing: "ease-in-out" });
      }
    },
  };
}
