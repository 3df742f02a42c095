"""Which settings a comparison cannot exercise: they would look equal, because nothing ever asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from ..designs import ELSEWHERE, Design
from ..own_policy import is_own

__all__ = ["check_exercised", "idle_settings"]

NEEDS_POLICY = {
    "max_age": ("age_based",),
    "depth_weight": ("depth_and_age",),
    "age_weight": ("depth_and_age",),
    "strict": ("depth_preferred", "exact_preferred"),
    "replace_if_exact": ("depth_preferred", "age_based", "depth_and_age", "exact_preferred"),
}
"""Settings that only these policies read."""
NEEDS_AGES = ("ages", "max_age", "age_weight", "strict")
"""Settings that act on entries of earlier generations only."""
AGE_RULES = ("deeper", "deeper_keep_age")
"""Values of `same_key` that differ from ours on entries of earlier generations only."""
UNUSED_TABLE = {
    "probe_only": "ignores what it finds",
    "read_only": "stores nothing",
}


def check_exercised(designs: Iterable[str], switches: Mapping[str, Any], moves: int, nodes: int) -> None:
    """Raises ValueError for a setting that searches of `moves` moves with `nodes` nodes each cannot exercise.

    >>> check_exercised(["cluster4:ages=off"], {}, moves=1, nodes=20_000)
    Traceback (most recent call last):
    ValueError: cluster4:ages=off: ages acts on entries of earlier searches, and each position is searched \
once: use --moves 4
    """
    for text in designs:
        for reason in idle_settings(Design.parse(text), moves, nodes):
            raise ValueError(f"{text}: {reason}")
    for name in ("prefetch", "verify_keys"):
        if name in switches:
            reason = ELSEWHERE.get(name, ELSEWHERE["validation"])
            raise ValueError(f"--switch {name}: {name} {reason}")
    mode = switches.get("table_mode", "use")
    if mode in UNUSED_TABLE:
        raise ValueError(
            f"--switch table_mode={mode}: the search {UNUSED_TABLE[mode]}, so that all tables are equal; "
            "use table_mode=use"
        )


def idle_settings(design: Design, moves: int, nodes: int) -> list[str]:
    """Returns a sentence for each setting of a design that has no effect in these searches."""
    usual = Design.parse(design.layout)
    changed = [
        field.name for field in fields(design) if getattr(design, field.name) != getattr(usual, field.name)
    ]
    found = [reason for name in changed if (reason := _ignored(design, name)) is not None]
    if not 0 <= design.aging_interval < nodes:
        found.append(
            f"aging_interval={design.aging_interval} never passes in a search of {nodes:,} nodes: "
            "use more --nodes"
        )
    if moves == 1 and not 0 < design.aging_interval < nodes:
        found += [
            f"{name} acts on entries of earlier searches, and each position is searched once: use --moves 4"
            for name in changed
            if name in NEEDS_AGES or (name == "same_key" and design.same_key in AGE_RULES)
        ]
    return found


def _ignored(design: Design, name: str) -> str | None:
    """Returns why a design never reads one of its settings."""
    if name in ("policy", "strict", *NEEDS_POLICY) and design.victims == "field":
        return f"victims=field chooses the victim without {name}: use victims=policy"
    if name in NEEDS_POLICY and design.policy not in NEEDS_POLICY[name]:
        return f"{name} acts only under policy={' or '.join(NEEDS_POLICY[name])}"
    if name == "victims" and is_own(design.policy):
        return "a policy of your own chooses the victim: leave out victims"
    if name == "source_priority":
        if design.policy == "always":
            return "policy=always does not know source_priority: use another policy"
        if design.victims == "field" and design.same_key == "field":
            return "the field's rules do not know source_priority: use victims=policy"
    return None
