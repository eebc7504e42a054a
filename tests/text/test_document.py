"""The views of a document (design, section 4)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cse.text.document import Document


def sentences(text):
    return [sentence.text for sentence in Document(text).sentences]


SENTENCES = {
    "titles": ("Mr. Fox met Prof. Lee.", 1),
    "list abbreviations": ("Tea vs. milk, cf. page two, Fox et al. agree, approx. ten.", 1),
    "etc. and No. end one": ("We sell tea, etc. It is good. No. We do not.", 4),
    "a degree": ("Ann Lee, Ph.D., spoke. All left.", 2),
    "an abbreviation in brackets": ("Bring fruit (e.g. plums). Go.", 2),
    "several closing marks": ('He said "(stop!)". She left.', 2),
    "closing mark, lower case": ('"Why?" she asked. He left.', 2),
    "closing mark, capital": ('"Why?" She left.', 2),
    "ellipsis, lower case": ("Well... no.", 1),
    "mixed run is one end": ("Really?! Yes.", 2),
    "decimal and version": ("Use 3.14 or 1.2.3 here. Go.", 2),
    "number that opens a line": ("We need two things:\n1. Tea and milk.", 1),
    "three digits behind a mark that open a sentence": ('"123. Go," he said. (456. Stay.)', 2),
    "number that does not open": ("He was 42. She was 40.", 2),
    "four digits end": ("1984. It was cold.", 2),
    "initials": ("J. R. Smith came. He sat.", 2),
    "capital after lower case": ("It was plan b or plan C. We chose.", 2),
    "colon ends nothing": ("One thing: tea. Two things: milk.", 2),
    "line break ends nothing": ("one\ntwo\nthree.", 1),
    "blank line ends": ("one\n \ntwo", 2),
    "wordless piece joins the last": ("One. Two. !!!", 2),
    "wordless piece that comes first joins the next": ("... Hello there. You", 2),
    "wordless block is dropped": ("One.\n\n***\n\nTwo.", 2),
    "inline JSON is left out": ('We sent {"a": "b. c."} today. Fine.', 2),
    "JSON lines end the sentence": ('Here\n{"a": 1}\nthere', 2),
    "pretty JSON with text before it": ('Here {"a":\n\n1} there. Fine.', 2),
    "glued JSON splits nothing": ('One.{"a": 1}Two. Three.', 2),
    "JSON glued to the end of a sentence": ('One.{"a": 1} Two.', 2),
    "JSON before a number that opens a sentence": ('{"a": 1} 5. Tea. {"a": 1} 6. Milk.', 2),
    "JSON before a number that opens a line": ('We need\n{"a": 1} 5. Tea.', 1),
    "JSON before an initial": ('We met Ann {"a": 1} B. Lee. {"a": 1} C. Fox came.', 2),
    "JSON before the lower-case letter that goes on": ('"Stop!" {"a": 1} he said.', 1),
    "heading": ("# One. Two.\nThree.", 1),
    "heading that looks numbered": ("## 1. One\n## 2. Two\nThree.", 1),
    "bullets of every mark": ("- a.\n* b.\n+ c.\n• d.\nThree.", 1),
    "indented lines belong to the item": ("- a.\n  More. Of it.\n\n  And more.\nThree.", 1),
    "dialogue dash without space": ("-Yes. No.", 2),
    "lone numbered line is prose": ("1. One thing. Only.", 2),
    "numbered list": ("1. One.\n2) Two.\n(3) Three.\nFour.", 1),
    "tilde fence": ("~~~\na. b.\n~~~\nOne.", 1),
    "longer fence holds a shorter one": ("````\n```\na.\n```\nb.\n````\nOne.", 1),
    "unclosed fence": ("One.\n```\na. b.", 1),
    "inline triple backticks are text": ("```a``` is code. Two.", 2),
    "table": ("a | b\n--- | ---\nc. | d.\nOne.", 1),
    "pipe without separator is prose": ("a | b. c | d.", 2),
    "empty": ("", 0),
}


@pytest.mark.parametrize(("text", "count"), SENTENCES.values(), ids=SENTENCES)
def test_sentences(text, count):
    assert len(sentences(text)) == count, sentences(text)


PARAGRAPHS = {
    "one": ("A.\nB.", 1),
    "two": ("A.\n\nB.", 2),
    "white line": ("A.\n \t\nB.", 2),
    "a block alone splits nothing": ("A.\n- x\nB.", 1),
    "a block between blank lines": ("A.\n\n- x\n\nB.", 2),
    "blank line before a block only": ("A.\n\n- x\nB.", 2),
    "blank line inside a fence is none": ("A.\n```\n\n```\nB.", 1),
    "blank line inside an item is none": ("A.\n- x\n\n  y\nB.", 1),
    "heading is none": ("# H\n\nA.", 1),
    "wordless block is none": ("A.\n\n---\n\nB.", 2),
}


@pytest.mark.parametrize(("text", "count"), PARAGRAPHS.values(), ids=PARAGRAPHS)
def test_paragraphs(text, count):
    assert len(Document(text).paragraphs) == count


NUMBERS = {
    "signs": ("-5, (-4), 3-5, x-2, \u22127, --8, 2--9", [-5, -4, 3, 5, 2, -7, -8, 2, -9]),
    "thousands": ("1,000 and 100,200,300 and 1,00 and 1000,200", [1000, 100200300, 1, 0, 1000, 200]),
    "thousands of a decimal": ("1,000.50 1,000x", []),
    "parts of words": ("3.14 .5 1.2.3 1st B2B 10km v2 x_3", []),
    "touching marks": ("50% $5 10:30 1/2 COVID-19", [50, 5, 10, 30, 1, 2, 19]),
    "after : , | $": ('{"a":-1,"b":[-2,-3]} |-4| $-5', [-1, -2, -3, -4, -5]),
    "operators": ("3*-2 = -6, 7+-1", [3, -2, -6, 7, -1]),
    "sentence end": ("It was 7. Then 8.", [7, 8]),
    "numbered items excepted": ("1. a 5\n2. b 6", [5, 6]),
    "lone numbered line": ("1. a 5", [1, 5]),
    "code, JSON, tables": ('```\n1\n```\n{"a": 2}\n\n|3|\n|-|\n|4|', [1, 2, 3, 4]),
    "en dash is no sign": ("4\u20136", [4, 6]),
    "another script": ("\u0663 cups", [3]),
}


@pytest.mark.parametrize(("text", "values"), NUMBERS.values(), ids=NUMBERS)
def test_numbers(text, values):
    assert [number.value for number in Document(text).numbers] == values


WORDS = {
    "edges": ('("Hello," - it\'s state-of-the-art!) 42 ...', ["hello", "it's", "state-of-the-art", "42"]),
    "case and accents": ("Caf\u00e9 STRASSE stra\u00dfe", ["cafe", "strasse", "strasse"]),
    "escape": ("\\u0063at", ["cat"]),
    "escaped accents": ("cafe\\u0301 \\u0065\\u0301\\u0302t\\u00e9", ["cafe", "ete"]),
    "an accent without a letter stays as it is written": ("\\u0301 -\\u0301b", ["u0301", "u0301b"]),
    "fence and JSON hold none": ('a\n```\nb\n```\n{"c": "d"}\ne', ["a", "e"]),
    "numbers of items": ("1. red\n2) blue", ["red", "blue"]),
    "bullets, tables, headings hold words": ("# h\n- b\n\n|c|d|\n|-|-|\n|e|f|", ["h", "b", "c|d", "e|f"]),
    "JSON in a cell is a cell": ('|a|b|\n|-|-|\n|{"x":1}|c|', ["a|b", 'x":1}|c']),
}


@pytest.mark.parametrize(("text", "words"), WORDS.values(), ids=WORDS)
def test_words(text, words):
    assert Document(text).words == words


def test_leaving_json_out_makes_no_token():
    document = Document('One.{"a":1}Two. It is {"b":2}')
    assert [sentence.tokens for sentence in document.sentences] == [["One.Two."], ["It", "is"]]
    assert document.words == ["one.two", "it", "is"]
    assert [document.text[slice(*span)] for span in document.word_spans] == ['One.{"a":1}Two', "It", "is"]


@given(st.lists(st.sampled_from(["\\u0301", "\\u0065", "\\u2014", "e", ".", " ", "-", "\u0301", '{"a":1}', "\n\n"])))
def test_every_sentence_has_a_first_and_a_last_word(pieces):
    document = Document("".join(pieces))
    for sentence in document.sentences:
        assert sentence.first_word == sentence.words[0]
        assert sentence.last_word == sentence.words[-1]
        for start, end in document.end_spans(sentence):
            assert 0 <= start < end <= len(document.answer)


@pytest.mark.parametrize("text", ['e{"a":1}\\u0301.', '\\u00{"a":1}63at.', '\\u0063{"a":1}at.'])
def test_words_of_sentences_are_words_of_the_document(text):
    document = Document(text)
    assert document.words == document.sentences[0].words
    assert len(document.word_spans) == 1


def test_word_spans_lead_to_the_words():
    document = Document("Stra\u00dfe \\u0063at")
    assert [document.text[slice(*span)] for span in document.word_spans] == ["Stra\u00dfe", "\\u0063at"]


BULLETS = {
    "dash": ("- a\n- b", ["-", "-"]),
    "no white space": ("-a\n*b", []),
    "marks alone": ("- - -\n* * *\n---\n- *", []),
    "tab": ("-\ta", ["-"]),
    "nested": ("- a\n  * b", ["-", "*"]),
    "in a table": ("- a | b\n- | -\n- c | d", []),
    "in a fence": ("```\n- a\n```", []),
    "heading": ("# - a", []),
}


@pytest.mark.parametrize(("text", "marks"), BULLETS.values(), ids=BULLETS)
def test_bullets(text, marks):
    assert [item.mark for item in Document(text).bullets] == marks


JSON = {
    "several": ('{"a": 1} {"b": 2}', [{"a": 1}, {"b": 2}]),
    "inner one of a broken one": ('{"a": {"b": 2}, oops', [{"b": 2}]),
    "brace in a string": ('{"a": "}"}', [{"a": "}"}]),
    "strict": ('{\'a\': 1} {"a": NaN} {"a": 01} {"a": 1,} {a: 1}', []),
    "repeated key": ('{"a": 1, "a": 2}', [{"a": 2}]),
    "array alone is none": ("[1, 2]", []),
    "objects in an array": ('[{"a": 1}, {"b": 2}]', [{"a": 1}, {"b": 2}]),
    "table cell": ('|a|\n|-|\n|{"a": 1}|', []),
    "raw line break in a string": ('{"a": "x\ny"}', []),
    "after many broken ones": ("{x} " * 50 + '{"a": {"b": 1}}', [{"a": {"b": 1}}]),
    "inside many broken ones": ('{"a": {"b": 2}, oops ' * 50, [{"b": 2}] * 50),
}


@pytest.mark.parametrize(("text", "values"), JSON.values(), ids=JSON)
def test_json_objects(text, values):
    assert [found.value for found in Document(text).json_objects] == values


def test_hostile_json_neither_raises_nor_takes_long():
    deep = '{"a":' * 50_000
    assert Document(deep + "1" + "}" * 50_000).json_objects[0].end - len(deep) > 0
    assert Document(deep).json_objects == ()
    assert Document('{"a": ' + "9" * 10_000 + "}").json_objects[0].value == {"a": float("inf")}
    for broken in ("{", '{"', '{"{" ', '{"a {', '{"a": 1 '):
        assert Document("a " + broken * 15_000).json_objects == ()


TABLES = {
    "outer pipes": ("| a | b |\n|---|:-:|\n| c | d |\n| e |", ("a", "b"), (("c", "d"), ("e",))),
    "no outer pipes": ("a|b\n-|-\nc|d\n\ne|f", ("a", "b"), (("c", "d"),)),
    "escaped pipe": ("a|b\\|c\n-|-\nd|e", ("a", "b\\|c"), (("d", "e"),)),
    "one column": ("|a|\n|-|\n|b|", ("a",), (("b",),)),
    "empty row": ("|a|b|\n|-|-|\n| | |", ("a", "b"), (("", ""),)),
}


@pytest.mark.parametrize(("text", "header", "rows"), TABLES.values(), ids=TABLES)
def test_tables(text, header, rows):
    (table,) = Document(text).tables
    assert (table.header, table.rows) == (header, rows)


@pytest.mark.parametrize("text", ["a|b\n-|-|-\nc|d", "a b\n---\nc", "a|b\nc|d", "```\na|b\n-|-\n```"])
def test_no_table(text):
    assert Document(text).tables == ()


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("```py\nrun()\n```", ["run()"]),
        ("  ```\n  a\n  ````", ["  a"]),
        ("```\na\n``` b\n```", ["a\n``` b"]),
        ("```a``` text", []),
        ("```\n```", [""]),
        ("~~~\n```\n~~~", ["```"]),
    ],
)
def test_fences(text, contents):
    assert [fence.content for fence in Document(text).fences] == contents


PIECES = ["a", "B.", "3.", "-", "- x", "1.", "2)", "|", "|-|", "```", "~~~", '{"a":1}', "{", "}", '"', "#", "**", "_"]
PIECES += ["\n", "\n\n", " ", "\u0301", "é", "…", "?!", "\\u0061", "\r", "\u200b", "1,000", "-5"]
FRAGMENTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(st.one_of(st.text(), FRAGMENTS))
def test_any_text_gives_sound_views(answer):
    document = Document(answer)
    length = len(document.text)
    tokens = list(re.finditer(r"\S+", document.text))
    assert [token[0] for token in tokens] == document.tokens
    pieces = [*document.lines, *document.fences, *document.tables, *document.bullets, *document.numbered]
    pieces += [*document.json_objects, *document.sentences, *document.paragraphs, *document.numbers]
    for piece in pieces:
        assert 0 <= piece.start <= piece.end <= length
        start, end = document.span(piece.start, piece.end)
        assert 0 <= start <= end <= len(answer)
    assert all(document.tokens_from(i) == document.span(token.start(), length) for i, token in enumerate(tokens))
    assert len(document.word_spans) == len(document.words)
    assert document.token_count == len(document.tokens)
    assert document.sentence_lengths == [len(sentence.tokens) for sentence in document.sentences]
    assert document.first_words == [sentence.words[0] for sentence in document.sentences]
    assert document.last_words == [sentence.words[-1] for sentence in document.sentences]
    assert [s for p in document.paragraphs for s in p.sentences] == [(s.start, s.end) for s in document.sentences]
    for sentence in document.sentences:
        assert any(char.isalnum() for char in sentence.text)
    for start, end in [document.folded_span(at, at + 1) for at in range(len(document.folded))]:
        assert 0 <= start < end <= len(answer)
