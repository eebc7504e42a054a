"""A missing extra is said in one sentence; a bug in an import is not hidden."""

import pytest

from cse.cli.extras import needs
from cse.errors import MissingExtra


def test_a_missing_package_names_the_extra_and_the_remedy():
    with (
        pytest.raises(
            MissingExtra,
            match=r"cse analyze needs the extra 'analysis': pip install 'constraint-saturation\[analysis\]'",
        ),
        needs("analysis", "cse analyze"),
    ):
        raise ModuleNotFoundError("No module named 'polars'", name="polars")


def test_a_module_of_ours_that_is_missing_is_a_bug():
    with pytest.raises(ModuleNotFoundError) as caught, needs("analysis", "cse analyze"):
        raise ModuleNotFoundError("No module named 'cse.gone'", name="cse.gone")
    assert not isinstance(caught.value, MissingExtra)
