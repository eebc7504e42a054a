"""Which tables of an analysis are shown on the screen, in which order."""

from __future__ import annotations

from cse.cli.level_views import LEVEL_VIEWS
from cse.cli.structure_views import STRUCTURE_VIEWS

VIEWS = (*LEVEL_VIEWS, *STRUCTURE_VIEWS)
