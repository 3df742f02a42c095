// The score of every position of the game, as the share of points that the side that moves first can expect.
import { s } from "./dom.js";

const [WIDTH, HEIGHT] = [600, 120];

export class Graph {
  #shares = [];
  #ply = 0;

  constructor(onChoose) {
    this.element = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "Scores of the game" });
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      onChoose(Math.round(((event.clientX - box.left) / box.width) * (this.#shares.length - 1)));
    });
  }

  // Shares from 0 to 1, or null where a position has no score yet.
  show(shares, ply) {
    this.#shares = shares;
    this.#ply = ply;
    const step = WIDTH / Math.max(1, shares.length - 1);
    const points = shares.map((share, place) => (share === null ? null : [place * step, HEIGHT * (1 - share)])).filter(Boolean);
    const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    const middle = HEIGHT / 2;
    const parts = [];
    if (points.length) {
      const [left, right] = [points[0][0], points.at(-1)[0]];
      parts.push(s("path", { class: "area", d: `M${left} ${middle} L${line.join(" L")} L${right} ${middle} Z` }));
      parts.push(s("path", { class: "zero", d: `M0 ${middle} H${WIDTH}` }));
      parts.push(s("path", { class: "curve", d: `M${line.join(" L")}` }));
    } else {
      parts.push(s("path", { class: "zero", d: `M0 ${middle} H${WIDTH}` }));
    }
    parts.push(s("path", { class: "here", d: `M${ply * step} 0 V${HEIGHT}` }));
    this.element.replaceChildren(...parts);
  }
}
