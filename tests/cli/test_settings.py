"""In what two runs differ, from what they record."""

import pytest

from cse.cli.settings import differences


def run(intervention="base", **models):
    listed = [{"label": label, "name": f"lab/{label}", "generate": settings} for label, settings in models.items()]
    return {"intervention": {"name": intervention, "most_passes": 1}, "models": listed, "versions": {"cse": "1"}}


@pytest.mark.parametrize(
    ("base", "treated", "expected"),
    [
        (run(a={"temperature": 0}), run(a={"temperature": 0}), []),
        (
            run(a={"temperature": 0, "max_tokens": 9}),
            run("best-of:5", a={"temperature": 0.7, "max_tokens": 9}),
            ["intervention base → best-of:5", "temperature 0 → 0.7"],
        ),
        (run(a={}), run(b={"seed": 1}), ["model lab/a → lab/b", "seed not recorded → 1"]),
        (
            run(a={"top_p": 1}, b={"top_p": 1}),
            run(a={"top_p": 1}, b={"top_p": None}),
            ["top_p of b 1 → null"],
        ),
        ({"suite": "x"}, {"scored": "y", "versions": {"cse": "2"}}, ["version of cse not recorded → 2"]),
    ],
)
def test_differences(base, treated, expected):
    assert list(differences(base, treated)) == expected
