// Values with their intervals, next to a reference value: a forest plot.
import { s } from "./dom.js";

const [WIDTH, ROW] = [600, 34];

export function intervals(rows, reference) {
  const known = rows.filter((row) => row.value !== null && row.low !== null && row.high !== null);
  const all = [reference, ...known.flatMap((row) => [row.low, row.high])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = (high - low || 1) * 0.08;
  const x = (value) => 10 + ((value - low + room) / (high - low + 2 * room || 1)) * (WIDTH - 20);
  const height = rows.length * ROW + 24;
  const parts = [s("path", { class: "reference", d: `M${x(reference)} 0 V${height - 18}` })];
  parts.push(s("text", { class: "tick", x: x(reference), y: height - 4 }, String(reference)));
  known.forEach((row, place) => {
    const y = place * ROW + ROW / 2;
    const clear = row.low > reference || row.high < reference;
    parts.push(s("path", { class: `range ${clear ? "clear" : ""}`, d: `M${x(row.low)} ${y} H${x(row.high)}` }));
    parts.push(s("circle", { class: "value", cx: x(row.value), cy: y, r: 5 }));
  });
  return s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "Intervals" }, parts);
}
