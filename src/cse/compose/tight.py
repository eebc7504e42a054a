"""Constraints that only a trick could meet together.

The rules of `conflict` hold for any text. Those here hold for honest ones (`cse.compose.honest`): words have the
letters of words, required ones stand in the open, no symbol passes for a word. What they refuse may be possible with a
trick, so it is no proof; it is no probe either.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cse.compose.conflict import Conflict
from cse.compose.contradiction import Finding, Rule, contradiction, refuted
from cse.compose.draft import words_in
from cse.compose.letter_rules import first_initials
from cse.compose.lexicon import Vocabulary, has_cluster, vocabulary
from cse.compose.number_rules import phrase_integers
from cse.compose.shape import Option, closes_freely, opens_freely, options
from cse.compose.spans import phrase_and_word_spans
from cse.constraints.base import Constraint
from cse.constraints.claims import ANY, Claims
from cse.constraints.lexical.forbidden_word import holds_whole_word
from cse.text.letters import fold

_PER_EQUATION = 3
_EQUATION = "1+1=2"
_FENCE = "``````ls"
_CODE_TOKENS = 3
_LONGEST_CODE = 30
_LONGEST_NUMBER = 20
_SHORTEST_CLUSTER = 3
_NEVER = 10**6
"""More tokens than any text has: there is no place for what has to stand in the open."""

_FIELDS = (
    "sentences", "paragraphs", "paragraph_sentences", "sentence_tokens", "sentence_clusters", "length_orders",
    "alternations", "growth", "first_letter", "first_letters", "last_letters", "bridged", "sorted_first_words",
    "distinct_last_words", "distinct_words", "distinct_bigrams", "banned_letters", "word_length", "integers",
    "distinct_integers", "equations", "required_words", "required_phrases", "orders", "bullets", "fences", "tables",
    "json", "lines", "tokens", "token_divisor",
)  # fmt: skip


def too_tight(constraints: Sequence[Constraint], margin: float = 0.0) -> Conflict | None:
    """Looks for constraints that no honest text meets together.

    Args:
        constraints: The constraints that should hold together.
        margin: Share of words and characters that has to be left over, for texts of ordinary words; with 0 only what
            no honest text meets is found.

    Returns:
        The first such set found, or None.

    >>> from cse.constraints.registry import constraint
    >>> found = too_tight([constraint("S4", count=200), constraint("S1", count=90)])
    >>> found.names, found.measure
    (('character_count', 'word_count'), 'number of characters')
    """
    found = contradiction(constraints, _rules(margin))
    return None if found is None else Conflict(found.constraints, found.measure, found.why)


def is_too_tight(constraints: Sequence[Constraint], margin: float = 0.0) -> bool:
    """Says whether `too_tight` finds anything, without working out what."""
    return refuted(constraints, _rules(margin))


def _rules(margin: float) -> tuple[Rule, ...]:
    measured = [partial(rule, margin=margin) for rule in (too_many_words, too_many_characters, too_few_characters)]
    return (unfit_word, banned_in_object, *measured)


def unfit_word(claims: Claims) -> Finding | None:
    """Finds a required word that is too short or too long: it could stand in code or JSON only."""
    for field in ("required_words", "required_phrases", "told_totals", "orders"):
        for value in getattr(claims, field):
            for word in words_in(value if isinstance(value, str) else " ".join(value)):
                if len(word) not in claims.word_length:
                    return Finding("word length", (field, "word_length"), f'"{word}" has {len(word)} characters')
    return None


def banned_in_object(claims: Claims) -> Finding | None:
    """Finds a banned word that a JSON object needs, and that only an escape could hide."""
    for banned in claims.banned_words:
        if any(holds_whole_word(banned, fold(text)) for text in claims.json):
            return Finding(f"word {banned}", ("banned_words", "json"), "a key or value of the object is that word")
    return None


@dataclass(frozen=True, slots=True)
class _Needs:
    """What all honest texts need, whatever their sentences.

    Attributes:
        pairs: Entries of numbered lists, a number and an item each.
        phrases: Required phrases.
        singles: Other tokens that have to stand in the open.
        places: Words that bullets and rows hold, in the place of which spans may stand.
        block_tokens: Least number of tokens of blocks.
    """

    pairs: tuple[str, ...]
    phrases: tuple[str, ...]
    singles: tuple[str, ...]
    places: int
    block_tokens: int

    @property
    def tokens(self) -> list[str]:
        """All tokens."""
        return [token for text in (*self.pairs, *self.phrases, *self.singles) for token in text.split()]

    @property
    def clusters(self) -> int:
        """How many of the tokens have a cluster."""
        return sum(any(map(has_cluster, words_in(token))) for token in self.tokens)


def _needs(claims: Claims) -> _Needs:
    listed = claims.other_lists and not claims.no_digits
    pairs = [f"{'1.' if listed else 'one,'} {item}" for order in claims.orders for item in order]
    spans = [" ".join(one.tokens) for one in phrase_and_word_spans(claims, [" ".join(o) for o in claims.orders])]
    singles = [text for text in spans if text not in claims.required_phrases]
    singles += [_EQUATION] * claims.equations.low
    numbered = 0 if claims.no_digits else len(pairs)
    known = _PER_EQUATION * claims.equations.low + len(phrase_integers(claims)) + numbered
    left = max(0, claims.integers.low - known, claims.distinct_integers.low - known)
    singles += ["1"] * (-(-left // _PER_EQUATION) if claims.equations.high is None else left)
    objects = [len(text.split()) for text in claims.json]
    tokens = 2 * claims.bullets.low + 3 * claims.fences.low + sum(table.rows + 2 for table in claims.tables)
    tokens += max(0, sum(objects) - min(claims.fences.low + claims.bullets.low, len(objects)))
    places = claims.bullets.low + sum(table.rows + 1 for table in claims.tables)
    return _Needs(tuple(pairs), claims.required_phrases, tuple(singles), places, tokens)


def _cells(claims: Claims) -> int:
    return sum(table.columns * (table.rows + 1) for table in claims.tables)


def _least_tokens(claims: Claims, option: Option, needs: _Needs) -> int:
    """Returns the least number of tokens of an honest text with these sentences, in which spans replace free words."""
    ends = [2 - opens_freely(claims, i) - closes_freely(claims) for i in range(option.count)]
    clusters = claims.sentence_clusters
    free = sum(max(0, length - max(end, clusters)) for length, end in zip(option.least, ends, strict=True))
    free += needs.clusters if clusters else 0
    spans = len(needs.pairs) + len(needs.phrases) + len(needs.singles)
    more = len(needs.tokens) - free - min(needs.places, spans)
    if not option.count and not needs.places and spans:
        return _NEVER
    rooms = [length - end for length, end in zip(option.least, ends, strict=True)] + [min(1, needs.places)]
    longest = max((len(phrase.split()) for phrase in needs.phrases), default=0)
    least = sum(option.least) + needs.block_tokens + max(0, more, longest - max(rooms))
    least = max(least, claims.tokens.low, claims.lines.low, 1)
    return -(-least // claims.token_divisor) * claims.token_divisor


def too_many_words(claims: Claims, margin: float = 0.0) -> Finding | None:
    """Finds sentences, blocks and required texts that need more words than there may be."""
    most = claims.tokens.high
    if most is None:
        return None
    needs = _needs(claims)
    claimed = dataclasses.replace(claims, tokens=ANY, token_divisor=1)
    least = min((_least_tokens(claimed, option, needs) for option in options(claims)), default=most + 1)
    if least * (1 + margin) <= most:
        return None
    return Finding("total of words", _FIELDS, f"an honest text that does all this has at least {least} words")


def too_many_characters(claims: Claims, margin: float = 0.0) -> Finding | None:
    """Finds words, blocks and required texts that need more characters than there may be."""
    most = claims.characters.high
    if most is None:
        return None
    needs = _needs(claims)
    words = vocabulary(claims.banned_letters, claims.word_length)
    least = min((_least_characters(claims, option, needs, words) for option in options(claims)), default=0)
    if least * (1 + margin) <= most:
        return None
    reason = f"an honest text that does all this has at least {least} characters"
    return Finding("number of characters", (*_FIELDS, "characters"), reason)


def _least_characters(claims: Claims, option: Option, needs: _Needs, words: Vocabulary) -> int:
    tokens = _least_tokens(claims, option, needs)
    pipes = sum((t.rows + 1) * (t.columns + 1) + 2 * t.columns + 1 for t in claims.tables)
    spaced = sum(len(json.dumps(json.loads(text)).split()) for text in claims.json)
    marks = spaced + (2 + _CODE_TOKENS) * claims.fences.low + claims.bullets.low + pipes
    count = max(tokens - marks, sum(option.least) + claims.bullets.low + _cells(claims))
    blocks = claims.bullets.low + len(_FENCE) * claims.fences.low - 2 * min(len(claims.json), claims.fences.low)
    blocks += sum((t.rows + 1) * (t.columns - 1) + 2 * t.columns - 1 for t in claims.tables)
    blocks += sum(len("".join(text.split())) for text in claims.json)
    breaks = max(0, claims.paragraphs.low - 1)
    letters = sum(map(len, needs.tokens)) + _least_letters(claims, option, needs, words, count)
    return tokens - 1 + breaks + blocks + letters + option.count


def _least_letters(claims: Claims, option: Option, needs: _Needs, words: Vocabulary, count: int) -> int:
    """Returns the least number of letters of the free words among so many words.

    No word stands twice in a row within a sentence, none that is a single letter ends one, and where all words differ
    the short ones run out.
    """
    lengths = [length for length in range(1, words.longest + 1) for _ in words.find(length=length)]
    ends = _least_ends(claims, option, words)
    free = count - len(needs.tokens) - len(ends)
    clusters = claims.sentence_clusters * option.count - needs.clusters - sum(n >= _SHORTEST_CLUSTER for n in ends)
    if not lengths:
        return sum(ends)
    if claims.distinct_words:
        letters = max(sum(ends) + sum(lengths[: max(0, free)]), sum(lengths[: max(0, free + len(ends))]))
    else:
        runs = len(needs.pairs) + len(needs.phrases) + len(needs.singles) + option.count
        runs += claims.bullets.low + _cells(claims)
        single = min(max(0, free), (max(0, free) + runs + 1) // 2) if lengths[0] == 1 else 0
        second = next((length for length in lengths if length > 1), lengths[0])
        letters = sum(ends) + single + (max(0, free) - single) * second
    return letters + max(0, clusters) * (_SHORTEST_CLUSTER - 2)


def _least_ends(claims: Claims, option: Option, words: Vocabulary) -> list[int]:
    """Returns the least lengths of the first and last words of sentences that no span may replace."""
    firsts = first_initials(claims, option.count)
    found = []
    for i, length in enumerate(option.least):
        opening, closing = 0, 0
        if not opens_freely(claims, i):
            opening = _shortest(words, firsts[i], 2 if claims.bridged and i > 0 else 1)
        if not closes_freely(claims):
            letters = "".join(word[i : i + 1] for word in claims.last_letters[:1])
            following = firsts[i + 1] if claims.bridged and i + 1 < option.count else ""
            closing = _shortest(words, letters or following, 2)
        found += [max(opening, closing)] if length == 1 else [opening, closing]
    return [length for length in found if length]


def _shortest(words: Vocabulary, initial: str, least: int) -> int:
    lengths = range(least, words.longest + 1)
    return next((length for length in lengths if words.find(initial[:1], length)), least)


def too_few_characters(claims: Claims, margin: float = 0.0) -> Finding | None:
    """Finds more characters than so many words of the longest kind have."""
    most = claims.tokens.high
    if most is None or not claims.characters.low:
        return None
    words = vocabulary(claims.banned_letters, claims.word_length)
    needs = _needs(claims)
    number = min(_LONGEST_NUMBER, claims.word_length.high or _LONGEST_NUMBER)
    spans = [len(pair) + number for pair in needs.pairs] + [len(phrase) for phrase in needs.phrases]
    spans += [number if single[0].isdecimal() else len(single) for single in needs.singles]
    marks = claims.bullets.low + 2 * claims.fences.low
    letters = sum(spans) + marks + max(0, most - len(needs.tokens) - marks) * words.longest
    blocks = sum(2 * len(text) for text in claims.json) + _LONGEST_CODE * claims.fences.low
    blocks += sum((t.rows + 2) * 4 * (t.columns + 1) for t in claims.tables)
    if (letters + len(", ") * most + blocks) * (1 - margin) >= claims.characters.low:
        return None
    fields = ("tokens", "word_length", "banned_letters", "json", "fences", "tables", "characters")
    return Finding("number of characters", fields, "so few words have not so many characters, however long they are")
