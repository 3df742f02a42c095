// The frame of the page: tabs, theme, keyboard, and what all views share.
import { Game } from "./game.js";
import { h } from "./dom.js";
import { Server } from "./server.js";

const KEYS = [
  ["← →", "one move back or forth"],
  ["Home End", "the first or last position"],
  ["Space", "start or stop the analysis"],
  ["Backspace", "take back the last move"],
  ["F", "flip the board"],
  ["V", "paste a game or position"],
  ["Shift + click on a line", "the entry of that position in the table"],
  ["Glass search: ↑ ↓ → ←", "choose a node, open it, go back"],
  ["1 2 3 …", "the views"],
  ["?", "this help"],
  ["Tab to the board, Enter", "shows a cursor: arrows move it, Enter picks up and puts down"],
];

class App {
  server = new Server();
  game = new Game(this.server);
  inspected = null; // the position that Entry shows next, if not the one on the board
  shortcuts = new Map(); // key -> function, filled by the view that is shown
  #views = new Map();
  #shown = "board";
  #notice = document.getElementById("notice");

  async begin() {
    this.game.restore();
    this.server.on("error", (news) => this.tell(news.error));
    this.server.on("lost", () => this.tell("The connection to `tabiya web` is lost. Trying again …"));
    this.server.on("open", () => this.tell(null));
    this.server.connect();
    this.#tabs();
    this.#tools();
    document.addEventListener("keydown", (event) => this.#key(event));
    await this.open(this.#wanted());
    document.documentElement.dataset.ready = "true";
  }

  // Shows a sentence above the view; null removes it.
  tell(error) {
    const text = error instanceof Error ? error.message : error;
    this.#notice.textContent = text ?? "";
    this.#notice.hidden = !text;
  }

  async open(name) {
    const before = this.#views.get(this.#shown);
    if (this.#shown !== name) before?.hide?.();
    this.#shown = name;
    this.shortcuts.clear();
    for (const tab of document.querySelectorAll(".tabs [role=tab]")) {
      const chosen = tab.dataset.view === name;
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
      document.getElementById(`view-${tab.dataset.view}`).hidden = !chosen;
    }
    history.replaceState(null, "", `${location.pathname}#${name}`); // without the token, if it is still there
    if (!this.#views.has(name)) {
      const { mount } = await import(`./views/${name}.js`);
      this.#views.set(name, (await mount(document.getElementById(`view-${name}`), this)) ?? {});
    }
    if (this.#shown === name) this.#views.get(name).show?.();
  }

  #names() {
    return [...document.querySelectorAll(".tabs [role=tab]")].map((tab) => tab.dataset.view);
  }

  #wanted() {
    const name = location.hash.slice(1);
    return this.#names().includes(name) ? name : "board";
  }

  #tabs() {
    const tabs = [...document.querySelectorAll(".tabs [role=tab]")];
    for (const [place, tab] of tabs.entries()) {
      tab.addEventListener("click", () => this.open(tab.dataset.view));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(place + step + tabs.length) % tabs.length];
        next.focus();
        next.click();
        event.preventDefault();
        event.stopPropagation();
      });
    }
  }

  #tools() {
    const choice = document.getElementById("game");
    choice.value = this.game.name;
    choice.addEventListener("change", () => this.game.load({ game: choice.value }));
    this.game.on("change", () => (choice.value = this.game.name));
    document.getElementById("theme").addEventListener("click", () => this.#switchTheme());
    document.getElementById("help").addEventListener("click", () => this.help());
    const rows = KEYS.map(([keys, what]) => h("tr", {}, h("td", {}, h("kbd", {}, keys)), h("td", {}, what)));
    document.getElementById("keys").append(
      h("h2", { id: "keys-title" }, "Keyboard"),
      h("table", { class: "data" }, h("tbody", {}, rows)),
      h("form", { method: "dialog", class: "row" }, h("button", { class: "primary" }, "Close")),
    );
  }

  help() {
    document.getElementById("keys").showModal();
  }

  #switchTheme() {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("tabiya-theme", root.dataset.theme);
    } catch {
      // The choice lasts as long as the page.
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (event.target.closest("button, a, summary") && [" ", "Enter"].includes(event.key)) return;
    const names = this.#names();
    const number = Number(event.key);
    const action =
      event.key === "?" ? () => this.help()
      : number >= 1 && number <= names.length ? () => this.open(names[number - 1])
      : this.shortcuts.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!action) return;
    event.preventDefault();
    action();
  }
}

new App().begin();
