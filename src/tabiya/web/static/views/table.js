// The Table view: what a transposition table does while a search runs, for one table or two side by side.
import { bars } from "../bars.js";
import { count, h, short } from "../dom.js";
import { HeatMap, METRICS } from "../heatmap.js";

const LIMITS = [[100000, "100,000 nodes"], [1000000, "1 million nodes"], [10000000, "10 million nodes"], [0, "until stopped"]];
const SIZES = [0.25, 1, 4, 16, 32, 64, 128, 256, 512, 1024];
const REASONS = ["empty", "old_generation", "shallower", "not_exact", "no_move", "oldest", "weaker_bound"];

export async function mount(root, app) {
  const choices = await app.server.ask("table", "choices");
  return new TableView(root, app, choices);
}

class TableView {
  #searching = false;
  #state = null;

  constructor(root, app, choices) {
    this.app = app;
    this.forms = [new Form("Table A", choices, choices.settings), new Form("Table B", choices, { ...choices.settings, layout: "single" })];
    this.panes = ["A", "B"].map((letter) => new Pane(letter, choices, () => this.#count()));
    this.compare = h("input", { type: "checkbox", id: "compare", onchange: () => this.#arrange() });
    this.button = h("button", { class: "primary", id: "table-search", title: "Start or stop (Space)", onclick: () => this.toggle() }, "Search this position");
    this.limit = h("select", { "aria-label": "Limit", id: "table-limit" }, LIMITS.map(([nodes, text]) => h("option", { value: nodes }, text)));
    this.limit.value = "1000000";
    this.metric = h("select", { "aria-label": "Color by", id: "metric", onchange: () => this.#paint() }, METRICS.map(([name, text]) => h("option", { value: name }, text)));
    root.replaceChildren(
      h("div", { class: "card table-controls" },
        h("div", { class: "row" }, this.button, this.limit, h("label", { class: "field" }, "Color by ", this.metric), h("label", { class: "field" }, this.compare, " compare with a second table")),
        h("div", { class: "table-forms" }, this.forms.map((form) => form.element)),
        h("p", { class: "hint" }, "Each search begins with empty tables and one thread.")),
      h("div", { class: "panes" }, this.panes.map((pane) => pane.element)));
    app.server.on("table", "tables", (state) => this.#show(state));
    app.server.on("table", "error", () => this.#set(false));
    app.server.on("lost", () => this.#set(false));
    app.server.on("open", () => this.shown && this.#watch(!document.hidden));
    document.addEventListener("visibilitychange", () => this.shown && this.#watch(!document.hidden));
    this.#arrange();
  }

  show() {
    this.shown = true;
    this.app.shortcuts.set(" ", () => this.toggle());
    this.#watch(!document.hidden);
  }

  hide() {
    this.shown = false;
    this.#watch(false);
    if (this.#searching) this.toggle();
  }

  async toggle() {
    try {
      this.app.tell(null);
      if (this.#searching) {
        this.#show(await this.app.server.ask("table", "stop"));
        return;
      }
      const tables = this.forms.slice(0, this.compare.checked ? 2 : 1).map((form) => form.settings());
      const data = { position: this.app.game.position(), tables, nodes: Number(this.limit.value) };
      this.#show(await this.app.server.ask("table", "begin", data));
    } catch (error) {
      this.app.tell(error);
    }
  }

  #watch(on) {
    this.app.server.ask("table", "watch", { on }).catch((error) => this.app.tell(error));
  }

  #set(searching) {
    this.#searching = searching;
    this.button.textContent = searching ? "Stop" : "Search this position";
    this.button.setAttribute("aria-pressed", searching);
    this.panes[0].element.parentElement.dataset.searching = searching;
  }

  #show(state) {
    this.#set(state.searching);
    this.#state = state;
    this.#paint();
  }

  #paint() {
    for (const [number, pane] of this.panes.entries()) {
      const table = this.#state?.tables[number];
      pane.element.hidden = !table && (number > 0 || !this.#state);
      if (table) pane.show(table, this.metric.value);
    }
  }

  // Searches again, and counts.
  async #count() {
    for (const form of this.forms) form.statistics.checked = true;
    if (this.#searching) await this.toggle();
    this.toggle();
  }

  #arrange() {
    this.forms[1].element.hidden = !this.compare.checked;
    this.#paint();
  }
}

class Form {
  constructor(title, choices, settings) {
    const options = (values) => values.map((value) => h("option", { value }, value));
    const sizes = SIZES.filter((size) => size <= choices.max_hash_mb);
    this.size = h("select", { class: "hash_mb" }, sizes.map((size) => h("option", { value: size }, `${size} MB`)));
    this.size.value = String(sizes.includes(settings.hash_mb) ? settings.hash_mb : 16);
    this.layout = h("select", { class: "layout" }, options(choices.layouts));
    this.layout.value = settings.layout;
    this.policy = h("select", { class: "policy" }, options(choices.policies));
    this.policy.value = settings.policy;
    this.statistics = h("input", { type: "checkbox", class: "statistics" });
    const field = (name, control) => h("label", { class: "field" }, name, " ", control);
    this.element = h("fieldset", { class: "row" }, h("legend", {}, title), field("Size", this.size), field("Layout", this.layout), field("Policy", this.policy), field("", h("span", {}, this.statistics, " count replacements (5% slower)")));
  }

  settings() {
    return { hash_mb: Number(this.size.value), layout: this.layout.value, policy: this.policy.value, statistics: this.statistics.checked };
  }
}

class Pane {
  constructor(letter, choices, count) {
    this.count = count; // asks for counted replacements
    this.map = new HeatMap(choices);
    this.title = h("h2", {}, `Table ${letter}`);
    this.facts = h("dl", { class: "facts" });
    this.depths = h("div", {});
    this.reasons = h("div", {});
    this.element = h("section", { class: "card pane", "data-table": letter, hidden: true },
      this.title, h("div", { class: "pane-body" }, h("div", { class: "pane-side" }, this.map.element, this.reasons), h("div", { class: "pane-side" }, this.facts, this.depths)));
  }

  show(table, metric) {
    const { hash_mb, layout, policy } = table.settings;
    this.title.textContent = `Table ${this.element.dataset.table}: ${hash_mb} MB, ${layout}, ${policy}`;
    this.map.show(table.regions, metric);
    const facts = [
      ["nodes", count(table.nodes), table.nodes],
      ["nodes per second", table.seconds > 0 ? short(table.nodes / table.seconds) : "–", null],
      ["slots", count(table.slots), table.slots],
      ["hashfull", `${table.hashfull} ‰`, table.hashfull],
      ["filled", `${(100 * table.fill_rate).toFixed(1)}%`, table.fill_rate],
      ["hit rate", table.probes ? `${((100 * table.hits) / table.probes).toFixed(1)}%` : "–", table.hits],
      ["generation", table.generation, table.generation],
    ];
    this.facts.replaceChildren(...facts.map(([name, text, value]) => h("div", {}, h("dt", {}, name), h("dd", { "data-fact": name, "data-value": value }, text))));
    this.depths.replaceChildren(bars(table.by_depth.slice(0, 16).map(([depth, probes, hits]) =>
      [depth === 0 ? "quiescence" : `depth ${depth}`, hits / probes, 1, `${((100 * hits) / probes).toFixed(1)}% of ${short(probes)}`]), "Hits by depth"));
    this.reasons.replaceChildren(this.#replacements(table.stats));
  }

  #replacements(stats) {
    if (!stats) return h("p", { class: "hint" }, "Replacements are not counted. ", h("button", { onclick: this.count }, "Search again and count them"));
    const rows = REASONS.map((name) => [name.replace("_", " "), stats.reasons[name]]);
    rows.push(["same position", stats.updates], ["refused", stats.refused]);
    const largest = Math.max(1, ...rows.map(([, value]) => value));
    return bars(rows.map(([name, value]) => [name, value, largest, count(value)]), `Where ${count(stats.stores)} stores went`);
  }
}
