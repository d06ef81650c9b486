// Boards below the root of a game whose rules only the server knows: asked for one after the other, the newest first.

const PAUSE = 60; // ms between two questions: a film that is run through asks for no more

/** The boards after moves from a root: `of(moves)` is {board, last, winning}, null without a board, or undefined until `onFound()` is called. */
export function boardsOf(app, root, onFound) {
  const known = new Map();
  let [wanted, asking] = [null, false];

  function of(moves) {
    const key = JSON.stringify(moves);
    if (!known.has(key)) ask(moves);
    return known.get(key);
  }

  async function ask(moves) {
    wanted = moves;
    if (asking) return;
    asking = true;
    while (wanted) {
      const line = wanted;
      wanted = null;
      const found = await app.ask("look", { ...root, moves: line }).catch(() => null);
      known.set(JSON.stringify(line), found?.board ? found : null);
      onFound();
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    asking = false;
  }

  return { of };
}
