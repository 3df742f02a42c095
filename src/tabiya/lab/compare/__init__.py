"""Compares tables in the same search at equal memory, by nodes to a depth or by games.

>>> question = Question(designs=("field", "cluster4"), positions=("startpos",), nodes=300, sizes=(1,))
>>> [row.name for row in question.answer(question.measured()).rows]
['field', 'cluster4']
"""

from .answer import Answer, DesignResult
from .measure import nodes_to_depth
from .question import PRESSURES, Question, parse_pressures

__all__ = ["PRESSURES", "Answer", "DesignResult", "Question", "nodes_to_depth", "parse_pressures"]
