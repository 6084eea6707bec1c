/* A header line `Allowed=sc tso`, `Forbidden=...` or `Undefined=...` states what memory models
 * say of the condition (litmus/README.md). A model in two of the lists is contradicted.
 * "Allowed" answers the condition's question: for exists and ~exists whether some outcome meets
 * it, for forall whether some does not. */
#include "run/suite.h"

#include <fnmatch.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "litmus/read/reader.h"
#include "run/suite_files.h"

static struct test test_read(char *path) {
  struct diagnostic error = { NULL };
  struct test test = { .path = path, .ours = suite_path_is_ours(path) };
  size_t length;
  char *text = suite_file_load(path, &length, &error);
  if (text) test.program = litmus_read_text(path, text, length, &error);
  memory_free(text);
  test.fault = error.message;
  return test;
}

struct suite suite_load(const char *const *paths, unsigned count) {
  VECTOR(struct test) tests = { 0 };
  unsigned unreadable = 0;
  for (unsigned i = 0; i < count; i++) {
    struct diagnostic error = { NULL };
    unsigned found = 0;
    char **files = suite_files_find(paths[i], ".litmus", &found, &error);
    for (unsigned j = 0; j < found; j++) vector_push(tests, test_read(files[j]));
    if (!files || error.message)
      vector_push(tests,
                  (struct test){ .path = memory_format("%s", paths[i]), .fault = error.message });
    memory_free(files);
  }
  for (size_t i = 0; i < tests.length; i++) unreadable += !tests.items[i].program;
  return (struct suite){ tests.items, (unsigned)tests.length, unreadable };
}

static void test_clear(struct test *test) {
  memory_free(test->path);
  memory_free(test->fault);
  program_free(test->program);
}

static bool has_relaxed(const struct program *program) {
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned i = 0; i < program->threads[t].length; i++) {
      const struct instruction *instruction = &program->threads[t].instructions[i];
      enum opcode opcode = instruction->opcode;
      if (instruction->order == ORDER_RELAXED &&
          (opcode == OP_LOAD || opcode == OP_STORE || opcode == OP_RMW))
        return true;
    }
  return false;
}

void suite_remove_relaxed(struct suite *suite) {
  unsigned kept = 0;
  for (unsigned i = 0; i < suite->count; i++) {
    struct test *test = &suite->tests[i];
    if (test->program && has_relaxed(test->program)) test_clear(test);
    else suite->tests[kept++] = *test;
  }
  suite->count = kept;
}

void suite_clear(struct suite *suite) {
  for (unsigned i = 0; i < suite->count; i++) test_clear(&suite->tests[i]);
  memory_free(suite->tests);
  *suite = (struct suite){ 0 };
}

const char *suite_test_name(const struct test *test) {
  return test->program ? test->program->name : test->path;
}

bool suite_name_is_listed(const char *list, const char *name) {
  char word[256];
  bool listed = false;
  for (const char *at = list; *(at += strspn(at, " \t")); at += strcspn(at, " \t")) {
    size_t length = strcspn(at, " \t");
    if (length >= sizeof word) continue;
    memcpy(word, at, length);
    word[length] = '\0';
    bool without = word[0] == '!';
    if (fnmatch(word + without, name, 0) == 0) listed = !without;
  }
  return listed;
}

enum answer suite_answer_expected(const struct program *program, const char *memory_model) {
  static const struct {
    const char *key;
    enum answer answer;
  } keys[] = { { "Allowed", ANSWER_ALLOWED },
               { "Forbidden", ANSWER_FORBIDDEN },
               { "Undefined", ANSWER_UNDEFINED } };
  enum answer answer = ANSWER_NONE;
  for (unsigned i = 0; i < program->field_count; i++)
    for (unsigned k = 0; k < 3; k++) {
      if (!text_equal(program->fields[i].key, keys[k].key) ||
          !suite_name_is_listed(program->fields[i].value, memory_model))
        continue;
      answer = answer == ANSWER_NONE || answer == keys[k].answer ? keys[k].answer : ANSWER_SEVERAL;
    }
  return answer;
}

enum answer suite_answer_in(const struct program *program, const struct outcome_set *outcomes) {
  struct tally tally = outcome_tally(program, outcomes);
  uint64_t asked = program->quantifier == QUANTIFIER_FORALL ? tally.negative : tally.positive;
  return asked ? ANSWER_ALLOWED : ANSWER_FORBIDDEN;
}

enum answer suite_answer(const struct program *program, const struct judgement *judgement) {
  return judgement->undefined ? ANSWER_UNDEFINED : suite_answer_in(program, judgement->allowed);
}

const char *suite_answer_name(enum answer answer) {
  static const char *const names[] = { "none", "allowed", "forbidden", "undefined",
                                       "contradictory" };
  return names[answer];
}
