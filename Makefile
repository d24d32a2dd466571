# `make demo` and `make test` set up what they need in .venv; a second time they need no network.
# the newest one found that is new enough and can make an environment
PYTHONS := python3.15 python3.14 python3.13 python3.12 python3.11 python3 python
USABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach each,$(PYTHONS),$(shell $(each) -c '$(USABLE)' 2>/dev/null && echo $(each))))
VENV := .venv
RUN := $(VENV)/bin
DEMO := out/demo
# of the board's; `make test-browser BROWSER_TESTS=browser` plays whole games too
BROWSER_TESTS ?= browser and not slow
# processes for the tests: one more than two cores, since some tests wait for a process of their own
TESTERS ?= 3
# browsers for the board's tests, each with a server of its own: the tests wait for one or the other
BROWSERS ?= 2
# a file's tests share what they set up; tests/conftest.py says which files are begun first
SHARED := --dist loadfile --no-loadscope-reorder
# where it is set, each of the hundreds of processes that the tests start would read all its modules as text
unexport PYTHONDONTWRITEBYTECODE

COLUMNS := alphabeta:eval=improved $(foreach n,1 2 3 4 5 6,alphabeta:eval=c$(n)) engine
ROWS := random $(foreach e,open center improved,minimax:depth=3,eval=$(e)) $(foreach e,open center improved,alphabeta:eval=$(e))

.PHONY: help setup demo test test-all test-browser test-versions docs references lint format release clean

help:
	@echo "make demo      a tournament of Isolation: its table here, its report in $(DEMO)/report.html"
	@echo "make test      the tests (minutes); make test-all runs the slow ones too"
	@echo "make test-browser  the board in a real browser (apt install chromium)"
	@echo "make test-versions  the core's tests on each Python here, and with each Numba from 0.62 on"
	@echo "make docs      these pages as a site: out/docs/index.html"
	@echo "make references  whether each page and name that these pages lead to is there"
	@echo "make lint      ruff and mypy"
	@echo "make release   what would be published, in dist/: built, checked, tried; and what is left to do"
	@echo "make clean     remove .venv and what was built"

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml constraints.txt
	@$(or $(PYTHON),false) -c '$(USABLE)' 2>/dev/null || { echo "make setup needs Python 3.11 or newer with venv: apt install python3-venv, or brew install python; PYTHON=... names one"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt --editable ".[dev]"
	touch $@

demo: setup
	$(RUN)/counterply tournament isolation $(COLUMNS) --against $(ROWS) --games 20 --nodes 10000 --seed 1 --out $(DEMO)
	$(RUN)/counterply report $(DEMO)
	@echo "step through its games in the browser: $(RUN)/counterply board $(DEMO)"

test: setup
	$(RUN)/python -m pytest -m "not slow and not browser" -n $(TESTERS) $(SHARED)

test-all: setup
	COUNTERPLY_TESTS=all $(RUN)/python -m pytest -m "not browser" -n $(TESTERS) $(SHARED)

test-browser: setup
	@command -v chromium chromium-browser google-chrome >/dev/null || { echo "no chromium is installed: apt install chromium"; exit 1; }
	$(RUN)/python -m pytest -m "$(BROWSER_TESTS)" -n $(BROWSERS) $(SHARED) tests/plugins

test-versions:
	$(PYTHON) .ci/versions.py $(VERSIONS)

docs: setup
	$(RUN)/sphinx-build -W --keep-going -q -j auto docs out/docs
	@echo "out/docs/index.html"

references: setup
	$(RUN)/sphinx-build -W --keep-going -q -b dummy docs out/references

lint: setup
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy

format: setup
	$(RUN)/ruff check --fix .
	$(RUN)/ruff format .

release:
	$(PYTHON) .ci/release.py

clean:
	rm -rf $(VENV) out .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
