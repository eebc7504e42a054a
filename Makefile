# `make run` and `make test` do all their set-up on a machine that has Python 3.11 or newer and make.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
OUT ?= runs/first

.DEFAULT_GOAL := help
.PHONY: help run test lint bench docs pictures lock suites clean

help:
	@echo "make run     compose probes, run a small real model over them, show where it collapses"
	@echo "make test    lint, type-check and test everything"
	@echo "make bench   measure speed beside the peers"
	@echo "make docs    write the generated pages of docs/ anew"
	@echo "make pictures take the pictures of docs/report.md anew, with the system's Chromium"

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found; set PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

run: $(READY)
	$(BIN)/cse run --model local --suite quick --limit 48 --out $(OUT)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/pytest -n 2 --dist worksteal

bench: $(READY)
	$(BIN)/python -m benchmarks

docs: $(READY)
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/composition.py

pictures: $(READY)
	$(BIN)/python docs/screenshots.py

lock:
	uv pip compile pyproject.toml --universal --python-version 3.11 --extra run --extra analysis --extra ray --group dev \
		--generate-hashes --no-emit-index-url --no-header --quiet --output-file requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
