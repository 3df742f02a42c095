"""Square names in any game."""

from __future__ import annotations

from .errors import shown

__all__ = ["square_of_name"]


def square_of_name(name: str, names: tuple[str, ...]) -> int:
    """Returns the number of the square with a name.

    >>> square_of_name("a2", ("a1", "b1", "a2", "b2"))
    2
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, not {type(name).__name__} ({name!r})")
    try:
        return names.index(name)
    except ValueError:
        raise ValueError(f"invalid square name: {shown(name)}") from None
