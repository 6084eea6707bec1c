# turnsole: build, test, run.  `make run` and `make test` are all that a newcomer needs.
#
#   make              build/turnsole, with -O2
#   make run          install what is missing, build, and run the whole matrix
#   make test         install what is missing, build, and run the tests: units, end to end, layers; on two cores under six minutes
#   make test KINDS="plain asan tsan"    the same, and again under the sanitizers
#   make test-ci      so with larger samples and audits, and pages in a browser: what CI runs
#   make test-all     so with all of results/ and of the pages
#   make test-web     install a browser, too, and open pages in it (tests/web)
#   make unit-LAYER   build and run the unit tests of one layer of src/layers.mk
#   make results      regenerate results/; ended at any moment, it goes on when called again; SHARD=2/3: the second of 3 parts
#   make report       BUILD/report/index.html: what results/ says, with charts, and the whole matrix as a page
#   make fuzz         fuzzers of the readers, with clang's libFuzzer; FUZZ_SECONDS=60 runs each that long
#   make lint         the layers, the places of declarations, the sets of SMs, 100 columns, every shell script through shellcheck and all C
#                     through clang-format 14, where there are such
#   make install      the program and all that it needs, below PREFIX (/usr/local); also: uninstall
#   make deb          a Debian package of the same, BUILD/turnsole_VERSION_ARCHITECTURE.deb
#   make clean
#
# Variables: BUILD (build), OPT (-O2), CFLAGS (-g), SANITIZE (address,undefined or thread), KINDS, JOBS, V=1 to see commands,
# MPI=1 for a program that mpirun spreads over machines (Debian's Open MPI; `scripts/setup mpi` installs it).
# Each layer is a static library; a program links only the layers that src/layers.mk lets it use.

BUILD   ?= build
# Rules of headers (.d) name objects as make does, so a folder of this tree has one name.
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
PREFIX  ?= /usr/local
JOBS    ?= $(shell nproc)
OPT     ?= -O2
CFLAGS  ?= -g
ifeq ($(origin CC),default)
CC       = gcc
endif
VERSION := $(strip $(file <VERSION))

include src/layers.mk

WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wno-missing-field-initializers -Wno-psabi \
           -Werror=implicit-function-declaration -Werror=int-conversion -Werror=incompatible-pointer-types
CHECKED  = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
COMPILE  = $(CC) -std=gnu11 $(OPT) $(CFLAGS) $(CHECKED) $(WARN) -D_GNU_SOURCE -DTURNSOLE_VERSION='"$(VERSION)"' -Isrc -I. -pthread
# What is built says nothing of where: the same source and compiler make the same program, which resumes what another one saved.
COMPILE += -ffile-prefix-map='$(CURDIR)'=.
# The tables of the models hold 14000 addresses, which a program that may lie anywhere in memory would write at every start.
ifndef SANITIZE
COMPILE += -fno-pie
FIXED    = -no-pie
endif
LIBS     = -lJudy -lxxhash -lm -ldl
# Verbs such as `send` are names of ours and of the C library's, which MPI's libraries call: ours stay hidden from those.
# What protocols outside the source tree may call is not hidden (below), and exported.
COMPILE += -fvisibility=hidden
LIBS    += -rdynamic
ifdef MPI
RANKS    = -DTURNSOLE_MPI $(addprefix -isystem ,$(patsubst -I%,%,$(shell mpicc --showme:compile)))
LIBS    += $(shell mpicc --showme:link)
endif

# One short line for each command, or with V=1 the command itself.
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $(2);)

# $(call remember,FILE,TEXT) writes FILE when TEXT (not empty) is not what it holds, so that what depends on FILE is made
# anew when the flags change or a source is deleted.
same     = $(and $(findstring [$(1)],[$(2)]),$(findstring [$(2)],[$(1)]))
remember = $(if $(call same,$(strip $(file <$(1))),$(strip $(2))),,$(shell mkdir -p $(dir $(1)))$(file >$(1),$(strip $(2))))

.PHONY: all
all: $(BUILD)/turnsole $(BUILD)/turnsole.1 $(BUILD)/man $(BUILD)/completions
.DELETE_ON_ERROR:

# Objects.  The memory models and the library of cat files travel inside the program, in the cat layer; the reasons why mutants survive, in mutation; the
# templates of `turnsole new`, in cli; the style sheet and the script of pages, in report/page; and the headers that protocols
# include, in authoring, which compares them with those that it compiles a protocol with.

$(call remember,$(BUILD)/flags,$(COMPILE))
$(call remember,$(BUILD)/flags.ranks,ranks: $(RANKS))
$(BUILD)/obj/src/os/processes.o: COMPILE += $(RANKS)
$(BUILD)/obj/src/os/processes.o: $(BUILD)/flags.ranks
$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,cc,$<) $(COMPILE) -MMD -MP -c -o $@ $<

# The search for candidates, once more for sets of 128, 256 and 512 events (src/cat/relation.h): all of axiom that knows such sets,
# and cat's evaluator.  The names of its functions end in the width there, and axiom/widths.h finds the width to ask.
WIDTHS       = 128 256 512
ONE_WIDTH    = $(addprefix src/axiom/,judge settle explain applies widths)
WIDE_axiom   = $(filter-out $(addsuffix .c,$(ONE_WIDTH)),$(sort $(wildcard src/axiom/*.c)))
WIDE_cat     = src/cat/evaluate.c
WIDE_HEADERS = $(filter-out $(addsuffix .h,$(ONE_WIDTH)),$(sort $(wildcard src/axiom/*.h))) src/cat/evaluate.h
define WIDE_RULES
$(BUILD)/names_$(1).h: scripts/width-names $(WIDE_HEADERS)
	@mkdir -p $$(@D)
	$$(call say,names,$$@) scripts/width-names $(1) $(WIDE_HEADERS) > $$@
$(BUILD)/obj/wide/$(1)/%.o: %.c $(BUILD)/names_$(1).h $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call say,cc,"$$< $(1)") $$(COMPILE) -DEVENT_WORDS=$(shell echo $$(($(1) / 64))) -include $(BUILD)/names_$(1).h \
	  -MMD -MP -c -o $$@ $$<
endef
$(foreach width,$(WIDTHS),$(eval $(call WIDE_RULES,$(width))))
wide_in = $(foreach width,$(WIDTHS),$(patsubst %.c,$(BUILD)/obj/wide/$(width)/%.o,$(WIDE_$(1))))

MEMMODELS := $(sort $(wildcard memmodels/*.cat))
LIBRARY   := $(sort $(wildcard memmodels/lib/*.cat))
TEMPLATES := $(sort $(wildcard templates/*/*))
HEADERS   := $(shell scripts/author-headers)
SURVIVORS := $(sort $(wildcard models/*/survivors.tsv models/*/*/survivors.tsv))
COMPLETIONS := $(sort $(wildcard src/cli/*.completion))
# $(call EMBED_RULES,NAME,LAYER,FILES): embedded_NAME[], which LAYER declares.
define EMBED_RULES
$(call remember,$(BUILD)/embedded_$(1).list,embedded: $(2) $(3))
$(BUILD)/embedded_$(1).c: scripts/embed $(3) $(BUILD)/embedded_$(1).list
	$$(call say,embed,$$@) scripts/embed $(2)/embedded.h embedded_$(1) $(3) > $$@
$(BUILD)/obj/embedded_$(1).o: $(BUILD)/embedded_$(1).c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call say,cc,$$<) $$(COMPILE) -MMD -MP -c -o $$@ $$<
embedded_in_$(2) += $(BUILD)/obj/embedded_$(1).o
endef
$(eval $(call EMBED_RULES,models,cat,$(MEMMODELS)))
$(eval $(call EMBED_RULES,library,cat,$(LIBRARY)))
$(eval $(call EMBED_RULES,survivors,mutation,$(SURVIVORS)))
$(eval $(call EMBED_RULES,completions,cli,$(COMPLETIONS)))
$(eval $(call EMBED_RULES,templates,cli,$(TEMPLATES)))
$(BUILD)/proved_clients.tsv: scripts/proved-clients results/proofs.tsv
	@mkdir -p $(@D)
	$(call say,proved,$@) scripts/proved-clients results/proofs.tsv > $@
$(eval $(call EMBED_RULES,proofs,report,$(BUILD)/proved_clients.tsv))
$(eval $(call EMBED_RULES,headers,authoring,$(HEADERS)))
$(eval $(call EMBED_RULES,page,report/page,src/report/page/page.css src/report/page/page.js))

# What these headers declare can be called by a protocol that the program loads.
EXPORTED  := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard $(HEADERS:.h=.c)))
$(call remember,$(BUILD)/flags.exported,exported: $(EXPORTED))
$(EXPORTED): COMPILE += -fvisibility=default
$(EXPORTED): $(BUILD)/flags.exported

# Libraries, one a layer: src/litmus/read is the layer litmus/read, in libread.a.

sources       = $(sort $(wildcard $(if $(filter models,$(1)),models/*/*.c models/*/*/*.c,src/$(1)/*.c)))
objects       = $(patsubst %.c,$(BUILD)/obj/%.o,$(call sources,$(1))) $(call wide_in,$(1)) $(embedded_in_$(1))
library       = $(BUILD)/lib$(notdir $(1)).a
libraries     = $(foreach layer,$(1),$(call library,$(layer)))
ALL_OBJECTS   = $(foreach layer,$(LAYERS),$(call objects,$(layer)))
# What a linker is told: models, and frames where there are commands, enter themselves in tables that no one refers to by
# name, so all of them are kept.
kept_whole    = models reduce abstract $(if $(filter cli,$(1)),frames)
link_layers   = $(foreach layer,$(1),$(if $(filter $(kept_whole),$(layer)),-Wl$(comma)--whole-archive \
                $(call library,$(layer)) -Wl$(comma)--no-whole-archive,$(call library,$(layer))))
comma        := ,

define LAYER_RULES
$(call remember,$(call library,$(1)).list,$(1): $(patsubst $(BUILD)/%,%,$(call objects,$(1))))
$(call library,$(1)): $(call objects,$(1)) $(call library,$(1)).list
	$$(call say,ar,$$@) rm -f $$@; ar rcs $$@ $(call objects,$(1))
endef
$(foreach layer,$(LAYERS),$(eval $(call LAYER_RULES,$(layer))))

# The program and its man pages, which are made from the same table of commands and options as --help.

PROGRAM_LAYERS = models frames $(USES_frames)
PROGRAM_OBJECTS = $(foreach layer,$(PROGRAM_LAYERS),$(call objects,$(layer)))
# Hashes of its objects, by which results are kept (src/os/object_hashes.h).
HASHES         = $(BUILD)/obj/object_hashes.o
$(BUILD)/object_hashes.c: scripts/object-hashes $(call libraries,$(PROGRAM_LAYERS))
	$(call say,hash,$@) scripts/object-hashes $(BUILD)/obj/ $(PROGRAM_OBJECTS) > $@
$(HASHES): $(BUILD)/object_hashes.c $(BUILD)/flags
	$(call say,cc,$<) $(COMPILE) -c -o $@ $<
$(BUILD)/turnsole: $(call libraries,$(PROGRAM_LAYERS)) $(HASHES)
	$(call say,link,$@) $(COMPILE) $(FIXED) -o $@ $(HASHES) $(call link_layers,$(PROGRAM_LAYERS)) $(LIBS)
# The program without one reduction: build/without/NAME for each src/{reduce,abstract}/NAME.c that has a record.
REDUCTIONS     = $(notdir $(basename $(shell grep -l '^REDUCTION' src/reduce/*.c src/abstract/*.c)))
link_without   = $(foreach layer,$(PROGRAM_LAYERS),$(if $(filter reduce abstract,$(layer)), \
                 $(filter-out %/$(1).o,$(call objects,$(layer))),$(call link_layers,$(layer))))
$(addprefix $(BUILD)/without/,$(REDUCTIONS)): $(BUILD)/without/%: $(BUILD)/turnsole
	@mkdir -p $(@D)
	$(call say,link,$@) $(COMPILE) $(FIXED) -o $@ $(call link_without,$*) $(LIBS)
.PHONY: without
without: $(addprefix $(BUILD)/without/,$(REDUCTIONS))
$(BUILD)/turnsole.1: $(BUILD)/turnsole
	$(call say,man,$@) $< --man > $@
$(BUILD)/man: $(BUILD)/turnsole scripts/man-pages
	$(call say,man,$@) scripts/man-pages $< $@
# Completions for shells, from that table, too.
$(BUILD)/completions: $(BUILD)/turnsole
	$(call say,shell,$@) mkdir -p $@; for shell in bash zsh fish; do $< --completion $$shell >$@/$$shell || exit 1; done; touch $@

# Unit tests: each tests/unit/LAYER/NAME_test.c is a program, linked with that layer and those it uses; other .c files
# in the folder are linked to every one of them.  What stands above models is tried on the real ones.

tests_of      = $(sort $(wildcard tests/unit/$(1)/*_test.c))
units_of      = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(call tests_of,$(1)))
helpers_of    = $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out %_test.c,$(sort $(wildcard tests/unit/$(1)/*.c))))
ON_MODELS     = $(PROGRAM_LAYERS)
unit_layers   = $(if $(filter run verify mutation report frames,$(1)),$(ON_MODELS),$(1) $(USES_$(1)))
# Tests of programs read them from texts, also where their layer cannot.
test_layers   = $(foreach layer,$(call unit_layers,$(1)),$(if $(filter litmus,$(layer)),litmus/read) $(layer))
UNITS         = $(foreach layer,$(LAYERS),$(call units_of,$(layer)))
UNIT_OBJECTS  = $(patsubst $(BUILD)/unit/%,$(BUILD)/obj/tests/unit/%.o,$(UNITS)) \
                $(foreach layer,$(LAYERS),$(call helpers_of,$(layer)))
.SECONDARY: $(UNIT_OBJECTS)

define UNIT_RULES
$(call units_of,$(1)): $(BUILD)/unit/%: $(BUILD)/obj/tests/unit/%.o $(call helpers_of,$(1)) \
                       $(call libraries,$(call test_layers,$(1)))
	@mkdir -p $$(@D)
	$$(call say,link,$$@) $$(COMPILE) $(FIXED) -o $$@ $$< $(call helpers_of,$(1)) $(call link_layers,$(call test_layers,$(1))) \
	  -lcmocka $$(LIBS)
.PHONY: unit-$(1) units-$(1)
units-$(1): $(call units_of,$(1))
unit-$(1): units-$(1)
	@status=0; for unit in $(call units_of,$(1)); do $$$$unit || status=1; done; exit $$$$status
endef
$(foreach layer,$(LAYERS),$(eval $(call UNIT_RULES,$(layer))))

.PHONY: units
units: $(UNITS)

# What scripts/bench-explorer runs: the explorer, the kit, all models, and those that others are compared on.

PEERS := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tests/peers/*.c)))
$(BUILD)/bench: $(PEERS) $(call libraries,models $(USES_models))
	$(call say,link,$@) $(COMPILE) $(FIXED) -o $@ $(PEERS) $(call link_layers,models $(USES_models)) $(LIBS)

# What a newcomer calls.  Each builds in a make of its own, after the set-up, so that the order holds under -j.

SUBMAKE = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))
# Sanitizers name functions and lines, for which -g1 is enough, and faster to compile than -g.
ASAN    = BUILD=$(BUILD)/asan OPT=-O1 CFLAGS=-g1 SANITIZE=address,undefined
TSAN    = BUILD=$(BUILD)/tsan OPT=-O1 CFLAGS=-g1 SANITIZE=thread
units_under = $(addprefix $(2)/,$(shell scripts/test --units $(1)))

.PHONY: setup setup-web run test test-ci test-all test-web results lint
setup:
	@scripts/setup
setup-web:
	@scripts/setup web
run: setup
	@$(SUBMAKE) $(BUILD)/turnsole
	@$(BUILD)/turnsole run --quick litmus
KINDS    = plain
test-ci test-all: override KINDS = plain asan tsan
test-ci test-all: setup-web
test test-ci test-all: setup
	@$(SUBMAKE) all without $(call units_under,plain,$(BUILD))
	@$(if $(filter asan,$(KINDS)),$(SUBMAKE) $(ASAN) $(BUILD)/asan/turnsole $(call units_under,asan,$(BUILD)/asan))
	@$(if $(filter tsan,$(KINDS)),$(SUBMAKE) $(TSAN) $(BUILD)/tsan/turnsole $(call units_under,tsan,$(BUILD)/tsan))
	@scripts/test --build $(BUILD) --jobs $(JOBS) --kinds '$(KINDS)' \
	  $(if $(filter test-ci,$@),--ci) $(if $(filter test-all,$@),--whole)
test-web: setup-web
	@$(SUBMAKE) $(BUILD)/turnsole
	@scripts/test --build $(BUILD) --kinds plain --ci e2e/web
results: setup
	@$(SUBMAKE) $(BUILD)/turnsole
	@scripts/results --turnsole $(BUILD)/turnsole $(if $(SHARD),--shard $(SHARD))
	@scripts/report > results/index.html
.PHONY: report
report: setup
	@$(SUBMAKE) $(BUILD)/turnsole
	@TURNSOLE=$(BUILD)/turnsole scripts/report --whole $(BUILD)/report
	@echo 'open $(BUILD)/report/index.html'
lint:
	@scripts/layers
	@scripts/declarations
	@scripts/sm-sets
	@! grep -nE '^.{101}' $$(git ls-files 'src/*.[ch]' 'models/*.[ch]' 'tests/*.[ch]')
	@if command -v shellcheck >/dev/null; \
	then shellcheck -S warning -e SC2154,SC2120 $$(grep -lE '^#!.*bash' .ci/run scripts/* tests/e2e/*); \
	else echo 'no shellcheck here'; fi
	@if clang-format --version 2>/dev/null | grep -q ' 14[.]'; \
	then clang-format --dry-run -Werror $$(git ls-files 'src/*.[ch]' 'models/*.[ch]' 'tests/*.[ch]'); \
	else echo 'no clang-format 14 here'; fi

# Fuzzers: clang builds the layers once more, with libFuzzer's counters; seeds are all tests and models there are.
FUZZ       = $(BUILD)/fuzz
FUZZERS    = litmus cat
FUZZ_LAYERS = $(foreach layer,axiom cat litmus/read litmus base,$(FUZZ)/lib$(notdir $(layer)).a)
FUZZ_SEEDS = $(if $(filter cat,$(1)),tests/fuzz/cat memmodels,tests/fuzz/litmus tests/dialects litmus/mp litmus/barriers)
.PHONY: fuzz
fuzz:
	@command -v clang >/dev/null || { echo 'fuzz: this needs clang and its libFuzzer, and nothing else here does' \
	  '(Debian: apt-get install clang libclang-rt-14-dev)' >&2; exit 1; }
	@$(SUBMAKE) BUILD=$(FUZZ) CC=clang OPT=-O1 SANITIZE=fuzzer-no-link,address,undefined $(FUZZ_LAYERS)
	@for fuzzer in $(FUZZERS); do clang -std=gnu11 -O1 -g -fsanitize=fuzzer,address,undefined -D_GNU_SOURCE -Isrc -I. -pthread \
	  -o $(FUZZ)/$$fuzzer tests/fuzz/$${fuzzer}_fuzzer.c $(FUZZ_LAYERS) $(LIBS) || exit 1; done
	@mkdir -p $(foreach fuzzer,$(FUZZERS),$(FUZZ)/found/$(fuzzer))
ifdef FUZZ_SECONDS
	$(foreach fuzzer,$(FUZZERS),$(FUZZ)/$(fuzzer) -max_total_time=$(FUZZ_SECONDS) -timeout=10 -max_len=4096 \
	  -artifact_prefix=$(FUZZ)/found/ $(FUZZ)/found/$(fuzzer) $(call FUZZ_SEEDS,$(fuzzer)) &&) true
else
	@echo 'fuzz: made $(foreach fuzzer,$(FUZZERS),$(FUZZ)/$(fuzzer)); FUZZ_SECONDS=N make fuzz runs each for N seconds'
endif

# scripts/install says what is installed, and where.
.PHONY: install uninstall deb clean
install: all
	@DESTDIR='$(DESTDIR)' scripts/install '$(BUILD)' '$(PREFIX)'
uninstall:
	@DESTDIR='$(DESTDIR)' scripts/install --remove '$(PREFIX)'
deb: all
	@scripts/deb '$(BUILD)'
clean:
	rm -rf $(BUILD)

-include $(patsubst %.o,%.d,$(ALL_OBJECTS) $(UNIT_OBJECTS) $(PEERS))
