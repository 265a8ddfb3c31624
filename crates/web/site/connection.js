// The engines in this browser: questions and answers to workers, in the messages that a server would answer. What is answered at once
// goes to one worker; each search has one of its own, which is ended when the search is stopped, since nothing reaches it meanwhile.
import { say } from './language.js';
import { Requests } from './requests.js';

// Workers that may search at once: where there are more than two processors, one is left for the page.
const MOST_SEARCHES = Math.max(2, (navigator.hardwareConcurrency || 2) - 1);
// Workers that wait for a search, each with the tables of what it has searched.
const MOST_IDLE = 2;
const EVENT_INTERVAL = 100;
const SEARCHES = new Set(['search', 'analyze']);
// The smallest module with an instruction for sets of 128 bits: where it is valid, the browser has them.
const WITH_SETS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

const load = async () => {
  const name = WebAssembly.validate(WITH_SETS) ? 'engine-simd.wasm.gzip' : 'engine.wasm.gzip';
  const packed = await fetch(name);
  if (!packed.ok) throw new Error(`${name}: ${packed.status}`);
  const unpacked = packed.body.pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { 'content-type': 'application/wasm' } }));
};

// What the game of a search is: the worker that has searched it before knows it.
const gameOf = ({ message }) => `${message.game} ${message.rules || ''} ${message.start || ''}`;

// The answer to a search that was stopped: its last lines.
const lastLines = ({ message, shown }) => {
  if (message.do !== 'search') return null;
  const { lines = [], depth = 0, nodes = 0, ms = 0 } = shown || {};
  const best = lines[0]?.moves.length ? { text: lines[0].moves[0], name: lines[0].names[0] } : null;
  return { best, lines, depth, nodes, ms };
};

export class Connection extends Requests {
  constructor(onState) {
    super();
    Object.assign(this, { module: load(), idle: [], searching: new Map(), queue: [] });
    this.quick = this.worker();
    this.idle.push(this.worker());
    this.module.then(() => onState(true, false), () => onState(false, false));
  }

  worker() {
    const worker = new Worker('worker.js');
    worker.onmessage = ({ data }) => this.receive(JSON.parse(data));
    worker.onerror = ({ message }) => this.replace(worker, say('engine-failed', { what: message }));
    this.module.then((module) => worker.postMessage(module), () => {});
    return worker;
  }

  // A worker that has failed answers no more.
  replace(worker, text) {
    worker.terminate();
    this.idle = this.idle.filter((other) => other !== worker);
    const isAsked = ([id, { message }]) => (worker === this.quick ? !SEARCHES.has(message.do) : this.searching.get(id) === worker);
    const asked = [...this.waiting].filter(isAsked).map(([id]) => id);
    if (worker === this.quick) this.quick = this.worker();
    for (const id of asked) this.receive({ id, error: { text } });
    this.keepIdle();
  }

  begin(request) {
    if (SEARCHES.has(request.message.do)) {
      this.queue.push(request);
      this.search();
    } else this.send(this.quick, request.message);
  }

  // Messages wait in the worker until it has the module; without one there is no answer.
  send(worker, message) {
    worker.postMessage(JSON.stringify(message));
    this.module.catch((error) => this.receive({ id: message.id, error: { text: error.message } }));
  }

  // Has those search that wait, moves before analyses, as far as there are threads.
  search() {
    while (this.queue.length > 0 && this.searching.size < MOST_SEARCHES) {
      const first = Math.max(0, this.queue.findIndex(({ message }) => !message.limit?.infinite));
      const [request] = this.queue.splice(first, 1);
      const known = this.idle.findIndex((worker) => worker.game === gameOf(request));
      const [worker] = this.idle.length > 0 ? this.idle.splice(known >= 0 ? known : this.idle.length - 1, 1) : [this.worker()];
      worker.game = gameOf(request);
      this.searching.set(request.message.id, worker);
      this.send(worker, request.message);
    }
    this.keepIdle();
  }

  keepIdle() {
    if (this.idle.length === 0) this.idle.unshift(this.worker());
    while (this.idle.length > MOST_IDLE) this.idle.shift().terminate();
  }

  // Events come as fast as the engine is; they are shown ten times a second.
  receive(message) {
    const request = this.waiting.get(message.id);
    if (message.event && request) {
      request.shown = message.event;
      request.timer ||= setTimeout(() => {
        request.timer = 0;
        super.receive({ id: message.id, event: request.shown });
      }, EVENT_INTERVAL);
      return;
    }
    if (request?.timer) {
      clearTimeout(request.timer);
      super.receive({ id: message.id, event: request.shown });
    }
    super.receive(message);
    const worker = this.searching.get(message.id);
    if (worker) {
      this.searching.delete(message.id);
      if (!message.error) this.idle.push(worker);
      else worker.terminate();
      this.search();
    }
  }

  end(request) {
    const { id } = request.message;
    const worker = this.searching.get(id);
    clearTimeout(request.timer);
    worker?.terminate();
    this.searching.delete(id);
    this.queue = this.queue.filter((other) => other !== request);
    this.finish(id, lastLines(request));
    this.search();
  }
}
