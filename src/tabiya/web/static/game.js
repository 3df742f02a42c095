// The game on the board: a main line and at most one branch from it. The server knows the rules.
import { Source } from "./events.js";

const KEY = "tabiya-game";

export class Game extends Source {
  name = "chess";
  start = null;
  moves = []; // the main line
  branch = null; // {at, moves}: other moves after the main line's first `at`
  ply = 0; // moves of `line` that are on the board
  flipped = false;
  headers = {};

  constructor(server) {
    super();
    this.server = server;
  }

  // The moves that can be walked through from here.
  get line() {
    return this.branch ? [...this.moves.slice(0, this.branch.at), ...this.branch.moves] : this.moves;
  }

  // A position as commands take it, `ply` moves into the line.
  position(ply = this.ply) {
    return { game: this.name, start: this.start, moves: this.line.slice(0, ply) };
  }

  load({ game, start = null, moves = [], headers = {} }, ply = moves.length) {
    Object.assign(this, { name: game, start, moves, headers, branch: null, ply });
    this.#changed("load");
  }

  go(ply) {
    const wanted = Math.max(0, Math.min(ply, this.line.length));
    if (wanted === this.ply) return;
    this.ply = wanted;
    if (this.branch && wanted <= this.branch.at) this.branch = null;
    this.#changed("go");
  }

  // Plays a move. A move that differs from the game's own begins a branch; at the end it goes on with the game.
  play(move) {
    const line = this.line;
    if (line[this.ply] === move) {
      this.go(this.ply + 1);
      return;
    }
    if (!this.branch && this.ply === this.moves.length) this.moves = [...this.moves, move];
    else if (!this.branch) this.branch = { at: this.ply, moves: [move] };
    else this.branch = { at: this.branch.at, moves: [...line.slice(this.branch.at, this.ply), move] };
    this.ply += 1;
    this.#changed("play");
  }

  // Takes back the last move on the board, and all that follow it.
  takeBack(count = 1) {
    const ply = Math.max(0, this.ply - count);
    if (ply === this.ply) return;
    if (this.branch) {
      const moves = this.line.slice(this.branch.at, ply);
      this.branch = moves.length ? { at: this.branch.at, moves } : null;
    } else {
      this.moves = this.moves.slice(0, ply);
    }
    this.ply = ply;
    this.#changed("takeBack");
  }

  leaveBranch() {
    if (!this.branch) return;
    this.ply = this.branch.at;
    this.branch = null;
    this.#changed("go");
  }

  flip() {
    this.flipped = !this.flipped;
    this.#changed("flip");
  }

  #changed(how) {
    this.#save();
    this.emit("change", how);
  }

  // A reload of the page shows the same game again.
  #save() {
    const { name, start, moves, ply, flipped, headers } = this;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ name, start, moves, ply: Math.min(ply, moves.length), flipped, headers }));
    } catch {
      // Without storage a reload begins anew.
    }
  }

  restore() {
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
    } catch {
      return;
    }
  }
}
