// The Board view: play, set up, analyse.
import { Board } from "../board.js";
import { Lines } from "../lines.js";
import { Moves } from "../moves.js";
import { Opponent } from "../opponent.js";
import { Review } from "../review.js";
import { Setup } from "../setup.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";

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
    this.setup = new Setup(app);
    this.lines = new Lines(app, this.board);
    this.opponent = new Opponent(app);
    this.review = new Review(app, () => this.#position && this.moves.show(this.#position, this.review));
    this.moves = new Moves(app);
    this.status = h("span", { class: "status", role: "status" });
    this.pass = h("button", { hidden: true, onclick: () => this.#pass() }, "Pass");
    this.players = h("p", { class: "players", hidden: true });
    this.text = h("input", { class: "position-text", readonly: true, "aria-label": "The position as text", onfocus: (event) => event.target.select() });
    this.typed = h("input", { "aria-label": "Type a move", placeholder: "Type a move", size: 11, autocomplete: "off", onchange: () => this.#type() });
    root.querySelector("#panel").replaceChildren(...this.#panel());
    this.board.on("move", (move) => this.game.play(move));
    this.game.on("change", () => this.#refresh());
    app.server.on("open", () => this.#refresh());
    this.#refresh();
  }

  #panel() {
    const button = (picture, title, action, label = null) => h("button", { title, "aria-label": title, onclick: action }, icon(picture), label);
    const { game } = this;
    return [
      h("div", { class: "row spread" },
        h("span", { class: "row" }, this.status, this.pass),
        h("span", { class: "row" },
          button("paste", "Paste a game or position (V)", () => this.setup.ask(), " Paste game"),
          button("plus", "New game", () => game.load({ game: game.name }), " New"),
        ),
      ),
      this.lines.element,
      h("div", { class: "card" },
        h("div", { class: "row spread" },
          h("span", { class: "row tight" },
            button("first", "First position (Home)", () => game.go(0)),
            button("back", "One move back (←)", () => game.go(game.ply - 1)),
            button("forth", "One move forth (→)", () => game.go(game.ply + 1)),
            button("last", "Last position (End)", () => game.go(Infinity)),
            button("undo", "Take back the last move (Backspace)", () => this.#takeBack()),
            button("flip", "Flip the board (F)", () => game.flip()),
          ),
          this.typed,
        ),
        this.players,
        this.moves.element,
        this.review.element,
      ),
      this.opponent.element,
      h("div", { class: "row" }, this.text, button("copy", "Copy the position", () => this.#copy())),
    ];
  }

  show() {
    const go = (step) => () => this.game.go(this.game.ply + step);
    const keys = {
      ArrowLeft: go(-1), ArrowRight: go(1), Home: go(-Infinity), End: go(Infinity), f: () => this.game.flip(),
      Backspace: () => this.#takeBack(), " ": () => this.lines.toggle(), v: () => this.setup.ask(),
    };
    for (const [key, action] of Object.entries(keys)) this.app.shortcuts.set(key, action);
  }

  hide() {
    this.lines.stop();
  }

  async #refresh() {
    const asked = ++this.#asked;
    try {
      const { game } = this;
      const data = { position: game.position(), rest: game.line.slice(game.ply), flipped: game.flipped };
      const position = await this.app.server.ask("board", "position", data);
      if (asked === this.#asked) this.#show(position);
    } catch (error) {
      this.app.tell(error);
    }
  }

  #show(position) {
    this.#position = position;
    this.opponent.follow(position);
    this.board.show(position, !this.opponent.thinking);
    this.status.textContent = this.#state(position);
    this.text.value = position.text;
    this.#title(this.game.headers);
    this.pass.hidden = !position.legal.some((each) => each[1] === null && each[2] === null);
    document.getElementById("gauge").dataset.first = position.sides[0];
    if (!this.opponent.thinking) this.lines.follow(position);
    this.moves.show(position, this.review);
  }

  #state({ ending, turn }) {
    if (ending) return `${ending.kind[0].toUpperCase()}${ending.kind.slice(1)}: ${ending.result}`;
    return `${turn[0].toUpperCase()}${turn.slice(1)} to move`;
  }

  #title(headers) {
    const players = [headers.White ?? headers["先手"], headers.Black ?? headers["後手"]].filter((name) => name && name !== "?");
    const event = [headers.Event ?? headers["棋戦"], headers.Date ?? headers["開始日時"]].filter((text) => text && !text.startsWith("?"));
    const text = [players.join(" – "), ...event].filter(Boolean).join(", ");
    this.players.textContent = text.replaceAll(".??", ""); // unknown months and days of a PGN
    this.players.hidden = !this.players.textContent;
  }

  // Against the engine, its answer is taken back too.
  #takeBack() {
    this.game.takeBack(this.opponent.plays && !this.opponent.thinking ? 2 : 1);
  }

  #pass() {
    const found = this.#position.legal.find((each) => each[1] === null && each[2] === null);
    if (found) this.game.play(found[0]);
  }

  #copy() {
    this.text.focus();
    navigator.clipboard?.writeText(this.text.value).catch(() => {});
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
