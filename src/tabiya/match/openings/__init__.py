"""Makes the built-in openings: `python -m tabiya.match.openings.make`. `tabiya.games.openings` reads them."""
