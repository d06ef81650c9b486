// The menu of players, as every page offers it: from the weakest to the strongest, those of the papers in a group of their own.

import { h } from "./dom.js";

/** The options of a menu of agents. */
export function agentChoices(app, agents) {
  const option = ({ spec, about }) => h("option", { value: spec, title: about[app.language] }, app.agentName(spec));
  const published = agents.filter(({ group }) => group === "papers");
  return [
    agents.filter(({ group }) => group !== "papers").map(option),
    published.length > 0 && h("optgroup", { label: app.say("web.papers-players") }, published.map(option)),
  ];
}
