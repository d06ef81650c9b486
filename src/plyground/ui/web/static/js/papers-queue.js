// The findings on the claims: the server measures them one after the other, and sends what it finds.

/** How many of the claims are measured, and with which verdicts. */
export function counts(claims, found) {
  const verdicts = {};
  let done = 0;
  for (const { id } of claims) {
    if (!found[id]) continue;
    done += 1;
    verdicts[found[id].verdict] = (verdicts[found[id].verdict] ?? 0) + 1;
  }
  return { done, verdicts };
}

/** Whether the filters show a claim; one that is being measured stays visible until its verdict comes. */
export function shown(filter, paper, finding, state) {
  if (filter.paper && filter.paper !== paper) return false;
  if (!filter.verdict || state === "running") return true;
  return (finding?.verdict ?? "none") === filter.verdict;
}

/** The server's queue as a page sees it: {found, wrong, add, cancelOne, …}; `ask(name, fields)` asks the server. */
export function measuring(ask) {
  const now = { found: {}, wrong: {}, running: null, queue: [] };
  let done = 0; // since nothing was waiting

  const waits = (claim) => claim === now.running || now.queue.includes(claim);
  const order = (name, claims) => (claims.length ? ask(name, { claims }) : Promise.resolve());
  return {
    get found() {
      return now.found;
    },
    get wrong() {
      return now.wrong;
    },
    /** Take all that the server knows. */
    know: (state) => Object.assign(now, state),
    /** Take news of the server; returns what to announce: {claim, finding, ended} if something was found. */
    hear({ claim, finding, error, running, queue }) {
      Object.assign(now, { running, queue });
      if (error) now.wrong[claim] = error;
      if (finding) {
        now.found[claim] = finding;
        delete now.wrong[claim];
        done += 1;
      }
      const ended = running === null && !queue.length ? done : 0;
      if (running === null) done = 0;
      return finding ? { claim, finding, ended } : null;
    },
    add: (claims) => order("measure", claims),
    cancelOne: (claim) => order("unmeasure", [claim]),
    cancel: (paper) => order("unmeasure", paper.claims.map(({ id }) => id).filter(waits)),
    state: (claim) => (claim === now.running ? "running" : waits(claim) ? "queued" : "idle"),
    waits,
    busyWith: (paper) => paper.claims.some(({ id }) => waits(id)),
  };
}
