"""The subjects of `tabiya web`. To add one, add its module here."""

from __future__ import annotations

from ..topic import Topic
from .analysis import Analysis
from .board import BoardTopic
from .entry import EntryTopic
from .glass import GlassTopic
from .lab import Lab
from .play import Play
from .review import Review
from .table import TableTopic

__all__ = ["TOPICS"]

TOPICS: tuple[type[Topic], ...] = (
    BoardTopic,
    Analysis,
    Play,
    Review,
    TableTopic,
    EntryTopic,
    GlassTopic,
    Lab,
)
