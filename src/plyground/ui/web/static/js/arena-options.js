// The options of an agent as fields, folded under the spec that they make.

import { usual, writeSpec } from "./arena-plan.js";
import { h, write } from "./dom.js";

/** A disclosure: its summary is the spec; what is typed goes into `entrant.values`. */
export function agentOptions(app, agent, entrant, label) {
  const spec = h("code", {}, writeSpec(agent, entrant.values));
  const inputs = agent.options.map((option) => {
    const taken = (value) => {
      entrant.values[option.name] = value;
      write(spec, writeSpec(agent, entrant.values));
    };
    const now = entrant.values[option.name] ?? usual(option);
    if (typeof option.default === "boolean") {
      return h(
        "label",
        { class: "inline" },
        h("input", {
          type: "checkbox",
          checked: now === "True",
          onchange: (event) => taken(event.target.checked ? "True" : "False"),
        }),
        option.name,
      );
    }
    return h(
      "label",
      {},
      option.name,
      h("input", {
        class: "code",
        value: now,
        placeholder: "–",
        autocomplete: "off",
        spellcheck: "false",
        oninput: (event) => taken(event.target.value.trim()),
      }),
    );
  });
  return h(
    "details",
    { class: "options" },
    h("summary", {}, h("span", { class: "unseen" }, app.say("arena.options", { agent: label })), " ", spec),
    h("p", { class: "note" }, agent.about[app.language]),
    h("div", { class: "fields" }, inputs),
  );
}
