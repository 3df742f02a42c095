// The moves of the game. A click goes to the position after the move.
import { h } from "./dom.js";

export class Moves {
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "moves", "aria-label": "Moves of the game" });
    this.shown = new Map(); // line -> texts, so that later moves keep theirs when the board goes back
  }

  show(position) {
    const game = this.app.game;
    const texts = game.line.map((move, place) => position.shown[place] ?? this.#known(game, place) ?? move);
    this.shown.set(this.#key(game), texts);
    if (this.shown.size > 50) this.shown.delete(this.shown.keys().next().value);
    const parts = [];
    for (const [place, text] of texts.entries()) {
      if (place % 2 === 0) parts.push(h("span", { class: "no" }, `${place / 2 + 1}.`));
      const current = place + 1 === game.ply;
      parts.push(h("button", { "aria-current": String(current), "data-ply": place + 1, onclick: () => game.go(place + 1) }, text));
    }
    this.element.replaceChildren(...parts);
    this.element.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  #key(game) {
    return JSON.stringify([game.name, game.start, game.line]);
  }

  #known(game, place) {
    return this.shown.get(this.#key(game))?.[place];
  }
}
