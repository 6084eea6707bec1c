/* Programs are written as PTX and read back, so that they take the same way as any test. */
#include "verify/small_programs.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "litmus/read/reader.h"

enum kind { LOADS, STORES, ADDS };
struct small_access {
  enum kind kind;
  unsigned location;
};
enum { THREADS = 2, ACCESSES = 2, OPERATIONS = 6 /* kinds x locations */ };
struct small {
  struct small_access at[THREADS][ACCESSES];
};

enum style {
  RELAXED,
  COMPARE_AND_SWAP,
  SC_FENCE,
  ACQUIRE_RELEASE_FENCE,
  RELEASE_AND_ACQUIRE,
  SYNCHRONISING,
  STYLES
};

/* Where the threads run, and the scope of their accesses. */
enum where { IN_ONE_GPU, IN_TWO_GPUS, WITHIN_A_GPU, WHERES };
static const char *const scope_names[] = { "sys", "sys", "gpu" };

static struct small small_of(unsigned number) {
  struct small small;
  for (unsigned i = 0; i < THREADS * ACCESSES; i++, number /= OPERATIONS)
    small.at[i / ACCESSES][i % ACCESSES] =
        (struct small_access){ (enum kind)(number % 3), number % OPERATIONS / 3 };
  return small;
}

static unsigned number_of(const struct small *small) {
  unsigned number = 0;
  for (unsigned i = THREADS * ACCESSES; i-- > 0;) {
    const struct small_access *access = &small->at[i / ACCESSES][i % ACCESSES];
    number = number * OPERATIONS + access->location * 3 + access->kind;
  }
  return number;
}

/* The number of the program with threads, locations or both exchanged. */
static unsigned exchanged(const struct small *small, bool threads, bool locations) {
  struct small other;
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned i = 0; i < ACCESSES; i++) {
      other.at[t][i] = small->at[threads ? 1 - t : t][i];
      if (locations) other.at[t][i].location ^= 1;
    }
  return number_of(&other);
}

static bool is_first_of_its_kind(const struct small *small, unsigned number) {
  return exchanged(small, true, false) >= number && exchanged(small, false, true) >= number &&
         exchanged(small, true, true) >= number;
}

static bool conflicts(const struct small *small, unsigned thread, unsigned i) {
  const struct small_access *own = &small->at[thread][i];
  for (unsigned j = 0; j < ACCESSES; j++) {
    const struct small_access *other = &small->at[1 - thread][j];
    if (own->location == other->location && (own->kind != LOADS || other->kind != LOADS))
      return true;
  }
  return false;
}

struct small_traits {
  bool all_conflict, adds, one_location;
  bool synchronises; /* some thread can acquire first, or release last */
};

static struct small_traits traits_of(const struct small *small) {
  struct small_traits traits = { .all_conflict = true, .one_location = true };
  for (unsigned t = 0; t < THREADS; t++) {
    for (unsigned i = 0; i < ACCESSES; i++) {
      traits.all_conflict &= conflicts(small, t, i);
      traits.adds |= small->at[t][i].kind == ADDS;
      traits.one_location &= small->at[t][i].location == 0;
    }
    traits.synchronises |= small->at[t][0].kind == LOADS || small->at[t][1].kind == STORES;
  }
  return traits;
}

/* Programs with additions come relaxed and, with one location, with compare-and-swaps instead. */
static bool is_in_style(const struct small_traits *traits, enum style style) {
  if (style == SYNCHRONISING) return !traits->adds && traits->synchronises;
  if (!traits->adds) return style != COMPARE_AND_SWAP;
  return style == RELAXED || (style == COMPARE_AND_SWAP && traits->one_location);
}

/* Other spans are for programs that only a cache between GPU and system scope can tell apart. */
static bool is_at(enum style style, enum where where) {
  bool weak = style == RELAXED, strong = style == SYNCHRONISING || style == SC_FENCE;
  return where == IN_ONE_GPU || strong || (weak && where == IN_TWO_GPUS);
}

/* --- text --- */

/* Each write has its own power of two as its value, so that sums differ, too. */
static void add_access(struct text *text, const struct small *small, unsigned thread, unsigned i,
                       enum style style, const char *scope) {
  const struct small_access *access = &small->at[thread][i];
  char location = access->location ? 'y' : 'x';
  unsigned value = 1u << (thread * ACCESSES + i);
  bool stores = access->kind == STORES;
  bool strong = style == RELEASE_AND_ACQUIRE || (style == SYNCHRONISING && i == stores);
  if (stores)
    text_add(text, "st.%s.%s %c, %u", strong ? "release" : "relaxed", scope, location, value);
  else if (access->kind == LOADS)
    text_add(text, "ld.%s.%s r%u, %c", strong ? "acquire" : "relaxed", scope, i, location);
  else if (style == COMPARE_AND_SWAP)
    text_add(text, "atom.relaxed.%s.cas r%u, %c, 0, %u", scope, i, location, value);
  else text_add(text, "atom.relaxed.%s.add r%u, %c, %u", scope, i, location, value);
}

static void add_row(struct text *text, const struct small *small, unsigned i, enum style style,
                    const char *scope) {
  for (unsigned t = 0; t < THREADS; t++) {
    text_add(text, t ? " | " : " ");
    add_access(text, small, t, i, style, scope);
  }
  text_add(text, " ;\n");
}

/* The condition names all registers and locations, so that outcomes contain them all. */
static void add_condition(struct text *text, const struct small *small) {
  text_add(text, "exists (x == 99 \\/ y == 99");
  for (unsigned i = 0; i < THREADS * ACCESSES; i++)
    if (small->at[i / ACCESSES][i % ACCESSES].kind != STORES)
      text_add(text, " \\/ P%u:r%u == 99", i / ACCESSES, i % ACCESSES);
  text_add(text, ")\n");
}

static void add_name(struct text *text, const struct small *small, enum style style,
                     enum where where) {
  static const char *const styles[] = { "", "+cas", "+F.sc", "+F.ar", "+acqrel", "+sync" };
  static const char *const spans[] = { "", "+2gpu", "+gpu" };
  for (unsigned i = 0; i < THREADS * ACCESSES; i++) {
    const struct small_access *access = &small->at[i / ACCESSES][i % ACCESSES];
    text_add(text, "%s%c%c", i == ACCESSES ? "-" : "", "RWA"[access->kind],
             access -> location ? 'y' : 'x');
  }
  text_add(text, "%s%s", styles[style], spans[where]);
}

static void add_program(struct text *text, const struct small *small, enum style style,
                        enum where where) {
  static const char *const fences[STYLES] = {
    [SC_FENCE] = "sc", [ACQUIRE_RELEASE_FENCE] = "acq_rel"
  };
  const char *scope = scope_names[where], *fence = fences[style];
  text_add(text, "PTX ");
  add_name(text, small, style, where);
  text_add(text, "\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu %u ;\n", where == IN_TWO_GPUS);
  add_row(text, small, 0, style, scope);
  if (fence) text_add(text, " fence.%s.%s | fence.%s.%s ;\n", fence, scope, fence, scope);
  add_row(text, small, 1, style, scope);
  add_condition(text, small);
}

/* --- the suite --- */

static struct test test_of(const struct small *small, enum style style, enum where where) {
  struct diagnostic error = { NULL };
  struct text text = { 0 };
  struct test test = { .path = memory_format("small program") };
  add_program(&text, small, style, where);
  test.program = litmus_read_text(test.path, text.bytes, text.length, &error);
  test.fault = error.message;
  text_free(&text);
  return test;
}

typedef VECTOR(struct test) tests;

static void add_programs(tests *all, const struct small *small, const struct small_traits *traits,
                         bool orders, bool gpus) {
  for (enum style style = RELAXED; style < STYLES; style++) {
    if (!is_in_style(traits, style) || (style == SYNCHRONISING && !orders)) continue;
    for (enum where where = IN_ONE_GPU; where < (gpus ? WHERES : IN_TWO_GPUS); where++)
      if (is_at(style, where)) vector_push(*all, test_of(small, style, where));
  }
}

struct suite small_programs_list(bool orders, bool gpus) {
  tests all = { 0 };
  unsigned count = OPERATIONS * OPERATIONS * OPERATIONS * OPERATIONS, unreadable = 0;
  for (unsigned number = 0; number < count; number++) {
    struct small small = small_of(number);
    struct small_traits traits = traits_of(&small);
    if (traits.all_conflict && is_first_of_its_kind(&small, number))
      add_programs(&all, &small, &traits, orders, gpus);
  }
  for (unsigned i = 0; i < all.length; i++) unreadable += !all.items[i].program;
  return (struct suite){ all.items, (unsigned)all.length, unreadable };
}
