/* Writes each program as PTX and reads it back: a program has one way into the checker. */
#include "verify/small_programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "litmus/reader.h"

enum kind { LOADS, STORES, ADDS };
struct small_access { enum kind kind; unsigned location; };
enum { THREADS = 2, ACCESSES = 2, OPERATIONS = 6 /* kinds x locations */ };
struct small { struct small_access at[THREADS][ACCESSES]; };

enum style {
  RELAXED,
  COMPARE_AND_SWAP,
  SC_FENCE,
  ACQUIRE_RELEASE_FENCE,
  RELEASE_AND_ACQUIRE,
  STYLES
};

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

/* A program with additions comes relaxed, and, of one location, with compare-and-swaps in their
 * place. */
static bool is_in_style(const struct small *small, enum style style) {
  if (!adds(small)) return style != COMPARE_AND_SWAP;
  return style == RELAXED || (style == COMPARE_AND_SWAP && has_one_location(small));
}

/* --- text --- */

/* Each write has a value of its own, a power of two, so that sums are told apart, too. */
static void write_access(FILE *out, const struct small *small, unsigned thread, unsigned i,
                         enum style style) {
  const struct small_access *access = &small->at[thread][i];
  char location = access->location ? 'y' : 'x';
  unsigned value = 1u << (thread * ACCESSES + i);
  bool strong = style == RELEASE_AND_ACQUIRE;
  switch (access->kind) {
  case LOADS: fprintf(out, "ld.%s.sys r%u, %c", strong ? "acquire" : "relaxed", i, location); break;
  case STORES:
    fprintf(out, "st.%s.sys %c, %u", strong ? "release" : "relaxed", location, value);
    break;
  case ADDS:
    if (style == COMPARE_AND_SWAP)
      fprintf(out, "atom.relaxed.sys.cas r%u, %c, 0, %u", i, location, value);
    else fprintf(out, "atom.relaxed.sys.add r%u, %c, %u", i, location, value);
    break;
  }
}

static void write_row(FILE *out, const struct small *small, unsigned i, enum style style) {
  for (unsigned t = 0; t < THREADS; t++) {
    fputs(t ? " | " : " ", out);
    write_access(out, small, t, i, style);
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

static void write_name(FILE *out, const struct small *small, enum style style) {
  static const char *const styles[] = { "", "+cas", "+F.sc", "+F.ar", "+acqrel" };
  for (unsigned t = 0; t < THREADS; t++) {
    if (t) fputc('-', out);
    for (unsigned i = 0; i < ACCESSES; i++) {
      const struct small_access *access = &small->at[t][i];
      fprintf(out, "%c%c", "RWA"[access->kind], access->location ? 'y' : 'x');
    }
  }
  fputs(styles[style], out);
}

static char *text_of(const struct small *small, enum style style) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  fputs("PTX ", out);
  write_name(out, small, style);
  fputs("\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n", out);
  write_row(out, small, 0, style);
  if (style == SC_FENCE) fputs(" fence.sc.sys | fence.sc.sys ;\n", out);
  if (style == ACQUIRE_RELEASE_FENCE) fputs(" fence.acq_rel.sys | fence.acq_rel.sys ;\n", out);
  write_row(out, small, 1, style);
  write_condition(out, small);
  fclose(out);
  return text;
}

/* --- the suite --- */

static struct test test_of(const struct small *small, enum style style) {
  struct diagnostic error = { NULL };
  char *text = text_of(small, style);
  struct test test = { .path = memory_format("small program") };
  test.program = litmus_read_text(test.path, text, strlen(text), &error);
  test.fault = error.message;
  free(text);
  return test;
}

struct suite small_programs(void) {
  VECTOR(struct test) tests = { 0 };
  unsigned count = OPERATIONS * OPERATIONS * OPERATIONS * OPERATIONS, unreadable = 0;
  for (unsigned number = 0; number < count; number++) {
    struct small small = small_of(number);
    if (!all_conflict(&small) || !is_first_of_its_kind(&small, number)) continue;
    for (enum style style = RELAXED; style < STYLES; style++) {
      if (!is_in_style(&small, style)) continue;
      struct test test = test_of(&small, style);
      unreadable += !test.program;
      vector_push(tests, test);
    }
  }
  return (struct suite){ tests.items, (unsigned)tests.length, unreadable };
}
