"""The words from which the puzzles of the relational types are drawn.

All are single words of at most ten letters, and none stands in two pools, so that puzzles in one probe share no word.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from cse.constraints.base import Given
from cse.constraints.claims import ANY, Range
from cse.constraints.relational._texts import words
from cse.text.letters import fold

OBJECTS = words(
    """
    cup box lamp vase bowl plate clock chair stool bench basket bottle candle mirror pillow kettle jar mug tray ladder
    bucket suitcase umbrella backpack globe radio camera helmet barrel crate statue ball cube sphere cone pyramid
    cylinder book pencil hammer spoon blanket drawer shelf hat
    """
)
COLORS = ("red", "blue", "green", "yellow", "black", "white", "brown", "gray", "pink", "purple", "orange", "golden")
SIZES = ("small", "large", "tiny", "huge", "medium", "short", "big", "tall")
MATERIALS = ("wood", "metal", "glass", "stone", "plastic", "paper", "clay", "rubber", "wool", "steel")

CITIES = words(
    """
    Oslo Rome Lima Cairo Tokyo Paris Madrid Lisbon Vienna Prague Berlin Dublin Athens Warsaw Helsinki Stockholm Budapest
    Geneva Zurich Munich Boston Chicago Denver Dallas Seattle Toronto Montreal Ottawa Havana Bogota Quito Santiago
    Nairobi Accra Lagos Tunis Dakar Delhi Mumbai Bangkok Hanoi Seoul Osaka Kyoto Manila Jakarta Perth Auckland
    Brisbane Naples Porto
    """
)

PEOPLE = words(
    """
    Alice Bruno Carla David Elena Felix Grace Henry Irene Jonas Karin Lucas Maria Nadia Oscar Paula Quinn Ruth Simon
    Tessa Ulrich Vera Walter Xenia Yusuf Zoe Amir Bella Dina Emil Fatima Hugo Ivan Jamal Kofi Leila Mina Noah Omar
    Priya Rosa Sven Tara Uma Viktor Wanda Yara
    """
)
ATTRIBUTES = {
    "pet": words("cat dog parrot rabbit hamster turtle goldfish lizard pony canary ferret gecko"),
    "drink": words("tea coffee juice milk water lemonade cocoa soda nectar cordial broth yogurt"),
    "hobby": words("chess painting hiking fishing knitting sailing yoga pottery archery dancing judo origami"),
    "job": words("nurse pilot baker teacher farmer lawyer dentist plumber tailor singer chef judge"),
    "fruit": words("apple banana cherry grape mango melon peach plum pear lemon kiwi fig"),
    "tree": words("oak pine maple birch willow cedar elm spruce poplar ash beech palm"),
}


def pick(rng: random.Random, pool: Sequence[str], count: int, given: Given, lengths: Range = ANY) -> list[str]:
    """Draws different entries of a pool that keep clear of banned letters and words, where enough of them do.

    Args:
        rng: The source of randomness.
        pool: Entries of one or more words.
        count: How many to draw.
        given: What is already drawn.
        lengths: How many characters an entry may have.
    """
    fitting = [entry for entry in pool if len(entry) in lengths and _is_clear(entry, given)]
    return rng.sample(fitting if len(fitting) >= count else list(pool), count)


def _is_clear(entry: str, given: Given) -> bool:
    folded = fold(entry)
    banned = [fold(word) for word in given.claims.banned_words]
    return not any(letter in folded for letter in given.claims.banned_letters) and not any(
        word in banned for word in folded.split()
    )
