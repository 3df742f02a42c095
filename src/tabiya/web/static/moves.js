// The moves of the game and of a branch. A click goes to the position after the move.
import { h } from "./dom.js";

const GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Moves {
  #main = []; // the game's moves as people write them

  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "moves", "aria-label": "Moves of the game" });
  }

  show(position, review) {
    const { game } = this.app;
    if (!game.branch) this.#main = position.shown;
    const parts = [];
    for (const place of game.moves.keys()) {
      if (game.branch?.at === place) parts.push(this.#branch(game, position.shown));
      const move = this.#move(this.#main[place] ?? game.moves[place], place, review.of(place + 1), game.branch === null);
      const number = position.counted_in === "plies" ? `${place + 1}` : place % 2 === 0 ? `${place / 2 + 1}.` : null;
      parts.push(number === null ? move : h("span", { class: "numbered" }, h("span", { class: "no" }, number), move));
    }
    if (!parts.length) parts.push(h("p", { class: "hint" }, "Make a move, or paste a game to analyse it."));
    this.element.replaceChildren(...parts);
    this.#keepInSight();
  }

  #branch(game, shown) {
    const moves = shown.slice(game.branch.at).map((text, place) => this.#move(text, game.branch.at + place, null, true));
    const leave = h("button", { title: "Back to the game", onclick: () => game.leaveBranch() }, "×");
    return h("span", { class: "variation" }, moves, leave);
  }

  #move(text, place, found, walkable) {
    const { game } = this.app;
    const judged = found?.judgement;
    const go = () => {
      if (!walkable) game.leaveBranch();
      game.go(place + 1);
    };
    const better = judged && found.best ? `Better: ${found.best}` : "";
    return h("button", {
      class: judged ?? "", title: better, "data-ply": place + 1, onclick: go,
      "aria-current": String(walkable && place + 1 === game.ply),
    }, text + (GLYPHS[judged] ?? ""));
  }

  // Scrolls the list, not the page.
  #keepInSight() {
    const current = this.element.querySelector("[aria-current=true]");
    if (!current) return;
    const { offsetTop: top, offsetHeight: height } = current;
    const list = this.element;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
  }
}
