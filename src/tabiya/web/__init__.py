"""`tabiya web`: a page with board, analysis, live table and lab, served to this machine.

How the parts fit together, for those who add one:

- A *view* is a tab of the page: an entry of `VIEWS` in ``page.py`` and an ES module ``static/views/NAME.js``
  that exports ``mount(root, app)``. ``root`` is the empty ``<section id="view-NAME">``. ``mount`` is called
  once, when the view is first shown, and may return ``{show(), hide()}``, called on every change of tabs.
  Stop asking the server in ``hide()``. ``app`` has:

  - ``app.server.ask(topic, command, data)`` sends a command and returns a promise of its answer. It rejects
    with the server's sentence; ``app.tell(error)`` shows it.
  - ``app.server.on(topic, event, listener)`` listens to news that the server sends unasked.
  - ``app.game`` is the game on the board (``static/game.js``). ``app.game.position()`` is what commands take
    as ``position``; ``app.game.on("change", listener)`` follows it.
  - ``app.open(view)`` shows another tab; ``app.shortcuts`` maps keys to functions, set in ``show()``.

- A *topic* is the Python side: a module in ``topics/`` with a subclass of `Topic` (``topic.py``), listed in
  ``topics/__init__.py``. A method with ``@command`` answers the client's command of that name. Its keyword
  arguments are the fields of the message; check each with ``fields.py``. It returns a dict of JSON values, or
  raises ValueError with a sentence for the user. There is one object per topic and page. It has:

  - ``self.desk``: the page's engine and table (``desk.py``). ``await desk.search(game, board, on_info, …)``
    ends the search before it, keeps to the quota, and ends when its task is cancelled. ``desk.table`` is None
    before the first search; ``await desk.configure(game, hash_mb=…, layout=…)`` replaces it.
  - ``self.send(event, **data)`` sends news; ``self.start(coroutine)`` runs a task that ends with the page.
  - ``self.quota`` counts what all pages use (``quota.py``): hold ``with quota.search():`` during any other
    search, and ``take_hash`` for any other table. Numbers from a client are bounded by ``limits.py``.

  Commands are answered one after another: work that takes more than a few milliseconds belongs in a task, or
  in ``threads.in_thread``.

- Messages are JSON objects over one WebSocket. Client: ``{"id": 1, "topic": "board", "do": "position", …}``.
  Server: ``{"id": 1, "answer": {…}}`` or ``{"id": 1, "error": "…"}``, and news ``{"topic": "analysis",
  "event": "lines", …}``. A task that fails sends the event ``error``, which the page shows. docs/web.md lists
  the messages.

- Colors and distances are variables in ``static/style.css``, for light and dark. A view may have its own
  ``static/NAME.css``, linked in ``page.html``. The page has no inline script or style, by its
  Content-Security-Policy: use classes, attributes, or ``element.style`` in scripts. ``static/dom.js`` makes
  elements.

- Boards are drawn in one place, ``games/svg.py``, from the `Diagram` of the game's spec. Scripts ask for a
  drawing with ``board.position``.

- Tests are in ``tests/web``. The fixture ``page`` opens the page in Chromium (skipped if there is none),
  ``client`` speaks to a server without a browser, and ``quota`` is what the server has in use.
"""
