/* Writes each program as PTX and reads it back: a program has one way into the checker. */
#include "verify/small_programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
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

/* Where the threads are, and the scope of what they do. */
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

/* The same program with its threads, its locations or both exchanged. */
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

static bool all_conflict(const struct small *small) {
  bool all = true;
  for (unsigned i = 0; i < THREADS * ACCESSES; i++)
    all &= conflicts(small, i / ACCESSES, i % ACCESSES);
  return all;
}

static bool adds(const struct small *small) {
  bool any = false;
  for (unsigned i = 0; i < THREADS * ACCESSES; i++)
    any |= small->at[i / ACCESSES][i % ACCESSES].kind == ADDS;
  return any;
}

static bool has_one_location(const struct small *small) {
  bool one = true;
  for (unsigned i = 0; i < THREADS * ACCESSES; i++)
    one &= small->at[i / ACCESSES][i % ACCESSES].location == 0;
  return one;
}

/* Does some thread first acquire, or release last? */
static bool synchronises(const struct small *small) {
  bool any = false;
  for (unsigned t = 0; t < THREADS; t++)
    any |= small->at[t][0].kind == LOADS || small->at[t][1].kind == STORES;
  return any;
}

/* A program with additions comes relaxed, and, of one location, with compare-and-swaps in their
 * place. */
static bool is_in_style(const struct small *small, enum style style) {
  if (style == SYNCHRONISING) return !adds(small) && synchronises(small);
  if (!adds(small)) return style != COMPARE_AND_SWAP;
  return style == RELAXED || (style == COMPARE_AND_SWAP && has_one_location(small));
}

/* Those that only a cache between a GPU's and the system's scope can tell from the others. */
static bool is_at(enum style style, enum where where) {
  bool weak = style == RELAXED, strong = style == SYNCHRONISING || style == SC_FENCE;
  return where == IN_ONE_GPU || strong || (weak && where == IN_TWO_GPUS);
}

/* --- text --- */

static bool is_strong(enum kind kind, unsigned i, enum style style) {
  return style == RELEASE_AND_ACQUIRE || (style == SYNCHRONISING && i == (kind == STORES));
}

/* Each write has a value of its own, a power of two, so that sums are told apart, too. */
static void write_access(FILE *out, const struct small *small, unsigned thread, unsigned i,
                         enum style style, const char *scope) {
  const struct small_access *access = &small->at[thread][i];
  char location = access->location ? 'y' : 'x';
  unsigned value = 1u << (thread * ACCESSES + i);
  bool strong = is_strong(access->kind, i, style);
  switch (access->kind) {
  case LOADS:
    fprintf(out, "ld.%s.%s r%u, %c", strong ? "acquire" : "relaxed", scope, i, location);
    break;
  case STORES:
    fprintf(out, "st.%s.%s %c, %u", strong ? "release" : "relaxed", scope, location, value);
    break;
  case ADDS:
    if (style == COMPARE_AND_SWAP)
      fprintf(out, "atom.relaxed.%s.cas r%u, %c, 0, %u", scope, i, location, value);
    else fprintf(out, "atom.relaxed.%s.add r%u, %c, %u", scope, i, location, value);
    break;
  }
}

static void write_row(FILE *out, const struct small *small, unsigned i, enum style style,
                      const char *scope) {
  for (unsigned t = 0; t < THREADS; t++) {
    fputs(t ? " | " : " ", out);
    write_access(out, small, t, i, style, scope);
  }
  fputs(" ;\n", out);
}

/* The condition names all registers and locations, so that outcomes are compared by all of them. */
static void write_condition(FILE *out, const struct small *small) {
  fputs("exists (x == 99 \\/ y == 99", out);
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned i = 0; i < ACCESSES; i++)
      if (small->at[t][i].kind != STORES) fprintf(out, " \\/ P%u:r%u == 99", t, i);
  fputs(")\n", out);
}

static void write_name(FILE *out, const struct small *small, enum style style, enum where where) {
  static const char *const styles[] = { "", "+cas", "+F.sc", "+F.ar", "+acqrel", "+sync" };
  static const char *const spans[] = { "", "+2gpu", "+gpu" };
  for (unsigned t = 0; t < THREADS; t++) {
    if (t) fputc('-', out);
    for (unsigned i = 0; i < ACCESSES; i++) {
      const struct small_access *access = &small->at[t][i];
      fprintf(out, "%c%c", "RWA"[access->kind], access -> location ? 'y' : 'x');
    }
  }
  fprintf(out, "%s%s", styles[style], spans[where]);
}

static char *text_of(const struct small *small, enum style style, enum where where) {
  const char *scope = scope_names[where];
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  fputs("PTX ", out);
  write_name(out, small, style, where);
  fprintf(out, "\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu %u ;\n", where == IN_TWO_GPUS);
  write_row(out, small, 0, style, scope);
  if (style == SC_FENCE) fprintf(out, " fence.sc.%s | fence.sc.%s ;\n", scope, scope);
  if (style == ACQUIRE_RELEASE_FENCE) fputs(" fence.acq_rel.sys | fence.acq_rel.sys ;\n", out);
  write_row(out, small, 1, style, scope);
  write_condition(out, small);
  fclose(out);
  return text;
}

/* --- the suite --- */

static struct test test_of(const struct small *small, enum style style, enum where where) {
  struct diagnostic error = { NULL };
  char *text = text_of(small, style, where);
  struct test test = { .path = memory_format("small program") };
  test.program = litmus_read_text(test.path, text, strlen(text), &error);
  test.fault = error.message;
  free(text);
  return test;
}

typedef VECTOR(struct test) tests;

static void add_programs(tests *all, const struct small *small, bool orders, bool gpus) {
  for (enum style style = RELAXED; style < STYLES; style++) {
    if (!is_in_style(small, style) || (style == SYNCHRONISING && !orders)) continue;
    for (enum where where = IN_ONE_GPU; where < (gpus ? WHERES : IN_TWO_GPUS); where++)
      if (is_at(style, where)) vector_push(*all, test_of(small, style, where));
  }
}

struct suite small_programs_list(bool orders, bool gpus) {
  tests all = { 0 };
  unsigned count = OPERATIONS * OPERATIONS * OPERATIONS * OPERATIONS, unreadable = 0;
  for (unsigned number = 0; number < count; number++) {
    struct small small = small_of(number);
    if (all_conflict(&small) && is_first_of_its_kind(&small, number))
      add_programs(&all, &small, orders, gpus);
  }
  for (unsigned i = 0; i < all.length; i++) unreadable += !all.items[i].program;
  return (struct suite){ all.items, (unsigned)all.length, unreadable };
}
