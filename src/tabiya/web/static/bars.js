// Horizontal bars with figures: rows of [label, value, largest, text].
import { h } from "./dom.js";

export function bars(rows, caption) {
  const body = rows.map(([label, value, largest, text]) => {
    const fill = h("div", { class: "bar-fill" });
    fill.style.width = `${largest ? (100 * value) / largest : 0}%`;
    return h("tr", { "data-label": label, "data-value": value },
      h("td", { class: "bar-label" }, label), h("td", { class: "bar-cell" }, h("div", { class: "bar" }, fill)), h("td", { class: "num" }, text));
  });
  return h("table", { class: "bars", "aria-label": caption }, h("caption", {}, caption), h("tbody", {}, body));
}
