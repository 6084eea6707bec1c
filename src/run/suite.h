/* The tests that a command was given, and the answers that their headers expect. */
#ifndef RUN_SUITE_H
#define RUN_SUITE_H

#include <stdbool.h>
#include "axiom/judge.h"
#include "litmus/program.h"

struct test {
  char *path;
  struct program *program; /* NULL: unreadable */
  char *fault;             /* why it is unreadable */
  bool ours;               /* suite_path_is_ours: must state its expectations */
};

struct suite {
  struct test *tests;
  unsigned count, unreadable;
};

/* Loads tests and folders of tests in the order given, a folder's by path. */
struct suite suite_load(const char *const *paths, unsigned count);
void suite_clear(struct suite *suite);
/* Removes the tests with a relaxed load, store or atomic; unreadable ones stay. */
void suite_remove_relaxed(struct suite *suite);
const char *suite_test_name(const struct test *test);

/* A memory model's answer to a test's condition (under forall, to its negation): some execution
 * meets it, none does, or a race leaves it undefined. */
enum answer { ANSWER_NONE, ANSWER_ALLOWED, ANSWER_FORBIDDEN, ANSWER_UNDEFINED, ANSWER_SEVERAL };

/* The header's answer; ANSWER_NONE where it does not name the model. */
enum answer suite_answer_expected(const struct program *program, const char *memory_model);
enum answer suite_answer(const struct program *program, const struct judgement *judgement);
/* The answer of a set of outcomes: ANSWER_ALLOWED or ANSWER_FORBIDDEN. */
enum answer suite_answer_in(const struct program *program, const struct outcome_set *outcomes);
const char *suite_answer_name(
    enum answer answer); /* "none" "allowed" "forbidden" "undefined" "contradictory" */

/* Does a space-separated list contain the name? '*' matches anything, and '!' takes names out
 * again: "MP* !*+same-cta". */
bool suite_name_is_listed(const char *list, const char *name);

#endif
