/* A memory model made ready to run: straight-line operations over numbered slots.
 *
 * A slot holds a set or a relation of events.  The first slots are the base names that the
 * candidate executions supply; every operation writes one further slot, once.  What a slot depends
 * on is its level: an execution is built in steps (the events; then reads-from; barriers; the order
 * of SC fences; coherence; then each `with`), and an operation or an axiom runs as soon as the last
 * step that it depends on is done, so that a candidate is thrown away as early as its axioms can
 * tell. */
#ifndef CAT_CODE_H
#define CAT_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include "cat/parser.h"

/* The names that need no definition: name, is it a set, the level at which it is known. */
#define CAT_BASE_NAMES(BASE)                                                                       \
  BASE(UNIVERSE, "_", true, LEVEL_EVENTS) /* every event */                                        \
  BASE(M, "M", true, LEVEL_EVENTS)        /* memory accesses */                                    \
  BASE(R, "R", true, LEVEL_EVENTS)                                                                 \
  BASE(W, "W", true, LEVEL_EVENTS)      /* with the initial writes */                              \
  BASE(F, "F", true, LEVEL_EVENTS)      /* fences, not barriers */                                 \
  BASE(B, "B", true, LEVEL_EVENTS)      /* barriers */                                             \
  BASE(IW, "IW", true, LEVEL_EVENTS)    /* initial writes */                                       \
  BASE(FW, "FW", true, LEVEL_COHERENCE) /* writes that no write follows in co */                   \
  BASE(RMW, "RMW", true, LEVEL_EVENTS)  /* halves of atomic read-modify-writes */                  \
  BASE(WEAK, "WEAK", true, LEVEL_EVENTS)                                                           \
  BASE(RLX, "RLX", true, LEVEL_EVENTS)                                                             \
  BASE(ACQ, "ACQ", true, LEVEL_EVENTS)                                                             \
  BASE(REL, "REL", true, LEVEL_EVENTS)                                                             \
  BASE(ACQ_REL, "ACQ_REL", true, LEVEL_EVENTS) /* fences; SC ones too */                           \
  BASE(SC, "SC", true, LEVEL_EVENTS)                                                               \
  BASE(CTA, "CTA", true, LEVEL_EVENTS)                                                             \
  BASE(GPU, "GPU", true, LEVEL_EVENTS)                                                             \
  BASE(SYS, "SYS", true, LEVEL_EVENTS)                                                             \
  BASE(GEN, "GEN", true, LEVEL_EVENTS)                                                             \
  BASE(TEX, "TEX", true, LEVEL_EVENTS)                                                             \
  BASE(SUR, "SUR", true, LEVEL_EVENTS)                                                             \
  BASE(CON, "CON", true, LEVEL_EVENTS)                                                             \
  BASE(ALIAS, "ALIAS", true, LEVEL_EVENTS)                                                         \
  BASE(TXN, "TXN", true, LEVEL_EVENTS) /* events of transactions */                                \
  BASE(CANCELLED, "CANCELLED", true,                                                               \
       LEVEL_EVENTS)               /* reads of transactions that were cancelled; TXN, too */       \
  BASE(A, "A", true, LEVEL_EVENTS) /* what the dialect calls so; RMW where it has no such tag */   \
  BASE(ID, "id", false, LEVEL_EVENTS)                                                              \
  BASE(PO, "po", false,                                                                            \
       LEVEL_EVENTS) /* between an instruction's two events: see halves_in_order */                \
  BASE(LOC, "loc", false, LEVEL_EVENTS)   /* same memory; reflexive over M */                      \
  BASE(VLOC, "vloc", false, LEVEL_EVENTS) /* same address under the generic proxy */               \
  BASE(INT, "int", false, LEVEL_EVENTS) /* same thread; an initial write is a thread of its own */ \
  BASE(EXT, "ext", false, LEVEL_EVENTS)                                                            \
  BASE(RMW_PAIR, "rmw", false, LEVEL_EVENTS) /* from the read to the write */                      \
  BASE(ADDR, "addr", false, LEVEL_EVENTS)                                                          \
  BASE(DATA, "data", false, LEVEL_EVENTS)                                                          \
  BASE(CTRL, "ctrl", false, LEVEL_EVENTS)                                                          \
  BASE(SR, "sr", false, LEVEL_EVENTS)     /* each one's scope contains the other's thread */       \
  BASE(SCTA, "scta", false, LEVEL_EVENTS) /* threads of one CTA; reflexive */                      \
  BASE(SGPU, "sgpu", false, LEVEL_EVENTS)                                                          \
  BASE(SSYS, "ssys", false, LEVEL_EVENTS) /* any two events of threads */                          \
  BASE(SSG, "ssg", false, LEVEL_EVENTS) /* threads of one subgroup, one queue family; reflexive */ \
  BASE(SQF, "sqf", false, LEVEL_EVENTS)                                                            \
  BASE(SSW, "ssw", false, LEVEL_EVENTS)   /* between threads that the test says so of */           \
  BASE(AMO, "amo", false, LEVEL_EVENTS)   /* rmw of one instruction, */                            \
  BASE(LXSX, "lxsx", false, LEVEL_EVENTS) /* and of a load-reserve and a store-conditional */      \
  BASE(SM, "sm", false, LEVEL_EVENTS)     /* parts of one access, whose cells are several */       \
  BASE(SAME_INSTANCE, "same-instance", false,                                                      \
       LEVEL_EVENTS) /* events of one execution of an instruction */                               \
  BASE(IICO_DATA, "iico_data", false,                                                              \
       LEVEL_EVENTS) /* within one, through registers too (base_relations.c) */                    \
  BASE(IICO_CTRL, "iico_ctrl", false, LEVEL_EVENTS)                                                \
  BASE(CASDEP, "casdep", false, LEVEL_EVENTS) /* into what a compare-and-swap compares with */     \
  BASE(STXN, "stxn", false, LEVEL_EVENTS)     /* same transaction; reflexive over TXN */           \
  BASE(RF, "rf", false, LEVEL_READS_FROM)                                                          \
  BASE(SAME_VALUE, "same-value", false, LEVEL_READS_FROM) /* accesses that carry equal values */   \
  BASE(SYNCBAR, "syncbar", false, LEVEL_BARRIERS)                                                  \
  BASE(ROUNDS, "rounds", false,                                                                    \
       LEVEL_BARRIERS) /* of one barrier, from an earlier to a later round */                      \
  BASE(SYNC_FENCE, "sync_fence", false, LEVEL_FENCES)                                              \
  BASE(CO, "co", false, LEVEL_COHERENCE)

enum cat_level {
  LEVEL_EVENTS,
  LEVEL_READS_FROM,
  LEVEL_BARRIERS,
  LEVEL_FENCES,
  LEVEL_COHERENCE,
  LEVEL_WITH, /* the first `with`; the next has the next level */
  CHOICES_MAX = 8,
  LEVELS_MAX = LEVEL_WITH + CHOICES_MAX
};

enum cat_base {
#define BASE(symbol, name, is_set, level) BASE_##symbol,
  CAT_BASE_NAMES(BASE)
#undef BASE
      BASE_COUNT
};

struct cat_base_name {
  const char *name;
  bool is_set;
  enum cat_level level;
};
extern const struct cat_base_name cat_base_names[BASE_COUNT];

enum cat_operation_kind {
  OPERATION_NOTHING,
  OPERATION_UNION,
  OPERATION_INTERSECTION,
  OPERATION_DIFFERENCE,
  OPERATION_COMPLEMENT,
  OPERATION_SEQUENCE,
  OPERATION_PRODUCT,
  OPERATION_INVERSE,
  OPERATION_CLOSURE,
  OPERATION_REFLEXIVE,
  OPERATION_IDENTITY,
  OPERATION_DOMAIN,
  OPERATION_RANGE,
  OPERATION_FROM,     /* [left] ; right */
  OPERATION_TO,       /* left ; [right] */
  OPERATION_FIXPOINT, /* `left` is an index into fixpoints */
  OPERATION_TEST      /* of slot `left`; `right` is an index into tests */
};

typedef uint16_t cat_slot;

struct cat_operation {
  uint8_t kind; /* cat_operation_kind */
  uint8_t level;
  bool is_set; /* the result, and the operands of the operations that take either */
  bool early;  /* worth running before its level is complete: see `early` and `grows` below */
  bool bound;  /* worth running on lower bounds: see `bound` below */
  cat_slot target, left, right;
};

struct cat_operations {
  struct cat_operation *items;
  size_t length, room;
};

/* let rec variable = result and ...: from nothing, body until no variable changes. */
struct cat_fixpoint {
  bool monotone; /* if not, the rounds end when nothing is larger than it was */
  struct cat_operations body;
  struct {
    cat_slot *items;
    size_t length, room;
  } variables, results;
  struct {
    bool *items;
    size_t length, room;
  } sets; /* is each variable one? */
};

struct cat_axiom {
  enum cat_test test;
  bool negated;
  int flag;         /* index into flags, or -1 for an axiom */
  const char *name; /* or NULL */
  const struct source *source;
  struct span span;
};

/* A test that raises a flag; what it is known at, and a relation of LEVEL_EVENTS without which it
 * is not (BASE_COUNT: none). */
struct cat_flag {
  unsigned flag;
  uint8_t level;
  cat_slot needs;
};

/* with x from ...: a linear extension of `order` over `set` (by_location: over each location's part
 * of it), or one of a list of relations. */
struct cat_choice {
  bool linear, by_location;
  cat_slot target, set, order;
  struct {
    cat_slot *items;
    size_t length, room;
  } among;
};

/* A relation, and when it is known. */
struct cat_pairs {
  cat_slot slot;
  uint8_t level;
};

/* A name and its slot: a tag that some dialect has, or a relation that the model shows.
 * at: where a check names the tag outside of the first part of a `try`; NULL: nowhere.  unless: the
 * tag whose `try` that place is the second part of; it counts where the dialect lacks this one. */
struct cat_tag {
  const char *name;
  cat_slot slot;
  const struct cat_expression *at;
  const char *unless;
  bool decides; /* does an axiom go by it, rather than a flag? */
};
struct cat_tags {
  struct cat_tag *items;
  size_t length, room;
};

/* What is known of how a model treats coherence. */
enum cat_coherence {
  COHERENCE_TOTAL,      /* a strict total order of the writes of each location */
  COHERENCE_LAST,       /* nothing but which write is the last one of its location */
  COHERENCE_PARTIAL,    /* whatever its axioms ask for, and no more is worth trying (coherence.c) */
  COHERENCE_ANY_PARTIAL /* every partial order has to be tried */
};

struct cat_code {
  const char *architecture; /* the model's first word, whatever that is; "" where it has none */
  unsigned slot_count, level_count;
  struct cat_operations level[LEVELS_MAX];
  struct cat_tags tags, shown;
  struct cat_tags absent;    /* names of what only tests of AArch64 have that are not read */
  struct cat_tags presences; /* try ... with: all events if the dialect has the tag, else none */
  struct {
    const char **items;
    size_t length, room;
  } enumerated;                  /* annotations, with a capital (enum) */
  struct cat_operations showing; /* what the shown relations need beyond the axioms, in order */
  char **labels;                 /* by slot: what a relation is called in the model, or NULL */
  struct cat_tree library;       /* the axioms may be of its procedures */
  struct {
    struct cat_fixpoint *items;
    size_t length, room;
  } fixpoints;
  struct {
    struct cat_axiom *items;
    size_t length, room;
  } tests;
  struct {
    const char **items;
    size_t length, room;
  } flags;
  struct {
    struct cat_choice *items;
    size_t length, room;
  } choices; /* the level of the i-th is LEVEL_WITH + i */
  bool used[BASE_COUNT];
  uint64_t undefined; /* flags that leave a program without a meaning, a bit each */
  struct {
    struct cat_flag *items;
    size_t length, room;
  } flag_tests;
  uint8_t flag_level; /* the deepest level that a flag depends on; 0 without flags */
  struct cat_operations
      bound; /* what decides the axioms that only get worse as rf, co and the rest grow */
  bool early[LEVEL_WITH]; /* some axiom of the level can reject a part of what the level adds */
  bool uniproc;           /* the axioms imply acyclic (po-loc | rf | co | fr) */
  bool atomic;            /* they imply empty rmw & (fre ; coe), and uniproc */
  cat_slot
      inside; /* both only of locations whose accesses are all in this set; BASE_COUNT: of all */
  bool takes_foreign_tests; /* tags that the test's dialect lacks are empty (embedded models), and
                               no error */
  bool asks_for_lkmmv2, is_lkmmv1; /* it tests for that variant; lkmmv1 is chosen */
  bool given_coherence;            /* the model takes co as given: see cat_parser.h */
  enum cat_coherence coherence;
  struct {
    struct cat_pairs *items;
    size_t length, room;
  } total; /* COHERENCE_PARTIAL: pairs that co must order */
  struct {
    struct cat_pairs *items;
    size_t length, room;
  } within;   /* COHERENCE_PARTIAL: pairs that co must contain */
  bool grows; /* and some of these depend on co: the more it holds, the more it must */
};

/* Resolves every name and type.  The code refers to the tree's texts.  variants: those that are
 * chosen, up to a NULL. */
bool cat_compile(const struct cat_tree *tree, const char *const *variants, struct cat_code *code,
                 struct diagnostic *error);
void cat_code_free(struct cat_code *code);

#endif
