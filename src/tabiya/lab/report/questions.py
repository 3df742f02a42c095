"""The questions that engine authors argue about, each answered in a sentence from the figures of a report.

Which sentence it is, the figures decide: an answer never says more than its interval.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...stats.bootstrap import Figure, Interval
from ..experiments import find
from ..wording import number_text
from .truth import Truth, command_of

__all__ = ["QUESTIONS", "TITLE", "Asked", "Debate", "answers"]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A figure that decides a question, and what follows from each side of the value that means no effect."""

    experiment: str
    figure: str
    neutral: float
    above: str
    """The answer if the whole interval is above the neutral value."""
    below: str
    neither: str
    """The answer if the interval holds the neutral value."""
    unit: str


@dataclass(frozen=True)
class Debate:
    """A question and the figures that answer it."""

    text: str
    asked: tuple[Asked, ...]


TITLE = "Ten questions that engine authors argue about"
QUESTIONS = (
    Debate(
        "What is the table worth?",
        (
            Asked(
                experiment="strength_games",
                figure="elo",
                neutral=0,
                unit="Elo",
                above="It gains strength, with 3 s a game and 0.03 s a move",
                below="It costs strength, with 3 s a game and 0.03 s a move",
                neither="No difference in strength was shown, with 3 s a game and 0.03 s a move",
            ),
            Asked(
                experiment="nodes_to_depth",
                figure="saved",
                neutral=0,
                unit="% of the nodes",
                above="it saves nodes to the same depth",
                below="it costs nodes to the same depth",
                neither="no saving of nodes was shown",
            ),
        ),
    ),
    Debate(
        "How large should it be?",
        (
            Asked(
                experiment="sizes",
                figure="nodes_64",
                neutral=1,
                unit="times the nodes of an unlimited table",
                above="As large as what a search fills: half of that costs nodes",
                below="Half of what a search fills saves nodes",
                neither="Half of what a search fills is enough, as far as the sample shows",
            ),
            Asked(
                experiment="sizes",
                figure="nodes_8",
                neutral=1,
                unit="times",
                above="a sixteenth costs more of them",
                below="a sixteenth saves nodes",
                neither="so is a sixteenth",
            ),
        ),
    ),
    Debate(
        "Clusters or single slots?",
        (
            Asked(
                experiment="layouts",
                figure="nodes_single_over_cluster4",
                neutral=1,
                unit="times the nodes of clusters of four",
                above="Clusters: with a sixteenth of what the search fills, single slots search more",
                below="Single slots: with a sixteenth of what the search fills, they search fewer nodes",
                neither="No difference was shown, with a sixteenth of what the search fills",
            ),
        ),
    ),
    Debate(
        "Which replacement policy?",
        (
            Asked(
                experiment="policies",
                figure="always_nodes",
                neutral=1,
                unit="times the nodes of the default",
                above="Not always-replace, which searches more than the default: by age, then by depth",
                below="Always-replace, which searches less than the default: by age, then by depth",
                neither="Always-replace is not shown to differ from the default: by age, then by depth",
            ),
            Asked(
                experiment="policies",
                figure="depth_preferred_nodes",
                neutral=1,
                unit="times",
                above="depth-preferred searches more than the default",
                below="depth-preferred searches less than the default",
                neither="depth-preferred is not shown to differ from the default",
            ),
        ),
    ),
    Debate(
        "Does aging matter?",
        (
            Asked(
                experiment="aging",
                figure="never_over_search",
                neutral=1,
                unit="times the nodes of a new age per search",
                above="Yes, without it, four moves of a game take more nodes",
                below="It harms: without it, four moves of a game take fewer nodes",
                neither="No effect was shown over four moves of a game",
            ),
            Asked(
                experiment="aging",
                figure="interval_over_search",
                neutral=1,
                unit="times",
                above="a new age every 10,000 nodes costs nodes",
                below="a new age every 10,000 nodes saves nodes",
                neither="a new age every 10,000 nodes changes nothing that was shown",
            ),
        ),
    ),
    Debate(
        "How many bits of the key must an entry keep?",
        (
            Asked(
                experiment="signatures",
                figure="false_16",
                neutral=0,
                unit="% of probes",
                above="More than 16 beside those of the place: with 16 there are false hits",
                below="16 beside those of the place",
                neither="16 beside those of the place: no false hit was seen",
            ),
            Asked(
                experiment="signatures",
                figure="false_32",
                neutral=0,
                unit="%",
                above="with 32 there still are",
                below="32 are enough",
                neither="with 32 none was seen",
            ),
        ),
    ),
    Debate(
        "Does quiescence belong in the table?",
        (
            Asked(
                experiment="quiescence",
                figure="one_table_over_none",
                neutral=1,
                unit="times the nodes without",
                above="No, it costs nodes",
                below="Yes, it saves nodes",
                neither="Not decided by this sample",
            ),
        ),
    ),
    Debate(
        "Do prefetch and huge pages pay?",
        (
            Asked(
                experiment="switch_costs",
                figure="prefetch_gain",
                neutral=0,
                unit="% faster",
                above="Prefetch makes the search faster",
                below="Prefetch makes the search slower",
                neither="Prefetch is not shown to change the speed of the search",
            ),
            Asked(
                experiment="huge_pages",
                figure="chained_gain",
                neutral=0,
                unit="% more ticks without them",
                above="huge pages make probes of 512 MB faster",
                below="huge pages make probes of 512 MB slower",
                neither="huge pages are not shown to change probes of 512 MB",
            ),
        ),
    ),
    Debate(
        "Locks or lock-free?",
        (
            Asked(
                experiment="sync_cost",
                figure="bucket_locks_over_single_stores",
                neutral=0,
                unit="% more time",
                above="Lock-free: even alone, a thread pays for 256 locks when it stores",
                below="256 locks make the stores of a single thread faster",
                neither="256 locks cost the stores of a single thread nothing that was shown",
            ),
            Asked(
                experiment="sync_cost",
                figure="lock_free_over_single",
                neutral=0,
                unit="%",
                above="probes without locks cost more than in a table for one thread",
                below="probes without locks cost no more than in a table for one thread",
                neither="probes without locks are not shown to cost anything",
            ),
        ),
    ),
    Debate(
        "Does a second, compressed tier pay?",
        (
            Asked(
                experiment="tiers",
                figure="nodes_halves",
                neutral=1,
                unit="times the nodes of a flat table of the same memory",
                above="No, it costs nodes",
                below="Yes, it saves nodes",
                neither="Not shown in either direction",
            ),
        ),
    ),
)


def answers(truth: Truth) -> list[tuple[str, str, str]]:
    """Returns question, answer and command for each question of which something was measured."""
    figures = {finding.experiment.name: finding.figures for finding in truth.findings}
    found = []
    for question in QUESTIONS:
        parts = [_answer(asked, figures.get(asked.experiment, {})) for asked in question.asked]
        if not any(parts):
            continue
        parts = [part or "the rest was not measured" for part in parts]
        names = dict.fromkeys(asked.experiment for asked in question.asked)
        found.append((question.text, "; ".join(parts) + ".", command_of(find(name) for name in names)))
    return found


def _answer(asked: Asked, figures: Mapping[str, Mapping[str, Figure]]) -> str:
    """Returns the sentence that all games allow, one per game if they differ, none without a figure."""
    values = {game: named[asked.figure] for game, named in figures.items() if asked.figure in named}
    if not values:
        return ""
    sides = {game: _side(asked, value) for game, value in values.items()}
    # The unit is named once.
    texts = {game: _text(value, "" if n else asked.unit) for n, (game, value) in enumerate(values.items())}
    if len(set(sides.values())) == 1:
        told = ", ".join(f"{game} {text}".strip() for game, text in texts.items())
        return f"{next(iter(sides.values()))} ({told})"
    return "; ".join(f"{game}: {_lower(sides[game])} ({texts[game]})" for game in values)


def _side(asked: Asked, value: Figure) -> str:
    low, high = (value.low, value.high) if isinstance(value, Interval) else (value, value)
    if low > asked.neutral:
        return asked.above
    return asked.below if high < asked.neutral else asked.neither


def _text(value: Figure, unit: str) -> str:
    return number_text(value, unit) + ("" if isinstance(value, Interval) else " in one run")


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
