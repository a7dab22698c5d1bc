# The menu. Every target makes the environment it needs in .venv, from Python 3.11 or later and nothing else.

PYTHON ?= python3
DEALS ?= 100000
# Worker processes of the tests.
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
PYTEST := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help demo test lint test-nojit test-bounds bench slow wheel clean

help: ## this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:[^#]*## /#/' | awk -F'#' '{ printf "make %-12s %s\n", $$1, $$2 }'

demo: $(VENV)/installed ## the main job: two ways of playing compared over a hundred thousand deals, with a report in demo/
	$(BIN)/canasta compare plain random_legal --deals $(DEALS) --matches 1000 --out demo --force
	$(BIN)/canasta report demo

test: $(VENV)/installed-dev ## every test but the slow ones, compiled
	$(PYTEST) -n $(WORKERS) -m "not slow"

test-nojit: $(VENV)/installed-dev ## the tests marked fast, not compiled: plain Python
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(WORKERS) -m "fast and not slow"

test-bounds: $(VENV)/installed-dev ## the tests marked fast, compiled with every index checked
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n $(WORKERS) -m "fast and not slow"

slow: $(VENV)/installed-dev ## the tests that take minutes
	$(PYTEST) -m slow

lint: $(VENV)/installed-dev ## style, layout, types, floors
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/installed ## turns and deals a second on this machine
	$(BIN)/canasta bench

wheel: $(VENV)/installed-dev ## dist/*.whl
	rm -rf build
	$(BIN)/python -m build --wheel --no-isolation

clean: ## remove all that the other targets made, the environment included
	rm -rf $(VENV) build dist demo *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- environments: stamp files, made again when the dependencies change ------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "canasta-lab needs Python 3.11 or later; name one: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) setuptools
	$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) setuptools
	$(PIP) --no-build-isolation --editable '.[records,dev]'
	@touch $(VENV)/installed $@
