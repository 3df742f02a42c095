# The two commands of the README: `make demo` and `make test`. Both set up all they need.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# What pip may install. `make test CONSTRAINTS=/dev/null` takes the newest versions instead.
CONSTRAINTS ?= constraints.txt
export PIP_CONSTRAINT := $(abspath $(CONSTRAINTS))
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# Bytecode is written where a module is first imported, and kept: the tests start a thousand processes.
INSTALL := $(PIP) install --no-compile
unexport PYTHONDONTWRITEBYTECODE
WITH_TOOLS := PATH="$(abspath $(BIN)):$$PATH"
CORE_SOURCES := CMakeLists.txt $(shell find core -type f) pyproject.toml
RACE := build/race/core/tests/tabiya_race
# Only the C++ core's own programs: no Python is needed for them.
CORE_CMAKE := cmake -S . -G Ninja -DTABIYA_PYTHON=OFF

.DEFAULT_GOAL := help
.PHONY: help build demo programs test test-all bench truth truth-page lint format stubs docs screenshots wheels soak searchsoak enginesoak stress stress-sanitized sanitize valgrind fuzz mutants portable aarch64 pyodide page wasm wasm-core wheel constraints clean

help:  ## list the targets
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: tabiya needs Python 3.11 or newer; name one with make PYTHON=python3.12" >&2; exit 1; }
	@command -v $${CXX:-c++} > /dev/null || { echo "make: tabiya needs a C++20 compiler, g++ 12 or newer (Debian: apt install g++)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "make: $(PYTHON) has no venv (Debian: apt install python3-venv)" >&2; exit 1; }

# The build requirements come first and are used in place: in isolation every rebuild would start from nothing.
$(VENV)/tools: $(VENV)/bin/python pyproject.toml $(wildcard $(CONSTRAINTS))
	$(INSTALL) --upgrade "pip>=25.1"
	$(INSTALL) --group build
	touch $@

# The package with what it needs at run time, and no more.
$(VENV)/base: $(VENV)/tools $(CORE_SOURCES)
	$(WITH_TOOLS) $(INSTALL) --no-build-isolation --editable .
	touch $@

# The development tools. Some are sdists, which pip builds in isolation.
$(VENV)/installed: $(VENV)/base
	$(INSTALL) --group dev
	touch $@

build: $(VENV)/installed  ## build the native core and install the package into .venv

demo: $(VENV)/base  ## show the table at work and its measured figures; installs the base dependencies only
	$(BIN)/tabiya demo

# Three workers keep two cores busy: many tests wait.
WORKERS ?= 3
PYTEST = $(WITH_TOOLS) $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --durations=10
test: $(VENV)/base  ## run the short tests
	$(MAKE) --no-print-directory --jobs=2 build programs
	$(PYTEST)

# The tests' programs in C++, which are compiled while pip installs the tools.
programs: $(VENV)/base
	$(WITH_TOOLS) $(BIN)/python tests/core_programs.py

test-all: build wheels  ## run all tests in their long form, on all builds and wheels
	$(WITH_TOOLS) $(BIN)/python tests/core_programs.py --long
	$(PYTEST) --long
	$(MAKE) --no-print-directory mutants SEED=$$(date +%j) COUNT=20 MINUTES=20
	$(MAKE) portable
	if command -v node > /dev/null; then $(MAKE) wasm; fi

bench: build  ## measure the table beside its peers
	$(BIN)/tabiya bench table

# A half-finished run is taken up again; `make truth RUN=--fresh` begins anew.
RUN ?=
truth: build  ## measure all claims (half an hour on two quiet cores) and write docs/truth.md, build/truth.html
	$(BIN)/tabiya lab run --full $(RUN) --results bench/results/lab.jsonl
	$(BIN)/tabiya lab report --all --results bench/results/lab.jsonl --markdown docs/truth.md --html build/truth.html --output bench/results/truth.json

truth-page: build  ## write docs/truth.md again from the stored figures, after a change of claims or rules
	$(BIN)/tabiya lab report --all --results build/none.jsonl --stored bench/results/truth.json --markdown docs/truth.md --output bench/results/truth.json > /dev/null

lint: build  ## ruff, mypy --strict, pyright, layers of imports, clang-format, stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tests/typed/check_types.py
	$(BIN)/lint-imports --no-cache
	$(BIN)/clang-format --dry-run --Werror $$(find core -name '*.hpp' -o -name '*.cpp')
	$(BIN)/python -m mypy.stubtest --allowlist core/bindings/stubs.allow tabiya._core tabiya._lab

format: build  ## rewrite the sources in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find core -name '*.hpp' -o -name '*.cpp')

stubs: build  ## write the native modules' type stubs anew
	cat core/bindings/stubs.pat core/bindings/*/stubs.pat > build/stubs.pat
	$(BIN)/python -m nanobind.stubgen --include-private -m tabiya._core -p build/stubs.pat -o src/tabiya/_core.pyi
	$(BIN)/python -m nanobind.stubgen --include-private -m tabiya._lab -p core/bindings/stubs_lab.pat -o src/tabiya/_lab.pyi
	$(BIN)/ruff format --quiet src/tabiya/_core.pyi src/tabiya/_lab.pyi

docs: $(VENV)/tools  ## build the documentation site into build/site; needs no compiler
	$(INSTALL) --group docs
	$(WITH_TOOLS) NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

screenshots: build  ## take the pictures of `tabiya web` in docs/pictures anew (needs Chromium)
	$(BIN)/python tools/screenshots.py

$(VENV)/wheels: $(VENV)/tools
	$(INSTALL) --group wheels
	touch $@

wheels: $(VENV)/wheels  ## dist/: manylinux wheels for every CPython that is found, and the sdist
	$(WITH_TOOLS) $(BIN)/python tools/wheels.py

# ---- long forms -------------------------------------------------------------------------------------------

$(RACE): $(CORE_SOURCES) $(VENV)/tools
	$(WITH_TOOLS) $(CORE_CMAKE) -B build/race
	$(WITH_TOOLS) cmake --build build/race --target tabiya_race

# make soak OPERATIONS=1e9, or make soak SECONDS=3600; an interrupted soak continues
OPERATIONS ?= 1e10
SECONDS ?= 0
soak: $(RACE)  ## race on few slots: 10^10 operations, or SECONDS=n; finished rounds are kept in build/soak.jsonl
	$(BIN)/python tools/soak.py $(RACE) --operations $(OPERATIONS) --seconds $(SECONDS)

# An interrupted soak continues with the next piece; SECONDS is the time of all pieces together.
enginesoak: build  ## UCI and USI engines under random commands and kill -9, in pieces: 60 s, or SECONDS=n (86400: a day)
	$(BIN)/python tools/engine_soak.py --seconds $(if $(filter 0,$(SECONDS)),60,$(SECONDS))

searchsoak: build  ## random searches of both games, memory and files watched: 60 s, or SECONDS=n
	$(BIN)/python -m tabiya.lab.bench.search_soak --seconds $(if $(filter 0,$(SECONDS)),60,$(SECONDS))

STRESS := tests/stress.py --seconds $(if $(filter 0,$(SECONDS)),60,$(SECONDS))
stress: build  ## threads that do everything at once and are interrupted: 60 s for each validation, or SECONDS=n
	$(BIN)/python $(STRESS)
	$(BIN)/python $(STRESS) --validation paranoid

stress-sanitized: build  ## the same on an extension under AddressSanitizer and UBSan, and ThreadSanitizer
	$(WITH_TOOLS) $(BIN)/python tests/sanitized_extension.py asan $(STRESS)
	$(WITH_TOOLS) $(BIN)/python tests/sanitized_extension.py tsan $(STRESS)

sanitize: $(VENV)/tools  ## the race under ThreadSanitizer, AddressSanitizer and UBSan
	$(WITH_TOOLS) $(BIN)/python -m pytest -q --long tests/test_sanitizers.py

valgrind: build  ## all law programs and races of the portable core under valgrind
	$(WITH_TOOLS) $(BIN)/python -m pytest -q --long -n $(WORKERS) --durations=0 tests/test_valgrind.py

GAMES := $(shell sed -n 's/^set(TABIYA_GAMES \(.*\))/\1/p' core/CMakeLists.txt)
# make fuzz SECONDS=600; a crash leaves its input in build/fuzz
fuzz: $(VENV)/tools  ## a coverage-guided fuzzer on the parsers, 60 s or SECONDS=n (needs clang++)
	$(WITH_TOOLS) $(CORE_CMAKE) -B build/fuzz -DTABIYA_FUZZ=ON -DTABIYA_SANITIZE=address,undefined,fuzzer-no-link -DCMAKE_CXX_COMPILER="$(or $(shell command -v clang++ || command -v clang++-14),clang++)" -DCMAKE_CXX_FLAGS_RELEASE=-O1
	$(WITH_TOOLS) cmake --build build/fuzz --target $(GAMES:%=fuzz_%)
	for game in $(GAMES); do \
	  mkdir -p build/fuzz/corpus_$$game && \
	  (cd build/fuzz && grep -v '^#' ../../tests/data/$$game.perft | cut -d';' -f1 | split -l 1 -a 3 - corpus_$$game/text_ && core/tests/fuzz_$$game corpus_$$game -max_total_time=$(if $(filter 0,$(SECONDS)),60,$(SECONDS)) -max_len=200 -timeout=5) || exit 1; \
	done

# make mutants SEED=2 COUNT=300 MINUTES=600; an interrupted run continues. PART=--only=core/search names a part.
SEED ?= 1
COUNT ?= 40
MINUTES ?= 30
PART ?=
MUTANTS = PYTHONPATH=tools $(WITH_TOOLS) $(BIN)/python -m mutants --seed $(SEED) --minutes $(MINUTES) $(PART)
mutants: build  ## break the code on purpose, COUNT changes in Python and a quarter in C++: do the tests notice?
	$(MUTANTS) --language python --count $(COUNT)
	$(MUTANTS) --language cpp --count $$(( ($(COUNT) + 3) / 4 ))

portable: $(VENV)/tools  ## the laws on a build for any x86-64, in an environment of its own
	$(PYTHON) -m venv build/portable-venv
	build/portable-venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	build/portable-venv/bin/python -m pip install --quiet --disable-pip-version-check --group dev
	build/portable-venv/bin/python -m pip install --quiet --disable-pip-version-check --config-settings=cmake.define.TABIYA_PORTABLE=ON --config-settings=build-dir=build/portable .
	build/portable-venv/bin/python -m pytest -q tests/test_native_is_reference.py tests/test_batches.py tests/test_probe_store.py tests/test_store_digests.py

# An emulator on x86 keeps x86's order of loads and stores: what only a weakly ordered machine does it cannot show.
aarch64: $(VENV)/tools  ## the laws of the core on 64-bit ARM, cross-compiled and emulated
	@missing=; command -v aarch64-linux-gnu-g++ > /dev/null || missing="$$missing g++-aarch64-linux-gnu"; \
	command -v qemu-aarch64 > /dev/null || missing="$$missing qemu-user"; \
	test -z "$$missing" || { echo "make: 64-bit ARM needs Debian packages that are missing: apt install$$missing" >&2; exit 1; }
	$(WITH_TOOLS) $(CORE_CMAKE) -B build/aarch64 -DTABIYA_PORTABLE=ON --toolchain core/tests/aarch64.cmake
	$(WITH_TOOLS) cmake --build build/aarch64 --target laws
	$(WITH_TOOLS) ctest --test-dir build/aarch64/core/tests --parallel 2 --output-on-failure

wheel: $(VENV)/tools  ## dist/: the pure wheel, for platforms without a compiler
	rm -f dist/tabiya-*-py3-none-any.whl
	TABIYA_PURE=1 $(WITH_TOOLS) $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

wasm-core: build  ## the core in WebAssembly, on one thread: perft and mates in Node (needs emscripten)
	@command -v em++ > /dev/null || { echo "make: WebAssembly needs a Debian package that is missing: apt install --no-install-recommends emscripten" >&2; exit 1; }
	$(WITH_TOOLS) $(BIN)/python -m pytest -q --long tests/test_wasm_core.py

PYODIDE := build/wasm/node_modules/pyodide
$(PYODIDE):
	npm install --silent --no-fund --no-audit --prefix build/wasm pyodide

# Five minutes the first time. Where there is no emscripten 4 or newer, Debian's is unpacked into build/emscripten.
pyodide: wheel | $(PYODIDE)  ## dist/: the wheel for Pyodide, with boards and search
	rm -f dist/tabiya-*-pyemscripten_*.whl
	$(WITH_TOOLS) $(BIN)/python tools/pyodide_wheel.py $(PYODIDE) dist/tabiya-*-py3-none-any.whl

# The folder can be put on any web server as it is: python -m http.server --directory build/page
page: pyodide  ## build/page: a page that runs Python with boards and search
	rm -rf build/page && cp -r examples/browser build/page
	cp -r $(PYODIDE) build/page/pyodide
	cp dist/tabiya-*-pyemscripten_*.whl build/page
	cd build/page && ls *.whl > wheel.txt

wasm: build page  ## the laws in WebAssembly: both wheels in Pyodide under Node, and a page in Chromium
	node tests/wasm/run.mjs $(PYODIDE) dist/tabiya-*-py3-none-any.whl tests/wasm/laws.py --pure
	node tests/wasm/run.mjs $(PYODIDE) dist/tabiya-*-pyemscripten_*.whl tests/wasm/laws.py --native
	$(WITH_TOOLS) $(BIN)/python -m pytest -q --long tests/web/test_pyodide_page.py

constraints:  ## take the newest versions of everything and write constraints.txt anew
	rm -rf build/constraints && $(PYTHON) -m venv build/constraints
	PIP_CONSTRAINT= build/constraints/bin/python -m pip install --quiet --upgrade pip
	PIP_CONSTRAINT= build/constraints/bin/python -m pip install --quiet --group dev --group wheels --group docs $$(sed -n 's/^dependencies = \[\(.*\)\]/\1/p' pyproject.toml | tr -d ',')
	sed -i '/^#/!d' constraints.txt
	build/constraints/bin/python -m pip freeze --all --exclude setuptools --exclude wheel | sort -f | sed 's/^numpy==.*/&; python_version != "3.12"\nnumpy==1.26.4; python_version == "3.12"/; s/^pyarrow==.*/&; python_version != "3.12"\npyarrow==25.0.0; python_version == "3.12"/' >> constraints.txt

clean:  ## remove everything that was built
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
