// The menu of players, as every page offers it: grouped by strength, the weakest first, and those of the papers last.

import { h } from "./dom.js";

const GROUPS = { weak: "agent.weak", fair: "agent.fair", strong: "agent.strong", perfect: "agent.perfect-play" };

/** The options of a menu of agents. */
export function agentChoices(app, agents) {
  const option = ({ spec, about }) => h("option", { value: spec, title: about[app.language] }, app.agentName(spec));
  const group = (label, members) => members.length > 0 && h("optgroup", { label: app.say(label) }, members.map(option));
  return [
    ...Object.entries(GROUPS).map(([strength, label]) => group(label, agents.filter((agent) => agent.strength === strength))),
    group("web.papers-players", agents.filter((agent) => agent.group === "papers")),
  ];
}
