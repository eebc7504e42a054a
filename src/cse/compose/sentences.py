"""The sentences of a witness as tokens: spans in their places, cells for the words still to be chosen."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cse.compose.draft import Cell, Token, words_in
from cse.compose.letter_rules import first_initials
from cse.compose.lexicon import has_cluster
from cse.compose.shape import Shape, closes_freely, opens_freely
from cse.compose.spans import Span
from cse.constraints.claims import Claims
from cse.text.letters import fold


def write_sentences(shape: Shape, rng: random.Random) -> list[list[Token]] | None:
    """Writes the sentences of a shape; None where their demands on one word exclude each other.

    Args:
        shape: The lengths and the spans of the sentences.
        rng: The source of randomness.
    """
    claims = shape.claims
    initials = first_initials(claims, len(shape.lengths))
    sentences: list[list[Token]] = []
    bridge: Cell | None = None
    for i, length in enumerate(shape.lengths):
        opening = bridge or Cell()
        closing = opening if length == 1 else Cell()
        free = length - sum(len(span.tokens) for span in shape.spans[i])
        if not (_demand(opening, initials[i]) and _demand(closing, _last(claims, i))):
            return None
        tokens = _arrange(shape, i, opening, closing, free, rng)
        if tokens is None or not _mark_clusters(tokens, claims.sentence_clusters):
            return None
        tokens[0].capital = True
        tokens[-1].mark = "."
        tokens[-1].cell.closes = True
        sentences.append(tokens)
        bridge = closing if claims.bridged else None
    return sentences


def _last(claims: Claims, i: int) -> str:
    letters = dict.fromkeys(fold(word)[i] for word in claims.last_letters if i < len(word))
    return "".join(letters)


def _demand(cell: Cell, letters: str) -> bool:
    """Asks a cell to start with a letter; False where another one is asked for already."""
    for letter in letters:
        if cell.initial not in ("", letter):
            return False
        cell.initial = letter
    return True


def _arrange(shape: Shape, i: int, opening: Cell, closing: Cell, free: int, rng: random.Random) -> list[Token] | None:
    """Puts the opening word first, the closing one last, and spans and other words between them in random order.

    Where there is no free word for an end that may be anything, a span takes it.
    """
    if free == 1 and opening is closing:
        return [Token(opening)]
    reserve_last = free >= 1 and (free >= 2 or not closes_freely(shape.claims))
    reserve_first = free >= (2 if reserve_last else 1)
    if not (reserve_first or opens_freely(shape.claims, i)) or not (reserve_last or closes_freely(shape.claims)):
        return None
    spans = rng.sample(shape.spans[i], len(shape.spans[i]))
    head = [spans.pop()] if spans and not reserve_first else []
    tail = [spans.pop()] if spans and not reserve_last else []
    units: list[Span | None] = [*spans, *[None] * (free - reserve_first - reserve_last)]
    rng.shuffle(units)
    tokens: list[Token] = []
    for unit in _in_rank_order([*head, *units, *tail]):
        tokens += [Token(Cell())] if unit is None else unit.written()
    return [*([Token(opening)] if reserve_first else []), *tokens, *([Token(closing)] if reserve_last else [])]


def _in_rank_order(units: Sequence[Span | None]) -> list[Span | None]:
    """Sorts the spans that have a rank among the places that they take."""
    ranked = iter(sorted((unit for unit in units if unit and unit.rank), key=lambda unit: unit.rank))
    return [next(ranked) if unit and unit.rank else unit for unit in units]


def _mark_clusters(tokens: Sequence[Token], wanted: int) -> bool:
    """Asks free words, inner ones first, for a cluster until the sentence has enough; False where it cannot."""
    fixed = [token.cell.text for token in tokens if token.cell.fixed]
    wanted -= sum(any(map(has_cluster, words_in(text))) for text in fixed)
    cells = list(dict.fromkeys(token.cell for token in (*tokens[1:-1], tokens[-1], tokens[0]) if not token.cell.fixed))
    wanted -= sum(cell.cluster for cell in cells)
    for cell in cells:
        if wanted <= 0:
            break
        if not cell.cluster:
            cell.cluster = True
            wanted -= 1
    return wanted <= 0
