"""Bits, links, hashes and clusters: the laws of layout.py."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabiya._utils.mixing import mix, unmix
from tabiya.reference.layout import (
    LINK,
    SIGNATURE_MASK,
    Fields,
    Geometry,
    is_live,
    link,
    pack,
    signature_in,
    unpack,
)
from tabiya.table.entry import MAX_DEPTH, MAX_EVAL, MAX_MOVE, MAX_SCORE, NO_EVAL

# Where the fields of word1 lie, written down a second time: offset and width.
BITS = {
    "move": (0, 24),
    "score": (24, 20),
    "depth": (44, 8),
    "generation": (52, 6),
    "bound": (58, 2),
    "source": (60, 3),
    "pv": (63, 1),
}
LIMITS = {
    "signature": (0, SIGNATURE_MASK),
    "move": (0, MAX_MOVE),
    "score": (-MAX_SCORE, MAX_SCORE),
    "eval": (NO_EVAL, MAX_EVAL),
    "depth": (0, MAX_DEPTH),
    "bound": (0, 3),
    "generation": (0, 63),
    "source": (0, 4),
    "pv": (False, True),
}
LOWEST = Fields(**{name: low for name, (low, _) in LIMITS.items()})  # type: ignore[arg-type]
HIGHEST = Fields(**{name: high for name, (_, high) in LIMITS.items()})  # type: ignore[arg-type]
ZERO = Fields(0, 0, 0, 0, 0, 0, 0, 0, False)

words = st.integers(0, 2**64 - 1)
fields = st.builds(
    Fields,
    **{name: st.integers(*limits) for name, limits in LIMITS.items() if name != "pv"},
    pv=st.booleans(),
)

# Tables that give the whole key back: powers of two, their neighbours, primes, and the largest imaginable.
SIZES = (
    65536,
    65537,
    100_000,
    2**17 - 1,
    2**20,
    2**20 + 1,
    3 * 2**20,
    10_000_019,
    2**30 + 3,
    2**32 - 5,
    2**40 + 1,
)


# ---- the two words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [ZERO, LOWEST, HIGHEST], ids=["zero", "lowest", "highest"])
@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("extreme", [0, 1], ids=["low", "high"])
def test_every_field_survives_at_its_extremes(base: Fields, name: str, extreme: int) -> None:
    entry = base._replace(**{name: LIMITS[name][extreme]})
    assert unpack(*pack(*entry)) == entry


@given(fields)
def test_unpack_undoes_pack(entry: Fields) -> None:
    assert unpack(*pack(*entry)) == entry


@given(words, words)
def test_pack_undoes_unpack_so_no_bit_is_idle(word0: int, word1: int) -> None:
    assert pack(*unpack(word0, word1)) == (word0, word1)


@given(fields)
def test_fields_lie_where_the_drawing_says(entry: Fields) -> None:
    _, word1 = pack(*entry)
    for name, (offset, width) in BITS.items():
        assert word1 >> offset & (1 << width) - 1 == int(getattr(entry, name)) % (1 << width)


@given(fields)
def test_word0_is_signature_and_eval_linked(entry: Fields) -> None:
    word0, word1 = pack(*entry)
    assert word0 ^ word1 * 0x9E3779B97F4A7C15 % 2**64 == entry.signature * 65536 + entry.eval % 65536
    assert signature_in(word0, word1) == entry.signature


@given(fields)
def test_an_entry_is_live_if_it_has_a_bound(entry: Fields) -> None:
    assert is_live(pack(*entry)[1]) == (entry.bound != 0)


# ---- the link --------------------------------------------------------------------------------------------


def confusable_differences(multiplier: int) -> Iterator[int]:
    """All d != 0 such that word1 and word1 + d may have links that agree in the upper 48 bits.

    Such links differ by less than 2^16, so d * multiplier is j with |j| < 2^16, modulo 2^64.
    """
    inverse = pow(multiplier, -1, 2**64)
    for j in range(1, 2**16):
        yield j * inverse % 2**64
        yield -j * inverse % 2**64


def is_difference_of(difference: int, first: str, second: str) -> bool:
    """Whether two words that differ only in these two fields, or in one of them, can differ by `difference`.

    The difference of a field of w bits lies in (-2^w, 2^w), times its place; negative ones borrow from all
    bits above, as arithmetic modulo 2^64 does. The bits below the upper field determine the lower field's
    difference up to its sign.
    """
    (low, low_width), (high, high_width) = sorted((BITS[first], BITS[second]))
    if difference % (1 << low):
        return False
    room = 1 << (high - low)
    residue = (difference >> low) % room
    for low_part in (residue, residue - room):
        if abs(low_part) >= 1 << low_width:
            continue
        rest = (difference - (low_part << low)) % 2**64 >> high
        top = 1 << (64 - high)
        if rest < 1 << high_width or top - rest < 1 << high_width:
            return True
    return False


PAIRS = [(first, second) for first in BITS for second in BITS if BITS[first] < BITS[second]]


def confused(multiplier: int, pair: tuple[str, str]) -> bool:
    """Whether a torn read could take two stores that differ in these fields for one."""
    return any(is_difference_of(difference, *pair) for difference in confusable_differences(multiplier))


@pytest.mark.parametrize("pair", PAIRS, ids=" and ".join)
def test_entries_that_differ_in_one_or_two_fields_are_never_confused(pair: tuple[str, str]) -> None:
    assert not confused(LINK, pair)


def test_the_enumeration_finds_what_is_wrong_with_worse_links() -> None:
    assert confused(1, ("move", "score"))  # word1 itself: stores that differ in the low bits of the move
    assert confused(2**44 + 1, ("move", "depth"))


@given(fields, st.sampled_from(list(BITS)), st.data())
def test_a_difference_of_one_field_is_recognised_as_one(
    entry: Fields, name: str, data: st.DataObject
) -> None:
    low, high = LIMITS[name]
    other = entry._replace(**{name: data.draw(st.integers(int(low), int(high)))})
    difference = (pack(*entry)[1] - pack(*other)[1]) % 2**64
    for second in BITS:
        assert second == name or is_difference_of(difference, name, second)


@given(fields, st.lists(st.sampled_from([*BITS, "eval"]), min_size=1, max_size=2), st.data())
def test_a_torn_pair_of_words_shows_another_signature(
    entry: Fields, names: list[str], data: st.DataObject
) -> None:
    other = entry._replace(
        **{name: data.draw(st.integers(int(LIMITS[name][0]), int(LIMITS[name][1]))) for name in names}
    )
    word0, word1 = pack(*entry)[0], pack(*other)[1]
    torn = word1 != pack(*entry)[1]
    assert (signature_in(word0, word1) != entry.signature) == torn


def test_the_link_is_a_bijection() -> None:
    assert LINK % 2 == 1
    assert link(2**64 - 1) == 2**64 - LINK


# ---- hashes ----------------------------------------------------------------------------------------------


def test_mix_is_the_finaliser_of_splitmix64() -> None:
    # The first outputs of the published generator from seed 1234567: a counter and this finaliser.
    gamma = 0x9E3779B97F4A7C15
    outputs = [mix((1234567 + i * gamma) % 2**64) for i in (1, 2, 3)]
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(words)
def test_unmix_undoes_mix(key: int) -> None:
    assert unmix(mix(key)) == key
    assert mix(unmix(key)) == key


# ---- clusters --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clusters", SIZES)
def test_cluster_and_signature_give_the_hash_back(clusters: int) -> None:
    geometry = Geometry(clusters, ways=4)
    rng = random.Random(clusters)
    hashes = [rng.getrandbits(64) for _ in range(2000)] + [0, 2**64 - 1]
    lowest = [geometry.lowest_hash(rng.randrange(1, clusters)) for _ in range(500)]
    hashes += lowest + [hash - 1 for hash in lowest]
    assert geometry.full_keys
    for hash in hashes:
        assert geometry.recover_hash(geometry.cluster_of(hash), hash & SIGNATURE_MASK) == hash


@pytest.mark.parametrize("clusters", [1, 2, 3, 1000, 65535, *SIZES])
def test_the_lowest_hash_of_a_cluster_is_its_first(clusters: int) -> None:
    geometry = Geometry(clusters, ways=4)
    rng = random.Random(clusters)
    for cluster in {0, clusters - 1, *(rng.randrange(clusters) for _ in range(500))}:
        lowest = geometry.lowest_hash(cluster)
        assert geometry.cluster_of(lowest) == cluster
        assert cluster == 0 or geometry.cluster_of(lowest - 1) == cluster - 1


def test_below_65536_clusters_two_hashes_share_cluster_and_signature() -> None:
    geometry = Geometry(65535, ways=4)
    hash = geometry.lowest_hash(7)
    other = hash + 2**48
    assert not geometry.full_keys
    assert geometry.cluster_of(hash) == geometry.cluster_of(other)
    assert hash & SIGNATURE_MASK == other & SIGNATURE_MASK


@pytest.mark.parametrize(("ways", "bytes_per_cluster"), [(1, 16), (3, 64), (4, 64)])
def test_a_cluster_is_one_slot_or_one_cache_line(ways: int, bytes_per_cluster: int) -> None:
    geometry = Geometry(10, ways)
    assert geometry.words * 8 == 10 * bytes_per_cluster
    assert geometry.slots == 10 * ways
