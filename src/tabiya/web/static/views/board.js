// The Board view: play, set up, analyse.
import { Board } from "../board.js";
import { Lines } from "../lines.js";
import { Moves } from "../moves.js";
import { h } from "../dom.js";

export function mount(root, app) {
  return new BoardView(root, app);
}

class BoardView {
  #position = null; // what the server says about the position on the board
  #asked = 0;

  constructor(root, app) {
    this.app = app;
    this.game = app.game;
    this.board = new Board(document.getElementById("board"));
    this.lines = new Lines(app, this.board);
    this.moves = new Moves(app);
    this.status = h("span", { class: "status", role: "status" });
    this.typed = h("input", { "aria-label": "Type a move", placeholder: "Type a move", size: 10, autocomplete: "off", onchange: () => this.#type() });
    const button = (label, title, action) => h("button", { title, "aria-label": title, onclick: action }, label);
    const tools = h("div", { class: "row" },
      button("⏮", "First position (Home)", () => this.game.go(0)),
      button("◀", "One move back (←)", () => this.game.go(this.game.ply - 1)),
      button("▶", "One move forth (→)", () => this.game.go(this.game.ply + 1)),
      button("⏭", "Last position (End)", () => this.game.go(Infinity)),
      button("Take back", "Take back the last move (Backspace)", () => this.game.takeBack()),
      button("Flip", "Flip the board (F)", () => this.game.flip()),
      button("New", "New game", () => this.game.load({ game: this.game.name })),
      this.typed,
    );
    root.querySelector("#panel").replaceChildren(
      h("div", { class: "row spread" }, this.status),
      this.lines.element,
      h("div", { class: "card" }, tools, this.moves.element),
    );
    this.board.on("move", (move) => this.game.play(move));
    this.game.on("change", () => this.#refresh());
    app.server.on("open", () => this.#refresh());
    this.#refresh();
  }

  show() {
    const go = (step) => () => this.game.go(this.game.ply + step);
    const keys = {
      ArrowLeft: go(-1), ArrowRight: go(1), Home: go(-Infinity), End: go(Infinity), f: () => this.game.flip(),
      Backspace: () => this.game.takeBack(), " ": () => this.lines.toggle(),
    };
    for (const [key, action] of Object.entries(keys)) this.app.shortcuts.set(key, action);
  }

  hide() {
    this.lines.stop();
  }

  async #refresh() {
    const asked = ++this.#asked;
    try {
      const data = { position: this.game.position(), flipped: this.game.flipped };
      const position = await this.app.server.ask("board", "position", data);
      if (asked !== this.#asked) return;
      this.#position = position;
      this.board.show(position);
      this.status.textContent = this.#state(position);
      this.lines.follow(position);
      this.moves.show(position);
    } catch (error) {
      this.app.tell(error);
    }
  }

  #state({ ending, turn }) {
    if (ending) return `${ending.kind}: ${ending.result}`;
    return `${turn[0].toUpperCase()}${turn.slice(1)} to move`;
  }

  async #type() {
    const text = this.typed.value.trim();
    if (!text) return;
    try {
      const { move } = await this.app.server.ask("board", "typed", { position: this.game.position(), move: text });
      this.typed.value = "";
      this.app.tell(null);
      this.game.play(move);
    } catch (error) {
      this.app.tell(error);
    }
  }
}
