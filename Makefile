# Everything a developer does with steno. Needs python3 (3.11 or newer, with venv and pip) and make.

PYTHON ?= python3
UV ?= uv
ARGS ?=
COVERAGE ?=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO := build/demo-home
DEMO_READY := build/demo-home.ready
COGGED := README.md docs/architecture.md docs/library.md

.DEFAULT_GOAL := setup
.DELETE_ON_ERROR:
.PHONY: setup help run test lint bench stress interop docs format clean requirements hooks \
	lint-format lint-rules lint-types lint-layers lint-spelling lint-docs

setup: $(READY) ## set up .venv with pinned, hash-checked tools, and show this list
	@$(MAKE) --no-print-directory help

help: ## show what make can do
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("steno needs Python 3.11 or newer; try make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@echo "setting up $(VENV): half a minute, once"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

run: $(READY) ## show the overview of this machine's sessions, or of a made-up home where there are none (ARGS='show @last' for more)
	@home="$${CLAUDE_CONFIG_DIR:-$$HOME/.claude}"; \
	if [ -n "$$(find "$$home/projects" -name '*.jsonl' 2>/dev/null | head -n 1)" ]; then \
		$(BIN)/steno $(ARGS); \
	else \
		echo "No sessions under $$home: this is the demo, a made-up home in $(DEMO)."; \
		$(MAKE) --silent --no-print-directory $(DEMO_READY) && $(BIN)/steno --home $(DEMO) $(ARGS); \
	fi

$(DEMO_READY): $(wildcard src/steno/testing/*.py src/steno/testing/demo/*.py src/steno/cli/demo.py) | $(READY)
	@mkdir -p build && rm -rf $(DEMO)
	@$(BIN)/steno demo $(DEMO) > build/demo.log 2>&1 || { cat build/demo.log; exit 1; }
	@touch $@

test: $(READY) ## all tests but the slow ones, in parallel (COVERAGE=1: with branch coverage and its floors)
	@mkdir -p build
	$(BIN)/python -m pytest -n auto --dist worksteal $(if $(COVERAGE),--cov --cov-report=json:build/coverage.json) $(ARGS)
	$(if $(COVERAGE),$(BIN)/python tools/coverage_floor.py build/coverage.json)

stress: $(READY) ## the full figures of the reliability promises (minutes)
	$(BIN)/python -m pytest -m stress --durations=10 $(ARGS)

interop: $(READY) ## tests against other programs, such as the real client (FULL=1 for every case)
	$(BIN)/python -m pytest -m interop $(ARGS)

bench: $(READY) ## measure speed beside other readers (BENCH_MB=1000 for a bigger tree)
	$(BIN)/python -m benchmarks $(ARGS)

lint: lint-format lint-rules lint-types lint-layers lint-spelling lint-docs ## every check that needs no test run

lint-format: $(READY)
	$(BIN)/ruff format --check .
lint-rules: $(READY)
	$(BIN)/ruff check .
lint-types: $(READY)
	$(BIN)/mypy
lint-layers: $(READY)
	$(BIN)/lint-imports
lint-spelling: $(READY)
	$(BIN)/codespell
lint-docs: $(READY)
	$(BIN)/python tools/gendocs.py --check
	$(BIN)/cog --check --diff -I . $(COGGED)

docs: $(READY) ## write the generated parts of docs/ and README.md anew
	$(BIN)/python tools/gendocs.py
	$(BIN)/cog -r -I . $(COGGED)

format: $(READY) ## format the code and apply the safe fixes of the linter
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

hooks: $(READY) ## run the commit checks before every git commit of this clone
	$(BIN)/prek install

requirements: ## pin versions and hashes anew from pyproject.toml (needs uv)
	$(UV) pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
		--all-extras --group dev --no-emit-index-url --no-emit-find-links \
		--custom-compile-command "make requirements" pyproject.toml -o requirements/dev.txt

clean: ## remove everything that make has made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis src/*.egg-info
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
