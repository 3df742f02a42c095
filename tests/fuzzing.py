"""Shared by fuzzed parsers: almost valid texts, and the form of errors."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from forms import sized

EXAMPLES = sized(400, 5_000)
fuzzed = settings(max_examples=EXAMPLES, deadline=None)

LETTERS = st.sampled_from(' /-+*0123456789abcdefghiKQRBNPGSLkqrbnpgslwxO=#;"\\\t\n\x00é♔玉\ud800')


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """A valid text with a few characters changed, lost, doubled or moved."""
    text = list(draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, max(len(text) - 1, 0)))
        what = draw(st.integers(0, 3))
        if what == 0:
            text[at : at + 1] = [draw(LETTERS)]
        elif what == 1:
            del text[at : at + draw(st.integers(1, 4))]
        elif what == 2:
            text[at:at] = [draw(LETTERS)]
        else:
            end = draw(st.integers(at, len(text)))
            text[at:at] = text[at:end]
    return "".join(text)


def near(texts: list[str]) -> st.SearchStrategy[str]:
    """Any text, texts of a parser's letters, and valid texts with a few faults."""
    return st.one_of(st.text(max_size=80), st.text(LETTERS, max_size=60), mutated(texts))


def sentence(error: BaseException, *starts: str, has: str = "") -> None:
    """Checks that an error message is one printable line with the right beginning and the input."""
    text = str(error)
    assert text
    assert text.isprintable()
    assert len(text) < 600
    assert text.startswith(starts or "")
    assert has in text
