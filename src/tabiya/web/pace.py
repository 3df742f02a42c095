"""The pace of live updates: fast enough to watch, without slowing down the search that they show."""

from __future__ import annotations

import time

from .limits import LARGEST_SHARE, LONGEST_REST

__all__ = ["Pace"]


class Pace:
    """Rests between updates, longer where an update costs more of the processor.

    An update takes a few milliseconds on most machines and ten times that on a slow or busy one. The rest
    after it is at least its processor time over `LARGEST_SHARE`.
    """

    def __init__(self, per_second: float) -> None:
        self._shortest = 1 / per_second
        self._spent = time.thread_time()

    def rest(self) -> float:
        """Returns the seconds to wait after an update.

        All processor time of the thread since the last call counts, so that several pages together take no
        more than one.
        """
        before, self._spent = self._spent, time.thread_time()
        return max(self._shortest, min((self._spent - before) / LARGEST_SHARE, LONGEST_REST))
