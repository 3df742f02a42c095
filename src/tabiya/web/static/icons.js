// Small pictures for buttons, drawn so that they depend on no font.
import { s } from "./dom.js";

const PATHS = {
  first: "M5 5 V19 M19 5 L9 12 L19 19 Z",
  back: "M16 5 L7 12 L16 19 Z",
  forth: "M8 5 L17 12 L8 19 Z",
  last: "M19 5 V19 M5 5 L15 12 L5 19 Z",
  flip: "M7 20 V5 M3 9 L7 5 L11 9 M17 4 V19 M13 15 L17 19 L21 15",
  undo: "M9 5 L4 10 L9 15 M4 10 H14 A5 5 0 0 1 14 20 H10",
  paste: "M8 5 H6 V21 H18 V5 H16 M9 3 H15 V7 H9 Z M9 12 H15 M9 16 H15",
  file: "M6 3 H14 L19 8 V21 H6 Z M14 3 V8 H19",
  copy: "M9 9 H20 V21 H9 Z M6 15 H4 V3 H15 V6",
  plus: "M12 5 V19 M5 12 H19",
};

export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
