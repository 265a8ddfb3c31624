// A worker with the engines: takes the module first and then messages of the page, and answers them.
let begin = null;
const instance = new Promise((resolve) => { begin = resolve; });

// Of the system's interface the engines need the time and random numbers; a browser has no files.
const SUCCESS = 0;
const NOT_SUPPORTED = 58;
const REALTIME = 0;

const system = (memory) => {
  const known = {
    clock_time_get: (clock, _precision, address) => {
      const milliseconds = clock === REALTIME ? Date.now() : performance.now();
      new DataView(memory().buffer).setBigUint64(address, BigInt(Math.round(milliseconds * 1e6)), true);
      return SUCCESS;
    },
    random_get: (address, bytes) => {
      crypto.getRandomValues(new Uint8Array(memory().buffer, address, bytes));
      return SUCCESS;
    },
    proc_exit: (code) => { throw new Error(`ended with ${code}`); },
  };
  return new Proxy(known, { get: (functions, name) => functions[name] || (() => NOT_SUPPORTED) });
};

const receive = ({ memory, allocate, receive: answer }, text) => {
  const bytes = new TextEncoder().encode(text);
  const address = allocate(bytes.length);
  new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
  answer(address, bytes.length);
};

onmessage = async ({ data }) => {
  if (typeof data === 'string') {
    const engines = await instance;
    try {
      receive(engines, data);
    } catch (error) {
      // As an error of the worker, which the page hears of.
      setTimeout(() => { throw error; });
    }
    return;
  }
  let engines = null;
  const memory = () => engines.memory;
  const send = (address, bytes) => postMessage(new TextDecoder().decode(new Uint8Array(memory().buffer, address, bytes)));
  const { exports } = await WebAssembly.instantiate(data, { host: { send }, wasi_snapshot_preview1: system(memory) });
  engines = exports;
  engines._initialize?.();
  begin(engines);
};
