// The server: commands with answers, and news, over one WebSocket.
import { Source } from "./events.js";

const PATIENCE = [250, 500, 1000, 2000, 4000];
// The server closes the socket at a longer message, and the page would lose its search.
const LONGEST = 1000000;

export class Server extends Source {
  #socket = null;
  #waiting = new Map();
  #unsent = [];
  #number = 0;
  #failures = 0;

  connect() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      for (const text of this.#unsent.splice(0)) socket.send(text);
      this.emit("open");
    };
    socket.onmessage = (message) => this.#take(JSON.parse(message.data));
    socket.onclose = () => this.#lost();
  }

  // Sends a command. The promise rejects with the server's sentence.
  ask(topic, command, data = {}) {
    const id = ++this.#number;
    const text = JSON.stringify({ ...data, id, topic, do: command });
    if (text.length > LONGEST) return Promise.reject(new Error("This text is too long to send."));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
      else this.#unsent.push(text);
    });
  }

  // Listens to news: on("analysis", "lines", listener). With two arguments, to events of the connection.
  on(topic, event, listener) {
    return listener ? super.on(`${topic} ${event}`, listener) : super.on(topic, event);
  }

  #take(message) {
    if ("event" in message) {
      this.emit(`${message.topic} ${message.event}`, message);
      if (message.event === "error") this.emit("error", message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return;
    if ("error" in message) waiting.reject(new Error(message.error));
    else waiting.resolve(message.answer);
  }

  #lost() {
    for (const { reject } of this.#waiting.values()) reject(new Error("The server did not answer."));
    this.#waiting.clear();
    this.#unsent = [];
    this.emit("lost");
    const wait = PATIENCE[Math.min(this.#failures++, PATIENCE.length - 1)];
    setTimeout(() => this.connect(), wait);
  }
}
