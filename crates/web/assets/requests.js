// The requests of the page that wait for their answers, whoever gives them: a server, or workers of this browser.
import { language } from './language.js';

export class RequestError extends Error {
  constructor(error) {
    super(error.text);
    Object.assign(this, error);
  }
}

export class Requests {
  constructor() {
    Object.assign(this, { waiting: new Map(), last: 0 });
  }

  // Asks. Gives the answer, which is null if the request was stopped and then lost, and a way to stop.
  ask(action, fields = {}, onEvent = null) {
    this.last += 1;
    const id = this.last;
    const message = { id, do: action, language, ...fields };
    const refusal = this.refuse(message);
    if (refusal) return { answer: Promise.reject(refusal), stop: () => {} };
    const answer = new Promise((resolve, reject) => { this.waiting.set(id, { message, onEvent, resolve, reject, isStopped: false }); });
    this.begin(this.waiting.get(id));
    return { answer, stop: () => this.stop(id) };
  }

  // The error of a message that cannot be sent.
  refuse() {
    return null;
  }

  receive({ id, event, ok, error }) {
    const request = this.waiting.get(id);
    if (!request) return;
    if (event) {
      if (!request.isStopped) request.onEvent?.(event);
    } else if (error) {
      this.waiting.delete(id);
      request.reject(new RequestError(error));
    } else this.finish(id, ok);
  }

  finish(id, ok) {
    const request = this.waiting.get(id);
    this.waiting.delete(id);
    request.resolve(ok);
  }

  stop(id) {
    const request = this.waiting.get(id);
    if (!request || request.isStopped) return;
    request.isStopped = true;
    this.end(request);
  }
}
