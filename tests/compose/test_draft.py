"""A draft's measures follow every change of a word."""

import random

from cse.compose.draft import Cell, Draft, Token
from cse.compose.fill import fill
from cse.compose.lexicon import lexicon, vocabulary
from cse.compose.mend import mend
from cse.constraints.claims import ANY, Claims, exactly
from cse.text.document import Document


def _draft(claims, rng, words=18):
    """Makes three sentences; the last word of each is the first of the next, as one cell in two places."""
    cells = [Cell() for _ in range(words)]
    tokens = [Token(cell) for cell in cells]
    third = words // 3
    for place in (third, 2 * third):
        tokens[place].cell = tokens[place - 1].cell
    for place in (third - 1, 2 * third - 1, words - 1):
        tokens[place].mark = "."
        tokens[place].cell.closes = True
    for place in (0, third, 2 * third):
        tokens[place].capital = True
    tokens[3].cell = Cell("Café", fixed=True)
    pieces = [piece for token in tokens for piece in (token, rng.choice((" ", "\n")))][:-1]
    return Draft(claims, [*pieces, '\n\n{"a":"Öl"}'], [tokens[0].cell, tokens[third].cell, tokens[2 * third].cell])


def _assert_measured(draft):
    document = Document(str(draft))
    letters = [char for char in document.folded if char.isalpha()]
    assert draft.characters == len(document.text)
    assert draft.letters == len(letters)
    assert draft.vowels == sum(letter in "aeiou" for letter in letters)
    counts = {word: document.words.count(word) for word in document.words}
    assert {word: count for word, count in draft.used.items() if count} == counts


def test_measures_follow_changes():
    rng = random.Random("draft")
    claims = Claims(distinct_bigrams=True, distinct_last_words=True)
    draft = _draft(claims, rng)
    assert fill(draft, claims, vocabulary("", ANY), rng)
    _assert_measured(draft)
    for _ in range(300):
        cell, word = rng.choice(draft.cells), rng.choice(lexicon()[:60])
        if draft.allows(cell, word):
            draft.write(cell, word)
    _assert_measured(draft)
    document = Document(str(draft))
    pairs = list(zip(document.words, document.words[1:], strict=False))
    assert len(set(pairs)) == len(pairs)
    closing = [sentence.last_word for sentence in document.sentences]
    assert len(set(closing)) == len(closing)


def test_no_word_twice_where_words_must_differ():
    claims = Claims(distinct_words=True)
    draft = Draft(claims, [Token(Cell("go", fixed=True)), " ", Token(Cell())], [])
    assert not draft.allows(draft.cells[0], "go")
    assert draft.allows(draft.cells[0], "up")


def test_a_single_letter_closes_no_sentence_and_no_word_follows_itself():
    first, last = Cell(), Cell(closes=True)
    draft = Draft(Claims(), [Token(first), " ", Token(last, ".")], [first])
    assert not draft.allows(last, "a")
    draft.write(first, "go")
    assert not draft.allows(last, "go")


def test_mending_reaches_characters_and_vowels():
    rng = random.Random("mend")
    for characters in (105, 120, 150):
        for band in ((0.55, 0.65), (0.65, 0.75)):
            claims = Claims(characters=exactly(characters), vowel_ratios=(band,))
            draft = _draft(claims, rng)
            words = vocabulary("", ANY)
            assert fill(draft, claims, words, rng)
            assert mend(draft, claims, words, rng)
            _assert_measured(draft)
            assert draft.characters == characters
            assert band[0] <= draft.vowels / (draft.letters - draft.vowels) <= band[1]


def test_a_comma_only_within_running_words():
    draft = _draft(Claims(), random.Random("commas"))
    fill(draft, Claims(), vocabulary("", ANY), random.Random(0))
    added = [draft.add_comma(index) for index in range(len(draft.pieces))]
    assert sum(added) == str(draft).count(",") - 0 > 5
    _assert_measured(draft)
    assert not any(draft.add_comma(index) for index in range(len(draft.pieces)))
    assert str(draft).count(".") == 3
