# The two commands of the README: `make demo` and `make test`. Both set up all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE_SOURCES := CMakeLists.txt $(shell find core -type f) pyproject.toml
RACE := build/race/core/tests/tabiya_race
# Only the C++ core's own programs: no Python is needed for them.
CORE_CMAKE := cmake -S . -G Ninja -DTABIYA_PYTHON=OFF

.DEFAULT_GOAL := help
.PHONY: help build demo test bench truth lint format stubs docs soak searchsoak sanitize valgrind fuzz portable wasm wheel clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# pip installs with the build requirements at hand, not in isolation: a rebuild then reuses build/.
$(VENV)/tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "scikit-build-core>=1.1" "nanobind>=3.1" "cmake>=3.22" "ninja>=1.11"
	touch $@

INSTALL := PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable

$(VENV)/base: $(VENV)/tools $(CORE_SOURCES)
	$(INSTALL) .
	touch $@

$(VENV)/installed: $(VENV)/tools $(CORE_SOURCES)
	$(INSTALL) ".[dev]"
	touch $(VENV)/base $@

build: $(VENV)/installed  ## build the native core and install the package into .venv

demo: $(VENV)/base  ## show the table at work and its measured figures; installs the base dependencies only
	$(BIN)/tabiya demo

test: build  ## run the whole test suite
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pytest -q --durations=10

bench: build  ## measure the table beside its peers
	$(BIN)/tabiya bench table

# A half-finished run is taken up again; `make truth RUN=--fresh` begins anew.
RUN ?=
truth: build  ## measure all claims (25 minutes on two quiet cores) and write docs/truth.md, build/truth.html
	$(BIN)/tabiya lab run --full $(RUN) --results bench/results/lab.jsonl
	$(BIN)/tabiya lab report --results bench/results/lab.jsonl --markdown docs/truth.md --html build/truth.html --output bench/results/truth.json

lint: build  ## ruff, mypy --strict, pyright, clang-format, stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tests/typed/check_types.py
	$(BIN)/clang-format --dry-run --Werror $$(find core -name '*.hpp' -o -name '*.cpp')
	$(BIN)/python -m mypy.stubtest --allowlist core/bindings/stubs.allow tabiya._core

format: build  ## rewrite the sources in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find core -name '*.hpp' -o -name '*.cpp')

stubs: build  ## write the native module's type stubs anew
	$(BIN)/python -m nanobind.stubgen --include-private -m tabiya._core -p core/bindings/stubs.pat -o src/tabiya/_core.pyi
	$(BIN)/ruff format --quiet src/tabiya/_core.pyi

docs: $(VENV)/tools  ## build the documentation site into build/site; needs no compiler
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	PATH="$(abspath $(BIN)):$$PATH" NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# ---- long forms -------------------------------------------------------------------------------------------

$(RACE): $(CORE_SOURCES) $(VENV)/tools
	PATH="$(abspath $(BIN)):$$PATH" $(CORE_CMAKE) -B build/race
	PATH="$(abspath $(BIN)):$$PATH" cmake --build build/race --target tabiya_race

# make soak OPERATIONS=1e9, or make soak SECONDS=3600
OPERATIONS ?= 1e10
SECONDS ?= 0
soak: $(RACE)  ## race on few slots: 10^10 operations, or SECONDS=n
	$(RACE) table --threads 2 --operations $(OPERATIONS) --seconds $(SECONDS)
	$(RACE) table --threads 16 --operations $(OPERATIONS) --seconds $(SECONDS) --seed 2

searchsoak: build  ## random searches of both games, memory and files watched: 60 s, or SECONDS=n
	$(BIN)/python -m tabiya.bench.search_soak --seconds $(if $(filter 0,$(SECONDS)),60,$(SECONDS))

sanitize: $(VENV)/tools  ## the race under ThreadSanitizer, AddressSanitizer and UBSan
	PATH="$(abspath $(BIN)):$$PATH" TABIYA_SANITIZER_OPERATIONS=1e7 $(BIN)/python -m pytest -q tests/test_sanitizers.py

valgrind: $(VENV)/tools  ## the portable core under valgrind
	PATH="$(abspath $(BIN)):$$PATH" $(CORE_CMAKE) -B build/valgrind -DTABIYA_PORTABLE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
	PATH="$(abspath $(BIN)):$$PATH" cmake --build build/valgrind --target tabiya_race
	valgrind --error-exitcode=3 --leak-check=full --errors-for-leak-kinds=all build/valgrind/core/tests/tabiya_race table --operations 2e5

# make fuzz SECONDS=600; a crash leaves its input in build/fuzz
fuzz: $(VENV)/tools  ## a coverage-guided fuzzer on the parsers, 60 s or SECONDS=n (needs clang++)
	PATH="$(abspath $(BIN)):$$PATH" $(CORE_CMAKE) -B build/fuzz -DTABIYA_FUZZ=ON -DTABIYA_SANITIZE=address,undefined,fuzzer-no-link -DCMAKE_CXX_COMPILER="$(or $(shell command -v clang++ || command -v clang++-14),clang++)" -DCMAKE_CXX_FLAGS_RELEASE=-O1
	PATH="$(abspath $(BIN)):$$PATH" cmake --build build/fuzz --target fuzz_chess fuzz_shogi
	for game in chess shogi; do \
	  mkdir -p build/fuzz/corpus_$$game && \
	  (cd build/fuzz && grep -v '^#' ../../tests/data/$$game.perft | cut -d';' -f1 | split -l 1 -a 3 - corpus_$$game/text_ && core/tests/fuzz_$$game corpus_$$game -max_total_time=$(if $(filter 0,$(SECONDS)),60,$(SECONDS)) -max_len=200 -timeout=5) || exit 1; \
	done

portable: $(VENV)/tools  ## the laws on a build for any x86-64, in an environment of its own
	$(PYTHON) -m venv build/portable-venv
	build/portable-venv/bin/python -m pip install --quiet --disable-pip-version-check --config-settings=cmake.define.TABIYA_PORTABLE=ON --config-settings=build-dir=build/portable ".[dev]"
	build/portable-venv/bin/python -m pytest -q tests/test_native_is_reference.py tests/test_batches.py tests/test_probe_store.py

wheel: $(VENV)/tools  ## dist/: the pure wheel, for platforms without a compiler
	rm -f dist/tabiya-*-py3-none-any.whl
	TABIYA_PURE=1 PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

wasm: wheel  ## the laws in WebAssembly: the pure wheel in Pyodide under Node
	npm install --silent --no-fund --no-audit --prefix build/wasm pyodide
	node tests/wasm/run.mjs build/wasm/node_modules/pyodide dist/tabiya-*-py3-none-any.whl tests/wasm/laws.py

clean:  ## remove everything that was built
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
