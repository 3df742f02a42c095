// A picture of a table: one cell per region, colored by what the region holds.
import { count, h, s } from "./dom.js";

const SIDE = 16; // cells per row

// Colors of classes, as the page's variables say for light and dark.
const MIXES = {
  bounds: ["--blue", "--amber", "--accent"],
  sources: ["--soft", "--warn", "--amber", "--good", "--accent"],
  ages: ["--accent", "--good", "--amber", "--warn"],
};
export const METRICS = [
  ["occupancy", "Occupancy"],
  ["depth", "Mean depth"],
  ["bounds", "Bound"],
  ["sources", "Source"],
  ["ages", "Age in generations"],
];

export class HeatMap {
  #cells = [];

  constructor(names) {
    this.names = names; // of the classes: {bounds, sources, ages}
    this.svg = s("svg", { class: "heatmap", viewBox: `0 0 ${SIDE * 10} ${SIDE * 10}`, role: "img" });
    this.legend = h("div", { class: "legend" });
    this.element = h("div", {}, this.svg, this.legend);
  }

  show(regions, metric) {
    const total = regions.entries.length;
    if (this.#cells.length !== total) this.#make(total);
    const deepest = Math.max(1, ...regions.depth);
    for (let i = 0; i < total; i++) {
      const full = regions.entries[i] / Math.max(regions.slots[i], 1);
      const [share, color] = this.#look(regions, metric, i, full, deepest);
      const cell = this.#cells[i];
      cell.setAttribute("fill", color);
      cell.setAttribute("fill-opacity", share.toFixed(3));
      cell.firstChild.textContent = `region ${i}: ${(100 * full).toFixed(1)}% full, mean depth ${regions.depth[i].toFixed(1)}`;
    }
    this.svg.setAttribute("aria-label", `${METRICS.find(([name]) => name === metric)[1]} in ${total} regions of the table`);
    this.#explain(regions, metric, deepest);
  }

  #make(total) {
    const rows = Math.ceil(total / SIDE);
    this.svg.setAttribute("viewBox", `0 0 ${SIDE * 10} ${rows * 10}`);
    this.#cells = Array.from({ length: total }, (_, i) =>
      s("rect", { x: (i % SIDE) * 10 + 0.5, y: Math.floor(i / SIDE) * 10 + 0.5, width: 9, height: 9, rx: 1.5 }, s("title")));
    this.svg.replaceChildren(...this.#cells);
  }

  #look(regions, metric, i, full, deepest) {
    if (metric === "occupancy") return [0.06 + 0.94 * full, "var(--accent)"];
    if (metric === "depth") return [0.06 + 0.94 * (regions.depth[i] / deepest), "var(--blue)"];
    const parts = regions[metric][i];
    const entries = regions.entries[i];
    if (!entries) return [0.06, "var(--soft)"];
    const mixed = parts.reduce((before, part, at) => {
      if (!part) return before;
      const seen = before.seen + part;
      const color = `var(${MIXES[metric][at]})`;
      const text = before.seen ? `color-mix(in oklab, ${color} ${((100 * part) / seen).toFixed(1)}%, ${before.text})` : color;
      return { seen, text };
    }, { seen: 0, text: "" });
    return [0.15 + 0.85 * full, mixed.text];
  }

  #explain(regions, metric, deepest) {
    if (!MIXES[metric]) {
      const text = metric === "depth" ? `pale: depth 0 · full: ${deepest.toFixed(1)}` : "pale: empty · full: every slot taken";
      this.legend.replaceChildren(h("span", {}, text));
      return;
    }
    const sums = this.names[metric].map((_, at) => regions[metric].reduce((sum, parts) => sum + parts[at], 0));
    const all = Math.max(1, sums.reduce((a, b) => a + b, 0));
    this.legend.replaceChildren(...this.names[metric].map((name, at) => {
      const dot = h("span", { class: "dot" });
      dot.style.background = `var(${MIXES[metric][at]})`;
      return h("span", { "data-class": name, "data-count": sums[at], title: `${count(sums[at])} in the sample` }, dot, `${name.replace("_", " ")} ${((100 * sums[at]) / all).toFixed(1)}%`);
    }));
  }
}
