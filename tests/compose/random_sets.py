"""Random constraint sets for the tests of proofs and witnesses."""

from cse.compose.topics import topics
from cse.constraints.base import Given
from cse.constraints.claims import NO_CLAIMS
from cse.constraints.registry import constraint, types


def draw_set(rng, names, *, agreeing=True):
    """Draws a constraint of each type: to agree with those before, or each as if it stood alone."""
    topic = rng.choice(topics())
    claims = NO_CLAIMS
    drawn = []
    for name in names:
        one = types()[name].draw(rng, Given(topic, claims if agreeing else NO_CLAIMS))
        drawn.append(one)
        claims = claims & one.claims()
    return drawn


def small(rng, name):
    """Makes a constraint of one of the types of `layout_model` with small parameters, so that sets are tight."""

    def word():
        return "".join(rng.choice("aabc") for _ in range(rng.randint(2, 6)))

    params = {
        "word_count": lambda: {"count": rng.randint(5, 60)},
        "sentence_count": lambda: {"count": rng.randint(1, 9)},
        "paragraph_structure": lambda: {"paragraphs": rng.randint(1, 5), "min_sentences": rng.randint(1, 3)},
        "line_count": lambda: {"count": rng.randint(1, 20)},
        "palindromic_lengths": lambda: {"sentences": rng.randint(2, 9)},
        "sentence_initial": lambda: {"letter": rng.choice("abc")},
        "acrostic": lambda: {"word": word()},
        "terminal_acrostic": lambda: {"word": word()},
        "min_sentence_words": lambda: {"count": rng.randint(1, 12)},
        "consonant_clusters": lambda: {"count": rng.randint(1, 4)},
        "markdown_table": lambda: {"columns": rng.randint(1, 3), "rows": rng.randint(1, 5)},
        "bullet_list": lambda: {"count": rng.randint(1, 6)},
        "code_blocks": lambda: {"count": rng.randint(1, 4)},
        "self_count": lambda: {"count": rng.randint(5, 60)},
        "word_divisibility": lambda: {"divisor": rng.randint(2, 9)},
        "monotonic_lengths": lambda: {"direction": rng.choice(("increasing", "decreasing"))},
        "relaxed_growth": lambda: {"count": rng.randint(3, 5)},
    }
    if name == "alternating_lengths":
        short = rng.randint(1, 6)
        return constraint(name, short_max=short, long_min=short + rng.randint(1, 8))
    return constraint(name, **params.get(name, dict)())
