"""Rules about counts: ranges that share no number, and counts that need more of something than another allows."""

from __future__ import annotations

from cse.compose.contradiction import Finding, Rule
from cse.compose.lengths import base_length
from cse.constraints.claims import Claims

_RANGES = {
    "sentences": "number of sentences",
    "paragraphs": "number of paragraphs",
    "lines": "number of lines",
    "tokens": "total of words",
    "characters": "number of characters",
    "word_length": "word length",
    "integers": "number of integers",
    "distinct_integers": "number of different integers",
    "equations": "number of equations",
    "bullets": "number of bullets",
    "fences": "number of code blocks",
}

_FENCE_TOKENS = _FENCE_LINES = 3
"""A fence that is not empty: two lines of backticks and one of code, a token on each at least."""

_BULLET_TOKENS = 2
_TABLE_LINES_BESIDE_ROWS = 2


def disjoint_ranges(claims: Claims) -> Finding | None:
    """Finds two ranges for one count that share no number."""
    for field, measure in _RANGES.items():
        if getattr(claims, field).empty:
            return Finding(measure, (field,), f"no {measure} meets both")
    return None


def no_multiple(claims: Claims) -> Finding | None:
    """Finds a divisor of the total of words without a multiple among the totals allowed."""
    most, divisor = claims.tokens.high, claims.token_divisor
    if most is None or _next_multiple(claims.tokens.low, divisor) <= most:
        return None
    return Finding("total of words", ("tokens", "token_divisor"), "no total of words meets all of this")


def _next_multiple(low: int, divisor: int) -> int:
    return max(1, -(-low // divisor)) * divisor


def least_sentences(claims: Claims) -> int:
    """Returns the least number of sentences that the sentences and paragraphs asked for leave open."""
    return max(claims.sentences.low, claims.paragraphs.low * claims.paragraph_sentences)


def too_many_paragraphs(claims: Claims) -> Finding | None:
    """Finds paragraphs that need more sentences than there may be."""
    needed = claims.paragraphs.low * max(1, claims.paragraph_sentences)
    if claims.sentences.high is None or needed <= claims.sentences.high:
        return None
    fields = ("paragraphs", "paragraph_sentences", "sentences")
    return Finding("number of sentences", fields, f"the paragraphs take at least {needed} sentences")


def block_tokens(claims: Claims) -> int:
    """Returns the least number of tokens of the blocks that are no prose; JSON may be glued to other tokens."""
    tables = sum(table.rows + _TABLE_LINES_BESIDE_ROWS for table in claims.tables)
    return _BULLET_TOKENS * claims.bullets.low + _FENCE_TOKENS * claims.fences.low + tables


def block_lines(claims: Claims) -> int:
    """Returns the least number of lines of the blocks that are no prose; JSON may share a line with prose."""
    tables = sum(table.rows + _TABLE_LINES_BESIDE_ROWS for table in claims.tables)
    return claims.bullets.low + _FENCE_LINES * claims.fences.low + tables


def least_lines(claims: Claims) -> int:
    """Returns the least number of non-empty lines: paragraphs and blocks share none."""
    return max(claims.paragraphs.low, min(1, least_sentences(claims))) + block_lines(claims)


def too_many_lines(claims: Claims) -> Finding | None:
    """Finds blocks and paragraphs that need more lines than there may be."""
    needed = least_lines(claims)
    if claims.lines.high is None or needed <= claims.lines.high:
        return None
    fields = ("paragraphs", "sentences", "paragraph_sentences", "bullets", "fences", "tables", "lines")
    return Finding("number of lines", fields, f"that takes at least {needed} lines, the prose one at least")


def too_few_words_for_lines(claims: Claims) -> Finding | None:
    """Finds more lines than there may be words: no line is empty."""
    if claims.tokens.high is None or claims.lines.low <= claims.tokens.high:
        return None
    return Finding("total of words", ("lines", "tokens"), "each line takes at least one word")


def least_words(claims: Claims) -> int:
    """Returns the least total of words, as far as the order of sentence lengths does not matter."""
    sentences = least_sentences(claims)
    long = max((a.long_min for a in claims.alternations), default=0)
    base = base_length(claims)
    prose = base * sentences + max(0, long - base) * (sentences // 2)
    return max(claims.tokens.low, prose + block_tokens(claims))


WORD_FIELDS = (
    "sentences", "paragraphs", "paragraph_sentences", "sentence_tokens", "sentence_clusters", "alternations", "bullets",
    "fences", "tables", "tokens",
)  # fmt: skip


def too_many_words(claims: Claims) -> Finding | None:
    """Finds sentences and blocks that need more words than there may be."""
    needed = least_words(claims)
    if claims.tokens.high is None or needed <= claims.tokens.high:
        return None
    return Finding("total of words", WORD_FIELDS, f"that takes at least {needed} words{block_note(claims)}")


def block_note(claims: Claims) -> str:
    """Says how many of the least words the blocks take, where there are any."""
    tokens = block_tokens(claims)
    return f", {tokens} of them for the blocks, whose marks count too" if tokens else ""


RULES: tuple[Rule, ...] = (
    disjoint_ranges,
    no_multiple,
    too_many_paragraphs,
    too_many_lines,
    too_few_words_for_lines,
    too_many_words,
)
