"""Where the time of verification goes: what k = 3 takes of the answers on which the peers are timed.

The ten checks that the peers have too are judged in every run of three neighbours, on the passing and on the failing
answer of the benchmark `peers`. A view of the document is charged with what it takes beyond the views that it reads, to
every set that needs it; judging is the rest, verdict included. Beside it stand `str.split` of the same answer, which
every count of words needs, and the time of lm-evaluation-harness that the benchmark `peers` measured, with the share of
it that a target leaves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean

from benchmarks.harness import RESULTS, Result, best, best_of_each
from benchmarks.peer_answers import FAILING, PASSING, Check, checks, json_check
from cse.constraints.base import Constraint, verdict
from cse.constraints.verify import verify
from cse.text.answer import extract
from cse.text.document import Document

K = 3
TARGETS = {"passing": 40, "failing": 150}
_ANSWERS = {"passing": PASSING, "failing": FAILING}
_VIEWS: dict[str, Callable[[Document], object]] = {
    "count of words": lambda document: document.token_count,
    "folded text": lambda document: document.folded,
    "lists": lambda document: document.bullets,
    "sentences": lambda document: document.sentence_places,
}
_NEEDS = {
    "word_count": ("count of words",),
    "sentence_count": ("lists", "sentences"),
    "paragraph_structure": ("lists", "sentences"),
    "forbidden_word": ("folded text",),
    "mandatory_words": ("folded text",),
    "bullet_list": ("lists",),
    "no_digits": (),
}
_STAGES = ("extraction and cleaning", *_VIEWS, "judging")

Stages = dict[str, float]


def run() -> Result:
    """Measures the stages on both answers."""
    document = Document(PASSING)
    found = checks(len(document.tokens), len(document.sentences), 0, 0)
    stages = {state: _stages(found, answer) for state, answer in _ANSWERS.items()}
    split = {state: best(answer.split) for state, answer in _ANSWERS.items()}
    whole = {state: _whole(found, answer) for state, answer in _ANSWERS.items()}
    peer = _peer()
    built = best(lambda: verdict(1.0, "5 words", "5 words"))
    rows: list[Sequence[str]] = [(name, *_cells(stages, name)) for name in _STAGES]
    rows.append((f"all of it, k = {K}", *(f"{1e6 * whole[state]:.1f}" for state in _ANSWERS)))
    rows.append(("`str.split` of the answer", *(f"{1e6 * split[state]:.1f}" for state in _ANSWERS)))
    if peer:
        rows.append((f"lm-eval, k = {K}", *(f"{1e6 * peer[state]:.0f}" for state in _ANSWERS)))
        for state, target in TARGETS.items():
            left = f"{1e6 * peer[state] / target:.1f}"
            rows.append((f"what {target} times as fast leaves", *(left if state == one else "-" for one in _ANSWERS)))
    shares = ", ".join(f"{name} {stages['passing'][name] / sum(stages['passing'].values()):.0%}" for name in _STAGES)
    return Result(
        f"k = {K} takes {1e6 * whole['passing']:.1f} us on the passing answer ({shares}) and "
        f"{1e6 * whole['failing']:.1f} us on the failing one; one verdict takes {1e6 * built:.2f} us",
        {"stages": stages, "whole": whole, "split": split, "verdict": built, "peer": peer},
        ("stage", "passing us", "failing us"),
        rows,
        [*_notes(whole, split, peer), _json_note()],
    )


def _stages(found: list[Check], answer: str) -> Stages:
    """Returns the seconds of each stage, averaged over the sets of three neighbours."""
    parsed = best(lambda: Document(extract(answer).text).has_word_character)
    views = {name: best(partial(_viewed, view, answer)) for name, view in _VIEWS.items()}
    bare = best(lambda: Document(answer))
    views = {name: taken - bare for name, taken in views.items()}
    views["sentences"] -= views["lists"]
    judged = [best(_judge(check.ours, answer)) for check in found]
    stages = dict.fromkeys(_STAGES, 0.0)
    for start in range(len(found)):
        chosen = [(start + i) % len(found) for i in range(K)]
        needed = {need for place in chosen for need in _NEEDS[found[place].ours.name]}
        stages["extraction and cleaning"] += parsed / len(found)
        stages["judging"] += sum(judged[place] for place in chosen) / len(found)
        for name in needed:
            stages[name] += views[name] / len(found)
    return stages


def _viewed(view: Callable[[Document], object], answer: str) -> object:
    return view(Document(answer))


def _judge(constraint: Constraint, answer: str) -> Callable[[], object]:
    """Returns what judges an answer again whose views are there already."""
    document = Document(answer)
    constraint.verify(document)
    return lambda: constraint.verify(document)


def _whole(found: list[Check], answer: str) -> float:
    sets = [[found[(start + i) % len(found)].ours for i in range(K)] for start in range(len(found))]
    return mean(best(partial(verify, answer, chosen)) for chosen in sets)


def _peer() -> dict[str, float] | None:
    """Returns the seconds of lm-evaluation-harness for the same sets, where the benchmark `peers` has run."""
    path = RESULTS / "peers.json"
    if not path.exists():
        return None
    row: dict[str, float] = json.loads(path.read_text("utf-8"))["figures"]["rows"][f"k = {K}"]["lm-eval"]
    return row


def _cells(stages: dict[str, Stages], name: str) -> list[str]:
    return [f"{1e6 * stages[state][name]:.1f}" for state in _ANSWERS]


def _json_note() -> str:
    """Says where the time of the check goes that is behind its peer, on the answer that passes."""
    check, answer, _ = json_check()
    whole, parsed, bare, read = best_of_each(
        [
            partial(verify, answer, [check.ours]),
            lambda: Document(extract(answer).text).has_word_character,
            partial(Document, answer),
            lambda: Document(answer).json_objects,
        ]
    )
    decoded, judged = best_of_each([partial(json.loads, answer), _judge(check.ours, answer)])
    return (
        f"JSON that passes takes {1e6 * whole:.1f} us: extraction and cleaning {1e6 * parsed:.1f}, finding the objects "
        f"{1e6 * (read - bare):.1f} (`json.loads` of the whole answer {1e6 * decoded:.1f}), comparing the scene "
        f"{1e6 * judged:.1f}. IFEval takes off a fence and tries `json.loads`."
    )


def _notes(whole: Stages, split: Stages, peer: Stages | None) -> list[str]:
    """Says what bounds the ratio to the peer."""
    if peer is None:
        return []
    parts = []
    for state, target in TARGETS.items():
        left, taken = peer[state] / target, whole[state]
        parts.append(
            f"{target} times lm-eval's speed on the {state} answer would leave {1e6 * left:.1f} us for {K} checks, "
            f"{left / split[state]:.1f} times one `str.split`; {1e6 * taken:.1f} us are needed, "
            f"{taken / split[state]:.1f} times, so the ratio is {peer[state] / taken:.0f}"
        )
    bound = (
        "What bounds it: a set that counts words must split the text once, and one that counts sentences must look at "
        "the end of each, about a microsecond apiece in Python."
    )
    return [f"{'; '.join(parts)}.", bound]
