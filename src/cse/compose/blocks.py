"""The blocks of a witness that are no prose: tables, bullets, code, JSON, numbered lists."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cse.compose.draft import Cell, Piece, Token
from cse.compose.lexicon import vocabulary
from cse.constraints.claims import ANY, Claims, TableShape
from cse.constraints.lexical.forbidden_word import holds_whole_word

CODE = (
    "ls", "run()", "go()", "a = b", "x = y", "f(x)", "sum(a)", "pop()", "print(x)", "exit()", "stop()", "await f",
    "return x", "total = sum(values)", "print(sorted(names))", "save(figure)", "open(path)", "jump(high)", "mix(blue)",
    "fly(kite)", "quiz(you)", "make(bow)", "bounce(balloon,quickly)", "walk(park,slowly)", "compute(average(heights))",
)  # fmt: skip
"""Lines of code, of one to three tokens, two to twenty-five characters long."""

Group = list[Token]
"""Words that are written one after the other, at least one."""

Part = str | Group

_SHORT_CODES = 5
"""How many lines of code count as short."""


@dataclass(eq=False, slots=True)
class Block:
    """A block.

    Attributes:
        parts: Fixed texts, and groups of words.
        carries: Whether its groups may hold spans of several words.
        inline: Whether it stands at the end of a line of prose.
        own_tokens: Number of tokens beside the cells.
        lines: Number of lines that it adds.
    """

    parts: list[Part]
    carries: bool = False
    inline: bool = False
    own_tokens: int = field(init=False)
    lines: int = field(init=False)

    def __post_init__(self) -> None:
        shown = "".join(part if isinstance(part, str) else "w" for part in self.parts)
        self.own_tokens = len(shown.split()) - len(self.groups())
        self.lines = 0 if self.inline else shown.count("\n") + 1

    def groups(self) -> list[Group]:
        """Returns its groups of words."""
        return [part for part in self.parts if isinstance(part, list)]

    def tokens(self) -> int:
        """Returns its number of tokens."""
        return self.own_tokens + sum(map(len, self.groups()))

    def pieces(self) -> list[Piece]:
        """Returns it as pieces of a draft."""
        pieces: list[Piece] = []
        for part in self.parts:
            if isinstance(part, str):
                pieces.append(part)
                continue
            for token in part:
                pieces += [token, " "]
            pieces.pop()
        return pieces


@dataclass(frozen=True, slots=True)
class Style:
    """How the blocks of a witness are written.

    Attributes:
        tables: How the rows of tables are written, "spaced", "tight" or "dense"; each row draws one of these.
        spaced_json: Whether JSON has spaces after commas and colons.
        coded_json: Whether JSON stands in the code blocks, as far as there are some.
        listed_orders: Whether orders stand as numbered lines, not within the prose.
        inline_json: Whether JSON stands at the end of a line of prose.
        json_in_bullets: Whether JSON stands in bullets, as far as there are some.
        close: Whether blocks follow without a blank line.
        dashes: How many dashes part the header of a table from each column.
        short_code: Whether the code of fences is short.
    """

    tables: tuple[str, ...] = ("spaced",)
    spaced_json: bool = False
    coded_json: bool = False
    listed_orders: bool = True
    inline_json: bool = False
    json_in_bullets: bool = False
    close: bool = False
    dashes: int = 3
    short_code: bool = True


_FORMS_OF_ROWS = (
    (("spaced",),),
    (("tight",), ("dense",), ("tight",)),
    (("dense",), ("dense",), ("tight",), ("dense", "tight"), ("dense", "spaced")),
)


def draw_style(claims: Claims, rng: random.Random, haste: int) -> Style:
    """Draws a style; the more haste (0 to 2), the fewer tokens and characters it takes."""
    tight = rng.random() < (0.2, 0.8, 1.0)[haste]
    close = 0.5 if haste < 2 else 0.9
    # Where words are many and characters few, marks that stand apart are the cheapest words.
    cheap = bool(claims.tokens.low and claims.characters.high) and haste == 2
    return Style(
        tables=rng.choice(_FORMS_OF_ROWS[haste if tight else 0]),
        spaced_json=(not tight or cheap) and rng.random() < 0.5,
        coded_json=bool(claims.fences.low) and rng.random() < (close if tight else 0.2),
        listed_orders=claims.other_lists and not claims.no_digits and rng.random() < (0.6, 0.6, 0.8)[haste],
        inline_json=tight and rng.random() < close,
        json_in_bullets=tight and bool(claims.bullets.low) and rng.random() < 0.3,
        close=tight and rng.random() < close,
        dashes=(rng.choice((3, 3, 6, 12)), 3, 1)[haste],
        short_code=rng.random() < (0.5, 0.5, 1.0)[haste],
    )


def make_blocks(claims: Claims, style: Style, rng: random.Random) -> list[Block] | None:
    """Makes the blocks that are asked for, and no other, in random order; None where one cannot be written."""
    objects = [_object(text, style.spaced_json) for text in claims.json]
    blocks: list[Block] = []
    for _ in range(claims.fences.low):
        code = objects.pop() if objects and style.coded_json else _code(claims, style.short_code, rng)
        if code is None:
            return None
        blocks.append(Block([f"```\n{code}\n```"]))
    if claims.bullets.low:
        in_bullets = min(len(objects), claims.bullets.low) if style.json_in_bullets else 0
        items: list[list[Part]] = [["- ", objects.pop()] for _ in range(in_bullets)]
        items += [["- ", [Token(Cell())]] for _ in range(claims.bullets.low - in_bullets)]
        blocks.append(Block(_lined(items), carries=True))
    blocks += [Block([text], inline=style.inline_json) for text in objects]
    for shape in claims.tables:
        rows = _table(shape, style, claims, rng)
        if rows is None:
            return None
        blocks.append(Block(_lined(rows)))
    if style.listed_orders:
        blocks += [Block(_numbered(order)) for order in claims.orders]
    rng.shuffle(blocks)
    return blocks


def _object(text: str, spaced: bool) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False) if spaced else text


def _code(claims: Claims, short: bool, rng: random.Random) -> str | None:
    """Chooses a line of code; None where all of them hold what is banned."""
    fitting = [
        code
        for code in CODE
        if not any(letter in code for letter in claims.banned_letters)
        and not any(holds_whole_word(word, code) for word in claims.banned_words)
    ]
    by_length = sorted(fitting, key=len)
    fitting = by_length[:_SHORT_CODES] if short else by_length[_SHORT_CODES:] or by_length
    return rng.choice(fitting) if fitting else None


def _lined(rows: Iterable[list[Part]]) -> list[Part]:
    """Joins rows by line breaks."""
    parts: list[Part] = []
    for row in rows:
        parts += [*row, "\n"]
    parts.pop()
    return parts


def _table(shape: TableShape, style: Style, claims: Claims, rng: random.Random) -> list[list[Part]] | None:
    """Writes the rows of a table; None where a dense one cannot be written."""
    rows: list[list[Part]] = []
    dense: list[str] = []
    for _ in range(shape.rows + 1):
        form = rng.choice(style.tables)
        if form == "dense":
            text = _dense_row(shape, claims, rng)
            if text is None or text in dense:
                return None
            dense.append(text)
            rows.append(["|", [Token(Cell(text, fixed=True))], "|"])
            continue
        first, gap, last = ("| ", " | ", " |") if form == "spaced" else ("|", " |", "|")
        row: list[Part] = [first]
        for _ in range(shape.columns):
            row += [[Token(Cell())], gap]
        rows.append([*row[:-1], last])
    dashes = "-" * style.dashes
    rows.insert(1, ["|" + (f" {dashes} |" if rng.choice(style.tables) == "spaced" else f"{dashes}|") * shape.columns])
    return rows


def _dense_row(shape: TableShape, claims: Claims, rng: random.Random) -> str | None:
    """Writes a row as one token, in the shortest words; it reads as a single word, which has to be short enough."""
    words = vocabulary(claims.banned_letters, ANY)
    room = 2 * shape.columns if claims.word_length.high is None else claims.word_length.high - (shape.columns - 1)
    if room < shape.columns:
        return None
    lengths = [2] * rng.randint(0, min(shape.columns, room - shape.columns))
    lengths += [1] * (shape.columns - len(lengths))
    rng.shuffle(lengths)
    found = [words.find(length=length) for length in lengths]
    return "|".join(rng.choice(choice) for choice in found) if all(found) else None


def _numbered(order: Sequence[str]) -> list[Part]:
    return _lined(
        [f"{number}. ", [Token(Cell(word, fixed=True)) for word in item.split()]]
        for number, item in enumerate(order, 1)
    )
