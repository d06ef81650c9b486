// Who plays each side: a person or a machine, under which limits, what it has cost, and whether it thinks.

import { agentChoices } from "./agent-menu.js";
import { fill, h, set, write } from "./dom.js";
import { icon } from "./icons.js";
import { DEFAULT_SECONDS } from "./play-address.js";
import { signed } from "./play-words.js";

/** The row of one player: {element, update(view)}. `onSeat(player, seat)` is called with what was chosen. */
export function seatRow(player, app, onSeat) {
  const mark = h("span", { class: `chip ${player ? "o" : "x"}` }, icon(player ? "o" : "x"), h("span", { class: "chip-name" }));
  const who = h("select", { onchange: choose });
  const limits = h("button", { type: "button", class: "quiet gear", "aria-expanded": false, onclick: unfold }, icon("gear"));
  const depth = h("input", { type: "number", min: 1, max: app.hello.caps.depth, step: 1, placeholder: "–", onchange: choose });
  const seconds = h("input", { type: "number", min: 0.01, max: app.hello.caps.seconds, step: "any", onchange: choose });
  const about = h("p", { class: "about quiet-text" });
  const fields = h("div", { class: "fields", hidden: true }, about,
    h("label", {}, app.say("play.depth"), depth),
    h("label", {}, app.say("play.seconds"), seconds));
  const dots = h("span", { class: "dots", hidden: true }, h("i"), h("i"), h("i"));
  const cost = h("span", { class: "cost quiet-text" });
  const element = h("div", { class: "seat" }, mark, who, limits, dots, cost, fields);
  let offered = "";

  function unfold() {
    fields.hidden = !fields.hidden;
    set(limits, "aria-expanded", !fields.hidden);
  }

  function choose() {
    const agent = who.value || null;
    const seat = { agent };
    if (agent && Number(depth.value) > 0) seat.depth = Math.min(app.hello.caps.depth, Math.round(Number(depth.value)));
    if (agent) seat.seconds = Math.min(app.hello.caps.seconds, Number(seconds.value) > 0 ? Number(seconds.value) : DEFAULT_SECONDS);
    onSeat(player, seat);
  }

  function offer(view, agent) {
    const wanted = `${view.offered}|${agent}`;
    if (wanted === offered) return;
    offered = wanted;
    const fitting = app.hello.agents.filter(({ name }) => view.offered.includes(name));
    const other = agent && !fitting.some(({ spec }) => spec === agent) && h("option", { value: agent }, app.agentName(agent));
    fill(who, h("option", { value: "" }, app.say("play.person")), other, agentChoices(app, fitting));
  }

  function update(view) {
    const seat = view.seats[player];
    const called = app.player(player, view.players);
    offer(view, seat.agent);
    set(who, "aria-label", app.say("play.who", { player: called }));
    set(limits, "aria-label", app.say("play.limits", { player: called }));
    set(limits, "title", app.say("play.limits", { player: called }));
    write(mark.lastChild, signed(view) ? called : String(player + 1));
    mark.classList.toggle("plain", !signed(view));
    who.value = seat.agent ?? "";
    limits.hidden = seat.agent === null;
    write(about, app.hello.agents.find(({ spec }) => spec === seat.agent)?.about[app.language] ?? "");
    if (seat.agent === null && !fields.hidden) unfold();
    if (document.activeElement !== depth) depth.value = seat.depth ?? "";
    if (document.activeElement !== seconds) seconds.value = seat.seconds ?? app.hello.caps.seconds;
    dots.hidden = !(view.thinking === "move" && view.to_move === player);
    element.classList.toggle("turn", view.to_move === player && !view.outcome && !view.set_up);
    const { moves, seconds: took, nodes } = view.statistics[player];
    const looked = nodes / Math.max(1, moves);
    write(cost, moves ? app.say("play.cost", { each: app.seconds(took / moves), n: looked, nodes: app.short(looked) }) : "");
  }

  return { element, update };
}
