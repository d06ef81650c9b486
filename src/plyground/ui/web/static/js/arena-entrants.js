// The agents of a new run: a row for each, with a menu and the options, or with a spec that somebody writes.

import { fill, h } from "./dom.js";
import { agentOptions } from "./arena-options.js";
import { kindOf, TYPED, writeSpec } from "./arena-plan.js";
import { agentChoices } from "./agent-menu.js";

/**
 * The list: {element, add, draw(), specOf(entrant)}; `add` is the button for one more. `problem(field, control)` makes the
 * place for what is wrong, `forget()` drops those of agents, and `changed()` hears that the list was drawn.
 */
export function entrantList(app, draft, { problem, forget, changed }) {
  const { agents } = app.hello;
  const element = h("ol", { class: "entrants" });
  const add = h("button", { type: "button", class: "quiet", onclick: another }, app.say("arena.add-agent"));

  /** Agents that can play the game; a game that somebody writes is of the kind before its bracket. */
  function able() {
    const kind = kindOf(draft.game === TYPED ? draft.typedGame : draft.game);
    const fit = agents.filter(({ works }) => works.includes(kind));
    return fit.length ? fit : agents;
  }

  function draw() {
    const fit = able();
    const seats = draft.format === "match" ? draft.agents.slice(0, 2) : draft.agents;
    forget();
    fill(
      element,
      seats.map((entrant, place) => entrantRow(entrant, place, fit, seats.length > 2)),
    );
    add.hidden = draft.format === "match";
    changed();
  }

  function entrantRow(entrant, place, fit, removable) {
    if (entrant.choice !== TYPED && !fit.some(({ name }) => name === entrant.choice))
      Object.assign(entrant, { choice: fit[0].name, values: {} });
    const label = app.say("arena.agent", { number: place + 1 });
    const choice = h(
      "select",
      {
        "aria-label": label,
        onchange: () => {
          Object.assign(entrant, { choice: choice.value, values: {}, typed: specOf(entrant) });
          draw();
          element.children[place].querySelector("select").focus();
        },
      },
      agentChoices(app, fit),
      h("option", { value: TYPED }, app.say("arena.write-it")),
    );
    choice.value = entrant.choice;
    const remove =
      removable &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": app.say("arena.remove", { number: place + 1 }),
          title: app.say("arena.remove", { number: place + 1 }),
          onclick: () => {
            draft.agents.splice(place, 1);
            draw();
            add.focus();
          },
        },
        "✕",
      );
    const agent = agents.find(({ name }) => name === entrant.choice);
    const detail = agent ? agentOptions(app, agent, entrant, label) : typedSpec(entrant, label);
    return h(
      "li",
      {},
      h("div", { class: "entrant" }, choice, detail, remove),
      problem(`agent-${place}`, agent ? choice : detail),
    );
  }

  function typedSpec(entrant, label) {
    const input = h("input", {
      class: "code",
      value: entrant.typed,
      placeholder: "alphabeta(depth=4)",
      "aria-label": app.say("arena.typed-agent", { agent: label }),
      spellcheck: "false",
      oninput: () => (entrant.typed = input.value),
    });
    return input;
  }

  function specOf(entrant) {
    if (entrant.choice === TYPED) return entrant.typed;
    const agent = agents.find(({ name }) => name === entrant.choice);
    return agent ? writeSpec(agent, entrant.values) : entrant.choice;
  }

  function another() {
    draft.agents.push({ choice: able()[0].name, values: {}, typed: "" });
    draw();
    element.lastElementChild.querySelector("select").focus();
  }

  return { element, add, draw, specOf };
}
