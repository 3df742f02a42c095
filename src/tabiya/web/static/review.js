// The analysis of a whole game: scores of all positions, judgements of all moves, and the accuracy of both sides.
import { Graph } from "./graph.js";
import { h } from "./dom.js";

const EFFORT = [["Quick", 20000], ["Normal", 100000], ["Thorough", 500000]];

export class Review {
  #run = 0;
  #moves = null; // the moves that were analysed, as a text
  #found = []; // by ply
  #running = false;

  constructor(app, onChange) {
    this.app = app;
    this.onChange = onChange;
    this.graph = new Graph((ply) => { app.game.leaveBranch(); app.game.go(ply); });
    this.button = h("button", { class: "primary review", onclick: () => this.toggle() }, "Analyse game");
    this.effort = h("select", { "aria-label": "Effort" }, EFFORT.map(([name, nodes]) => h("option", { value: nodes }, name)));
    this.effort.value = String(EFFORT[1][1]);
    this.progress = h("progress", { hidden: true, "aria-label": "Progress" });
    this.accuracy = h("span", { class: "hint accuracy" });
    this.chart = h("div", { class: "chart", hidden: true }, this.graph.element);
    this.element = h("div", { class: "review-box" }, h("div", { class: "row" }, this.button, this.effort, this.accuracy), this.progress, this.chart);
    app.server.on("review", "position", (news) => this.#take(news));
    app.server.on("review", "done", (news) => this.#done(news));
    app.server.on("review", "end", (news) => news.run === this.#run && this.#set(false));
    app.server.on("lost", () => this.#set(false));
    app.game.on("change", () => this.#follow());
    this.#follow();
  }

  // What is known about the move that leads to a ply of the game.
  of(ply) {
    return this.#found[ply] ?? null;
  }

  async toggle() {
    if (this.#running) {
      this.#set(false);
      this.app.server.ask("review", "stop").catch((error) => this.app.tell(error));
      return;
    }
    const game = this.app.game;
    game.leaveBranch();
    this.#moves = this.#key();
    this.#found = new Array(game.moves.length + 1).fill(null);
    this.accuracy.textContent = "";
    this.#set(true);
    const data = { position: game.position(game.moves.length), nodes: Number(this.effort.value), run: ++this.#run };
    try {
      await this.app.server.ask("review", "begin", data);
    } catch (error) {
      this.#set(false);
      this.app.tell(error);
    }
    this.#draw();
  }

  #key() {
    const { name, start, moves } = this.app.game;
    return JSON.stringify([name, start, moves]);
  }

  #follow() {
    this.button.disabled = this.app.game.moves.length === 0;
    if (this.#moves !== this.#key()) {
      if (this.#running) this.app.server.ask("review", "stop").catch(() => {});
      this.#set(false);
      this.#found = [];
      this.accuracy.textContent = "";
    }
    this.#draw();
  }

  #set(running) {
    this.#running = running;
    this.button.textContent = running ? "Stop" : "Analyse game";
    this.progress.hidden = !running;
  }

  #take(news) {
    if (news.run !== this.#run || !this.#running) return;
    const { ply, score, win } = news;
    this.#found[ply] = { ...this.#found[ply], score, win };
    for (const move of news.moves) this.#found[move.ply] = { ...this.#found[move.ply], ...move };
    this.progress.max = this.#found.length;
    this.progress.value = this.#found.filter(Boolean).length;
    this.#draw();
    this.onChange();
  }

  #done(news) {
    if (news.run !== this.#run) return;
    this.#set(false);
    const sides = Object.entries(news.accuracy).filter(([, share]) => share !== null);
    this.accuracy.textContent = sides.map(([side, share]) => `${side[0].toUpperCase()}${side.slice(1)} ${share.toFixed(1)}%`).join(" · ");
    this.accuracy.title = "Accuracy: how little of the winning chances the moves gave away";
    this.onChange();
  }

  #draw() {
    const shares = this.#found.map((found) => found?.win ?? null);
    this.chart.hidden = !shares.some((share) => share !== null);
    const { branch, ply } = this.app.game;
    this.graph.show(shares, branch ? branch.at : ply);
  }
}
