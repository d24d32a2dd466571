// The connection to the server: requests have ids, only the newest request of a lane gets answers, and a broken connection is opened again.

const FIRST_PAUSE = 300; // milliseconds before a new try
const LONGEST_PAUSE = 5000;
const GONE = "the server went away";

export class Connection {
  constructor(token, listen) {
    this.token = token;
    this.listen = listen; // gets messages that answer no request, and {kind: "connection", open}
    this.last = 0;
    this.waiting = new Map(); // id: its lane, and the function that takes its answers
    this.lanes = new Map(); // lane: id of its newest request
    this.pause = FIRST_PAUSE;
    this.refused = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.socket.onopen = () => this.socket.send(JSON.stringify({ token: this.token }));
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => this.closed();
  }

  closed() {
    this.ready = false;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { take } of waiting) take({ error: GONE, gone: true });
    this.listen({ kind: "connection", open: false, refused: this.refused });
    if (this.refused) return;
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  take(message) {
    if (message.kind === "refused") {
      this.refused = true;
      this.listen({ kind: "refused", text: message.error });
    } else if (message.kind === "hello") {
      this.ready = true;
      this.pause = FIRST_PAUSE;
      this.listen({ kind: "connection", open: true });
      this.listen(message);
    } else if (message.id === undefined || message.id === null) {
      this.listen(message);
    } else {
      const request = this.waiting.get(message.id);
      if (request && this.lanes.get(request.lane) === message.id) request.take(message);
    }
  }

  // Send a request; `take` gets its answers until the lane has a newer request, and {error, lost} if the connection is broken.
  ask(lane, request, take) {
    if (!this.ready) return void take({ error: GONE, gone: true });
    const id = ++this.last;
    const before = this.lanes.get(lane);
    if (before !== undefined) this.waiting.delete(before);
    this.lanes.set(lane, id);
    this.waiting.set(id, { lane, take });
    this.socket.send(JSON.stringify({ id, ...request }));
  }

  // Ask for one answer.
  once(request) {
    return new Promise((resolve, reject) => {
      this.ask(`once ${this.last + 1}`, request, (answer) =>
        answer.error ? reject(new Error(answer.error)) : resolve(answer),
      );
    });
  }

  // Drop all answers of a lane from now on.
  forget(lane) {
    const id = this.lanes.get(lane);
    if (id !== undefined) this.waiting.delete(id);
    this.lanes.delete(lane);
  }

  stop() {
    this.forget("search");
    if (this.ready) this.socket.send(JSON.stringify({ id: ++this.last, want: "stop" }));
  }
}
