"""The shape of a witness: how many sentences of how many tokens, and which spans each of them carries.

claims -> options (number of sentences, start of the run of growth) -> spans to carriers -> words to spare -> lengths
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from cse.compose.blocks import Block, Group
from cse.compose.count_rules import block_lines, block_tokens, least_sentences
from cse.compose.draft import Cell, Token, words_in
from cse.compose.lengths import caps, floors, growth_starts, least_lengths, too_long
from cse.compose.lexicon import has_cluster
from cse.compose.spans import Span
from cse.constraints.claims import Claims

_MOST_SENTENCES = 12
"""Witnesses with more sentences are not tried, unless more are asked for."""

_MOST_WORDS_IN_GROUP = 4
_MOST_WORDS_WITHOUT_PROSE = 20

_IN_BLOCK = 0.3
"""How often a span stands in a block although a sentence has room for it."""


@dataclass(frozen=True, slots=True)
class Option:
    """A number of sentences and a start of the run of growth for which there are lengths."""

    count: int
    start: int
    least: tuple[int, ...]


def options(claims: Claims) -> list[Option]:
    """Lists the options that the lengths of sentences and the total of words leave, the fewest words first."""
    low, high = least_sentences(claims), claims.sentences.high
    high = max(low, _MOST_SENTENCES) if high is None else high
    if claims.lines.high is not None and block_lines(claims) >= claims.lines.high:
        high = 0  # There is no line left for prose.
    found = []
    for count in range(low, high + 1):
        for start in growth_starts(claims, count):
            lengths = least_lengths(claims, start, _floors(claims, count))
            if lengths is None or too_long(lengths, caps(claims, count)) is not None:
                continue
            if claims.tokens.high is None or sum(lengths) + block_tokens(claims) <= claims.tokens.high:
                found.append(Option(count, start, tuple(lengths)))
    return sorted(found, key=lambda option: sum(option.least))


def _floors(claims: Claims, count: int) -> list[int]:
    """Returns the least lengths of honest sentences.

    Where last words fix initials, first words in alphabetical order are other ones. Where no pair of words repeats, a
    sentence of one word cannot be part of a bridge.
    """
    least = floors(claims, count)
    for i in range(count):
        inside_bridge = claims.bridged and claims.distinct_bigrams and 0 < i < count - 1
        if inside_bridge or (claims.sorted_first_words and claims.last_letters):
            least[i] = max(2, least[i])
    return least


@dataclass(eq=False, slots=True)
class Shape:
    """Sentence lengths, and the spans that each sentence carries.

    Attributes:
        claims: The joint claims.
        start: Where the run of growth starts.
        lengths: The lengths of the sentences, in tokens.
        spans: The spans of each sentence.
    """

    claims: Claims
    start: int
    lengths: list[int]
    spans: list[list[Span]] = field(init=False)

    def __post_init__(self) -> None:
        self.spans = [[] for _ in self.lengths]

    def room(self, i: int) -> int:
        """Returns how many tokens the i-th sentence has left for spans."""
        return self.lengths[i] - self._needed(i, self.spans[i])

    def _needed(self, i: int, spans: Sequence[Span]) -> int:
        """Returns the least length of the i-th sentence with spans in it."""
        tokens = [token for span in spans for token in span.tokens]
        free_ends = opens_freely(self.claims, i) + closes_freely(self.claims)
        if len(tokens) == 1:
            free_ends = min(free_ends, 1)  # An integer alone would be taken for the number of a list.
        clusters = sum(any(map(has_cluster, words_in(token))) for token in tokens)
        return len(tokens) + max(2 - free_ends, self.claims.sentence_clusters - clusters, 0 if tokens else 1)

    def add(self, i: int, span: Span, most: int | None) -> bool:
        """Gives a span to the i-th sentence, which grows where it has to; False where that is not possible.

        Args:
            i: Which sentence.
            span: The span.
            most: The most tokens that all sentences may have together.
        """
        if not self.grow(i, self._needed(i, [*self.spans[i], span]), most):
            return False
        self.spans[i].append(span)
        return True

    def grow(self, i: int, length: int, most: int | None) -> bool:
        """Makes the i-th sentence at least so long, the others as long as that demands; False if they may not be."""
        if length <= self.lengths[i]:
            return True
        wanted = list(self.lengths)
        wanted[i] = length
        lengths = least_lengths(self.claims, self.start, wanted)
        if lengths is None or too_long(lengths, caps(self.claims, len(lengths))) is not None:
            return False
        if most is not None and sum(lengths) > most:
            return False
        self.lengths = lengths
        return True


def opens_freely(claims: Claims, i: int) -> bool:
    """Tells whether the i-th sentence may start with any word."""
    bound = claims.first_letter or claims.sorted_first_words or (claims.bridged and i > 0)
    return not (bound or claims.first_letters)


def closes_freely(claims: Claims) -> bool:
    """Tells whether sentences may end in any word; one that must differ from others is better no word of a span."""
    return not (claims.last_letters or claims.bridged or claims.distinct_last_words)


def place_spans(
    shape: Shape, blocks: Sequence[Block], spans: Sequence[Span], most: int | None, rng: random.Random
) -> bool:
    """Gives each span to a sentence or a block, those with room first; False where one finds no place.

    Args:
        shape: The sentences.
        blocks: The blocks; a group that holds a free word may hold a span instead.
        spans: The spans.
        most: The most tokens that all sentences and blocks may have together.
        rng: The source of randomness.
    """
    left = None
    first = 0
    ranked = sorted((span for span in spans if span.rank), key=lambda span: span.rank)
    others = sorted((span for span in spans if not span.rank), key=lambda span: -len(span.tokens))
    for span in (*ranked, *others):
        if most is not None:
            left = most - sum(block.tokens() for block in blocks)
        place = _place_in_order(shape, span, first, left, rng) if span.rank else None
        if place is not None:
            first = place
        elif not _place(shape, blocks, span, left, rng):
            return False
    return True


def _place_in_order(shape: Shape, span: Span, first: int, most: int | None, rng: random.Random) -> int | None:
    """Gives a span to the first sentence with room, not before another one; returns which, None where there is none."""
    carriers = range(first, len(shape.lengths))
    roomy = [i for i in carriers if shape.room(i) >= len(span.tokens)]
    others = sorted(carriers, key=lambda _: rng.random())
    return next((i for i in (*roomy, *others) if shape.add(i, span, most)), None)


def _place(shape: Shape, blocks: Sequence[Block], span: Span, most: int | None, rng: random.Random) -> bool:
    """Gives a span to a sentence with room, to a block, or to a sentence that can grow."""
    size = len(span.tokens)
    carriers = list(range(len(shape.lengths)))
    rng.shuffle(carriers)
    roomy = [i for i in carriers if shape.room(i) >= size]
    groups = [group for block in blocks for group in block.groups() if not group[0].cell.fixed]
    if groups and size == 1 and (not roomy or rng.random() < _IN_BLOCK):
        rng.choice(groups)[:] = span.written()
        return True
    if any(shape.add(i, span, most) for i in (*roomy, *carriers)):
        return True
    bullets = [group for block in blocks if block.carries for group in block.groups() if not group[0].cell.fixed]
    if not bullets or (most is not None and sum(shape.lengths) + size - 1 > most):
        return False
    rng.choice(bullets)[:] = span.written()
    return True


def spend(shape: Shape, blocks: Sequence[Block], extra: int, rng: random.Random) -> bool:
    """Adds exactly so many tokens, mostly to sentences; False where they find no place."""
    groups = [group for block in blocks for group in block.groups() if not group[0].cell.fixed]
    most = _MOST_WORDS_IN_GROUP if shape.lengths else _MOST_WORDS_WITHOUT_PROSE
    late = rng.randrange(
        max(1, len(shape.lengths))
    )  # Lengths that depend on each other may need one to make up the rest.
    while extra > 0:
        carriers = list(range(len(shape.lengths)))
        rng.shuffle(carriers)
        carriers.sort(key=lambda i: (i == late, shape.lengths[i] // 4))  # short ones first, so that none is endless
        before = sum(shape.lengths)
        step = 1 + extra // (2 * max(1, len(carriers)))
        in_group = groups and rng.random() < 0.15 and _widen(groups, most, rng)
        if in_group:
            extra -= 1
        elif any(shape.grow(i, shape.lengths[i] + step, before + extra) for i in carriers) or (
            step > 1 and any(shape.grow(i, shape.lengths[i] + 1, before + extra) for i in carriers)
        ):
            extra -= sum(shape.lengths) - before
        elif _widen(groups, most, rng):
            extra -= 1
        else:
            return False
    return True


def _widen(groups: Sequence[Group], most: int, rng: random.Random) -> bool:
    """Adds a word to one of the groups that hold fewer than the most."""
    narrow = [group for group in groups if len(group) < most]
    if not narrow:
        return False
    rng.choice(narrow).append(Token(Cell()))
    return True
