"""Every text of up to four words, and constraints with parameters so small that many of them are met by one.

Where some text meets a set of constraints, no proof may call it impossible.
"""

from itertools import product

from cse.constraints.registry import constraint
from cse.text.document import Document

_WORDS = ("a", "b")
_GAPS = (" ", ". ", ".\n", ".\n\n", "\n- ")
_MOST_WORDS = 4
_TAILS = ("", "\n\n```\nb\n```", "\n\n|a|b|\n|-|-|\n|b|a|", " 1+1=2", " 3", "\n1. a\n2. b", ' {"b":"a"}')
_EXTREMES = (
    "ﬄ. ﬄ ﬄ.",
    "a{}b. b{}a b.",
    "- ﬁ\n- ﬂ",
    "a 1+1=2 1+1=2.",
    "a. b - - -.",
    "b.\n\n- a - - -",
    "# a\n\nb b. a a a.",
)


def texts():
    """Lists the texts."""
    found = [*_EXTREMES]
    for count in range(1, _MOST_WORDS + 1):
        for words in product(_WORDS, repeat=count):
            for gaps in product(_GAPS, repeat=count - 1):
                body = words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:], strict=True)) + "."
                tails = _TAILS if count < _MOST_WORDS else _TAILS[:1]
                found += [body + tail for tail in tails]
    return found


def pool():
    """Lists constraints of all types that short texts can meet, and of some that they hardly can."""
    found = []

    def add(name, **ranges):
        found.extend(constraint(name, **dict(zip(ranges, values, strict=True))) for values in product(*ranges.values()))

    add("word_count", count=range(1, 10))
    add("sentence_count", count=range(1, 5))
    add("paragraph_structure", paragraphs=range(1, 4), min_sentences=(1, 2))
    add("character_count", count=range(2, 30, 3))
    add("line_count", count=range(1, 6))
    add("palindromic_lengths", sentences=(2, 3))
    add("lipogram", letter="ab")
    add("mandatory_words", words=(("a",), ("a", "b"), ("c",)))
    add("sentence_initial", letter="ab")
    add("acrostic", word=("a", "ab", "ba", "aab", "abab"))
    add("forbidden_word", word="ab")
    add("vowel_ratio", low=(0.1, 0.9), high=(1.0, 2.0))
    add("unique_words")
    add("word_length_range", low=(1, 2), high=(2, 5))
    add("min_sentence_words", count=(1, 2, 3))
    add("unique_bigrams")
    add("consonant_clusters", count=(1, 2))
    add("transitive_order", items=(("a", "b"),), comparisons=((("a", "b"),),))
    add("sentence_bridge")
    add("markdown_table", columns=(2,), rows=(1, 2))
    add("bullet_list", count=(1, 2, 3))
    add("code_blocks", count=(1, 2))
    add("unique_closers")
    add("terminal_acrostic", word=("ab", "ba", "bb", "aba"))
    add("word_divisibility", divisor=(2, 3, 5))
    add("integer_sum", count=(1, 3), total=(3, 4))
    add("no_digits")
    add("distinct_numbers", count=(1, 2))
    add("equations", count=(1, 2))
    add("monotonic_lengths", direction=("increasing", "decreasing"))
    add("alphabetical")
    add("alternating_lengths", short_max=(1,), long_min=(2, 3))
    add("relaxed_growth", count=(3,))
    return found


def masks(constraints):
    """Returns for each constraint the texts that meet it, as the bits of a whole number."""
    documents = [Document(text) for text in texts()]
    return [sum(1 << i for i, document in enumerate(documents) if one.verify(document).passed) for one in constraints]
