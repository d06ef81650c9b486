// The claims that wait to be measured, one after the other, and what was found: kept while the page lives.

const KEPT = "plyground.findings";
const LOST = ["web.lost", "web.offline"];
const VERDICTS = ["exact", "within noise", "contradicted", "machine-dependent"];

/** Findings from storage: only those that look like findings. */
export function readFindings(text) {
  let stored;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
  const isFinding = (each) =>
    each &&
    typeof each.ours === "string" &&
    typeof each.why === "string" &&
    VERDICTS.includes(each.verdict) &&
    Number.isFinite(each.seconds);
  return Object.fromEntries(Object.entries(stored ?? {}).filter(([, each]) => isFinding(each)));
}

/** Keep findings for as long as the tab is open; a browser that keeps nothing is no reason to fail. */
export function kept(found) {
  try {
    globalThis.sessionStorage?.setItem(KEPT, JSON.stringify(found));
  } catch {
    // Private windows may have no storage.
  }
}

function stored() {
  try {
    return readFindings(globalThis.sessionStorage?.getItem(KEPT));
  } catch {
    return {};
  }
}

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

/** Whether the filters let a claim be seen; what is being measured stays, so that its verdict is seen to come. */
export function shown(filter, paper, finding, state) {
  if (filter.paper && filter.paper !== paper) return false;
  if (!filter.verdict || state === "running") return true;
  return (finding?.verdict ?? "none") === filter.verdict;
}

/** A queue over `ask(name, fields)`: {found, wrong, add, cancelOne, stop, state, …}; one claim at a time. */
export function makeQueue(ask, found = {}) {
  const wrong = {};
  const waiting = [];
  const watchers = new Set();
  let running = null;
  let held = false; // the connection is lost: what waits goes on waiting
  let done = 0;
  const tell = (event) => watchers.forEach((watcher) => watcher(event));

  async function work() {
    held = false;
    while (waiting.length) {
      const claim = (running = waiting.shift());
      let event = null;
      tell(null);
      try {
        const { finding } = await ask("measure", { claim });
        if (running === claim) {
          found[claim] = finding;
          delete wrong[claim];
          done += 1;
          kept(found);
          event = { claim, finding };
        }
      } catch (error) {
        held = running === claim && LOST.includes(error.key);
        if (held) waiting.unshift(claim);
        else if (running === claim) wrong[claim] = error;
      }
      running = null;
      tell(event && { ...event, ended: waiting.length ? 0 : done });
      if (held) return;
    }
    done = 0;
  }

  /** Give up what is measured now; what it still answers is not heard. */
  function interrupt() {
    if (running === null) return;
    running = "";
    ask("cancel").catch(() => {});
  }

  function drop(test) {
    for (let place = waiting.length - 1; place >= 0; place -= 1) if (test(waiting[place])) waiting.splice(place, 1);
    if (running && test(running)) interrupt();
    tell(null);
  }

  return {
    found,
    wrong,
    add(claims) {
      const idle = running === null && (held || !waiting.length);
      for (const claim of claims) {
        delete wrong[claim];
        if (claim !== running && !waiting.includes(claim)) waiting.push(claim);
      }
      return idle ? work() : tell(null);
    },
    /** Go on where the connection was lost. */
    resume: () => held && work(),
    cancelOne: (claim) => drop((each) => each === claim),
    cancel: (paper) => drop((each) => paper.claims.some(({ id }) => id === each)),
    stop: () => drop(() => true),
    state: (claim) => (claim === running ? "running" : waiting.includes(claim) ? "queued" : "idle"),
    waits: (claim) => claim === running || waiting.includes(claim),
    busyWith: (paper) => paper.claims.some(({ id }) => id === running || waiting.includes(id)),
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

let queue = null;
let ask = null;

/** The page's queue. It outlives a change of language; leaving for another page ends what waits. */
export function measuring(app) {
  ask = app.ask;
  queue ??= makeQueue((...request) => ask(...request), stored());
  return {
    ...queue,
    watch(watcher) {
      const unwatch = queue.watch(watcher);
      return (inOtherWords) => {
        unwatch();
        if (!inOtherWords) queue.stop(); // or its next claim would end the next page's job
      };
    },
  };
}
