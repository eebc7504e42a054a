"""Texts made at random, and the constraints that each of them meets: a set of those is possible, whatever a proof says.

The texts use every trick that the verifiers let through, since a proof has to hold for them too: words of one
character, ligatures of one character that stand for three letters, symbols as words, JSON glued to words or
hidden in bullets and code, escapes, words in code, lists within lines, no white space where none is needed.
"""

import json
from itertools import pairwise

from cse.compose.topics import topics
from cse.constraints.base import Given
from cse.constraints.claims import NO_CLAIMS
from cse.constraints.registry import constraint, types
from cse.text.document import Document

_WORDS = [
    "a",
    "I",
    "x",
    "go",
    "up",
    "sun",
    "art",
    "try",
    "fly",
    "sky",
    "dry",
    "tea",
    "cup",
    "box",
    "why",
    "rhythm",
    "ocean",
    "quiet",
    "This",
    "text",
    "ﬂoor",
    "oﬃce",
    "ﬁne",
    "Straße",
    "é",
]
_SHORT_WORDS = ["a", "I", "x", "é", "7", "-", "|"]
_SYMBOLS = ["-", "+", "=", "|", "7", "12", "-5", "1+1=2", "2+3=5", "3", "9"]
_ENDS = [".", "!", "?", "...", ".", "."]
_CODE = ["x", "go()", "a = b\nc", "sun art", "1 + 2 = 3", "- not a bullet"]


def _sentence(rng, pool):
    words = [rng.choice(pool if rng.random() < 0.8 else _SYMBOLS) for _ in range(rng.choice((1, 1, 2, 3, 4, 5, 8)))]
    if rng.random() < 0.15:
        words[rng.randrange(len(words))] += '{"a":1}' + rng.choice(("", "b"))
    return rng.choice((" ", " ", " ", "\n")).join(words) + rng.choice(_ENDS)


def _scene(rng):
    objects = [
        {"name": name, "color": rng.choice(("red", "blue", "7"))} for name in rng.sample(("cup", "box", "fﬂ", "a"), 2)
    ]
    pair = [item["name"] for item in objects]
    relations = [{"subject": pair[0], "relation": rng.choice(("above", "in front of")), "object": pair[1]}]
    return {"objects": objects, "relations": relations[: rng.randint(0, 1)]}


def _shapes(rng, scene, grid):
    """Writes the JSON compactly, spaced, within another object, or with escapes."""
    texts = []
    for value in (scene, grid):
        form = rng.randrange(5)
        text = json.dumps(value, ensure_ascii=False, separators=((",", ":"), (", ", ": "))[form % 2])
        if form == 2:
            text = f'{{"x":{text}}}'
        if form == 3:
            text = text.replace("above", "\\u0061bove").replace("in front", "in\\u0020front")
        if form == 4:
            text = text.replace('"7"', "7")
        texts.append(text)
    return texts


def plant(rng):
    """Makes a text, and constraints of as many types as it meets, with parameters read off the text or drawn.

    Returns:
        The text, and constraints that its verifiers pass.
    """
    scene, grid = _scene(rng), {"Al": {"pet": "cat"}, "Bo": {"pet": "dog"}}
    order = rng.sample(("Oslo", "Rome", "Lima"), rng.randint(2, 3))
    objects = _shapes(rng, scene, grid)
    pool = rng.choice((_WORDS, _SHORT_WORDS))
    parts = [" ".join(_sentence(rng, pool) for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(1, 4))]
    extras = [
        lambda: "\n".join(f"- {rng.choice([*pool, objects[0]])}" for _ in range(rng.randint(1, 4))),
        lambda: f"```\n{rng.choice([*_CODE, objects[1]])}\n```",
        lambda: "|" + "a|" * 2 + "\n|-|-|\n" + "\n".join("|x|" + rng.choice(("", "sun art")) + "|" for _ in range(2)),
        lambda: "\n".join(f"{n}. {item}" for n, item in enumerate(order, 1)),
        lambda: " ".join(f"{n}) {item}" for n, item in zip(("one", "two", "three"), order, strict=False)),
        lambda: objects[0],
        lambda: objects[1],
    ]
    parts += [extra() for extra in rng.sample(extras, rng.randint(0, 4))]
    rng.shuffle(parts)
    text = rng.choice(("\n\n", "\n")).join(parts)
    if rng.random() < 0.2:
        told = len(text.split()) + 6
        text += f"{rng.choice((' ', chr(10) * 2))}This text contains exactly {told} words"
        text += rng.choice((".", "\\u0041", ""))
    document = Document(text)
    candidates = _candidates(rng, document, scene, grid, order)
    met = [one for one in candidates if one.verify(document).passed]
    return text, met


def _candidates(rng, document, scene, grid, order):
    sentences = document.sentences
    lengths = [sentence.length for sentence in sentences]
    words = len(document.tokens)
    integers = [number.value for number in document.numbers]
    letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in document.folded]
    found = [
        constraint("word_count", count=max(1, words)),
        constraint("self_count", count=max(1, words)),
        constraint("self_count"),
        constraint("character_count", count=max(1, len(document.text))),
        constraint("line_count", count=max(1, len(document.lines))),
        constraint("scene_graph", objects=scene["objects"], relations=[_wordy(rng, one) for one in scene["relations"]]),
        constraint("logic_grid", people=list(grid), attributes={"pet": ["cat", "dog"]}, clues=[_CLUE]),
        constraint("transitive_order", items=sorted(order), comparisons=list(pairwise(order))),
        constraint("word_divisibility", divisor=rng.choice([d for d in range(2, 9) if words % d == 0] or [2])),
        constraint("bullet_list", count=max(1, len(document.bullets))),
        constraint("code_blocks", count=max(1, len(document.fences))),
        constraint("markdown_table", columns=2, rows=2),
        constraint("integer_sum", count=max(1, len(integers)), total=sum(integers)),
        constraint("distinct_numbers", count=max(1, len(dict.fromkeys(integers)))),
        *[constraint("equations", count=count) for count in (1, 2, 3)],
        *[constraint(name) for name in ("unique_words", "unique_bigrams", "no_digits", "unique_closers")],
        *[constraint(name) for name in ("sentence_bridge", "alphabetical")],
        *[constraint("monotonic_lengths", direction=direction) for direction in ("increasing", "decreasing")],
        *[constraint("relaxed_growth", count=count) for count in (3, 4)],
        constraint("vowel_ratio", low=0.2, high=rng.choice((0.5, 0.8, 2.0))),
        constraint("word_length_range", low=1, high=rng.randint(1, 9)),
        constraint("mandatory_words", words=rng.sample([*_WORDS, "Oslo", "words"], 2)),
        constraint("forbidden_word", word=rng.choice([*_WORDS, "red", "words", "Rome"])),
        types()["mandatory_words"].draw(rng, Given(rng.choice(topics()), NO_CLAIMS)),
    ]
    if letters:
        found.append(constraint("lipogram", letter=rng.choice(letters)))
    if sentences:
        found += _of_sentences(rng, document, lengths)
    return found


def _wordy(rng, relation):
    """Asks for a relation with a leading word that the text leaves out."""
    return relation | {"relation": rng.choice(("", "is ")) + relation["relation"]}


def _of_sentences(rng, document, lengths):
    sentences = document.sentences
    least = min(len(paragraph.sentences) for paragraph in document.paragraphs)
    found = [
        constraint("sentence_count", count=len(sentences)),
        constraint("paragraph_structure", paragraphs=len(document.paragraphs), min_sentences=rng.randint(1, least)),
        constraint("min_sentence_words", count=min(lengths)),
        *[constraint("consonant_clusters", count=count) for count in (1, 2)],
    ]
    if len(sentences) > 1:
        found.append(constraint("palindromic_lengths", sentences=len(sentences)))
        short, long = max(lengths[::2]), min(lengths[1::2])
        if short < long:
            found.append(constraint("alternating_lengths", short_max=short, long_min=long))
    first = "".join(sentence.first_word[:1] for sentence in sentences)
    last = "".join(sentence.last_word[:1] for sentence in sentences)
    if first.isascii() and first.isalpha():
        found += [constraint("acrostic", word=first), constraint("sentence_initial", letter=first[0])]
    if last.isascii() and last.isalpha() and len(last) > 1:
        found.append(constraint("terminal_acrostic", word=last))
    return found


_CLUE = {"person": "Al", "attribute": "pet", "value": "cat"}
