"""The plan of a witness: one way to lay out sentences, lines, paragraphs and blocks, with words still to be chosen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from cse.compose.blocks import Block, draw_style, make_blocks
from cse.compose.draft import Draft, Piece, Token
from cse.compose.integers import choose_integers
from cse.compose.sentences import write_sentences
from cse.compose.shape import Option, Shape, place_spans, spend
from cse.compose.spans import Span, order_spans, phrase_and_word_spans, span
from cse.constraints.claims import Claims
from cse.text.document import Document

_USUAL_SENTENCE = 7
_CHARACTERS_PER_WORD = 6
"""A word of prose with its space, on average."""


def plan(claims: Claims, choices: Sequence[Option], rng: random.Random, haste: int) -> Draft | None:
    """Lays out one text.

    Args:
        claims: The joint claims.
        choices: The options for the number of sentences, the fewest words first.
        rng: The source of randomness.
        haste: From 0 to 2; the more, the more what takes few tokens and characters is preferred.

    Returns:
        The draft, or None where this attempt leads nowhere.
    """
    style = draw_style(claims, rng, haste)
    blocks = make_blocks(claims, style, rng)
    if blocks is None:
        return None
    spans = _spans(claims, blocks, style.listed_orders, rng)
    if spans is None:
        return None
    option = _choose_option(claims, choices, rng, haste)
    shape = Shape(claims, option.start, list(option.least))
    if not place_spans(shape, blocks, spans, claims.tokens.high, rng):
        return None
    least = sum(shape.lengths) + sum(block.tokens() for block in blocks)
    total = _choose_total(claims, least, _least_characters(shape, blocks), len(shape.lengths), rng)
    if total is None or not spend(shape, blocks, total - least, rng):
        return None
    sentences = write_sentences(shape, rng)
    if sentences is None:
        return None
    pieces = _assemble(claims, sentences, blocks, style.close, rng)
    return None if pieces is None else Draft(claims, pieces, [sentence[0].cell for sentence in sentences])


def _spans(claims: Claims, blocks: Sequence[Block], listed: bool, rng: random.Random) -> list[Span] | None:
    """Collects all spans that sentences or blocks have to carry; None where one cannot be written."""
    spans = order_spans(() if listed else claims.orders, claims, rng)
    if spans is None:
        return None
    elsewhere = [" ".join(order) for order in claims.orders]
    spans += phrase_and_word_spans(claims, elsewhere)
    fixed = ["".join(map(str, block.pieces())) for block in blocks] + [" ".join(one.tokens) for one in spans]
    given = [number.value for text in fixed for number in Document(text).numbers]
    integers = choose_integers(claims, rng, [] if claims.integers.high == 0 else given)
    if integers is None:
        return None
    return [*spans, *(span(text) for text in integers.texts())]


def _choose_option(claims: Claims, choices: Sequence[Option], rng: random.Random, haste: int) -> Option:
    """Chooses the number of sentences: one that suits the total of words, or one that takes few."""
    if haste == 2:
        return choices[min(rng.randrange(3), len(choices) - 1)]
    if haste:
        return choices[min(rng.randrange(len(choices)), rng.randrange(len(choices)))]
    usual = (claims.tokens.high or claims.tokens.low or 40) // _USUAL_SENTENCE
    near = sorted(choices, key=lambda option: abs(option.count - max(2, usual)))
    return near[min(rng.randrange(len(near)), rng.randrange(len(near)), rng.randrange(len(near)))]


def _least_characters(shape: Shape, blocks: Sequence[Block]) -> int:
    """Estimates the characters of the text with no word to spare."""
    texts = sum(len(part) for block in blocks for part in block.parts if isinstance(part, str))
    spans = [token for spans in shape.spans for one in spans for token in one.tokens]
    carried = [token.cell.text for block in blocks for group in block.groups() for token in group if token.cell.text]
    words = sum(shape.lengths) + sum(len(group) for block in blocks for group in block.groups())
    free = words - len(spans) - len(carried)
    return texts + sum(len(text) + 1 for text in (*spans, *carried)) + free * _CHARACTERS_PER_WORD


def _choose_total(claims: Claims, least: int, characters: int, sentences: int, rng: random.Random) -> int | None:
    """Chooses the total of tokens; None where there is none."""
    if claims.characters.low:
        wanted = least + (claims.characters.low - characters) // _CHARACTERS_PER_WORD + rng.randint(-3, 2)
    else:
        wanted = least + rng.randint(0, 2 * sentences + 2)
    step = claims.token_divisor
    first = -(-max(least, claims.tokens.low, 1) // step) * step
    total = max(first, wanted // step * step)
    if claims.tokens.high is not None:
        total = min(total, claims.tokens.high // step * step)
    return total if total >= first else None


def _assemble(
    claims: Claims, sentences: Sequence[Sequence[Token]], blocks: Sequence[Block], close: bool, rng: random.Random
) -> list[Piece] | None:
    """Parts the sentences into paragraphs and lines, and puts the blocks between; None where it fails."""
    block_lines = sum(block.lines for block in blocks)
    sizes = _paragraph_sizes(claims, len(sentences), block_lines, close, rng)
    if sizes is None:
        return None
    missing = claims.lines.low - block_lines - len(sizes)
    breaks = _choose_breaks(sentences, sizes, max(0, missing), rng)
    if breaks is None:
        return None
    paragraphs: list[list[Piece]] = []
    taken = 0
    for size in sizes:
        paragraphs.append(_paragraph(sentences[taken : taken + size], breaks))
        taken += size
    for block in blocks:
        if block.inline and not paragraphs:
            return None
        if block.inline:
            rng.choice(paragraphs).extend([" ", *block.pieces()])
    others = [block.pieces() for block in blocks if not block.inline]
    return _joined_closely(paragraphs, others) if close else _joined(paragraphs, others, rng)


def _joined(paragraphs: Sequence[list[Piece]], blocks: Sequence[list[Piece]], rng: random.Random) -> list[Piece]:
    """Puts blocks between paragraphs, but not first where there is prose, with blank lines between."""
    parts = list(paragraphs)
    for block in blocks:
        parts.insert(rng.randint(min(1, len(parts)), len(parts)), block)
    pieces: list[Piece] = []
    for part in parts:
        pieces += [*part, "\n\n"]
    return pieces[:-1]


def _joined_closely(paragraphs: Sequence[list[Piece]], blocks: Sequence[list[Piece]]) -> list[Piece]:
    """Puts blocks after the paragraphs, without blank lines but between tables, which would become one."""
    pieces: list[Piece] = []
    for part in paragraphs:
        pieces += [*part, "\n\n"]
    pieces[-1:] = ["\n"] if pieces else []
    after_table = False
    for part in blocks:
        table = isinstance(part[0], str) and part[0].startswith("|")
        pieces += ["\n"] * (after_table and table)
        pieces += [*part, "\n"]
        after_table = table
    return pieces[:-1]


def _paragraph_sizes(
    claims: Claims, sentences: int, block_lines: int, few: bool, rng: random.Random
) -> list[int] | None:
    """Draws how many sentences each paragraph has, of as few paragraphs as can be or more; None where that fails."""
    if sentences == 0:
        return [] if claims.paragraphs.low == 0 else None
    least = max(1, claims.paragraph_sentences)
    most = sentences // least
    for high in (claims.paragraphs.high, None if claims.lines.high is None else claims.lines.high - block_lines):
        most = most if high is None else min(most, high)
    low = max(1, claims.paragraphs.low)
    if low > most:
        return None
    count = low if few else rng.randint(low, min(most, rng.choice((low + 1, most))))
    sizes = [least] * count
    for _ in range(sentences - least * count):
        sizes[rng.randrange(count)] += 1
    return sizes


def _choose_breaks(
    sentences: Sequence[Sequence[Token]], sizes: Sequence[int], missing: int, rng: random.Random
) -> list[Token] | None:
    """Chooses the tokens before which a line breaks: starts of sentences first, then other words, then spans."""
    openings: list[Token] = []
    free: list[Token] = []
    fixed: list[Token] = []
    taken = 0
    for size in sizes:
        for number, sentence in enumerate(sentences[taken : taken + size]):
            openings += sentence[: min(number, 1)]
            free += [token for token in sentence[1:] if not token.cell.fixed]
            fixed += [
                b for a, b in pairwise(sentence) if b.cell.fixed and not a.tied and not _ends_in_number(sentence, b)
            ]
        taken += size
    for tokens in (openings, free, fixed):
        rng.shuffle(tokens)
    chosen = [*openings, *free, *fixed][:missing]
    return chosen if len(chosen) == missing else None


def _ends_in_number(sentence: Sequence[Token], token: Token) -> bool:
    """Tells whether a token is a number that ends its sentence: at the start of a line it would be that of a list."""
    return token is sentence[-1] and token.cell.text.isdecimal()


def _paragraph(sentences: Sequence[Sequence[Token]], breaks: Sequence[Token]) -> list[Piece]:
    pieces: list[Piece] = []
    for sentence in sentences:
        for token in sentence:
            if pieces:
                pieces.append("\n" if token in breaks else " ")
            pieces.append(token)
    return pieces
