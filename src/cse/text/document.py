"""The document: an answer, cleaned and parsed once, with every view that a verifier may read (design, section 4).

    answer --clean--> text --+-- tokens, lines, numbers
                             +-- fences, tables, bullets, numbered, json_objects
                             +-- words    (text without fences and JSON)
                             +-- prose -> sentences -> paragraphs

Each view is computed on first use and kept. Offsets of views point into `text`; `span` and `spans` lead back to the
answer as the model wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from cse.text.blocks import (
    Fence,
    Item,
    Piece,
    Table,
    find_fences,
    find_items,
    find_tables,
    item_lines,
    line_spans,
)
from cse.text.cleaning import clean
from cse.text.edits import Span
from cse.text.json_objects import JsonObject, find_json_objects
from cse.text.letters import WORD, Folded, count_tokens, first_word, fold_read, last_word, word_of, words_of
from cse.text.numbers import Number, find_numbers
from cse.text.prose import Paragraph, find_paragraphs, leave_out_json
from cse.text.ranges import FILLER, NONE, Ranges, hide, pieces_between
from cse.text.views import view

_WORD_CHARACTER = re.compile(r"[^\W_]")
_TOKEN = re.compile(r"\S+")


class Located(Protocol):
    """Anything that knows where it stands in `Document.text`."""

    @property
    def start(self) -> int:
        """Where it starts."""

    @property
    def end(self) -> int:
        """Where it ends."""


class Sentence:
    """A sentence of prose.

    Attributes:
        text: The sentence; a JSON object inside it is left out.
        start: Where it starts in `Document.text`.
        end: Where it ends.
    """

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end

    def __repr__(self) -> str:
        return f"Sentence({self.text!r})"

    # Nothing is kept: most is asked for once, and keeping costs more than finding it.

    @property
    def tokens(self) -> list[str]:
        """Its white-space separated pieces."""
        return self.text.split()

    @property
    def length(self) -> int:
        """How many tokens it has."""
        return len(self.text.split())

    @property
    def words(self) -> list[str]:
        """Its tokens from their first letter or digit to their last, case and accents folded."""
        return words_of(fold_read(self.text))

    @property
    def first_word(self) -> str:
        """Its first word, folded."""
        return first_word(self.text)

    @property
    def last_word(self) -> str:
        """Its last word, folded."""
        return last_word(self.text)


class Document:
    """An answer, parsed once.

    Attributes:
        answer: The answer as the model wrote it.
        text: The cleaned answer.

    >>> document = Document("**Solar** panels help. They last!")
    >>> [sentence.tokens for sentence in document.sentences]
    [['Solar', 'panels', 'help.'], ['They', 'last!']]
    >>> document.span(0, 5)
    (2, 7)
    """

    def __init__(self, answer: str) -> None:
        cleaned = clean(answer)
        self.answer = answer
        self.text = cleaned.text
        self._heading_lines = cleaned.heading_lines
        self._trail = cleaned.trail

    def span(self, start: int, end: int) -> Span:
        """Returns the range of the answer that became the range `(start, end)` of `text`."""
        return self._trail.back(start, end)

    def spans(self, pieces: Iterable[Located]) -> Iterator[Span]:
        """Yields where pieces of the document stand in the answer."""
        for piece in pieces:
            yield self._trail.back(piece.start, piece.end)

    def sentence_spans(self, numbers: Iterable[int]) -> Iterator[Span]:
        """Yields where sentences stand in the answer, of which the first is number 0."""
        for number in numbers:
            yield self._trail.back(*self.sentence_places[number])

    @view
    def has_word_character(self) -> bool:
        """Whether the text holds a letter or digit; without one it passes nothing."""
        # Nearly always the first character answers without a search.
        return self.text[:1].isalnum() or _WORD_CHARACTER.search(self.text) is not None

    @view
    def tokens(self) -> list[str]:
        """White-space separated pieces of the text: every total word count reads these."""
        return self.text.split()

    @view
    def token_count(self) -> int:
        """How many tokens there are."""
        return count_tokens(self.text, [(0, len(self.text))])[0]

    def tokens_from(self, index: int) -> Span:
        """Returns the range of the answer that holds the tokens from one on, to the last."""
        rest = self.text.split(None, index)[index]
        return self.span(len(self.text) - len(rest), len(self.text))

    @view
    def lines(self) -> tuple[Piece, ...]:
        """The non-empty lines, of every kind."""
        pieces = (Piece(self.text[start:end], start, end) for start, end in line_spans(self.text))
        return tuple(piece for piece in pieces if piece.text and not piece.text.isspace())

    @view
    def fences(self) -> tuple[Fence, ...]:
        """The fenced code blocks."""
        return find_fences(self.text)

    @view
    def _fence_ranges(self) -> Ranges:
        return Ranges((fence.start, fence.end) for fence in self.fences) if self.fences else NONE

    @view
    def tables(self) -> tuple[Table, ...]:
        """The pipe tables outside fences."""
        return find_tables(self.text, self._fence_ranges) if "|" in self.text else ()

    @view
    def _table_ranges(self) -> Ranges:
        return Ranges((table.start, table.end) for table in self.tables) if self.tables else NONE

    @view
    def _headings(self) -> list[Span]:
        """Where the lines stand that were headings."""
        if not self._heading_lines:
            return []
        return [span for line, span in enumerate(line_spans(self.text)) if line in self._heading_lines]

    @view
    def _items(self) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        lines = item_lines(self.text)
        if not lines:
            return (), ()
        headings = {start for start, _ in self._headings}
        return find_items(lines, self._fence_ranges, self._table_ranges, headings)

    @property
    def bullets(self) -> tuple[Item, ...]:
        """The items of bullet lists, nested ones too."""
        return self._items[0]

    @property
    def numbered(self) -> tuple[Item, ...]:
        """The items of numbered lists; a lone numbered line is prose."""
        return self._items[1]

    @view
    def json_objects(self) -> tuple[JsonObject, ...]:
        """The outermost complete JSON objects, fenced or not, outside tables."""
        return find_json_objects(self.text, self._table_ranges) if "{" in self.text else ()

    @view
    def numbers(self) -> tuple[Number, ...]:
        """The integers of the text, the numbers of numbered items excepted."""
        marks = Ranges((item.mark_start, item.mark_start + len(item.mark)) for item in self.numbered)
        return find_numbers(self.text, marks)

    @view
    def _folded(self) -> Folded:
        return Folded(self.text)

    @property
    def folded(self) -> str:
        r"""The text with `\uXXXX` escapes read, and without case and accents."""
        return self._folded.text

    def folded_span(self, start: int, end: int) -> Span:
        """Returns the range of the answer that became the range `(start, end)` of `folded`."""
        return self.span(*self._folded.trail.back(start, end))

    @view
    def _wordless(self) -> list[Span]:
        """Where no words are looked for: in fences, JSON objects and the numbers of numbered items."""
        spans = [(fence.start, fence.end) for fence in self.fences]
        spans += [(found.start, found.end) for found in self.json_objects]
        spans += [(item.mark_start, item.mark_start + len(item.mark)) for item in self.numbered]
        return sorted(spans)

    @view
    def _wordable(self) -> Folded:
        """The text that holds the words: no fences, JSON objects or numbers of numbered items; folded."""
        return Folded(hide(self.text, self._wordless)) if self._wordless else self._folded

    @view
    def words(self) -> list[str]:
        """The tokens outside fences and JSON objects, from their first letter or digit to their last, folded."""
        if not self._wordless:
            return words_of(self._folded.text)
        # Without fillers, as sentences are: text is folded faster where they do not make it more than ASCII.
        return words_of(fold_read("".join(pieces_between(self.text, self._wordless))))

    @view
    def word_spans(self) -> list[Span]:
        """Where each word stands in the text."""
        return self._wordable.trail.back_all([match.span() for match in WORD.finditer(self._wordable.text)])

    @view
    def _block_spans(self) -> list[Span]:
        """Where the blocks stand that are no prose, JSON objects apart."""
        text = self.text
        if not (any(self._items) or self._heading_lines or "|" in text or "`" in text or "~" in text):
            return []  # as in most answers
        located: list[Located] = [*self.fences, *self.tables, *self.bullets, *self.numbered]
        return sorted([*self._headings, *((block.start, block.end) for block in located)])

    @view
    def _prose(self) -> tuple[str, list[Span]]:
        """The text with JSON objects hidden, and where all the blocks stand that are no prose."""
        blocks = self._block_spans
        if "{" not in self.text or not self.json_objects:
            return self.text, blocks
        inside = Ranges(blocks)
        objects = [(found.start, found.end) for found in self.json_objects if found.start not in inside]
        prose, json_blocks = leave_out_json(self.text, objects)
        return prose, blocks + json_blocks

    @view
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """The blocks of prose between blank lines that hold at least one sentence."""
        return find_paragraphs(*self._prose)

    def end_spans(self, sentence: Sentence) -> tuple[Span, Span]:
        """Returns the ranges of the answer that hold the tokens with a sentence's first and last word."""
        prose, _ = self._prose
        tokens = list(_TOKEN.finditer(prose, sentence.start, sentence.end))
        first = next(token for token in tokens if word_of(token[0]))
        last = next(token for token in reversed(tokens) if word_of(token[0]))
        return self.span(*first.span()), self.span(*last.span())

    @view
    def sentence_places(self) -> list[Span]:
        """Where each sentence stands in the text."""
        return [place for paragraph in self.paragraphs for place in paragraph.sentences]

    @view
    def sentence_lengths(self) -> list[int]:
        """How many tokens each sentence has."""
        prose, _ = self._prose
        if FILLER in prose:
            return [len(text.split()) for text in self.sentence_texts]
        return count_tokens(prose, self.sentence_places)

    @view
    def sentence_texts(self) -> list[str]:
        """Each sentence; a JSON object inside it is left out."""
        prose, _ = self._prose
        texts = [prose[start:end] for start, end in self.sentence_places]
        return [text.replace(FILLER, "") for text in texts] if FILLER in prose else texts

    @view
    def first_words(self) -> list[str]:
        """The first word of each sentence, folded."""
        return [first_word(text) for text in self.sentence_texts]

    @view
    def last_words(self) -> list[str]:
        """The last word of each sentence, folded."""
        return [last_word(text) for text in self.sentence_texts]

    @view
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the prose, which every sentence-based rule reads."""
        pairs = zip(self.sentence_texts, self.sentence_places, strict=True)
        return tuple([Sentence(text, start, end) for text, (start, end) in pairs])

    def sentence_bytes(self, write: Callable[[str], bytes]) -> list[bytes]:
        """Returns each sentence, folded, as a function writes it: one byte for each ASCII character."""
        prose, _ = self._prose
        if not prose.isascii() or "\\u" in prose:
            return [write(fold_read(text)) for text in self.sentence_texts]
        written = write(prose.lower())
        return [written[start:end] for start, end in self.sentence_places]
