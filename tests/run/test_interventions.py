"""Each intervention on Inspect's mock model: what is asked, in which order, what is stored, what the response is."""

import json
import math

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from provider import HARNESS_WARNINGS

from cse.compose.probe import Probe
from cse.constraints.base import Topic
from cse.constraints.registry import constraint
from cse.errors import InvalidInput, UnknownName
from cse.run.interventions.catalogue import read_intervention
from cse.run.logs import log_files, read_logs
from cse.run.models import DEFAULTS
from cse.run.responses import tables_of
from cse.run.task import probe_task

pytestmark = [pytest.mark.filterwarnings(warning) for warning in HARNESS_WARNINGS]
PROBE = Probe(
    "p", 0, Topic("tea", ("tea",)), (constraint("S1", count=3), constraint("L1", letter="z"), constraint("N2"))
)
# What each holds of "three words, no z, no digit", counted by hand.
NONE, ONE, TWO, ALL = "A zoo of 7 lions.", "A zoo of many lions.", "Tea is very hot.", "Tea is hot."
REFUSED = ModelOutput.from_content("m", "No.", "content_filter")


class Script:
    """A model that answers in turn, and remembers what it was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked, self.configs = [], []

    def __call__(self, messages, _tools, _choice, config):
        self.asked.append([message.text for message in messages])
        self.configs.append(config)
        answer = self.answers[len(self.asked) - 1]
        if isinstance(answer, Exception):
            raise answer
        output = ModelOutput.from_content("m", f"<answer>{answer}</answer>") if isinstance(answer, str) else answer
        # Each answer has its own number of tokens, so that sums tell which were added.
        output.usage = ModelUsage(input_tokens=100, output_tokens=10 ** (len(self.asked) - 1))
        return output


@pytest.fixture
def ask(tmp_path):
    """Returns a function that asks about the probe under an intervention; it gives back response and sample."""

    def run(name, script, **generate):
        task = probe_task(
            [PROBE], suite="t", digest="d", intervention=read_intervention(name), generate={**DEFAULTS, **generate}
        )
        model = get_model("mockllm/model", custom_outputs=script, memoize=False)
        inspect_eval(task, model=model, log_dir=str(tmp_path), display="none", log_realtime=False, score_display=False)
        (path,) = log_files(tmp_path)
        (response,) = read_logs([path])
        return response, read_eval_log(path).samples[0]

    return run


def held(response):
    return tables_of([response]).passes["checks_passed"].to_list()


@pytest.mark.parametrize("name", ["plan", "plan-control"])
def test_plan_and_its_control_write_before_the_text(ask, name):
    script = Script("First three words.", TWO)
    response, _ = ask(name, script)
    role = "plan" if name == "plan" else "notes"
    assert [(one.role, one.status) for one in response.passes] == [(role, "ok"), ("answer", "ok")]
    assert held(response) == [None, 2]
    assert response.text == f"<answer>{TWO}</answer>"
    first, second = script.asked
    assert len(first) == 1
    assert first[0].startswith(PROBE.prompt() + "\n\nDo not write the text yet.")
    assert ("requirement how you will meet it" in first[0]) == (name == "plan")
    assert second[:2] == [first[0], "<answer>First three words.</answer>"]
    assert second[2].startswith("Now write the text.")
    assert (response.input_tokens, response.output_tokens) == (200, 11)
    assert {config.max_tokens for config in script.configs} == {DEFAULTS["max_tokens"]}, "both passes have one budget"


def test_plan_and_control_differ_in_the_first_request_alone(ask, tmp_path):
    scripts = {}
    for name in ("plan", "plan-control"):
        scripts[name] = Script(NONE, ALL)
        ask(name, scripts[name])
        for path in log_files(tmp_path):
            path.unlink()
    plan, control = (scripts[name].asked for name in ("plan", "plan-control"))
    assert plan[0] != control[0]
    assert plan[1][1:] == control[1][1:]


def test_a_plan_that_is_refused_leaves_the_response_missing(ask):
    script = Script(REFUSED)
    response, _ = ask("plan", script)
    assert (response.status, response.text, len(script.asked)) == ("refused", None, 1)


def test_self_correct_takes_the_revision_better_or_worse(ask):
    script = Script(ALL, ONE)
    response, _ = ask("self-correct", script)
    assert [(one.role, one.request is None) for one in response.passes] == [("answer", True), ("revision", False)]
    assert held(response) == [3, 1]
    assert response.text == f"<answer>{ONE}</answer>"
    assert script.asked[0] == [PROBE.prompt()]
    assert script.asked[1][:2] == [PROBE.prompt(), f"<answer>{ALL}</answer>"]
    assert script.asked[1][2] == response.passes[1].request
    assert "Check your text against each of the requirements" in script.asked[1][2]
    assert "Found" not in script.asked[1][2]


def test_a_revision_that_does_not_come_leaves_the_earlier_text(ask):
    response, sample = ask("self-correct", Script(TWO, REFUSED))
    assert (response.status, response.text) == ("ok", f"<answer>{TWO}</answer>")
    assert [one.status for one in response.passes] == ["ok", "refused"]
    assert response.output_tokens == 11, "what came to nothing was generated too"
    assert sample.scores["verifiers"].value["mcsr"] == pytest.approx(2 / 3)


def test_best_of_makes_all_draws_and_the_verifiers_choose(ask):
    script = Script(NONE, TWO, "Tea was very hot.", ONE)
    response, sample = ask("best-of:4", script)
    assert script.asked == [[PROBE.prompt()]] * 4, "each draw gets the bare prompt"
    assert [one.role for one in response.passes] == ["draw"] * 4
    assert held(response) == [0, 2, 2, 1]
    assert response.text == f"<answer>{TWO}</answer>", "of equals the earliest"
    passes = tables_of([response]).passes
    assert passes["chosen"].to_list() == [False, True, False, False]
    assert passes["output_tokens"].to_list() == [1, 10, 100, 1000]
    assert (response.input_tokens, response.output_tokens) == (400, 1111)
    assert sample.output.completion == response.text
    assert [one["checks_passed"] for one in sample.scores["verifiers"].metadata["passes"]] == [0, 2, 2, 1]


def test_best_of_goes_on_after_a_success_and_over_a_refusal(ask):
    script = Script(REFUSED, ALL, TWO)
    response, _ = ask("best-of:3", script)
    assert len(script.asked) == 3
    assert response.text == f"<answer>{ALL}</answer>"


def test_draws_have_seeds_of_their_own_where_the_run_has_one(ask, tmp_path):
    script = Script(ALL, ALL, ALL)
    ask("best-of:3", script, seed=7)
    seeds = [config.seed for config in script.configs]
    assert len(set(seeds)) == 3
    assert all(0 <= seed < 2**31 for seed in seeds)
    log_files(tmp_path)[0].unlink()
    again = Script(ALL, ALL, ALL)
    ask("best-of:3", again, seed=7)
    assert [config.seed for config in again.configs] == seeds
    log_files(tmp_path)[0].unlink()
    without = Script(ALL, ALL)
    ask("best-of:2", without)
    assert [config.seed for config in without.configs] == [None, None]


def test_a_draw_that_fails_leaves_no_response(ask):
    response, _ = ask("best-of:3", Script(ALL, ConnectionError("gone"), ALL))
    assert (response.status, response.error) == ("error", "gone")
    assert tables_of([response]).passes.height == 0


def test_repair_tells_what_was_found_until_nothing_fails(ask):
    script = Script(ONE, TWO, ALL, ALL)
    response, _ = ask("repair:5", script)
    assert [one.role for one in response.passes] == ["answer", "revision", "revision"]
    assert held(response) == [1, 2, 3]
    first, second = (one.request for one in response.passes[1:])
    assert "- Make your answer exactly 3 words long. Found: 5 words" in first
    assert 'Do not use the letter "z"' in first
    assert 'see "zoo"' in first
    assert "digit" not in first, "what holds is not complained of"
    assert "Found: 4 words" in second
    assert "letter" not in second
    assert script.asked[2] == [PROBE.prompt(), f"<answer>{TWO}</answer>", second], "nothing older than the last text"


def test_its_control_is_told_nothing_and_stops_by_the_same_rule(ask):
    script = Script(ONE, TWO, ALL, ALL)
    response, _ = ask("repair-control:5", script)
    assert held(response) == [1, 2, 3]
    first, second = (one.request for one in response.passes[1:])
    assert first == second
    assert "Found" not in first
    assert first.startswith("Your text does not meet all of the requirements yet. Please revise it")


@pytest.mark.parametrize("name", ["repair:2", "repair-control:2"])
def test_rounds_end(ask, name):
    script = Script(NONE, ONE, NONE, ALL)
    response, _ = ask(name, script)
    assert len(script.asked) == 3
    assert held(response) == [0, 1, 0]
    assert response.text == f"<answer>{NONE}</answer>", "the last revision, as someone without verifiers would have it"


@pytest.mark.parametrize("name", ["repair:2", "repair-control:2"])
def test_a_first_text_that_meets_everything_is_left_alone(ask, name):
    script = Script(ALL, NONE)
    response, sample = ask(name, script)
    assert len(script.asked) == 1
    assert sample.scores["verifiers"].value["scsr"] == 1.0
    assert tables_of([response]).passes["chosen"].to_list() == [True]


def test_nothing_is_repaired_where_nothing_came(ask):
    script = Script(REFUSED)
    response, sample = ask("repair:2", script)
    assert (response.status, len(script.asked)) == ("refused", 1)
    assert math.isnan(sample.scores["verifiers"].value)


def test_passes_are_stored_whole(ask):
    _, sample = ask("repair:1", Script(ONE, TWO))
    stored = sample.store["cse_passes"]
    assert [one["role"] for one in stored] == ["answer", "revision"]
    assert [ModelOutput.model_validate(one["output"]).completion for one in stored] == [
        f"<answer>{ONE}</answer>",
        f"<answer>{TWO}</answer>",
    ]
    assert "attachment://" not in json.dumps(stored)


@pytest.mark.parametrize(
    ("text", "name", "passes"),
    [
        ("base", "base", 1),
        ("plan", "plan", 2),
        ("Plan-Control", "plan-control", 2),
        ("self-correct", "self-correct", 2),
        ("best-of:5", "best-of:5", 5),
        (" repair: 2 ", "repair:2", 3),
        ("repair-control:20", "repair-control:20", 21),
    ],
)
def test_names(text, name, passes):
    found = read_intervention(text)
    assert (found.name, found.most_passes) == (name, passes)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("best-of", "write best-of:N, with a whole number from 2 to 100"),
        ("best-of:1", "from 2 to 100"),
        ("best-of:101", "from 2 to 100"),
        ("best-of:-3", "from 2 to 100"),
        ("best-of:2.5", "from 2 to 100"),
        ("best-of:", "from 2 to 100"),
        ("repair:0", "write repair:N, with a whole number from 1 to 20"),
        ("repair:²", "from 1 to 20"),
        ("repair-control:many", "write repair-control:N"),
        ("plan:2", "takes no number; write plan."),
    ],
)
def test_numbers_that_cannot_be(text, said):
    with pytest.raises(InvalidInput, match=said):
        read_intervention(text)


def test_unknown_names_are_told_with_all_that_exist():
    with pytest.raises(UnknownName) as caught:
        read_intervention("repar:2")
    assert "There is no intervention 'repar:2'. Nearest: repair" in str(caught.value)
    assert "base, plan, plan-control, self-correct, best-of:N, repair:N, repair-control:N" in str(caught.value)
