// The engine's best lines, with arrows on the board and a small board for each position of a line.
import { count, drawn, h, short } from "./dom.js";

const LINES = [1, 2, 3, 4, 5];

export class Lines {
  #run = 0;
  #on = false;
  #position = null;
  #previews = new Map();
  #rows = []; // what is shown: {key, element, score}

  constructor(app, board) {
    this.app = app;
    this.board = board;
    this.button = h("button", { "aria-pressed": "false", class: "analyse", title: "Start or stop (Space)", onclick: () => this.toggle() }, "Analyse");
    this.number = h("select", { "aria-label": "Lines", onchange: () => this.#restart() }, LINES.map((n) => h("option", { value: n }, n === 1 ? "1 line" : `${n} lines`)));
    this.number.value = "3";
    const most = Number(document.getElementById("panel").dataset.threads);
    const threads = [1, 2, 4, 8, 16, 32, 64].filter((each) => each <= most);
    this.threads = h("select", { "aria-label": "Threads", hidden: most === 1, onchange: () => this.#restart() }, threads.map((n) => h("option", { value: n }, n === 1 ? "1 thread" : `${n} threads`)));
    this.facts = h("span", { class: "engine-facts" });
    this.list = h("ol", { class: "lines", "aria-label": "Best lines" });
    this.preview = h("div", { class: "preview", hidden: true });
    document.body.append(this.preview);
    this.element = h("div", { class: "card engine" }, h("div", { class: "engine-head" }, this.button, this.number, this.threads, this.facts), this.list);
    app.server.on("analysis", "lines", (news) => this.#show(news));
    app.server.on("lost", () => this.#set(false));
    document.addEventListener("visibilitychange", () => app.server.ask("analysis", "watch", { on: !document.hidden }).catch(() => {}));
  }

  get on() {
    return this.#on;
  }

  toggle() {
    if (this.#on) this.stop();
    else this.begin();
  }

  begin() {
    this.#set(true);
    this.#restart();
  }

  stop() {
    if (!this.#on) return;
    this.#set(false);
    this.app.server.ask("analysis", "stop").catch((error) => this.app.tell(error));
  }

  // Another position is on the board.
  follow(position) {
    this.#position = position;
    this.#rows = [];
    this.#place();
    this.facts.textContent = "";
    if (position.ending) this.#fill(position.ending.points); // nothing is searched, and the result is known
    this.#restart();
  }

  #set(on) {
    this.#on = on;
    this.button.setAttribute("aria-pressed", on);
    this.button.textContent = on ? "Stop" : "Analyse";
  }

  #restart() {
    if (!this.#on || !this.#position) return;
    const data = { position: this.app.game.position(), multipv: Number(this.number.value), threads: Number(this.threads.value), run: ++this.#run };
    this.app.server.ask("analysis", "begin", data).catch((error) => {
      this.#set(false);
      this.app.tell(error);
    });
  }

  #show(news) {
    if (news.run !== this.#run || !this.#position) return;
    this.facts.textContent = `depth ${news.depth}/${news.seldepth} · ${count(news.nodes)} nodes · ${short(news.nps)}/s`;
    this.facts.dataset.nodes = news.nodes;
    this.#rows = news.lines.map((line, rank) => this.#row(line, this.#rows[rank]));
    this.#place();
    this.board.arrows(news.lines.map((line, rank) => ({ ...this.#squares(line.pv[0]), rank })).reverse());
    this.#gauge(news.lines[0]);
  }

  #squares(move) {
    const found = this.#position.legal.find((each) => each[0] === move);
    return found ? { from: found[1], to: found[2] } : {};
  }

  #gauge(line) {
    this.#fill(line.win);
  }

  // The share of the side that moves first.
  #fill(share) {
    document.getElementById("gauge-fill").style.height = `${(100 * share).toFixed(1)}%`;
    document.getElementById("gauge").classList.toggle("flipped", this.app.game.flipped);
  }

  // A line. Its element stays while its moves do, so that a move under the pointer does not flicker.
  #row(line, before) {
    const key = line.pv.join(" ");
    const row = before?.key === key ? before : this.#newRow(line, key);
    row.score.textContent = ({ lower: "≥", upper: "≤" }[line.bound] ?? "") + line.score.text;
    return row;
  }

  #newRow(line, key) {
    const score = h("span", { class: "score" });
    const moves = line.shown.flatMap((text, place) => [this.#move(text, line.pv.slice(0, place + 1)), " "]);
    return { key, score, element: h("li", {}, score, h("span", { class: "pv" }, moves)) };
  }

  #place() {
    const elements = this.#rows.map((row) => row.element);
    if (elements.length === this.list.children.length && elements.every((each, place) => each === this.list.children[place])) return;
    this.list.replaceChildren(...elements);
    this.preview.hidden = true;
  }

  // A move of a line: hovering shows its position, a click plays the line up to it. With Shift, its entry is shown.
  #move(text, moves) {
    const show = (event) => this.#peek(event.currentTarget, moves);
    const hide = () => (this.preview.hidden = true);
    const play = (event) => {
      hide();
      if (event.shiftKey) {
        const at = this.app.game.position();
        this.app.inspected = { ...at, moves: [...at.moves, ...moves] };
        this.app.open("entry");
        return;
      }
      for (const move of moves) this.app.game.play(move);
    };
    return h("button", { onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide, onclick: play }, text);
  }

  async #peek(target, moves) {
    const game = this.app.game;
    const at = game.position();
    const position = { ...at, moves: [...at.moves, ...moves] };
    const key = JSON.stringify([position, game.flipped]);
    this.preview.dataset.key = key;
    if (!this.#previews.has(key)) {
      if (this.#previews.size > 200) this.#previews.clear();
      const { svg } = await this.app.server.ask("board", "position", { position, flipped: game.flipped });
      this.#previews.set(key, svg);
    }
    if (this.preview.dataset.key !== key) return;
    this.preview.replaceChildren(drawn(this.#previews.get(key)));
    const box = target.getBoundingClientRect();
    this.preview.style.left = `${Math.max(8, Math.min(box.left, innerWidth - 246))}px`;
    this.preview.style.top = `${box.bottom + 300 > innerHeight ? Math.max(8, box.top - 262) : box.bottom + 8}px`;
    this.preview.hidden = false;
  }
}
