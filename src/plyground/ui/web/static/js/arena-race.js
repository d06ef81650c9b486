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
  let before = new Map();
  const rowsOf = (container) => [...container.querySelectorAll("tr[data-agent]")];
  return {
    /** Before: where the rows are. */
    before(container) {
      before = new Map(rowsOf(container).map((row, place) => [row.dataset.agent, { place, top: row.offsetTop }]));
    },
    /** After: from there to here; a row that has only been pushed down by a higher one stays still. */
    after(container) {
      if (calm()) return;
      rowsOf(container).forEach((row, place) => {
        const was = before.get(row.dataset.agent);
        if (!was || was.place === place) return;
        const from = `translateY(${was.top - row.offsetTop}px)`;
        row.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-in-out" });
      });
    },
  };
}
