"""A judge of the proofs: sentences, words and lines as a CP-SAT model, written from the design and not from the claims.

It relaxes: a layout that it finds has the right numbers of everything, whatever the words are. So a set that it finds
no layout for is impossible, and one that it finds a layout for must not be called impossible on these grounds.
"""

from itertools import pairwise

from ortools.sat.python import cp_model

MOST_SENTENCES = 16
MOST_WORDS = 600

TYPES = (
    "word_count", "sentence_count", "paragraph_structure", "line_count", "palindromic_lengths", "sentence_initial",
    "acrostic", "terminal_acrostic", "min_sentence_words", "consonant_clusters", "sentence_bridge", "unique_closers",
    "unique_words", "markdown_table", "bullet_list", "code_blocks", "self_count", "word_divisibility",
    "monotonic_lengths", "alphabetical", "alternating_lengths", "relaxed_growth",
)  # fmt: skip
"""The types of which the model knows what they demand of a layout."""


class _Layout:
    def __init__(self, model):
        self.model = model
        self.sentences = model.new_int_var(0, MOST_SENTENCES, "sentences")
        self.there = [model.new_bool_var(f"there{i}") for i in range(MOST_SENTENCES)]
        self.lengths = [model.new_int_var(0, MOST_WORDS, f"length{i}") for i in range(MOST_SENTENCES)]
        self.first = [model.new_int_var(0, 25, f"first{i}") for i in range(MOST_SENTENCES)]
        self.last = [model.new_int_var(0, 25, f"last{i}") for i in range(MOST_SENTENCES)]
        self.words = model.new_int_var(1, MOST_WORDS, "words")
        self.lines = model.new_int_var(1, MOST_WORDS, "lines")
        self.paragraphs = model.new_int_var(0, MOST_SENTENCES, "paragraphs")
        self.block_words = self.block_lines = 0
        for i, there in enumerate(self.there):
            model.add(self.sentences > i).only_enforce_if(there)
            model.add(self.sentences <= i).only_enforce_if(~there)
            model.add(self.lengths[i] >= 1).only_enforce_if(there)
            model.add(self.lengths[i] == 0).only_enforce_if(~there)
            one = model.new_bool_var(f"one{i}")
            model.add(self.lengths[i] == 1).only_enforce_if(one)
            model.add(self.lengths[i] != 1).only_enforce_if(~one)
            model.add(self.first[i] == self.last[i]).only_enforce_if(one)

    def close(self):
        """Adds what holds for every text, once all blocks are known; other blocks may hold words and lines besides."""
        self.model.add(self.words >= sum(self.lengths) + self.block_words)
        self.model.add(self.lines >= self.paragraphs + self.block_lines)
        self.model.add(self.lines <= self.words)
        self.model.add(self.paragraphs <= self.sentences)
        self.model.add(self.paragraphs >= 1).only_enforce_if(self.there[0])

    def each(self, demand):
        """Demands something of each sentence that is there."""
        for i, there in enumerate(self.there):
            self.model.add(demand(i)).only_enforce_if(there)

    def neighbours(self, demand):
        """Demands something of each sentence and the next one."""
        for i, (_, there) in enumerate(pairwise(self.there)):
            self.model.add(demand(i)).only_enforce_if(there)


def _letter(letter):
    return ord(letter) - ord("a")


def _demand(layout, c):
    model, lengths = layout.model, layout.lengths
    match c.name:
        case "word_count":
            model.add(layout.words == c.count)
        case "sentence_count":
            model.add(layout.sentences == c.count)
        case "paragraph_structure":
            model.add(layout.paragraphs == c.paragraphs)
            model.add(layout.sentences >= c.paragraphs * c.min_sentences)
        case "line_count":
            model.add(layout.lines == c.count)
        case "palindromic_lengths":
            model.add(layout.sentences == c.sentences)
            for i in range(c.sentences):
                model.add(lengths[i] == lengths[c.sentences - 1 - i])
        case "sentence_initial":
            model.add(layout.sentences >= 1)
            layout.each(lambda i: layout.first[i] == _letter(c.letter))
        case "acrostic":
            model.add(layout.sentences == len(c.word))
            for i, letter in enumerate(c.word):
                model.add(layout.first[i] == _letter(letter))
        case "terminal_acrostic":
            model.add(layout.sentences == len(c.word))
            for i, letter in enumerate(c.word):
                model.add(layout.last[i] == _letter(letter))
        case "min_sentence_words" | "consonant_clusters":
            model.add(layout.sentences >= 1)
            layout.each(lambda i: lengths[i] >= c.count)
        case "sentence_bridge":
            model.add(layout.sentences >= 2)
            layout.neighbours(lambda i: layout.last[i] == layout.first[i + 1])
        case "unique_closers":
            model.add(layout.sentences >= 2)
        case "alphabetical":
            model.add(layout.sentences >= 2)
            layout.neighbours(lambda i: layout.first[i] <= layout.first[i + 1])
        case "markdown_table":
            layout.block_words += c.rows + 2
            layout.block_lines += c.rows + 2
        case "bullet_list":
            layout.block_words += 2 * c.count
            layout.block_lines += c.count
        case "code_blocks":
            layout.block_words += 3 * c.count
            layout.block_lines += 3 * c.count
        case "self_count":
            model.add(layout.words >= 6)
            model.add(layout.words == c.count)
        case "word_divisibility":
            model.add_modulo_equality(0, layout.words, c.divisor)
        case "monotonic_lengths":
            model.add(layout.sentences >= 3)
            step = 1 if c.direction == "increasing" else -1
            layout.neighbours(lambda i: step * (lengths[i + 1] - lengths[i]) >= 1)
        case "alternating_lengths":
            model.add(layout.sentences >= 3)
            layout.each(lambda i: lengths[i] >= c.long_min if i % 2 else lengths[i] <= c.short_max)
        case "relaxed_growth":
            starts = [model.new_bool_var(f"start{i}") for i in range(MOST_SENTENCES - c.count + 1)]
            model.add_exactly_one(starts)
            for start, chosen in enumerate(starts):
                model.add(layout.sentences >= start + c.count).only_enforce_if(chosen)
                for i in range(start + 2, start + c.count):
                    model.add(lengths[i] >= lengths[i - 1] + lengths[i - 2] + 1).only_enforce_if(chosen)
        case "unique_words":
            pass
        case _:
            raise ValueError(f"the model does not know {c.name}")


def has_layout(constraints):
    """Tells whether some layout has the numbers and initials that the constraints demand."""
    names = [c.name for c in constraints]
    model = cp_model.CpModel()
    layout = _Layout(model)
    for c in constraints:
        _demand(layout, c)
    if "sentence_bridge" in names and "unique_words" in names:
        model.add(layout.sentences < 2)  # the word that bridges two sentences stands twice
    if "sentence_bridge" in names and "unique_closers" in names:
        layout.neighbours(lambda i: layout.lengths[i + 1] >= 2)  # it starts with a word in which it must not end
    layout.close()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return status != cp_model.INFEASIBLE
