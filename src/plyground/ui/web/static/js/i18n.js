// Sentences in one language, from the same catalogue and by the same rules as plyground.words.

import { agentName, gameName } from "./names.js";

const MARKS = ["X", "O"];
const KEPT = "plyground.language";

/** A speaker of a language, from its catalogue: key → sentence, or [singular, plural] by the fact `n`. */
export function tongue(language, catalogue) {
  const formats = new Map();

  function number(value, digits = 0) {
    if (!formats.has(digits)) {
      formats.set(digits, new Intl.NumberFormat(language, {
        minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: "always",
      }));
    }
    return formats.get(digits).format(value).replace("-", "−");
  }

  function spelled(fact) {
    if (fact?.key) return message(fact);
    return typeof fact === "number" ? number(fact, Number.isInteger(fact) ? 0 : 2) : String(fact);
  }

  function say(key, facts = {}) {
    const entry = catalogue[key];
    if (entry === undefined) return key;
    const sentence = Array.isArray(entry) ? entry[facts.n === 1 ? 0 : 1] : entry;
    const joined = String(facts.player).startsWith("o ") ? sentence.replace("de {player}", "d{player}") : sentence;
    return joined.replace(/\{(\w+)\}/g, (hole, name) => (name in facts ? spelled(facts[name]) : hole));
  }

  /** X and O are called so everywhere; others are the first and the second player. */
  function player(which, players = MARKS) {
    return players[0] === "X" ? players[which] : say(which ? "player.second" : "player.first");
  }

  /** What a message {key, facts} says; a player that it names is called as the game does. */
  function message(said, players = MARKS) {
    const facts = { ...said.facts };
    if (typeof facts.player === "number") facts.player = player(facts.player, players);
    if (typeof facts.agent === "string") facts.agent = agentName(facts.agent, say);
    if (said.key === "server.cannot-play") facts.game = gameName(facts.game, say);
    if ("reason" in facts) facts.reason = say(`reason.${facts.reason}`);
    return say(said.key, facts);
  }

  /** A share as a percentage: `95 %`, in Portuguese `95%`. */
  function percent(share, digits = 0) {
    return `${number(100 * share, digits)}${language === "pt-BR" ? "" : " "}%`;
  }

  /** A time as people read it: `0.35 s`, `12.3 ms`. */
  function seconds(value) {
    return value < 0.1 ? `${number(value * 1000, 1)} ms` : `${number(value, 2)} s`;
  }

  /** A count in few letters: `950`, `12.3k`, `4.5M`. */
  function short(value) {
    return new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }).format(value);
  }

  return { language, say, message, player, number, percent, seconds, short };
}

/** The language to begin with: the one that was chosen before, else the first of the browser's that is ours. */
export function usualLanguage(languages, kept, wanted) {
  if (languages.includes(kept)) return kept;
  const short = (code) => code.toLowerCase().split("-")[0];
  for (const code of wanted) {
    const found = languages.find((ours) => short(ours) === short(code));
    if (found) return found;
  }
  return languages[0];
}

/** How moments are written: as the browser's own variety of the language does, British days before British months. */
export function moments(language, wanted = navigator.languages) {
  const short = (code) => code.toLowerCase().split("-")[0];
  const own = wanted.find((code) => short(code) === short(language)) ?? language;
  return new Intl.DateTimeFormat(own === "en" ? "en-GB" : own, { dateStyle: "medium", timeStyle: "short" });
}

export const keptLanguage = () => localStorage.getItem(KEPT);
export const keepLanguage = (code) => localStorage.setItem(KEPT, code);

export async function loadTongue(language) {
  const answer = await fetch(`catalogue/${language}.json`);
  if (!answer.ok) throw new Error(`no catalogue ${language}`);
  return tongue(language, await answer.json());
}
