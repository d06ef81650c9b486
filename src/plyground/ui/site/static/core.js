// The compiled core as WebAssembly: functions that take a message of bytes and answer with one (native/wasm/core.cpp).

const FINE = 0;
const NANOSECONDS = 1e6; // a millisecond

/** What the module needs of a system: a clock, and somewhere to complain. */
function system(memory) {
  const view = () => new DataView(memory().buffer);
  const decoder = new TextDecoder();
  return {
    clock_time_get: (_clock, _precision, at) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * NANOSECONDS)), true);
      return FINE;
    },
    fd_write: (_file, parts, count, written) => {
      let total = 0;
      for (let part = 0; part < count; part += 1) {
        const [at, size] = [view().getUint32(parts + 8 * part, true), view().getUint32(parts + 8 * part + 4, true)];
        console.error(decoder.decode(new Uint8Array(memory().buffer, at, size)));
        total += size;
      }
      view().setUint32(written, total, true);
      return FINE;
    },
  };
}

/** The core in a compiled module. `call(name, bytes)` gives the bytes of the answer: its status, then the message. */
export async function startCore(module) {
  let exports = null;
  const known = system(() => exports.memory);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = known[name] ?? (() => FINE); // files: there are none
  }
  ({ exports } = await WebAssembly.instantiate(module, imports));
  exports._initialize();

  function call(name, bytes) {
    const at = exports.allocate(bytes.length || 1);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const answer = exports[name](at, bytes.length);
    exports.deallocate(at);
    const size = new DataView(exports.memory.buffer).getUint32(answer, true);
    return new Uint8Array(exports.memory.buffer).slice(answer + 4, answer + 4 + size);
  }

  return { call };
}
