"""The subjects of `tabiya web`. To add one, add its module here."""

from __future__ import annotations

from ..topic import Topic
from .analysis import Analysis
from .board import BoardTopic
from .lab import Lab
from .play import Play
from .review import Review

__all__ = ["TOPICS"]

TOPICS: tuple[type[Topic], ...] = (BoardTopic, Analysis, Play, Review, Lab)
