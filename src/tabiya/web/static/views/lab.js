// The Lab view: compare tables by nodes or by games, live with intervals; and the claims with their verdicts.
import { count, h } from "../dom.js";
import { intervals } from "../intervals.js";

export async function mount(root, app) {
  const view = new LabView(root, app);
  await view.begin();
  return view;
}

class LabView {
  #run = 0;
  #running = false;

  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.status = h("p", { class: "hint", role: "status" });
    this.progress = h("progress", { hidden: true, "aria-label": "Progress" });
    this.plot = h("div", { class: "intervals" });
    this.rows = h("tbody");
    this.head = h("tr");
    this.table = h("table", { class: "data", hidden: true }, h("thead", {}, this.head), this.rows);
    this.claims = h("div", { class: "claims" });
    app.server.on("lab", "rows", (news) => this.#show(news));
    app.server.on("lab", "end", (news) => this.#end(news));
    app.server.on("lost", () => this.#set(false));
  }

  async begin() {
    try {
      this.choices = await this.app.server.ask("lab", "choices");
      this.root.replaceChildren(h("div", { class: "lab" }, this.#form(), this.#results(), this.claims));
      this.#showClaims(await this.app.server.ask("lab", "claims"));
    } catch (error) {
      this.app.tell(error);
    }
  }

  // ---- runs ----

  #form() {
    const options = (values) => values.map((value) => h("option", { value }, value));
    const table = (layout, policy) => ({
      layout: h("select", { "aria-label": "Layout" }, options(this.choices.layouts)),
      policy: h("select", { "aria-label": "Policy" }, options(this.choices.policies)),
      start: [layout, policy],
    });
    this.tables = [table("single", "cascade"), table("cluster4", "cascade")];
    for (const each of this.tables) [each.layout.value, each.policy.value] = each.start;
    this.kind = h("select", { "aria-label": "Kind", onchange: () => this.#fit() },
      h("option", { value: "compare" }, "Nodes to a depth"), h("option", { value: "match" }, "Games"));
    this.game = h("select", { "aria-label": "Game" });
    this.nodes = h("input", { type: "number", min: 100, max: 200000, step: 100, "aria-label": "Nodes" });
    this.units = h("input", { type: "number", min: 2, max: 1000, step: 2, "aria-label": "Positions or games" });
    this.unitName = h("span");
    this.pressure = h("select", { "aria-label": "Memory" }, [4, 16, 64, 256].map((each) => h("option", { value: 1 / each }, `1/${each}`)));
    this.pressure.value = String(1 / 16);
    this.button = h("button", { class: "primary run", onclick: () => this.#toggle() }, "Run");
    this.#fit();
    const field = (name, ...inputs) => h("label", { class: "field" }, name, inputs);
    return h("div", { class: "card" },
      h("h2", {}, "Compare two tables"),
      h("p", { class: "hint" }, "Both get the same memory and serve the same search. The second is measured against the first, with 95% intervals."),
      h("div", { class: "row" }, field("by", this.kind), field("in", this.game), field("nodes", this.nodes), field("", this.units, this.unitName), field("memory", this.pressure)),
      h("div", { class: "row" }, field("first", this.tables[0].layout, this.tables[0].policy), field("second", this.tables[1].layout, this.tables[1].policy), this.button),
    );
  }

  #fit() {
    const games = this.choices[this.kind.value];
    const before = this.game.value;
    this.game.replaceChildren(...games.map((value) => h("option", { value }, value)));
    this.game.value = games.includes(before) ? before : games[0];
    const compare = this.kind.value === "compare";
    this.nodes.value = compare ? 10000 : 1000;
    this.units.value = compare ? 24 : 20;
    this.units.max = compare ? 128 : 1000;
    this.unitName.textContent = compare ? "positions" : "games";
  }

  #results() {
    return h("div", { class: "card results" }, this.status, this.progress, this.plot, this.table);
  }

  async #toggle() {
    try {
      if (this.#running) {
        this.#set(false);
        await this.app.server.ask("lab", "stop");
        return;
      }
      await this.#start();
    } catch (error) {
      this.#set(false);
      this.app.tell(error);
    }
  }

  async #start() {
    const name = ({ layout, policy }) => (policy.value === "cascade" ? layout.value : `${layout.value}:policy=${policy.value}`);
    const compare = this.kind.value === "compare";
    const data = {
      game: this.game.value, designs: this.tables.map(name), nodes: Number(this.nodes.value),
      [compare ? "positions" : "games"]: Number(this.units.value), pressure: Number(this.pressure.value), run: ++this.#run,
    };
    this.app.tell(null);
    this.plot.replaceChildren();
    this.rows.replaceChildren();
    this.table.hidden = true;
    this.status.textContent = "Starting …";
    this.progress.removeAttribute("value");
    this.#set(true);
    await this.app.server.ask("lab", this.kind.value, data);
  }

  #set(running) {
    this.#running = running;
    if (this.button) this.button.textContent = running ? "Stop" : "Run";
    this.progress.hidden = !running;
  }

  #show(news) {
    if (news.run !== this.#run) return;
    this.progress.max = news.units;
    this.progress.value = news.done;
    if ("elo" in news.rows[0]) this.#showGames(news);
    else this.#showNodes(news);
    this.table.hidden = false;
  }

  #end(news) {
    if (news.run !== this.#run) return;
    this.#set(false);
    if (news.done < news.units) this.status.textContent += " Stopped.";
  }

  #fill(head, rows) {
    const kind = (place) => ({ class: place ? "num" : "" });
    this.head.replaceChildren(...head.map((text, place) => h("th", kind(place), text)));
    this.rows.replaceChildren(...rows.map((cells) => h("tr", {}, cells.map((text, place) => h("td", kind(place), text)))));
  }

  #showNodes(news) {
    const range = (row) => (row.low === null || row.high === null ? "" : ` (${row.low.toFixed(3)} to ${row.high.toFixed(3)})`);
    this.status.textContent = `${count(news.done)} of ${count(news.units)} positions. Nodes to the same depth; less is better.`;
    this.#fill(["table", "nodes, unlimited table = 1", `to ${news.rows[0].name}`, "verdict", "hit rate"], news.rows.map((row) => [
      row.name, row.unlimited.toFixed(3), row.verdict === "baseline" ? "" : row.ratio.toFixed(3) + range(row), row.verdict, `${(100 * row.hit_rate).toFixed(1)}%`,
    ]));
    this.plot.replaceChildren(intervals(news.rows.filter((row) => row.verdict !== "baseline").map(({ name, ratio, low, high }) => ({ name, value: ratio, low, high })), 1));
  }

  #showGames(news) {
    const sign = (value) => (value === null ? "∞" : `${value >= 0 ? "+" : ""}${value.toFixed(1)}`);
    this.status.textContent = `${count(2 * news.done)} of ${count(2 * news.units)} games.`;
    this.#fill(["table", "games", "score", "Elo", "verdict"], news.rows.map((row) => [
      row.name, count(row.games), `${(100 * row.score).toFixed(1)}%`, `${sign(row.elo)} (${sign(row.low)} to ${sign(row.high)})`, row.verdict,
    ]));
    this.plot.replaceChildren(intervals(news.rows.map(({ name, elo, low, high }) => ({ name, value: elo, low, high })), 0));
  }

  // ---- claims ----

  #showClaims({ measured, sections, verdicts }) {
    const counts = Object.entries(verdicts).map(([name, number]) => `${number} ${name}`).join(", ");
    const note = measured
      ? `From lab.jsonl in the folder of the server: ${counts}.`
      : `Arithmetic decides some at once: ${counts}. \`tabiya lab run --quick\` measures the others; then start \`tabiya web\` in the same folder.`;
    const groups = Object.entries(sections).map(([title, claims]) => h("details", {},
      h("summary", {}, `${title} (${claims.length})`),
      h("table", { class: "data" }, h("tbody", {}, claims.map((claim) => h("tr", {},
        h("td", { class: "num" }, claim.number),
        h("td", {}, claim.text, h("div", { class: "hint" }, claim.measured || claim.expected), h("code", { class: "command" }, claim.command)),
        h("td", { class: `verdict ${claim.verdict.replaceAll(" ", "-")}` }, claim.verdict),
      )))),
    ));
    this.claims.replaceChildren(h("div", { class: "card" }, h("h2", {}, `${Object.values(sections).flat().length} claims about transposition tables`), h("p", { class: "hint" }, note), groups));
  }
}
