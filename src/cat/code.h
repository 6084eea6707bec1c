/* A memory model ready to run: straight-line operations over numbered slots.
 *
 * A slot holds a set or a relation of events.  The first slots are the base names, which a
 * candidate execution supplies.  Every operation writes one further slot, once.
 *
 * An execution is built level by level: the events, then reads-from, barriers, the order of SC
 * fences, coherence, and each `with`.  Operations and tests run at the last level that they depend
 * on, so candidates are dropped as early as the axioms can tell. */
#ifndef CAT_CODE_H
#define CAT_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include "cat/tree.h"

/* The names that need no definition: symbol, name, is it a set, level at which it is known. */
#define CAT_BASE_NAMES(BASE)                                                                  \
  BASE(UNIVERSE, "_", true, LEVEL_EVENTS) /* every event */                                   \
  BASE(M, "M", true, LEVEL_EVENTS)        /* memory accesses */                               \
  BASE(R, "R", true, LEVEL_EVENTS)                                                            \
  BASE(W, "W", true, LEVEL_EVENTS)      /* with the initial writes */                         \
  BASE(F, "F", true, LEVEL_EVENTS)      /* fences, not barriers */                            \
  BASE(B, "B", true, LEVEL_EVENTS)      /* barriers */                                        \
  BASE(IW, "IW", true, LEVEL_EVENTS)    /* initial writes */                                  \
  BASE(FW, "FW", true, LEVEL_COHERENCE) /* writes without a later one in co */                \
  BASE(RMW, "RMW", true, LEVEL_EVENTS)  /* halves of atomic read-modify-writes */             \
  BASE(WEAK, "WEAK", true, LEVEL_EVENTS)                                                      \
  BASE(RLX, "RLX", true, LEVEL_EVENTS)                                                        \
  BASE(ACQ, "ACQ", true, LEVEL_EVENTS)                                                        \
  BASE(REL, "REL", true, LEVEL_EVENTS)                                                        \
  BASE(ACQ_REL, "ACQ_REL", true, LEVEL_EVENTS) /* fences; SC ones too */                      \
  BASE(SC, "SC", true, LEVEL_EVENTS)                                                          \
  BASE(CTA, "CTA", true, LEVEL_EVENTS)                                                        \
  BASE(CLUSTER, "CLUSTER", true, LEVEL_EVENTS)                                                \
  BASE(GPU, "GPU", true, LEVEL_EVENTS)                                                        \
  BASE(SYS, "SYS", true, LEVEL_EVENTS)                                                        \
  BASE(GEN, "GEN", true, LEVEL_EVENTS)                                                        \
  BASE(TEX, "TEX", true, LEVEL_EVENTS)                                                        \
  BASE(SUR, "SUR", true, LEVEL_EVENTS)                                                        \
  BASE(CON, "CON", true, LEVEL_EVENTS)                                                        \
  BASE(ALIAS, "ALIAS", true, LEVEL_EVENTS)                                                    \
  BASE(RED, "RED", true, LEVEL_EVENTS) /* reads of reductions (PTX red) */                    \
  BASE(TXN, "TXN", true, LEVEL_EVENTS) /* events of transactions */                           \
  BASE(CANCELLED, "CANCELLED", true,                                                          \
       LEVEL_EVENTS)               /* reads of cancelled transactions, in TXN, too */         \
  BASE(A, "A", true, LEVEL_EVENTS) /* the tag A, or RMW in dialects without it */             \
  BASE(ID, "id", false, LEVEL_EVENTS)                                                         \
  BASE(PO, "po", false, LEVEL_EVENTS)     /* see halves_in_order in program.h */              \
  BASE(LOC, "loc", false, LEVEL_EVENTS)   /* same memory; reflexive over M */                 \
  BASE(VLOC, "vloc", false, LEVEL_EVENTS) /* same address under the generic proxy */          \
  BASE(INT, "int", false, LEVEL_EVENTS)   /* same thread; each initial write is alone */      \
  BASE(EXT, "ext", false, LEVEL_EVENTS)                                                       \
  BASE(RMW_PAIR, "rmw", false, LEVEL_EVENTS) /* from the read to the write */                 \
  BASE(ADDR, "addr", false, LEVEL_EVENTS)                                                     \
  BASE(DATA, "data", false, LEVEL_EVENTS)                                                     \
  BASE(CTRL, "ctrl", false, LEVEL_EVENTS)                                                     \
  BASE(SR, "sr", false, LEVEL_EVENTS)     /* mutually inclusive scopes */                     \
  BASE(SCTA, "scta", false, LEVEL_EVENTS) /* threads of one CTA; reflexive */                 \
  BASE(SCLUSTER, "scluster", false, LEVEL_EVENTS)                                             \
  BASE(SGPU, "sgpu", false, LEVEL_EVENTS)                                                     \
  BASE(SSYS, "ssys", false, LEVEL_EVENTS) /* any two events of threads */                     \
  BASE(SSG, "ssg", false, LEVEL_EVENTS)   /* threads of one subgroup */                       \
  BASE(SQF, "sqf", false, LEVEL_EVENTS)   /* threads of one queue family */                   \
  BASE(SSW, "ssw", false, LEVEL_EVENTS)   /* thread pairs that the test lists */              \
  BASE(AMO, "amo", false, LEVEL_EVENTS)   /* rmw of one instruction */                        \
  BASE(LXSX, "lxsx", false, LEVEL_EVENTS) /* rmw of a load-reserve and a store-conditional */ \
  BASE(SM, "sm", false, LEVEL_EVENTS)     /* parts of one access to several cells */          \
  BASE(SAME_INSTANCE, "same-instance", false,                                                 \
       LEVEL_EVENTS)                                /* of one execution of an instruction */  \
  BASE(IICO_DATA, "iico_data", false, LEVEL_EVENTS) /* within one, or through registers */    \
  BASE(IICO_CTRL, "iico_ctrl", false, LEVEL_EVENTS)                                           \
  BASE(CASDEP, "casdep", false, LEVEL_EVENTS) /* to the operand that a CAS compares with */   \
  BASE(STXN, "stxn", false, LEVEL_EVENTS)     /* same transaction; reflexive over TXN */      \
  BASE(RF, "rf", false, LEVEL_READS_FROM)                                                     \
  BASE(SAME_VALUE, "same-value", false, LEVEL_READS_FROM) /* accesses of equal values */      \
  BASE(SYNCBAR, "syncbar", false, LEVEL_BARRIERS)                                             \
  BASE(RELAXED_ARRIVAL, "relaxed-arrival", false, LEVEL_BARRIERS) /* to waits of its round */ \
  BASE(ROUNDS, "rounds", false, LEVEL_BARRIERS) /* from a barrier's round to a later one */   \
  BASE(SYNC_FENCE, "sync_fence", false, LEVEL_FENCES)                                         \
  BASE(CO, "co", false, LEVEL_COHERENCE)

enum cat_level {
  LEVEL_EVENTS,
  LEVEL_READS_FROM,
  LEVEL_BARRIERS,
  LEVEL_FENCES,
  LEVEL_COHERENCE,
  LEVEL_WITH, /* of the first `with`; the next has the next level */
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
/* How many of an operation's operands are slots: 0, 1 (left) or 2. */
static inline unsigned cat_operand_count(enum cat_operation_kind kind) {
  switch (kind) {
  case OPERATION_NOTHING:
  case OPERATION_FIXPOINT: return 0;
  case OPERATION_UNION:
  case OPERATION_INTERSECTION:
  case OPERATION_DIFFERENCE:
  case OPERATION_SEQUENCE:
  case OPERATION_PRODUCT:
  case OPERATION_FROM:
  case OPERATION_TO: return 2;
  default: return 1;
  }
}

typedef uint16_t cat_slot;

struct cat_operation {
  uint8_t kind; /* cat_operation_kind */
  uint8_t level;
  bool is_set; /* the result, and the operands of the operations that take either */
  bool early;  /* worth running before its level is complete */
  bool bound;  /* worth running on lower bounds of rf, co, syncbar and sync_fence */
  cat_slot target, left, right;
};

struct cat_operations {
  struct cat_operation *items;
  size_t length, room;
};

struct cat_recursive_name {
  cat_slot variable, result; /* value in the last round; value of the body */
  bool is_set;
};

/* let rec variable = result and ...: from nothing, the body until no variable changes. */
struct cat_fixpoint {
  bool monotone; /* if not, the rounds end when nothing is larger than it was */
  struct cat_operations body;
  VECTOR(struct cat_recursive_name) names;
};

struct cat_axiom {
  enum cat_test test;
  bool negated;
  int flag;         /* index into flags, or -1 for an axiom */
  const char *name; /* or NULL */
  const struct source *source;
  struct span span;
};

/* A test that raises a flag. */
struct cat_flag {
  unsigned flag;
  uint8_t level;
  cat_slot needs; /* a relation of LEVEL_EVENTS that is not empty if it is raised; or BASE_COUNT */
};

/* with x from ...: a linear extension of `order` over `set`, or one of a list of relations. */
struct cat_choice {
  bool linear, by_location; /* by_location: over each location's part of the set */
  cat_slot target, set, order;
  VECTOR(cat_slot) among;
};

/* A relation, and the level at which it is known. */
struct cat_pairs {
  cat_slot slot;
  uint8_t level;
};

/* A name and its slot: a tag that some dialect has, or a relation that the model shows. */
struct cat_tag {
  const char *name;
  cat_slot slot;
  const struct cat_expression *at; /* where a check needs the tag; NULL: nowhere */
  const char
      *unless;  /* `at` counts only if the dialect lacks this tag, which a `try` names first */
  bool decides; /* an axiom depends on it, not just a flag */
};
struct cat_tags {
  struct cat_tag *items;
  size_t length, room;
};

/* How a model treats coherence. */
enum cat_coherence {
  COHERENCE_TOTAL,      /* a strict total order of the writes of each location */
  COHERENCE_LAST,       /* only the last write of each location matters */
  COHERENCE_PARTIAL,    /* the least orders that its axioms ask for are enough */
  COHERENCE_ANY_PARTIAL /* every partial order has to be tried */
};

struct cat_code {
  const char *architecture; /* the model's first word, or "" */
  unsigned slot_count, level_count;
  struct cat_operations level[LEVELS_MAX];
  struct cat_operations showing; /* what the shown relations need beyond the axioms, in order */
  struct cat_operations bound;   /* for the axioms that can only get worse as rf and co grow */
  struct cat_tags tags, shown;
  struct cat_tags absent;    /* names of AArch64 whose tests are not read */
  struct cat_tags presences; /* try ... with: all events if the dialect has the tag, or none */
  VECTOR(const char *) enumerated; /* annotations of an enum, with a capital */
  char **labels;                   /* by slot: a relation's name in the model, or NULL */
  struct cat_tree library;         /* its procedures may hold the axioms */
  VECTOR(struct cat_fixpoint) fixpoints;
  VECTOR(struct cat_axiom) tests;
  VECTOR(const char *) flags;
  VECTOR(struct cat_choice) choices; /* choice i is made at LEVEL_WITH + i */
  bool used[BASE_COUNT];
  uint64_t undefined; /* flags that leave a program without a meaning, a bit each */
  uint64_t unequal;   /* flags that are raised if classes(r) gets no equivalence relation */
  VECTOR(struct cat_flag) flag_tests;
  uint8_t flag_level;       /* the deepest level that a flag depends on; 0 without flags */
  bool early[LEVEL_WITH];   /* some axiom of the level can reject a part of it */
  bool uniproc;             /* the axioms imply acyclic (po-loc | rf | co | fr) */
  bool atomic;              /* they imply empty rmw & (fre ; coe), and uniproc */
  cat_slot inside;          /* both only of locations accessed in this set; BASE_COUNT: of all */
  bool takes_foreign_tests; /* tags that the dialect lacks are empty, as embedded models want */
  bool asks_for_lkmmv2;     /* it tests for that variant */
  bool is_lkmmv1;           /* that variant is chosen */
  bool given_coherence;     /* it takes co as given, as Dat3M's models do */
  enum cat_coherence coherence;
  VECTOR(struct cat_pairs) total;  /* COHERENCE_PARTIAL: pairs that co must order */
  VECTOR(struct cat_pairs) within; /* COHERENCE_PARTIAL: pairs that co must contain */
  bool grows;                      /* some of `within` grow with co */
};

/* The tag of that name, if the model names it, or else NULL. */
const struct cat_tag *cat_code_tag(const struct cat_code *code, const char *name);
/* Does a consistent execution that raises the flag leave the program without a meaning? */
bool cat_flag_undefines(const struct cat_code *code, size_t flag);
/* Makes the search of candidates ask the axioms of complete executions only. */
void cat_code_prune_nothing(struct cat_code *code);
void cat_code_free(struct cat_code *code);

#endif
