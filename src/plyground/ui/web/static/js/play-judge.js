// What the solver thinks of a game: the value of its positions, asked for when nobody thinks, and the marks of bad moves.

const AT_ONCE = 6; // positions that are asked for together; the one on the board comes before all others
const SLOWER = 6; // plies: a win that much later, or a loss that much sooner, is no good move
const PAUSE = 150; // ms before the first question: whoever moves again at once would only cancel it
const RESULT = { wins: 1, draws: 0, loses: -1 };

/** Whether a value is the truth, not an estimate. */
export const isExact = (point) => Boolean(point) && point.kind in RESULT;

/**
 * The mark of a move, from the values of the positions before and after it for the first player: "??" if it gives a result away,
 * "?!" if it only makes a win much slower or a loss much quicker, "" if it is fine or nobody knows.
 */
export function markOfMove(before, after, player) {
  if (!isExact(before) || !isExact(after)) return "";
  const side = player ? -1 : 1;
  const [had, has] = [side * RESULT[before.kind], side * RESULT[after.kind]];
  if (has < had) return "??";
  if (has !== had || !has || !Number.isInteger(before.plies) || !Number.isInteger(after.plies)) return "";
  const later = after.plies - (before.plies - 1);
  return has * later >= SLOWER ? "?!" : "";
}

/** The marks of all moves, as far as the values are known. */
export const marksOf = (points, played) => played.map(({ player }, at) => markOfMove(points[at], points[at + 1], player));

const OTHER_SIDE = { wins: "loses", loses: "wins" };

/** The value of the position on the board for the first player, if its moves have been valued exactly. */
export function valued({ analysis, to_move }) {
  const best = analysis?.source === "solver" && analysis.values.find((value) => value.best);
  if (!best || !isExact(best)) return null;
  return { kind: to_move ? OTHER_SIDE[best.kind] ?? best.kind : best.kind, plies: best.plies, score: null };
}

/** Values as they are shown: where the solver can know, a guess says nothing. */
export function honest(points, view) {
  return view.offered?.includes("perfect") ? points.map((point) => (point?.kind === "estimate" ? undefined : point)) : points;
}

/** The plies whose values are still wanted, the present one first; without `whole`, of an estimated game only the last two. */
export function missing(points, here, whole) {
  const open = [];
  for (let ply = here; ply >= 0; ply -= 1) if (!points[ply]) open.push(ply);
  return whole || isExact(points[here]) ? open : open.filter((ply) => ply >= here - 1);
}

/** Collects values of a game's positions: {look(view, whole), points(view)}; `onFound()` is called when there are more. */
export function judgeOf(app, onFound, pause = PAUSE) {
  let [game, texts, points] = ["", [], []];
  let [asking, failed, wanted, looked] = [false, false, null, 0];

  /** Keep the values of the moves that this game shares with the last one. */
  function turnTo(view) {
    const name = `${view.game}|${view.start}`;
    const now = view.played.map((move) => move.text);
    let shared = 0;
    while (shared < now.length && now[shared] === texts[shared]) shared += 1;
    points = name === game ? honest(points.slice(0, shared + 1), view) : []; // what was only guessed is asked for again
    if (name !== game) failed = false;
    [game, texts] = [name, now];
    const known = valued(view);
    if (known) points[now.length] = known;
  }

  async function look(view, whole) {
    turnTo(view);
    wanted = view.thinking || failed ? null : whole;
    looked += 1;
    if (asking) return; // what asks now sees what is wanted
    asking = true;
    await new Promise((done) => setTimeout(done, pause));
    while (wanted !== null) {
      const open = missing(points, texts.length, wanted);
      if (!open.length) break;
      const [line, turn] = [`${game}|${texts}`, looked];
      try {
        const { graph } = await app.ask("graph", { plies: open.slice(0, points[texts.length] ? AT_ONCE : 1) });
        if (line !== `${game}|${texts}`) continue;
        for (const { ply, ...point } of graph) points[ply] = point;
        onFound();
      } catch (error) {
        failed = !["server.cancelled", "web.lost", "web.offline"].includes(error.key);
        if (failed || turn === looked) break; // the next view asks again
      }
    }
    asking = false;
  }

  /** Whether the values are those of this game. */
  const knows = (view) => game === `${view.game}|${view.start}` && view.played.every((move, at) => move.text === texts[at]);

  return { look, knows, points: () => points, stop: () => (wanted = null) };
}
