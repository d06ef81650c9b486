// From a position of a stored game to the other pages: explain it, play on, analyse it.

import { h, set } from "./dom.js";

const SIDES = ["x", "o"];
const USUAL = { explain: "alphabeta", play: "mcts" };

/** The position after some moves, as an address writes it: the opening's moves, and those played since. */
export function positionText(game, ply) {
  const opening = game.opening && game.opening !== "-" ? game.opening.split(/\s+/) : [];
  return [...opening, ...game.moves.slice(0, ply).map(({ text }) => text).filter((text) => text !== null)].join(" ");
}

/** Whose turn it is then, 0 or 1; null when the game is over. */
export function turnAt(game, ply) {
  const next = game.moves[ply];
  return next ? next.side : null;
}

/**
 * Where a position leads: {explain, play, analyse}, the parameters of addresses; null where play is over.
 * Explain takes the algorithm of who is to move, if it has a tree; Play seats the other one as the opponent.
 */
export function waysOn(game, ply, known) {
  const side = turnAt(game, ply);
  const pos = positionText(game, ply);
  const { game: spec, specs } = game;
  const analyse = { g: spec, pos, v: 1 };
  if (side === null) return { explain: null, play: null, analyse };
  const opponent = known.has(specs[1 - side].split("(")[0]) ? specs[1 - side] : USUAL.play;
  return {
    explain: { g: spec, pos, a: game.traced[side] ?? USUAL.explain },
    play: { g: spec, pos, [SIDES[1 - side]]: opponent },
    analyse,
  };
}

/** The links under a replay: {element, show(ply)}. */
export function onward(app, game) {
  const known = new Set(app.hello.agents.map(({ name }) => name));
  const link = (key) => h("a", { class: "button" }, app.say(key));
  const links = { explain: link("arena.explain-here"), play: link("arena.play-here"), analyse: link("arena.analyse-here") };
  const element = h("nav", { class: "toolbar onward", "aria-label": app.say("arena.onward"), hidden: !game.game }, Object.values(links));
  return {
    element,
    show(ply) {
      if (!game.game) return;
      const ways = waysOn(game, ply, known);
      for (const [name, place] of Object.entries(links)) {
        place.hidden = !ways[name];
        if (ways[name]) set(place, "href", app.address(name === "explain" ? "explain" : "play", ways[name]));
      }
    },
  };
}
