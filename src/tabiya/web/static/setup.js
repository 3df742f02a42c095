// Pasting: a dialog for games and positions in any format, files, and Ctrl-V anywhere on the page.
import { h } from "./dom.js";

const EXAMPLES = {
  chess: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
  shogi: "startpos moves 7g7f 3c3d 2g2f",
};

export class Setup {
  constructor(app) {
    this.app = app;
    this.text = h("textarea", { rows: 11, "aria-label": "Game or position", spellcheck: "false" });
    this.fault = h("p", { class: "fault", role: "alert", hidden: true });
    this.games = h("div", { class: "games", hidden: true });
    this.file = h("input", { type: "file", "aria-label": "Open a file", onchange: () => this.#open(this.file.files[0]) });
    this.dialog = h("dialog", { class: "dialog setup", "aria-labelledby": "setup-title" },
      h("h2", { id: "setup-title" }, "Paste a game or a position"),
      h("p", { class: "hint" }, "PGN, KIF, CSA, FEN, SFEN or moves. Several games are fine: you choose one."),
      this.text, this.fault, this.games,
      h("div", { class: "row spread" },
        this.file,
        h("span", { class: "row" },
          h("button", { onclick: () => this.dialog.close() }, "Cancel"),
          h("button", { class: "primary load", onclick: () => this.load(this.text.value) }, "Load"),
        ),
      ),
    );
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.load(this.text.value);
    });
    document.body.append(this.dialog);
    document.addEventListener("paste", (event) => this.#pasted(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.#dropped(event));
  }

  ask() {
    this.#complain(null);
    this.games.hidden = true;
    this.text.placeholder = EXAMPLES[this.app.game.name] ?? "";
    this.dialog.showModal();
    this.text.focus();
    this.text.select();
  }

  // Reads a text and shows its game, or asks which of its games.
  async load(text) {
    try {
      const { games } = await this.app.server.ask("board", "read", { text, game: this.app.game.name });
      if (games.length === 1) this.#take(games[0]);
      else this.#choose(games);
    } catch (error) {
      if (!this.dialog.open) this.ask();
      this.text.value = text;
      this.#complain(error.message);
    }
  }

  #take(game) {
    this.dialog.close();
    this.app.tell(game.fault);
    this.app.game.load(game, game.moves.length);
  }

  #choose(games) {
    if (!this.dialog.open) this.dialog.showModal();
    this.#complain(null);
    const name = ({ headers, moves }, place) => {
      const players = [headers.White ?? headers["先手"], headers.Black ?? headers["後手"]].filter(Boolean).join(" – ");
      return `${players || headers.Event || `Game ${place + 1}`} (${Math.ceil(moves.length / 2)} moves)`;
    };
    this.games.replaceChildren(...games.map((game, place) => h("button", { onclick: () => this.#take(game) }, name(game, place))));
    this.games.hidden = false;
  }

  #complain(sentence) {
    this.fault.textContent = sentence ?? "";
    this.fault.hidden = !sentence;
  }

  async #open(file) {
    if (!file) return;
    const bytes = await file.arrayBuffer();
    let text = new TextDecoder("utf-8").decode(bytes);
    if (text.includes("\ufffd")) text = new TextDecoder("shift_jis").decode(bytes); // older shogi files
    this.file.value = "";
    this.text.value = text;
    await this.load(text);
  }

  #pasted(event) {
    if (event.target.closest?.("input, textarea, [contenteditable]") || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData.getData("text/plain");
    if (text.trim()) this.load(text);
  }

  #dropped(event) {
    event.preventDefault();
    if (event.dataTransfer.files.length) this.#open(event.dataTransfer.files[0]);
  }
}
