# Ten Segments: `make play` to play, `make test` before you commit. Needs Python 3.11 or later; everything goes to .venv.
.DEFAULT_GOAL := help
.PHONY: help setup play test soak test-soak check docs audit lock wheel format bench measure typefaces

find_python := for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then command -v $$p; break; fi; done
PYTHON ?= $(shell $(find_python))
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input
MANAGE := $(BIN)/python manage.py
# Says that the static files were collected from what stands there.
COLLECTED = $(or $(VAR_DIR),var)/static/.collected

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

setup: .venv/.dev static/vendor/.typefaces ## the environment in .venv, with what tests and checks need
	@$(BIN)/python --version

play: $(COLLECTED) ## a demo fight on this machine, for phones on the same network
	@$(MANAGE) migrate --verbosity 0
	@TEN_SEGMENTS_DEMO=1 exec $(MANAGE) play

test: setup ## everything: SQLite, PostgreSQL with Redis, a real Chromium
	@$(BIN)/python -m tests.run $(PARTS)

soak: setup ## what takes too long for every test: random runs, stories in Chromium, deploy/
	@$(BIN)/python -m tests.run --soak $(PARTS)

test-soak: soak

check: setup ## format, lint, types, import contracts, conventions, migrations
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/djangofmt --check templates tests
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(MANAGE) makemigrations --check --dry-run
	$(BIN)/python -m pytest -q tests/conventions
	@$(MAKE) --no-print-directory docs

docs: setup ## the documents as a site, in var/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documents are in var/docs: open var/docs/index.html"

audit: setup ## known faults of the pinned packages, asked of the network
	@$(BIN)/uv tool run --quiet pip-audit==2.10.1 --disable-pip --require-hashes -r requirements.txt

lock: setup ## write requirements.txt from what pyproject.toml asks for; UPGRADE=--upgrade takes newer versions
	@$(BIN)/uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command "make lock" pyproject.toml -o requirements.txt

wheel: setup ## dist/: the wheel and the source archive of this version, with the typefaces
	@rm -rf dist
	@$(BIN)/hatchling build -d dist
	@ls dist

format: setup ## put the code in order
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/djangofmt templates tests

bench: setup ## how fast it is, as ratios; AGAINST=COMMIT: the rules against an earlier commit
	@$(BIN)/python -m tests.load.bench $(if $(AGAINST),rules --against $(AGAINST))

measure: setup ## the shape of the code in numbers
	@$(BIN)/python -m tests.measure

typefaces: ## fetch the typefaces again
	@sh scripts/fetch_typefaces.sh
	@touch static/vendor/.typefaces

.venv/bin/pip:
	@test -n "$(PYTHON)" || { echo "Ten Segments needs Python 3.11 or later, and none was found. On Debian or Ubuntu run:"; \
		echo; echo "    sudo apt-get install -y python3 python3-venv"; echo; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' >/dev/null 2>&1 || { echo "$(PYTHON) cannot make environments. Run:"; \
		echo; echo "    sudo apt-get install -y python$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"; \
		echo; exit 1; }
	@echo "Making .venv with $(PYTHON) ..."
	@$(PYTHON) -m venv .venv

.venv/.runtime: requirements.txt | .venv/bin/pip
	@echo "Installing what the site needs ..."
	@$(PIP) -r requirements.txt
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.runtime
	@echo "Installing what tests and checks need ..."
	@$(PIP) -r requirements-dev.txt
	@touch $@

$(COLLECTED): $(shell find static -type f -o -type d) combat_site/static_files.py .venv/.runtime static/vendor/.typefaces
	@$(MANAGE) collectstatic --noinput --verbosity 0
	@touch $@

static/vendor/.typefaces: scripts/fetch_typefaces.sh
	@sh scripts/fetch_typefaces.sh
	@touch $@
