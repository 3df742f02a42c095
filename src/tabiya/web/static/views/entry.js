// The Entry view: one position in the table, its cluster, and the positions after each move.
import { count, drawn, h } from "../dom.js";

export function mount(root, app) {
  return new EntryView(root, app);
}

class EntryView {
  #from = null; // where the moves begin, if not with the position on the board
  #moves = []; // to the position that is inspected
  #square = null;
  #asked = 0;

  constructor(root, app) {
    this.app = app;
    this.trail = h("nav", { class: "trail", "aria-label": "Moves to this position" });
    this.board = h("div", { class: "entry-board", onclick: (event) => this.#pick(event) });
    this.about = h("p", { class: "entry-about", role: "status" });
    this.slots = h("div", {});
    this.fate = h("div", {});
    this.line = h("div", {});
    this.list = h("div", {});
    root.replaceChildren(
      h("div", { class: "entry-side" }, h("div", { class: "card" }, this.trail, this.board, h("p", { class: "hint" }, "Click a square to see its moves, a move to see its entry.")), h("div", { class: "card" }, this.line, this.list)),
      h("div", { class: "entry-main" }, h("div", { class: "card" }, this.about, this.slots), h("div", { class: "card" }, this.fate)));
    app.game.on("change", () => {
      this.#from = null;
      this.#moves = [];
      this.#square = null;
      if (this.shown) this.refresh();
    });
  }

  show() {
    this.shown = true;
    if (this.app.inspected) {
      this.#from = this.app.inspected;
      this.#moves = [];
      this.app.inspected = null;
    }
    this.app.shortcuts.set("ArrowLeft", () => this.#go(this.#moves.slice(0, -1)));
    this.app.shortcuts.set("Backspace", () => this.#go(this.#moves.slice(0, -1)));
    this.app.shortcuts.set("Home", () => this.#go([]));
    this.app.shortcuts.set("ArrowRight", () => this.found?.line.length && this.#go([...this.#moves, this.found.line[0].move]));
    this.refresh();
  }

  hide() {
    this.shown = false;
  }

  #position() {
    const at = this.#from ?? this.app.game.position();
    return { ...at, moves: [...at.moves, ...this.#moves] };
  }

  #go(moves) {
    this.#moves = moves;
    this.#square = null;
    this.refresh();
  }

  async refresh() {
    const asked = ++this.#asked;
    const position = this.#position();
    try {
      const place = await this.app.server.ask("board", "position", { position, flipped: this.app.game.flipped });
      if (asked !== this.#asked) return;
      this.place = place;
      this.board.replaceChildren(drawn(place.svg));
      const { length } = place.shown;
      const from = length - this.#moves.length;
      this.trail.replaceChildren(h("button", { class: "quiet", onclick: () => this.#go([]) }, from ? `after ${place.shown[from - 1]}` : "start"),
        ...this.#moves.map((_, at) => h("button", { class: "quiet", onclick: () => this.#go(this.#moves.slice(0, at + 1)) }, place.shown[from + at])));
      const found = await this.app.server.ask("entry", "inspect", { position });
      if (asked !== this.#asked) return;
      this.app.tell(null);
      this.#show(found);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.found = null;
      for (const part of [this.about, this.slots, this.fate, this.line, this.list]) part.replaceChildren();
      this.about.textContent = error.message;
    }
  }

  #show(found) {
    this.found = found;
    const own = found.slots.find((slot) => slot.is_key);
    this.about.replaceChildren(
      h("strong", {}, own ? this.#says(own.entry) : "The table has no entry for this position."), h("br"),
      h("span", { class: "hint" }, "key ", h("code", { id: "entry-key" }, found.key), ", cluster ", h("span", { id: "entry-cluster", "data-value": found.cluster }, count(found.cluster)), `, generation ${found.generation}`));
    this.slots.replaceChildren(this.#cluster(found));
    this.fate.replaceChildren(...this.#fate(found, own));
    this.line.replaceChildren(h("h2", {}, "Line in the table"), found.line.length
      ? h("p", { class: "line" }, found.line.map((step, at) => h("button", { class: "quiet", onclick: () => this.#go([...this.#moves, ...found.line.slice(0, at + 1).map((each) => each.move)]) }, step.shown)))
      : h("p", { class: "hint" }, "The entry names no move."));
    this.#moveList();
  }

  #says(entry) {
    const what = { exact: "is worth", lower: "is worth at least", upper: "is worth at most" }[entry.bound];
    const score = entry.text.replace(/^[≥≤] /, "");
    const by = entry.source === "quiescence" ? "quiescence" : `a search of depth ${entry.depth}`;
    return `For the side to move, the position ${what} ${score}, says ${by}${entry.move ? `; best is ${entry.move}` : ""}.`;
  }

  #cluster(found) {
    const rows = found.slots.map((slot) => {
      const entry = slot.entry;
      if (!entry) return h("tr", { "data-slot": slot.slot }, h("td", {}, slot.slot), h("td", { colspan: 7, class: "hint" }, slot.torn ? "torn by a race: never returned" : "empty"));
      return h("tr", { "data-slot": slot.slot, class: slot.is_key ? "own" : "", "data-depth": entry.depth, "data-score": entry.score },
        h("td", {}, slot.slot), h("td", {}, slot.is_key ? "this position" : slot.key ? h("code", {}, slot.key) : "another position"),
        h("td", { class: "num" }, entry.text), h("td", { class: "num" }, entry.depth), h("td", {}, entry.source.replace("_", " ")), h("td", { class: "num" }, slot.age),
        h("td", {}, h("code", { title: `value under ${found.policy}` }, slot.value.join(" "))), h("td", {}, slot.next ? h("span", { class: "tag" }, "goes next") : ""));
    });
    const head = ["slot", "position", "score", "depth", "source", "age", "value", ""].map((name) => h("th", {}, name));
    return h("table", { class: "data cluster", "aria-label": "Cluster" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
  }

  #fate(found, own) {
    const parts = [h("h2", {}, "Past and future")];
    if (!found.history) {
      const age = own ? `It was written ${own.age === 0 ? "by the last search" : `${own.age} generations ago`}. ` : "";
      parts.push(h("p", { class: "hint" }, `${age}Only a recorded search knows when it was written and what it replaced: record one in Glass search.`));
    } else {
      parts.push(h("p", { class: "hint" }, `The recorded search probed and stored this position ${count(found.history.count)} times, ${count(found.history.stores)} of them stores.`));
      parts.push(h("ol", { class: "history" }, found.history.events.map((event) => h("li", { "data-operation": event.number },
        event.visit === null ? event.text : h("button", { class: "quiet", onclick: () => this.#visit(event.visit) }, event.text)))));
    }
    parts.push(h("p", { id: "entry-next" }, `A new result of depth ${found.store.depth} for this position ${found.store.text}. `,
      found.next_victim === null ? "The cluster has an empty slot for another position." : `Another position takes slot ${found.next_victim} next, if nothing protects it.`));
    return parts;
  }

  #visit(number) {
    this.app.glassNumber = number;
    this.app.open("glass");
  }

  #pick(event) {
    this.#square = event.target.closest("[data-square]")?.dataset.square ?? null;
    this.#moveList();
  }

  #moveList() {
    if (!this.found) return;
    const steps = new Map(this.place.legal.map(([move, from, to]) => [move, [from, to]]));
    const touches = (row) => !this.#square || steps.get(row.move)?.includes(this.#square);
    const rank = (row) => (row.entry ? row.entry.depth : -1);
    const rows = this.found.moves.filter(touches).sort((a, b) => rank(b) - rank(a));
    const known = rows.filter((row) => row.entry).length;
    this.list.replaceChildren(
      h("h2", {}, this.#square ? `Moves of ${this.#square}` : "Moves", h("span", { class: "hint" }, ` ${known} of ${rows.length} in the table`)),
      h("table", { class: "data moves-known", "aria-label": "Moves" }, h("thead", {}, h("tr", {}, ["move", "score after it", "depth", "source"].map((name) => h("th", {}, name)))), h("tbody", {}, rows.map((row) =>
        h("tr", { "data-move": row.move }, h("td", {}, h("button", { class: "quiet", onclick: () => this.#go([...this.#moves, row.move]) }, row.shown)),
          h("td", { class: "num" }, row.entry?.text ?? ""), h("td", { class: "num" }, row.entry?.depth ?? ""), h("td", {}, row.entry?.source.replace("_", " ") ?? h("span", { class: "hint" }, "not in the table")))))));
  }
}
