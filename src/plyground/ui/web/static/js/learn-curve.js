// The learning curve: right moves and errors over games, with axes. It is one control: arrows go from point to point.

import { dataTable, fill, h, set, svg, write } from "./dom.js";
import { scroller } from "./learn-list.js";

const TALL = 260;
const EDGE = { left: 48, right: 14, top: 14, bottom: 34 };

/** Round numbers from 0 to at most `most`, about so many. */
export function ticks(most, about) {
  const rough = Math.max(1, most / Math.max(1, about));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

/** Where values lie: x by games, y by a share from 0 to 1. */
export function scales(width, total) {
  const across = (width - EDGE.left - EDGE.right) / Math.max(1, total);
  return { x: (games) => EDGE.left + games * across, y: (share) => EDGE.top + (1 - Math.min(1, Math.max(0, share))) * (TALL - EDGE.top - EDGE.bottom) };
}

/** The kept point nearest to some games; null if none is kept. */
export function nearest(curve, games) {
  const kept = curve.filter((point) => point.kept);
  return kept.reduce((best, point) => (best && Math.abs(best.games - games) <= Math.abs(point.games - games) ? best : point), null);
}

export const percent = (app, share) => app.percent(share, 1);

/** What a point says. */
export function pointWords(app, { games, exam, error }) {
  if (!games) return exam === null ? app.say("learn.born") : app.say("learn.born-exam", { exam: percent(app, exam) });
  const facts = { n: games, exam: exam === null ? "" : percent(app, exam), error: percent(app, error) };
  return app.say(exam === null ? "learn.point-plain" : "learn.point", facts);
}

/** The card of the curve: {element, show(view, chosen), close()}. `onChoose(games)` and `onPlay()` hear what a person does. */
export function curveCard(app, { onChoose, onPlay }) {
  const plot = h("div", {
    class: "curve-plot", role: "slider", tabindex: 0, "aria-label": app.say("learn.point-choice"),
    onclick: (event) => choose(at(event)), ondblclick: onPlay, onkeydown: key,
    onpointermove: (event) => tell(at(event)), onpointerleave: () => tell(null),
  });
  const told = h("p", { class: "curve-told" });
  const note = h("p", { class: "note" });
  const legend = h("p", { class: "curve-legend", "aria-hidden": "true" });
  const table = scroller(app.say("learn.curve"));
  const nothing = h("p", { class: "note" }, app.say("learn.no-point"));
  const drawn = h("div", {}, legend, plot, told,
    h("p", { class: "note" }, app.say("learn.curve-choose")), note, h("details", {}, h("summary", {}, app.say("learn.as-table")), table));
  const element = h("section", { class: "card" }, h("h2", {}, app.say("learn.curve")), nothing, drawn);
  let view = null;
  let chosen = null; // a point
  let hovered = null;
  const observer = new ResizeObserver(() => view && draw());
  observer.observe(plot);

  const at = (event) => {
    const box = plot.getBoundingClientRect();
    const share = (event.clientX - box.left - EDGE.left) / Math.max(1, box.width - EDGE.left - EDGE.right);
    return nearest(view.curve, share * view.total);
  };

  function choose(point) {
    if (point) onChoose(point.games);
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const kept = view.curve.filter((point) => point.kept);
    const now = kept.findIndex((point) => point.games === chosen?.games);
    const to = { ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, Home: 0, End: kept.length - 1, PageUp: now + 5, PageDown: now - 5 }[event.key];
    if (event.key === "Enter") onPlay();
    else if (to === undefined) return;
    else choose(kept[Math.max(0, Math.min(kept.length - 1, to))]);
    event.preventDefault();
  }

  function tell(point) {
    hovered = point;
    const shown = hovered ?? chosen;
    write(told, shown ? pointWords(app, shown) : "");
    draw();
  }

  function draw() {
    const width = Math.floor(plot.clientWidth);
    if (width > 0) fill(plot, picture(app, view, width, chosen, hovered));
  }

  function show(now, point) {
    [view, chosen] = [now, point];
    const any = now.curve.length > 0;
    nothing.hidden = any;
    drawn.hidden = !any;
    if (!any) return;
    const marked = now.curve.some(({ exam }) => exam !== null);
    write(note, `${app.say(marked ? "learn.curve-note" : "learn.curve-note-plain")} ${app.say("learn.curve-error")}`);
    fill(legend, marked && [sample("exam"), app.say("learn.exam")], sample("error"), app.say("learn.error"));
    set(plot, "aria-valuemin", 0);
    set(plot, "aria-valuemax", now.total);
    set(plot, "aria-valuenow", point?.games ?? 0);
    set(plot, "aria-valuetext", point ? pointWords(app, point) : null);
    tell(hovered);
    fill(table, curveTable(app, now.curve));
  }

  return { element, show, close: () => observer.disconnect(), focus: () => plot.focus() };
}

const sample = (kind) => svg("svg", { class: "sample", viewBox: "0 0 30 12", width: 30, height: 12 },
  svg("path", { class: `curve ${kind}`, d: "M1 6H29" }), mark(kind, 15, 6, 4));

/** A round mark for right moves, a square one for errors. */
const mark = (kind, x, y, r) => (kind === "exam" ? svg("circle", { class: `dot ${kind}`, cx: x, cy: y, r })
  : svg("rect", { class: `dot ${kind}`, x: x - r * 0.85, y: y - r * 0.85, width: r * 1.7, height: r * 1.7 }));

function picture(app, view, width, chosen, hovered) {
  const { x, y } = scales(width, view.total);
  const floor = TALL - EDGE.bottom;
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const games = ticks(view.total, Math.floor(width / 110));
  const line = (kind) => {
    const points = view.curve.filter((point) => point[kind] !== null);
    const path = points.map((point, place) => `${place ? "L" : "M"}${x(point.games).toFixed(1)} ${y(point[kind]).toFixed(1)}`).join("");
    return points.length ? [svg("path", { class: `curve ${kind}`, d: path }),
      points.map((point) => mark(kind, x(point.games), y(point[kind]), point.kept ? 3.5 : 1.5))] : null;
  };
  const guide = (point, kind) => point && [
    svg("line", { class: `guide ${kind}`, x1: x(point.games), x2: x(point.games), y1: EDGE.top, y2: floor }),
    kind === "chosen" && ["exam", "error"].filter((name) => point[name] !== null).map((name) => mark(name, x(point.games), y(point[name]), 6.5)),
  ];
  return svg("svg", { class: "curve-picture", width, height: TALL, viewBox: `0 0 ${width} ${TALL}`, "aria-hidden": "true" },
    shares.map((share) => [
      svg("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: y(share), y2: y(share) }),
      svg("text", { class: "tick", x: EDGE.left - 6, y: y(share) + 4, "text-anchor": "end" }, app.percent(share)),
    ]),
    games.map((count) => [
      svg("line", { class: "grid", x1: x(count), x2: x(count), y1: floor, y2: floor + 5 }),
      svg("text", { class: "tick", x: x(count), y: TALL - 14, "text-anchor": x(count) > width - 30 ? "end" : "middle" }, app.short(count)),
    ]),
    svg("text", { class: "tick", x: width - EDGE.right, y: TALL - 1, "text-anchor": "end" }, app.say("learn.games")),
    guide(hovered, "hovered"), line("error"), line("exam"), guide(chosen, "chosen"));
}

function curveTable(app, curve) {
  const marked = curve.some(({ exam }) => exam !== null);
  const heads = [app.say("learn.games"), ...(marked ? [app.say("learn.exam")] : []), app.say("learn.error"), app.say("learn.results"), app.say("learn.weights")];
  return dataTable(app.say("learn.curve"), heads, curve.map((point) => [
    app.number(point.games), ...(marked ? [percent(app, point.exam ?? 0)] : []), point.error === null ? "–" : percent(app, point.error),
    point.first_won + point.drawn + point.second_won ? [point.first_won, point.drawn, point.second_won].map((each) => app.number(each)).join(" – ") : "–",
    point.kept ? app.say("learn.kept") : "–"]));
}
