// The Glass search view: a recorded search, node by node.
import { bars } from "../bars.js";
import { count, drawn, h } from "../dom.js";

const DEPTHS = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];

export function mount(root, app) {
  return new GlassView(root, app);
}

class GlassView {
  #summary = null;
  #root = null; // the recorded position
  #visit = null;
  #chosen = 0; // among the rows of the list
  #rows = [];
  #asked = 0;

  constructor(root, app) {
    this.app = app;
    this.button = h("button", { class: "primary", id: "record", onclick: () => this.#record() }, "Record a search");
    this.depth = h("select", { id: "record-depth", "aria-label": "Depth" }, DEPTHS.map((depth) => h("option", { value: depth }, `depth ${depth}`)));
    this.depth.value = "8";
    this.facts = h("span", { class: "engine-facts", id: "recording-facts" });
    this.overview = h("div", { class: "glass-overview" });
    this.trail = h("nav", { class: "trail", "aria-label": "Path from the root" });
    this.node = h("div", { class: "glass-node" });
    this.list = h("div", { class: "glass-list" });
    root.replaceChildren(
      h("div", { class: "card" }, h("div", { class: "row" }, this.button, this.depth, this.facts),
        h("p", { class: "hint" }, "The search of the position on the board, from an empty table, on one thread. ", h("kbd", {}, "↑ ↓"), " choose, ", h("kbd", {}, "→"), " open, ", h("kbd", {}, "←"), " back, ", h("kbd", {}, "Home"), " iterations. Scores are for the side to move at the node.")),
      h("div", { class: "glass-body" }, h("div", { class: "card" }, this.trail, this.node), h("div", { class: "card" }, this.list)),
      this.overview);
    app.server.on("glass", "recorded", ({ recording }) => this.#begin(recording));
    app.server.on("glass", "error", () => this.#set(false));
    app.server.on("lost", () => this.#begin(null));
    this.#begin(null);
  }

  async show() {
    const keys = {
      ArrowDown: () => this.#choose(this.#chosen + 1), ArrowUp: () => this.#choose(this.#chosen - 1),
      ArrowRight: () => this.#openChosen(), Enter: () => this.#openChosen(), ArrowLeft: () => this.#back(), Home: () => this.#roots(),
    };
    for (const [key, action] of Object.entries(keys)) this.app.shortcuts.set(key, action);
    const { recording } = await this.app.server.ask("glass", "summary");
    const wanted = this.app.glassNumber;
    this.app.glassNumber = undefined;
    if (!recording) this.#begin(null);
    else if (!this.#summary) this.#begin(recording);
    if (recording && wanted !== undefined) this.open(wanted);
  }

  hide() {}

  #set(recording) {
    this.button.disabled = recording;
    this.button.textContent = recording ? "Recording …" : "Record a search";
  }

  async #record() {
    this.app.tell(null);
    this.#set(true);
    try {
      this.#root = this.app.game.position();
      await this.app.server.ask("glass", "record", { position: this.#root, depth: Number(this.depth.value) });
    } catch (error) {
      this.#set(false);
      this.app.tell(error);
    }
  }

  #begin(recording) {
    this.#set(false);
    this.#summary = recording;
    this.#visit = null;
    this.node.replaceChildren();
    this.trail.replaceChildren();
    this.overview.replaceChildren();
    this.facts.textContent = "";
    if (!recording) {
      this.node.replaceChildren(h("p", { class: "hint" }, "Nothing is recorded yet."));
      this.list.replaceChildren();
      return;
    }
    const lost = recording.dropped ? ` · ${count(recording.dropped)} visits below ply ${recording.deepest_ply} dropped` : "";
    this.facts.textContent = `${count(recording.nodes)} nodes · ${count(recording.visits)} visits · ${count(recording.operations)} probes and stores${lost}`;
    for (const name of ["nodes", "visits", "operations"]) this.facts.dataset[name] = recording[name];
    this.#overview(recording);
    this.#roots();
  }

  #overview(recording) {
    const endings = Object.entries(recording.endings).sort((a, b) => b[1] - a[1]);
    const most = Math.max(...endings.map(([, number]) => number));
    const table = bars(endings.map(([name, number]) => [name.replaceAll("_", " "), number, most, count(number)]), "How visits ended");
    for (const [at, row] of [...table.querySelectorAll("tbody tr")].entries()) {
      row.dataset.ending = endings[at][0];
      row.firstChild.replaceChildren(h("button", { class: "quiet", title: "Show the first of them", onclick: () => this.#find(endings[at][0]) }, endings[at][0].replaceAll("_", " ")));
    }
    const depths = bars(recording.by_depth.map(([depth, probes, hits]) => [depth === 0 ? "quiescence" : `depth ${depth}`, hits / probes, 1, `${((100 * hits) / probes).toFixed(1)}% of ${count(probes)}`]), "Hits by depth");
    this.regret = h("p", { id: "regret" }, h("button", { onclick: () => this.#compare() }, "Compare with a table that knows the future"));
    this.overview.replaceChildren(h("div", { class: "card" }, table), h("div", { class: "card" }, depths, h("h2", {}, "Belady's optimum"), this.regret));
  }

  async #compare() {
    try {
      this.regret.textContent = "Computing …";
      const found = await this.app.server.ask("glass", "regret");
      this.regret.textContent = `${count(found.hits)} hits on own entries; the best choice of victims would have had ${count(found.best)}: ${count(found.missed)} more. The table reached ${(100 * found.share).toFixed(1)}% of the optimum.`;
      Object.assign(this.regret.dataset, { hits: found.hits, best: found.best });
    } catch (error) {
      this.app.tell(error);
    }
  }

  #roots() {
    if (!this.#summary) return;
    this.#visit = null;
    this.trail.replaceChildren(h("strong", {}, "Iterations"));
    this.node.replaceChildren(h("p", { class: "hint" }, "Each iteration searches the root again, one ply deeper. A window that fails is widened and searched again. Open one to walk down its tree."));
    this.#fill(this.#summary.roots, "Iterations", this.#summary.roots.length - 1);
  }

  async #find(ending) {
    try {
      const { visits, limit } = await this.app.server.ask("glass", "find", { ending });
      this.#fill(visits, `The first ${Math.min(visits.length, limit)} that ended by ${ending.replaceAll("_", " ")}`, 0);
      this.list.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.app.tell(error);
    }
  }

  async open(number) {
    const asked = ++this.#asked;
    try {
      const visit = await this.app.server.ask("glass", "visit", { number, flipped: this.app.game.flipped });
      if (asked !== this.#asked) return;
      this.#visit = visit;
      this.#show(visit);
    } catch (error) {
      this.app.tell(error);
    }
  }

  #openChosen() {
    const row = this.#rows[this.#chosen];
    if (row) this.open(row.number);
  }

  #back() {
    const path = this.#visit?.path;
    if (!path) return;
    if (path.length > 1) this.open(path[path.length - 2].number);
    else this.#roots();
  }

  #show(visit) {
    this.trail.replaceChildren(h("button", { class: "quiet", onclick: () => this.#roots() }, "Iterations"),
      ...visit.path.map((each) => h("button", { class: "quiet", "aria-current": each.number === visit.number, onclick: () => this.open(each.number) }, each.label)));
    const kind = visit.quiescence ? "quiescence" : `${visit.kind} node, depth ${visit.depth}`;
    const facts = [["ply", visit.ply], ["kind", kind], ["searched as", visit.purpose.replaceAll("_", " ")], ["window", `${visit.alpha} … ${visit.beta}`], ["score", visit.score], ["static evaluation", visit.eval ?? "–"], ["nodes below", count(visit.nodes)]];
    const svg = drawn(visit.svg);
    this.node.replaceChildren(
      h("div", { class: "glass-board" }, svg),
      h("div", {},
        h("p", { class: "why", id: "why", role: "status", "data-number": visit.number, "data-ending": visit.ending }, visit.why),
        h("dl", { class: "facts" }, facts.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", { "data-fact": name }, text)))),
        h("p", { class: "hint", id: "probe" }, visit.probe ? `The table was ${visit.probe}.` : visit.ply ? "The table was not asked." : "The table never cuts off the root."),
        h("p", { class: "hint", id: "store" }, visit.store ? `The search ${visit.store}.` : visit.ply ? "Nothing was stored." : "The root is stored when an iteration is complete."),
        visit.not_searched.length ? h("p", { class: "hint" }, `Not searched: ${visit.not_searched.slice(0, 60).join(" ")}`) : null,
        visit.has_null_move ? null : h("button", { onclick: () => this.#inspect(visit) }, "Show its entry")));
    this.#fill(visit.children, visit.children.length ? "Searched below" : "Nothing was searched below", 0);
  }

  #inspect(visit) {
    this.app.inspected = { ...this.#root, moves: [...this.#root.moves, ...visit.line] };
    this.app.open("entry");
  }

  #fill(rows, title, chosen) {
    this.#rows = rows;
    const cells = (row) => [
      h("td", {}, h("button", { class: "quiet", onclick: () => this.open(row.number) }, row.label)), h("td", { class: "num" }, row.quiescence ? "q" : row.depth),
      h("td", { class: "num" }, row.score), h("td", { class: "num" }, count(row.nodes)), h("td", { class: "row-why" }, row.why)];
    this.table = h("tbody", {}, rows.map((row, at) => h("tr", { "data-number": row.number, "data-ending": row.ending, onmouseenter: () => this.#choose(at, false) }, cells(row))));
    this.list.replaceChildren(h("h2", {}, title), h("table", { class: "data tree", "aria-label": title },
      h("thead", {}, h("tr", {}, ["move", "depth", "score", "nodes", "why it ended"].map((name) => h("th", {}, name)))), this.table));
    this.#choose(chosen, false);
  }

  #choose(at, scroll = true) {
    const rows = this.table?.children ?? [];
    if (!rows.length) return;
    this.#chosen = Math.max(0, Math.min(at, rows.length - 1));
    for (const [number, row] of [...rows].entries()) row.classList.toggle("chosen", number === this.#chosen);
    if (scroll) rows[this.#chosen].scrollIntoView({ block: "nearest" });
  }
}
