// A board that can be played on: by clicks, by dragging, and by keyboard. The drawing comes from the server.
import { drawn, h, s } from "./dom.js";
import { Source } from "./events.js";

const DRAG_FROM = 6; // pixels; less is a click

export class Board extends Source {
  #svg;
  #legal = [];
  #picked = null; // the square of the chosen piece, "P*" for one in the hand
  #cursor = null;
  #drag = null;
  #playable = true;

  constructor(frame) {
    super();
    this.frame = frame;
    this.#svg = frame.querySelector("svg");
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    frame.addEventListener("pointerup", (event) => this.#up(event));
    frame.addEventListener("pointercancel", () => this.#drop());
    frame.addEventListener("keydown", (event) => this.#key(event));
    frame.addEventListener("blur", () => this.#setCursor(null));
  }

  // Shows a position as `board.position` describes it.
  show(position, playable = true) {
    const svg = drawn(position.svg);
    this.#svg.replaceWith(svg);
    this.#svg = svg;
    this.#legal = position.legal.map(([move, origin, target, becomes]) => ({ move, origin, target, becomes }));
    this.#playable = playable;
    this.#picked = null;
    this.#drag = null;
    this.#mark();
    this.#setCursor(this.#cursor);
  }

  // Arrows from square to square: [{from, to, rank}], the best first.
  arrows(list) {
    const group = this.#svg.querySelector(".arrows");
    // Most news of a search have the same arrows, and painting the board again would take time from the search.
    const key = JSON.stringify(list);
    if (group.dataset.shown === key) return;
    group.dataset.shown = key;
    group.replaceChildren(...list.map((arrow) => this.#arrow(arrow)).filter(Boolean));
  }

  // ---- geometry ----

  #rect(square) {
    return this.#svg.querySelector(`rect[data-square="${square}"]`) ?? this.#svg.querySelector(`[data-square="${square}"]`);
  }

  #center(square) {
    const box = this.#rect(square);
    return box && [Number(box.getAttribute("x")) + 50, Number(box.getAttribute("y")) + 50];
  }

  #arrow({ from, to, rank }) {
    const end = to && this.#center(to);
    if (!end) return null;
    const start = from && this.#center(from);
    if (!start) return s("circle", { class: `ring rank-${rank}`, cx: end[0], cy: end[1], r: 44 - 5 * rank });
    const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const width = 15 - 2.5 * rank;
    const tip = [end[0] - ux * 14, end[1] - uy * 14];
    const neck = [tip[0] - ux * width * 2.4, tip[1] - uy * width * 2.4];
    const at = (point, along) => `${point[0] - uy * along} ${point[1] + ux * along}`;
    const tail = [start[0] + ux * 22, start[1] + uy * 22];
    const d = `M${at(tail, width / 2)} L${at(neck, width / 2)} L${at(neck, width * 1.3)} L${tip.join(" ")} L${at(neck, -width * 1.3)} L${at(neck, -width / 2)} L${at(tail, -width / 2)} Z`;
    return s("path", { class: `arrow rank-${rank}`, d, "data-from": from, "data-to": to });
  }

  #at(event) {
    const matrix = this.#svg.getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    for (const element of this.#svg.querySelectorAll("[data-square]")) {
      const [x, y] = [Number(element.getAttribute("x")), Number(element.getAttribute("y"))];
      if (point.x >= x && point.x < x + 100 && point.y >= y && point.y < y + 100) {
        return { square: element.dataset.square, point };
      }
    }
    return { square: null, point };
  }

  // ---- choosing ----

  #from(square) {
    return this.#legal.filter((each) => each.origin === square);
  }

  #choose(square) {
    if (!this.#playable || square === null) return this.#pick(null);
    const moves = this.#legal.filter((each) => each.origin === this.#picked && each.target === square);
    if (moves.length) return this.#finish(moves);
    const placed = this.#picked === null && this.#legal.filter((each) => each.origin === null && each.target === square);
    if (placed && placed.length) return this.#finish(placed);
    this.#pick(this.#from(square).length && square !== this.#picked ? square : null);
  }

  #pick(square) {
    this.#picked = square;
    this.#mark();
  }

  async #finish(moves) {
    this.#picked = null;
    this.#mark();
    const chosen = moves.length === 1 ? moves[0] : await this.#askPiece(moves);
    if (chosen) this.emit("move", chosen.move);
    else this.#drop();
  }

  // Several moves lead from one square to another: the player chooses the piece that arrives.
  #askPiece(moves) {
    const game = [...this.#svg.classList].find((name) => name !== "board");
    const dialog = h("dialog", { class: "dialog choice", "aria-label": "Which piece?" });
    return new Promise((resolve) => {
      for (const each of moves) {
        const picture = s("svg", { viewBox: "0 0 100 100" }, s("use", { href: `#${game}-${each.becomes}`, width: 100, height: 100 }));
        dialog.append(h("button", { "aria-label": each.move, "data-move": each.move, onclick: () => { resolve(each); dialog.close(); } }, picture));
      }
      dialog.addEventListener("close", () => { resolve(null); dialog.remove(); });
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  #mark() {
    for (const old of this.#svg.querySelectorAll(".hint-mark")) old.remove();
    const group = this.#svg.querySelector(".arrows");
    const put = (square, kind, radius) => {
      const at = this.#center(square);
      if (at) group.before(s("circle", { class: `hint-mark ${kind}`, cx: at[0], cy: at[1], r: radius }));
    };
    if (!this.#playable) return;
    const free = this.#legal.filter((each) => each.origin === null && each.target !== null);
    for (const each of free) put(each.target, "free", 10);
    if (this.#picked === null) return;
    put(this.#picked, "picked", 48);
    for (const target of new Set(this.#from(this.#picked).map((each) => each.target))) put(target, "target", 14);
  }

  // ---- pointer ----

  #down(event) {
    if (event.button !== 0 || !this.#playable) return;
    const { square, point } = this.#at(event);
    if (square === null || !this.#from(square).length) return;
    const man = [...this.#svg.querySelectorAll(".man")].find((each) => each.dataset.square === square);
    this.#drag = { square, man, start: point, x: event.clientX, y: event.clientY, moving: false };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.moving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
    if (!drag.moving) {
      drag.moving = true;
      this.frame.setPointerCapture(event.pointerId);
      this.#pick(drag.square);
      drag.man?.parentNode.append(drag.man);
    }
    const { point } = this.#at(event);
    drag.man?.setAttribute("transform", `translate(${point.x - drag.start.x} ${point.y - drag.start.y})`);
    event.preventDefault();
  }

  #up(event) {
    const { square } = this.#at(event);
    const moving = this.#drag?.moving;
    if (moving && square === this.#drag.square) return this.#drop();
    const man = this.#drag?.man;
    this.#drag = null;
    if (event.button === 0) this.#choose(square);
    man?.removeAttribute("transform");
  }

  #drop() {
    this.#drag?.man?.removeAttribute("transform");
    this.#drag = null;
    this.#pick(null);
  }

  // ---- keyboard ----

  #squares() {
    return [...this.#svg.querySelectorAll("rect[data-square], use[data-square$='*']")];
  }

  #setCursor(square) {
    this.#svg.querySelector(".cursor")?.remove();
    this.#cursor = square;
    const box = square && this.#rect(square);
    if (!box) return;
    const at = { x: Number(box.getAttribute("x")) + 3, y: Number(box.getAttribute("y")) + 3 };
    this.#svg.querySelector(".arrows").before(s("rect", { class: "cursor", ...at, width: 94, height: 94, rx: 8 }));
    this.emit("cursor", square);
  }

  #key(event) {
    // Without a cursor, arrow keys walk through the game: see the view.
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step && this.#cursor) this.#walk(step);
    else if (event.key === "Enter" && !this.#cursor) this.#walk([0, 1]);
    else if (event.key === "Enter") this.#choose(this.#cursor);
    else if (event.key === "Escape" && this.#cursor) this.#escape();
    else return;
    event.preventDefault();
  }

  #escape() {
    if (this.#picked === null) this.#setCursor(null);
    else this.#drop();
  }

  // Moves the cursor to the nearest square in a direction.
  #walk([dx, dy]) {
    const here = this.#cursor && this.#center(this.#cursor);
    const middle = [Number(this.#svg.viewBox.baseVal.width) / 2, Number(this.#svg.viewBox.baseVal.height) / 2];
    const [x, y] = here ?? middle;
    let best = null;
    for (const box of this.#squares()) {
      const [cx, cy] = [Number(box.getAttribute("x")) + 50, Number(box.getAttribute("y")) + 50];
      const along = (cx - x) * dx + (cy - y) * dy;
      const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (here && along < 20) continue;
      const distance = Math.abs(along) + 3 * across;
      if (!best || distance < best.distance) best = { distance, square: box.dataset.square };
    }
    if (best) this.#setCursor(best.square);
  }
}
