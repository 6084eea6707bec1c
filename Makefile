# turnsole: build, test, run.  `make run` and `make test` are all that a newcomer needs.
#
#   make            build/turnsole, with -O2
#   make run        set up, build, and run the whole matrix
#   make test       set up, build, and run every test (units, end to end, sanitizers, layers)
#   make results    regenerate results/
#   make install    PREFIX=/usr/local by default
#
# Each folder of src/ is a library that may use only those before it in LAYERS (DESIGN: layers).

BUILD   ?= build
PREFIX  ?= /usr/local
CC      ?= gcc
WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wno-missing-field-initializers
OPT     ?= -O2
CFLAGS  ?= -g
VERSION := $(shell cat VERSION)
ALLFLAGS = -std=gnu11 $(OPT) $(CFLAGS) $(WARN) -D_GNU_SOURCE -DTURNSOLE_VERSION='"$(VERSION)"' -Isrc -I. -MMD -MP -pthread
LIBS     = -lJudy -lxxhash -lm -pthread

LAYERS  = base litmus axiom explore kit models verify report cli
# Libraries in link order: a layer before those that it uses.
LINK    = report verify models kit explore axiom litmus base

source  = $(if $(filter models,$(1)),$(wildcard models/*/*.c),$(wildcard src/$(1)/*.c))
objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(call source,$(1)))

.PHONY: all
all: $(BUILD)/turnsole

define LAYER
$(BUILD)/lib$(1).a: $(call objects,$(1)) $(if $(filter axiom,$(1)),$(BUILD)/obj/embedded.o)
	@rm -f $$@; ar rcs $$@ $$^ 2>/dev/null
endef
$(foreach layer,$(LAYERS),$(eval $(call LAYER,$(layer))))

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c -o $@ $<

# The memory models travel inside the program.
$(BUILD)/embedded.c: $(wildcard memmodels/*.cat) scripts/embed
	@mkdir -p $(@D)
	scripts/embed memmodels/*.cat > $@
$(BUILD)/obj/embedded.o: $(BUILD)/embedded.c
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c -o $@ $<

$(BUILD)/turnsole: $(call objects,cli) $(patsubst %,$(BUILD)/lib%.a,$(LINK))
	$(CC) $(ALLFLAGS) -o $@ $(call objects,cli) $(ARCHIVES) $(LIBS)

# models register themselves in a linker section, so their objects must all be kept
ARCHIVES = $(BUILD)/libreport.a $(BUILD)/libverify.a -Wl,--whole-archive $(BUILD)/libmodels.a -Wl,--no-whole-archive \
           $(patsubst %,$(BUILD)/lib%.a,kit explore axiom litmus base)

# Unit tests: tests/unit/LAYER/NAME_test.c uses that layer and those before it.
below   = $(if $(filter $(1),base),base,$(if $(filter $(1),litmus),litmus base,$(if $(filter $(1),axiom),axiom litmus base,$(if $(filter $(1),explore),explore base,$(if $(filter $(1),kit),kit explore litmus base,$(if $(filter $(1),models),kit explore litmus base,kit explore axiom litmus base))))))
archives_of = $(if $(filter models verify report cli,$(1)),$(ARCHIVES),$(patsubst %,$(BUILD)/lib%.a,$(call below,$(1))))
deps_of     = $(if $(filter models verify report cli,$(1)),$(patsubst %,$(BUILD)/lib%.a,$(LINK)),$(patsubst %,$(BUILD)/lib%.a,$(call below,$(1))))

UNIT_SOURCES = $(wildcard tests/unit/*/*_test.c)
UNITS        = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(UNIT_SOURCES))

define UNIT
$(BUILD)/unit/$(1): tests/unit/$(1).c $(call deps_of,$(patsubst %/,%,$(dir $(1))))
	@mkdir -p $$(@D)
	$$(CC) $$(ALLFLAGS) -o $$@ $$< $(call archives_of,$(patsubst %/,%,$(dir $(1)))) -lcmocka $$(LIBS)
endef
$(foreach unit,$(patsubst tests/unit/%.c,%,$(UNIT_SOURCES)),$(eval $(call UNIT,$(unit))))

# make unit-LAYER builds and runs the unit tests of one layer.
unit-%: 
	@$(MAKE) --no-print-directory $(filter $(BUILD)/unit/$*/%,$(UNITS))
	@set -e; for t in $(filter $(BUILD)/unit/$*/%,$(UNITS)); do $$t; done

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
