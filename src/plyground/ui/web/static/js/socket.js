// One WebSocket that reconnects: requests with their replies, pushes, and the state of the connection.

const FIRST_WAIT = 250; // ms
const LONGEST_WAIT = 4000;

/**
 * Connect and stay connected. `onState` hears "connecting", "open" or "offline"; `onPush` every message that
 * answers nothing; `check.request(message)` and `check.answer(name, message)` return what is wrong, or null.
 */
export function stayConnected(url, { onState, onPush, check = {}, open = (address) => new WebSocket(address) }) {
  const waiting = new Map(); // id → {name, done, failed}
  let socket = null;
  let number = 0;
  let wait = FIRST_WAIT;
  let timer = null;
  let closed = false;

  function begin() {
    clearTimeout(timer);
    onState("connecting");
    const mine = open(url);
    socket = mine;
    mine.onopen = () => onState("open");
    mine.onmessage = (event) => take(JSON.parse(event.data));
    mine.onclose = () => mine === socket && lost();
  }

  function lost() {
    for (const { failed } of waiting.values()) failed({ key: "web.lost", facts: {} });
    waiting.clear();
    if (closed) return;
    onState("offline");
    timer = setTimeout(begin, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }

  function take(message) {
    if (!("re" in message)) return said(null, message) && onPush(message);
    const asker = waiting.get(message.re);
    waiting.delete(message.re);
    if (!asker) return undefined;
    wait = FIRST_WAIT; // we are let in: a server that only says why not is asked less and less often
    if (message.error) return asker.failed(message.error);
    return said(asker.name, message) ? asker.done(message) : asker.failed({ key: "web.garbled", facts: {} });
  }

  function said(name, message) {
    const wrong = check.answer?.(name, message);
    if (wrong) console.error(`The server said something else than agreed: ${wrong}`);
    return !wrong;
  }

  function ask(name, fields = {}) {
    if (socket?.readyState !== 1) return Promise.reject({ key: "web.offline", facts: {} });
    const message = { id: (number += 1), do: name, ...fields };
    const wrong = check.request?.(message);
    if (wrong) return Promise.reject({ key: "web.unsayable", facts: { why: wrong } });
    return new Promise((done, failed) => {
      waiting.set(message.id, { name, done, failed });
      socket.send(JSON.stringify(message));
    });
  }

  begin();
  return {
    ask,
    /** Try now instead of when the wait is over. */
    hurry: () => socket?.readyState > 1 && begin(),
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
