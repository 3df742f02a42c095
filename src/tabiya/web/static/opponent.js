// Games against the engine.
import { h } from "./dom.js";

export class Opponent {
  #run = 0;
  #side = null; // the side that the engine plays: true if it moves first; null if it does not play
  #thinking = false;

  constructor(app) {
    this.app = app;
    this.choice = h("select", { "aria-label": "Your side", onchange: () => this.#choose() });
    this.level = h("input", { type: "range", min: 0, max: 20, value: 5, "aria-label": "Level", oninput: () => this.#shown() });
    this.label = h("span", { class: "number" });
    this.seconds = h("select", { "aria-label": "Seconds per move" }, [0.2, 1, 3, 10].map((each) => h("option", { value: each }, `${each} s per move`)));
    this.seconds.value = "1";
    this.note = h("span", { class: "hint" });
    this.element = h("div", { class: "card opponent" },
      h("div", { class: "row" }, h("h2", {}, "Play"), this.choice, h("label", { class: "field" }, "level", this.level, this.label), this.seconds, this.note),
    );
    this.#shown();
    app.server.on("play", "move", (news) => this.#moved(news));
    app.server.on("play", "error", () => (this.#thinking = false));
    app.server.on("lost", () => (this.#thinking = false));
  }

  get plays() {
    return this.#side !== null;
  }

  get thinking() {
    return this.#thinking;
  }

  // A position is on the board: it may be the engine's turn.
  follow(position) {
    this.#names(position.sides);
    this.#run += 1;
    if (this.#thinking) this.app.server.ask("play", "stop").catch(() => {});
    this.#thinking = false;
    this.note.textContent = "";
    const { game } = this.app;
    const last = !game.branch && game.ply === game.moves.length;
    if (!this.plays || position.ending || position.first_to_move !== this.#side || !last) return;
    this.#thinking = true;
    this.note.textContent = "thinking …";
    const data = { position: game.position(), level: Number(this.level.value), seconds: Number(this.seconds.value), run: this.#run };
    this.app.server.ask("play", "think", data).catch((error) => {
      this.#thinking = false;
      this.app.tell(error);
    });
  }

  #names(sides) {
    const title = (side) => side[0].toUpperCase() + side.slice(1);
    const wanted = [["off", "off"], ["first", `You play ${title(sides[0])}`], ["second", `You play ${title(sides[1])}`]];
    const key = JSON.stringify(wanted);
    if (this.choice.dataset.key === key) return;
    const before = this.choice.value || "off";
    this.choice.replaceChildren(...wanted.map(([value, text]) => h("option", { value }, text)));
    this.choice.value = before;
    this.choice.dataset.key = key;
  }

  #shown() {
    this.label.textContent = this.level.value === "20" ? "full" : this.level.value;
  }

  #choose() {
    this.#side = { off: null, first: false, second: true }[this.choice.value];
    const { game } = this.app;
    if (this.plays && game.flipped !== this.#side) game.flip();
    else game.emit("change", "opponent");
  }

  #moved(news) {
    if (news.run !== this.#run || !this.#thinking) return;
    this.#thinking = false;
    this.note.textContent = `${news.shown} (${news.score.text})`;
    const text = this.note.textContent;
    this.app.game.play(news.move);
    this.note.textContent = text;
  }
}
