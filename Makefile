# Every target works as the first command in a fresh clone: it sets up what it needs in .venv and
# leaves the system's Python alone. `make help` lists what people
# need (##), `make help-all` the rest (#:).
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help help-all setup run test test-slow test-notebook test-site notebooks wasm site test-all test-programs test-pure test-lowest words wheel release check format stubs fixtures weights lock bench bench-peers docs docs-catalogues campaign fuzz fuzz-commands sanitize coverage clean

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -q --disable-pip-version-check
# What is installed has the versions and the hashes of requirements/: see the README there.
LOCKED := --require-hashes -r requirements
INSTALLED := $(VENV)/.installed
TOOLS := $(VENV)/.tools
PROGRAMS := $(VENV)/.programs
DOCS := $(VENV)/.docs
PYTEST := $(PY) -m pytest -q
# One process more than there are cores: many tests wait for others, or for a deadline.
PARALLEL := -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist loadgroup
PEERS := .venv-peers
ZIG := .venv-wasm
UV := .venv-lock
WASM := src/plyground/ui/site/core.wasm
SITE := build/site
PURE := .venv-pure
LOWEST := .venv-lowest
# What is tested without the compiled core: what both cores do, the solver, and what falls back.
PURE_TESTS := tests/contract tests/evaluation tests/games tests/searchers tests/trainers tests/solver/test_python.py \
  tests/solver/test_perfect.py tests/test_perft.py tests/test_rng.py tests/test_score.py tests/test_signature.py tests/test_without_core.py
SECONDS := 600
COUNT := 5000
SEED := 19
SOURCES := src tests examples benchmarks docs/site release
WEIGHTS := build/weights

# A virtual environment and a build know where they are: in a clone that was moved they are made anew.
# One whose Python is gone, after an upgrade or in the middle of a set-up, is filled anew.
MOVED := $(shell [ ! -e $(VENV)/.path ] || [ "$$(cat $(VENV)/.path)" = "$(CURDIR)" ] || { rm -rf $(VENV) build && echo moved; })
BROKEN := $(shell [ -x $(PY) ] || { rm -f $(INSTALLED) $(TOOLS) $(DOCS) && echo broken; })

help: ## list what most people need; `make help-all` has the rest
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1	\2/p' Makefile | expand -t 22

help-all: help #: list the targets of those who develop plyground, too
	@sed -n 's/^\([a-z-]*\):[^#]*#: \(.*\)/  make \1	\2/p' Makefile | expand -t 22

setup: $(INSTALLED) ## set up .venv with the compiled core and what draws, serves and plays (about a minute); tests add their tools

run: $(INSTALLED) ## compare the algorithms on Connect Four and tic-tac-toe, with a report in plyground-report/ (about half a minute; it says how long here)
	@$(VENV)/bin/plyground compare

test: $(TOOLS) $(PROGRAMS) ## run the tests on all cores (about 3 minutes on two)
	$(PYTEST) $(PARALLEL) --durations=10 --durations-min=1

test-slow: $(TOOLS) $(PROGRAMS) $(DOCS) ## run what takes seconds each: many samples, many processes (about 8 minutes)
	$(PYTEST) $(PARALLEL) -m "slow and not campaign" --hypothesis-profile=thorough

test-all: $(TOOLS) $(PROGRAMS) $(DOCS) #: run all tests there are, the campaign too (about an hour)
	$(PYTEST) $(PARALLEL) -m "" --hypothesis-profile=thorough

test-notebook: $(TOOLS) $(PROGRAMS) #: run the notebooks and the widgets in a real JupyterLab, which it installs (about 3 minutes)
	@$(PIP) $(LOCKED)/jupyter.txt
	$(PYTEST) -m "" tests/notebook

test-site: $(TOOLS) $(PROGRAMS) $(WASM) #: make the static laboratory and visit it in a browser (about 2 minutes)
	$(PYTEST) -m "" tests/ui/site

wasm: $(WASM) #: build the core as WebAssembly, for static sites, with zig in an environment of its own (about 2 minutes)

site: $(INSTALLED) $(WASM) ## write the laboratory as static files into SITE=build/site; npm fetches Pyodide, once (2 to 3 minutes at first)
	$(VENV)/bin/plyground site $(SITE)

notebooks: $(TOOLS) #: run the notebooks in examples/ and keep what they show: look at the diff before you commit it
	$(PY) tests/helpers/notebook_runner.py examples/notebooks/*.ipynb

test-programs: $(TOOLS) #: install what the tests need from the system, where root may
	@$(PY) tests/helpers/debian.py
	@touch $(PROGRAMS)

test-pure: $(INSTALLED) #: build the wheel without the compiled core and test it in an environment of its own (some minutes)
	@rm -rf build/pure $(PURE)
	@$(PY) -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation --config-settings=wheel.cmake=false --config-settings=wheel.py-api=py3 -w build/pure .
	@$(PY) -m venv $(PURE)
	@sed -n 's/ *\\$$//; /^[a-z]/p' requirements/run.txt requirements/dev.txt | sort -u > $(PURE)/constraints.txt
	@$(PURE)/bin/python -m pip install -q --disable-pip-version-check -c $(PURE)/constraints.txt build/pure/*.whl $$($(PY) -c "import tomllib; print(*(repr(each) for each in tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['dev'] if each.startswith(('hypothesis', 'pytest>', 'pytest-xdist'))))" | tr -d "'")
	@$(PURE)/bin/plyground version
	$(PURE)/bin/python -m pytest -q $(PARALLEL) -p no:cacheprovider $(PURE_TESTS)

test-lowest: $(INSTALLED) #: try the lowest versions of what pyproject.toml names, in an environment of their own (about 2 minutes)
	@rm -rf $(LOWEST)
	@$(PY) -m venv $(LOWEST)
	@$(PY) -m release.lowest > $(LOWEST)/requirements.txt
	@$(LOWEST)/bin/python -m pip install -q --disable-pip-version-check -r $(LOWEST)/requirements.txt cmake ninja
	@PLYGROUND_NEEDS_CORE=1 $(LOWEST)/bin/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation .
	$(LOWEST)/bin/python release/smoke_program.py native
	$(LOWEST)/bin/python release/smoke_extras.py

wheel: $(TOOLS) $(WASM) ## build the Linux wheels into dist/ and try each with every Python here (eight builds: many minutes)
	$(PY) -u -m release.wheels

release: $(TOOLS) #: do all that a release takes up to the upload: VERSION=0.2.0, and DRY=1 to see what it would do
	$(PY) -u -m release.steps $(VERSION) $(if $(DRY),--dry-run)

check: $(TOOLS) ## lint, format, types, holes in workflows, stubs against the binary, import direction (about 1 minute)
	$(VENV)/bin/ruff check $(SOURCES)
	$(VENV)/bin/ruff format --check $(SOURCES)
	$(VENV)/bin/mypy
	$(VENV)/bin/zizmor --offline --quiet .github src/plyground/assignments/templates/common/workflow.yml
	$(PYTEST) tests/test_architecture.py tests/test_stubs.py

words: $(INSTALLED) ## list the sentences that have no Portuguese yet
	@$(PY) -m release.missing_words

format: $(TOOLS) ## put the sources into shape
	$(VENV)/bin/ruff check --fix $(SOURCES)
	$(VENV)/bin/ruff format $(SOURCES)

stubs: $(INSTALLED) #: write _core.pyi anew from the binary
	$(PY) -m nanobind.stubgen -q -m plyground._core -o src/plyground/_core.pyi

fixtures: $(TOOLS) #: write the playthroughs in tests/data anew: read the diff before you commit it
	$(PYTEST) tests/contract/test_playthroughs.py --rewrite-fixtures

lock: #: write requirements/*.txt anew after a change to pyproject.toml; UPGRADE=1 takes the newest versions
	@test -x $(UV)/bin/python || python3 -m venv $(UV)
	@$(UV)/bin/python -m pip install -q --disable-pip-version-check 'uv>=0.9'
	$(UV)/bin/python -m release.lock $(if $(UPGRADE),--upgrade)

weights: $(INSTALLED) #: learn the packaged weights anew, going on from the last time (about a minute): read docs/why/learning.md
	@mkdir -p $(WEIGHTS)
	$(VENV)/bin/plyground learn tictactoe --from perfect --games 500 --out $(WEIGHTS)/tictactoe.json
	$(VENV)/bin/plyground learn 'mnk(5,5,4)' --games 200000 --out $(WEIGHTS)/mnk-5-5-4.json
	$(VENV)/bin/plyground learn connect4 --games 300000 --out $(WEIGHTS)/connect4.json
	cp $(WEIGHTS)/*.json src/plyground/evaluation/weights/

bench: $(TOOLS) ## time what we promise to be fast, into docs/measured.json; ONLY=NAME, FROM=NAME goes on there (15 minutes)
	PLYGROUND_SETS=$(SETS) $(PY) -u -m benchmarks $(if $(ONLY),--only $(ONLY)) $(if $(FROM),--from $(FROM))

docs: $(DOCS) $(WASM) ## build the documentation with the laboratory into build/docs, Portuguese in pt-BR/ (about 1 minute; wasm before the first)
	@$(PY) -m docs.site

docs-catalogues: $(DOCS) #: bring docs/locale up to the pages that have no Portuguese file: translate what is empty in the diff
	@$(PY) -m docs.site --catalogues

bench-peers: $(INSTALLED) #: race other libraries on the same work, in an environment of their own
	@test -x $(PEERS)/bin/python || $(PY) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install -q --disable-pip-version-check easyAI open_spiel tqdm bitbully
	@$(PEERS)/bin/python -m pip install -q --disable-pip-version-check --no-deps aima3
	@$(PEERS)/bin/python -m pip install -q --disable-pip-version-check .
	$(PEERS)/bin/python -m benchmarks.peers

campaign: $(TOOLS) $(PROGRAMS) #: run the tests that take minutes: a wheel in an empty environment, huge counts (about 50 minutes)
	$(PYTEST) -m campaign

fuzz: $(TOOLS) #: search at random in both cores for SECONDS=600, going on from the last time
	PYTHONPATH=tests $(PY) -u tests/searchers/fuzz.py $(SECONDS)

fuzz-commands: $(TOOLS) $(PROGRAMS) #: run COUNT=5000 random command lines of SEED=19 in a sandbox, going on from the last time (about 25 minutes)
	PYTHONPATH=tests $(PY) -u tests/cli/fuzz_commands.py $(COUNT) $(SEED)

sanitize: $(TOOLS) #: run the tests with the core under ASan and UBSan, those with threads under TSan
	$(call sanitized,address$(comma)undefined,libasan.so,$(PARALLEL) -m "not campaign" tests)
	$(call sanitized,thread,libtsan.so,-k "thread or stop" tests/searchers/test_native.py tests/test_native.py tests/solver/test_solve.py tests/solver/test_solve_many.py)

coverage: $(TOOLS) #: run the tests and say which lines they miss
	PLYGROUND_KEEP="COVERAGE_PROCESS_START COVERAGE_PROCESS_CONFIG" $(PYTEST) $(PARALLEL) -m "not campaign" --cov --cov-report=term

clean: ## remove everything make has made, .venv included
	rm -rf $(VENV) $(PEERS) $(PURE) $(LOWEST) $(ZIG) $(UV) $(WASM) build dist .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

# Builds the core with sanitizers ($1), and runs the tests ($3) with their runtime library ($2) loaded first.
comma := ,
define sanitized
	$(VENV)/bin/cmake -S . -B build/$2 -G Ninja -DCMAKE_BUILD_TYPE=Release -DPLYGROUND_SANITIZE=$1 \
	  -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(VENV)/bin/ninja -DPython_EXECUTABLE=$(CURDIR)/$(PY) \
	  -Dnanobind_DIR=$$($(PY) -m nanobind --cmake_dir) > build/$2.log || { cat build/$2.log; exit 1; }
	$(VENV)/bin/cmake --build build/$2
	LD_PRELOAD="$$($${CXX:-c++} -print-file-name=$2) $$($${CXX:-c++} -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 PYTHONPATH=$(CURDIR)/tests/sanitized \
	  PLYGROUND_SANITIZED_CORE=$$(ls -t $(CURDIR)/build/$2/_core*.so | head -1) $(PY) -m pytest -q $3
endef

# No package needs zig: what it makes goes into the wheels, and a site without it searches in Python.
$(WASM): $(wildcard native/*.hpp native/*/*) | $(INSTALLED)
	@test -x $(ZIG)/bin/python || $(PY) -m venv $(ZIG)
	@$(ZIG)/bin/python -m pip install -q --disable-pip-version-check $(LOCKED)/wasm.txt
	$(ZIG)/bin/python native/wasm/build.py $@

# What tests need from the system is set up before them, once, and never from inside a test.
$(PROGRAMS): tests/helpers/debian.py tests/helpers/axe_core.py | $(TOOLS)
	@$(PY) $<
	@touch $@

# What builds the documentation, and the tests' tools, stand beside the rest: `make setup` leaves them out.
$(DOCS): requirements/docs.txt | $(INSTALLED)
	@echo "Installing what builds the documentation."
	$(call extra,docs)

$(TOOLS): requirements/dev.txt | $(INSTALLED)
	@echo "Installing the tests' tools and all that plyground works with (1 GB, once; half a minute)."
	$(call extra,dev)

# Installs what a file of requirements/ names, beside plyground as it is installed, and remembers it.
define extra
	@$(PIP) $(LOCKED)/$1.txt
	@touch $@
endef

# What the build needs is installed beside the package, so that
# the compiled core is rebuilt in place, and only what changed of it. Modules are compiled when they are used; those
# that agents use now, because an agent may not write.
$(INSTALLED): pyproject.toml requirements/run.txt CMakeLists.txt README.md LICENSE $(wildcard native/*.hpp native/*/*)
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then echo "plyground needs Python 3.11 or newer and found none: install one, or name it with 'make PYTHON=...'" >&2; exit 1; fi; \
	if [ -x $(PY) ] && $(PY) -m pip --version >/dev/null 2>&1; then :; else \
	  echo "Setting up $(VENV) with $$found, in about a minute: the compiled core, and what draws, serves and plays. 'make test' adds the rest."; $$found -m venv $(VENV); fi
	@$(PIP) --no-compile $(LOCKED)/run.txt
	@echo "Building the compiled core and installing plyground into $(VENV)."
	@$(PIP) --no-compile --no-deps --no-build-isolation --config-settings=build-dir=build/core -e .
	@$(PY) -c "import numpy.random, matplotlib.pyplot"
	@echo "$(CURDIR)" > $(VENV)/.path
	@touch $@
