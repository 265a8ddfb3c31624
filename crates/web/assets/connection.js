// The connection to the server: questions and answers over one WebSocket. The server keeps nothing, so whatever was
// not answered when the connection was lost is asked again when it is back. (Without a server, the one of `site` takes its place.)
import { say } from './language.js';
import { Requests } from './requests.js';

const FIRST_DELAY = 250;
// What the server takes at once.
const MOST_BYTES = 1536 << 10;
const LONGEST_DELAY = 4000;
// The code with which the server closes what is not used.
const AWAY = 1001;

export class Connection extends Requests {
  // `onState(isOpen, lacksToken)` is called when the connection opens and when it is lost.
  constructor(onState) {
    super();
    Object.assign(this, { onState, delay: FIRST_DELAY, lacksToken: false });
    this.open();
  }

  open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.isAsleep = false;
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.onopen = () => {
      Object.assign(this, { delay: FIRST_DELAY, lacksToken: false });
      this.onState(true, false);
      for (const { message } of this.waiting.values()) this.send(message);
    };
    this.socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    this.socket.onclose = ({ code }) => this.lose(code);
  }

  // The server ends connections that nobody uses; such a one is opened again by the next request.
  lose(code) {
    if (code === AWAY && this.waiting.size === 0) {
      this.isAsleep = true;
      return;
    }
    this.onState(false, this.lacksToken);
    this.reportToken();
    for (const [id, request] of this.waiting) if (request.isStopped) this.finish(id, null);
    setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(2 * this.delay, LONGEST_DELAY);
  }

  // A WebSocket does not say why it was refused.
  async reportToken() {
    const answer = await fetch('icon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.status !== 401 || this.socket.readyState === WebSocket.OPEN) return;
    this.lacksToken = true;
    this.onState(false, true);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // The server would end the connection, and the same would come again.
  refuse(message) {
    return new Blob([JSON.stringify(message)]).size > MOST_BYTES ? new Error(say('request-too-large')) : null;
  }

  begin({ message }) {
    if (this.isAsleep) this.open();
    else this.send(message);
  }

  end({ message }) {
    if (this.socket.readyState !== WebSocket.OPEN) this.finish(message.id, null);
    else this.send({ id: (this.last += 1), do: 'stop', of: message.id });
  }
}
