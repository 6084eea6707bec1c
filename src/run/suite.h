/* A suite: the tests that a command was given, each read or with the reason why not, and what their
 * headers expect. */
#ifndef RUN_SUITE_H
#define RUN_SUITE_H

#include <stdbool.h>
#include "axiom/judge.h"
#include "litmus/program.h"

struct test {
  char *path;
  struct program *program; /* NULL: it could not be read */
  char *fault;             /* why not */
  bool ours; /* it lies in the litmus/ of the current folder: it must state its expectations */
};

struct suite {
  struct test *tests;
  unsigned count, unreadable;
};

/* Tests and folders of tests, in the order given, each folder's in the order of their paths. */
struct suite suite_load(const char *const *paths, unsigned count);
void suite_clear(struct suite *suite);
/* Does the file lie below the litmus/ of the current folder? */
bool suite_path_is_ours(const char *path);
const char *suite_test_name(const struct test *test);

/* What a memory model says of a test's condition (of its negation, under forall): some execution
 * meets it, none does, or a race leaves it undefined. */
enum answer { ANSWER_NONE, ANSWER_ALLOWED, ANSWER_FORBIDDEN, ANSWER_UNDEFINED, ANSWER_SEVERAL };

/* What the header says; ANSWER_NONE where it does not speak of the model. */
enum answer suite_answer_expected(const struct program *program, const char *memory_model);
enum answer suite_answer(const struct program *program, const struct judgement *judgement);
/* What a set of outcomes says: ANSWER_ALLOWED or ANSWER_FORBIDDEN. */
enum answer suite_answer_in(const struct program *program, const struct outcome_set *outcomes);
const char *suite_answer_name(
    enum answer answer); /* "none" "allowed" "forbidden" "undefined" "contradictory" */

/* Is `name` among the names of a space separated list?  The list's may hold '*'; one that begins
 * with '!' takes names out again: "MP* !*+same-cta". */
bool suite_name_is_listed(const char *list, const char *name);

#endif
