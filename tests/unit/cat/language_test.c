/* The cat language: its meaning on four events whose relations the test makes, and its refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "cat/evaluate.h"
#include "cat/model.h"
#include "base/memory.h"
#include "base/text.h"

enum { COUNT = 4 };

/* Events: 0 -po-> 1 -po-> 2; rf is 0 -> 2 and 2 -> 1, co is 0 -> 3; R is {1, 2}, W is {0, 3}, F is
 * empty. */
static void fill(struct evaluation *evaluation) {
  uint64_t *slots[BASE_COUNT];
  for (unsigned i = 0; i < BASE_COUNT; i++) slots[i] = evaluation_slot(evaluation, i);
  *slots[BASE_UNIVERSE] = *slots[BASE_M] = events_below(COUNT);
  *slots[BASE_R] = event_bit(1) | event_bit(2);
  *slots[BASE_W] = event_bit(0) | event_bit(3);
  for (unsigned i = 0; i < COUNT; i++) relation_add(slots[BASE_ID], i, i);
  relation_add(slots[BASE_PO], 0, 1);
  relation_add(slots[BASE_PO], 1, 2);
  relation_add(slots[BASE_PO], 0, 2);
  relation_add(slots[BASE_RF], 0, 2);
  relation_add(slots[BASE_RF], 2, 1);
  relation_add(slots[BASE_CO], 0, 3);
}

/* Do all axioms of the text hold? */
static bool holds(const char *text) {
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("test", text, &error);
  if (!model) print_error("%s\n", error.message);
  assert_non_null(model);
  struct evaluation evaluation = { 0 };
  evaluation_start(&evaluation, cat_model_code(model), COUNT);
  fill(&evaluation);
  bool good = true;
  for (unsigned level = 0; level < cat_model_code(model)->level_count; level++)
    good = good && evaluate_level(&evaluation, level, NULL);
  evaluation_free(&evaluation);
  cat_model_free(model);
  return good;
}

/* Are the two expressions the same relation? */
static bool same(const char *a, const char *b) {
  char *text = memory_format("empty (%s) \\ (%s)\nempty (%s) \\ (%s)", a, b, b, a);
  bool answer = holds(text);
  memory_free(text);
  return answer;
}

static void operators_mean_what_they_say(void **unused) {
  (void)unused;
  assert_true(same("po | rf | co", "co | (rf | po)"));
  assert_true(same("po ; rf", "[{}] | (po ; [_] ; rf)"));
  assert_false(same("po ; rf", "rf ; po"));
  assert_true(same("po & rf", "[W] ; rf"));
  assert_true(same("po \\ rf", "(po \\ (po ; po)) | 0"));
  assert_true(same("R * W", "(W * R)^-1"));
  assert_true(same("~po", "(_ * _) \\ po"));
  assert_true(same("rf+", "rf | rf ; rf | rf ; rf ; rf"));
  assert_true(same("rf^+", "rf+"));
  assert_true(same("rf*", "rf+ | id"));
  assert_true(same("rf^*", "rf+?"));
  assert_true(same("po?", "po | id"));
  assert_true(same("rf^-1^-1", "rf"));
  assert_true(same("[domain(rf)]", "[W & domain(rf)] | [domain ([R & range (po)] ; rf)]"));
  assert_true(same("[~R]", "[W]"));
  assert_true(same("[R \\ range rf]", "0"));
}

static void precedence_is_herds(void **unused) {
  (void)unused;
  assert_true(same("po | rf ; co", "po | (rf ; co)"));
  assert_true(same("po ; rf \\ po", "po ; (rf \\ po)"));
  assert_true(same("po \\ rf & co", "po \\ (rf & co)"));
  assert_true(same("po & R * W", "po & (R * W)"));
  assert_true(same("~po+", "~(po+)"));
  assert_true(same("W*R & po", "(W * R) & po"));
  assert_false(same("(po | rf) ; co", "po | rf ; co"));
  assert_false(same("(po ; rf) \\ po", "po ; rf \\ po"));
}

static void names_functions_and_recursion(void **unused) {
  (void)unused;
  assert_true(holds("let a = po let b = a let a = rf\nempty b \\ po empty po \\ b"));
  assert_true(holds("let f(x, y) = x ; y\nlet g r = f(r, r)\nempty g po \\ po"));
  assert_true(holds("let r = po let f(x) = x | r\nlet r = rf\nempty f(0) \\ po"));
  assert_true(holds("let rec closed = po | rf | (closed ; closed)\nempty closed \\ (po | rf)+\n"
                    "empty (po | rf)+ \\ closed"));
  assert_true(
      holds("let rec even = id | (odd ; po) and odd = even ; po\nempty even \\ (id | po ; po)"));
  assert_true(holds("let r = let x = po in x ; x\nempty r \\ po ; po"));
  assert_true(holds("empty po* \\ (po | id)*\n~empty po*\n~irreflexive po *\n~empty W * ~W"));
  assert_true(
      holds("let x = po in\nlet rec y = x | y ; y when empty 0 in\nlet r = y in empty r \\ po+"));
  assert_true(holds("let m = try fencerel(NOSUCH) with 0\nempty m"));
  assert_false(holds("let m = try po with 0\nempty m"));
  assert_true(holds("procedure inclusion(a, b) = empty a \\ b end\ncall inclusion(po ; po, po)"));
  assert_false(holds("procedure inclusion(a, b) = empty a \\ b end\ncall inclusion(po, po ; po)"));
  assert_true(holds("let a-b.c_d = po\nempty a-b.c_d \\ po"));
}

/* A fixpoint's slots can be used after it, and one fixpoint inside another. */
static void recursion_nests(void **unused) {
  (void)unused;
  assert_true(
      holds("let rec r = po | (r ; rf)\nlet s = (r ; rf) & po\nempty s \\ ((po | (r ; rf)) ; rf)"));
  assert_true(holds("let rec r = (let rec s = po | (s ; s) | r in s) | (r ; rf)\n"
                    "empty r \\ (po | rf)+\nempty po \\ r\nempty (po ; rf) \\ r"));
}

static void tests_and_their_negations(void **unused) {
  (void)unused;
  assert_true(holds("acyclic po as ok"));
  assert_false(holds("acyclic po | rf"));
  assert_true(holds("~acyclic po | rf"));
  assert_true(holds("irreflexive po ; po"));
  assert_false(holds("irreflexive rf ; po"));
  assert_true(holds("empty F assert empty F"));
  assert_false(holds("~empty F"));
  assert_true(holds("flag ~empty po as something"));
  assert_true(holds("show po, rf as seen unshow po\nempty 0"));
}

/* Functions are values, and lists of relations and tags can be taken apart. */
static void functions_lists_and_matches(void **unused) {
  (void)unused;
  assert_true(
      same("(let twice f = fun r -> f (f r) in twice (fun r -> r ; r) rf)", "rf ; rf ; rf ; rf"));
  assert_true(same("(let add a = fun b -> a | b in add po rf)", "po | rf"));
  assert_true(same("(let (a, b) = (po, rf) in a \\ b)", "po \\ rf"));
  assert_true(same("(let rec all S = match S with || {} -> 0 || r ++ rest -> r | all rest end in "
                   "all {po, rf, po})",
                   "po | rf"));
  assert_true(same("(let rec all S = match S with {} -> 0 || r ++ rest -> r | all rest end in "
                   "all (map (fun r -> r^-1) {po, rf}))",
                   "(po | rf)^-1"));
  assert_true(same(
      "(let pick t = match t with || 'a -> po || 'b -> rf || _ -> co end in pick 'b | pick 'c)",
      "rf | co"));
  assert_true(same("(match F & TLBI with || {} -> po || e ++ es -> rf end)", "po"));
  assert_true(same("(if \"vmsa\" then po else rf)", "rf"));
  assert_true(same("(if not \"memtag\" && \"cos-opt\" || \"ETS2\" then po else rf)", "po"));
  assert_true(same("(if \"lkmmv2\" && not \"lkmmv1\" then po else rf)", "po"));
  assert_true(same("(if 'a in {'b, 'a} then po else rf)", "po"));
  assert_true(same("(if {'a} subset {'b, 'a} then po else rf)", "po"));
  assert_true(same("(if {po} = {rf, po} then po else rf)", "rf"));
  assert_true(same("(try nothing with po) | (try rf with po)", "po | rf"));
  assert_true(same("begin po ; rf end", "po ; rf"));
  assert_true(holds(
      "let rec f x = match x with || {} -> 0 || r ++ rs -> g rs end\n"
      "and g x = match x with || {} -> 0 || r ++ rs -> r | f rs end\nempty f {po, rf} \\ rf"));
}

/* Statements that choose or repeat. */
static void statements_that_choose(void **unused) {
  (void)unused;
  assert_true(holds("if \"cos-opt\" empty 0 else empty po end"));
  assert_false(holds("if not \"cos-opt\" empty 0 else empty po end"));
  assert_true(holds("forall r in {po, rf} do acyclic r end"));
  assert_false(holds("forall r in {po, rf} do empty r end"));
  assert_true(holds("forall r in {} do empty po end"));
  assert_true(holds(
      "enum scopes = 'wi || 'system forall s in scopes do empty tag2scope(s) & po \\ po end"));
  assert_true(holds("enum Barriers = 'mb || 'sync-rcu instructions F[Barriers] events "
                    "F[Barriers]\nempty Mb | Sync-rcu"));
  assert_true(
      holds("procedure within(a, b) = empty a \\ b end call within(po ; po, po) as transitive"));
  assert_true(holds("procedure p x = acyclic x end call p po"));
  assert_false(holds("procedure p x = let y = x | x^-1 acyclic y end call p(po)"));
  assert_true(holds("let rec r = po | r ; r when irreflexive r"));
  assert_false(holds("let rec r = rf | rf^-1 | r ; r when irreflexive r"));
}

/* Rounds of a definition that is not monotone end when nothing is larger than it was. */
static void recursion_that_is_not_monotone(void **unused) {
  static const char matched[] =
      "let rec left = W \\ domain(pairs) and right = R \\ range(pairs)\n"
      "and between = [left | right] ; po ; [left | right]\n"
      "and pairs = pairs | (([left] ; po ; [right]) \\ (between ; between))\n";
  (void)unused;
  char *text =
      memory_format("%sempty pairs \\ ([W] ; (po \\ (po ; po)) ; [R])\n~empty pairs", matched);
  assert_true(holds(text));
  memory_free(text);
}

static void comments_and_titles(void **unused) {
  struct diagnostic error = { 0 };
  (void)unused;
  struct cat_model *model = cat_model_from_text(
      "m", "X86 TSO // no\n\"A title\" (* a (* b *) \" *) # c\n/* d */ let r = po", &error);
  assert_non_null(model);
  assert_string_equal(cat_model_title(model), "A title");
  cat_model_free(model);
  model = cat_model_from_text("m", "X86 TSO\nlet r = po", &error);
  assert_string_equal(cat_model_title(model), "X86 TSO");
  cat_model_free(model);
}

struct refusal {
  const char *text, *message;
};

static const struct refusal refusals[] = {
  { "let r = po ;", "m:1:13: expected an expression, found the end of the file" },
  { "let r = po po2", "m:1:9: no function is called \"po\" here" },
  { "let a = id\nlet r = nope & po", "m:2:9: nothing is called \"nope\" here" },
  { "let r = ctrl \\ ctrlisb", "m:1:16: nothing is called \"ctrlisb\" here" },
  { "let rec ci = ci0 | ci", "m:1:14: nothing is called \"ci0\" here" },
  { "empty [Imp & TTD]", "m:1:8: nothing is called \"Imp\" here" },
  { "empty [TTD]", "m:1:8: nothing is called \"TTD\" here" },
  { "let fence = strong | po", "m:1:13: nothing is called \"strong\" here" },
  { "let r = rf -1", "m:1:12: this character has no place" },
  { "m\ndebug po", "m:2:7: expected a statement" },
  { "acylic po rf", "m:1:11: expected a statement" },
  { "acyclic R", "m:1:9: expected a relation, found a set" },
  { "let r = po & R", "m:1:14: expected a relation, found a set" },
  { "let r = [po]", "m:1:10: expected a set, found a relation" },
  { "let r = R ; po", "m:1:9: expected a relation, found a set" },
  { "let f(x) = x let r = f ; po", "m:1:22: expected a relation, found a function" },
  { "let f(x, y) = x let r = f(po)", "m:1:25: \"f\" takes 2 arguments, found 1" },
  { "let f(x) = f(x) let r = f(po)", "m:1:12: no function is called \"f\" here" },
  { "let rec f(x) = x and r = po", "m:1:22: unsupported: a function and a relation" },
  { "let rec f(x) = f(x) let r = f(po)", "m:1:16: unsupported: definitions nested this deeply" },
  { "let x = match R with || {} -> 0 end", "m:1:15: unsupported: matching on events" },
  { "let x = match 'b with || 'a -> 0 end", "m:1:9: no clause of this match fits the tag 'b" },
  { "let x = match 'b with || a -> 0 end", "m:1:28: expected '++'" },
  { "let x = if po = rf then po else rf", "m:1:12: unsupported: comparing" },
  { "let x = if R in _ then po else rf", "m:1:12: unsupported: membership" },
  { "if \"flag\" empty 0", "m:1:18: expected a statement or 'end'" },
  { "let x = po ++ rf", "m:1:9: unsupported: adding one event" },
  { "let (x, y) = po", "m:1:14: \"this function\" takes 2 arguments, found 1" },
  { "let f(x, y) = x let z = f po", "m:1:25: \"f\" takes 2 arguments, found 1" },
  { "forall x in R do end", "m:1:13: unsupported: iterating over events" },
  { "enum E = a || b", "m:1:10: expected a tag" },
  { "let r = tag2set('none)", "m:1:9: no event of any test has the tag 'none" },
  { "let r = tag2scope('none)", "m:1:9: expected the tag of a scope, found 'none" },
  { "let r = fun x po", "m:1:15: expected '->'" },
  { "with x from po", "m:1:13: unsupported: a choice" },
  { "flag ~empty po", "m:1:15: expected 'as' and the flag's name" },
  { "let r = (po", "m:1:12: expected an operator or ')'" },
  { "(* no end", "m:1:1: this comment has no end" },
  { "include \"none.cat", "m:1:9: this string has no end" },
  { "include \"none.cat\"", "m:1:10: no such file as \"none.cat\"" },
  { "let r = po $", "m:1:12: this character has no place" },
  { "po", "m:1:3: " },
  { "procedure p(a) = empty a", "m:1:25: expected a statement or 'end'" },
  { "call nothing(po)", "m:1:6: no procedure is called" },
};

static void refuses(const char *text, const char *message) {
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("m", text, &error);
  if (model && text_equal(message, "m:1:3: ")) { /* words alone are a title */
    cat_model_free(model);
    return;
  }
  if (model) print_error("not refused: %s\n", text);
  assert_null(model);
  if (!text_starts(error.message, message))
    print_error("%s\n   gave %s\n   want %s\n", text, error.message, message);
  assert_true(text_starts(error.message, message));
  diagnostic_clear(&error);
}

static void refuses_with_a_place(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
    refuses(refusals[i].text, refusals[i].message);
}

/* Texts made to exhaust a stack or a clock. */
static void survives_deep_and_large_texts(void **unused) {
  static const char *const parts[] = {
    "(", "[", "~", "po;", "po+", "po|(", "let x=po in ", "try ", "fencerel ", "{"
  };
  (void)unused;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    struct text text = { 0 };
    struct diagnostic error = { 0 };
    text_add(&text, "let r = ");
    for (unsigned k = 0; k < 20000; k++) text_add(&text, "%s", parts[i]);
    assert_null(cat_model_from_text("m", text.bytes, &error));
    assert_non_null(error.message);
    diagnostic_clear(&error);
    text_free(&text);
  }
  struct text text = { 0 };
  struct diagnostic error = { 0 };
  text_add(&text, "let f0(x) = x ; x\n");
  for (unsigned k = 1; k < 60; k++)
    text_add(&text, "let f%u(x) = f%u(x | f%u(x))\n", k, k - 1, k - 1);
  text_add(&text, "acyclic f59(po)");
  assert_null(cat_model_from_text("m", text.bytes, &error));
  assert_true(text_starts(error.message, "m:"));
  diagnostic_clear(&error);
  text_free(&text);
}

static void write_file(const char *folder, const char *name, const char *text) {
  char *path = memory_format("%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  memory_free(path);
}

static void includes_are_found_and_cycles_refused(void **unused) {
  char folder[] = "/tmp/turnsole-cat-XXXXXX";
  struct diagnostic error = { 0 };
  (void)unused;
  assert_non_null(mkdtemp(folder));
  write_file(folder, "a.cat", "\"a\" include \"b.cat\" empty fromb \\ po");
  write_file(folder, "b.cat", "\"b\" let fromb = po");
  write_file(folder, "c.cat", "include \"d.cat\"");
  write_file(folder, "d.cat", "include \"c.cat\"");
  write_file(folder, "e.cat", "include \"sc.cat\" include \"cos.cat\"");
  char *path = memory_format("%s/a.cat", folder);
  struct cat_model *model = cat_model_load(path, &error);
  assert_non_null(model);
  assert_string_equal(cat_model_title(model), "a");
  assert_string_equal(cat_model_name(model), "a");
  cat_model_free(model);
  path[strlen(path) - 5] = 'c';
  assert_null(cat_model_load(path, &error));
  assert_non_null(strstr(error.message, "d.cat:1:10: \"c.cat\" includes itself"));
  diagnostic_clear(&error);
  path[strlen(path) - 5] = 'e';
  assert_non_null(model = cat_model_load(path, &error)); /* sc.cat is embedded */
  cat_model_free(model);
  for (char name = 'a'; name <= 'e'; name++) {
    path[strlen(path) - 5] = name;
    unlink(path);
  }
  rmdir(folder);
  memory_free(path);
}

static void embedded_models_load(void **unused) {
  struct diagnostic error = { 0 };
  unsigned count = 0;
  (void)unused;
  for (const char *const *name = cat_model_names(); *name; name++, count++) {
    struct cat_model *model = cat_model_load(*name, &error);
    if (!model) print_error("%s\n", error.message);
    assert_non_null(model);
    assert_string_equal(cat_model_name(model), *name);
    assert_true(strlen(cat_model_title(model)) > 0);
    cat_model_free(model);
  }
  assert_true(count >= 13);
  assert_null(cat_model_load("no-such-model", &error));
  assert_true(text_starts(error.message, "no memory model is called \"no-such-model\""));
  diagnostic_clear(&error);
}

/* The compiler's findings about a model decide which work the candidates may skip. */
static void properties_of_models(void **unused) {
  static const struct {
    const char *name;
    bool uniproc, atomic;
    enum cat_coherence coherence;
  } expected[] = {
    { "sc", true, true, COHERENCE_TOTAL },
    { "tso", true, true, COHERENCE_TOTAL },
    { "rcpc", true, true, COHERENCE_TOTAL },
    { "ptx-6.0", false, false, COHERENCE_PARTIAL },
  };
  struct diagnostic error = { 0 };
  (void)unused;
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    struct cat_model *model = cat_model_load(expected[i].name, &error);
    assert_int_equal(cat_model_code(model)->uniproc, expected[i].uniproc);
    assert_int_equal(cat_model_code(model)->atomic, expected[i].atomic);
    assert_int_equal(cat_model_code(model)->coherence, expected[i].coherence);
    cat_model_free(model);
  }
  /* fr without its co, or a coherence axiom that wants less coherence, are not what they seem */
  struct cat_model *model = cat_model_from_text("m", "acyclic po-loc | rf | co", &error);
  assert_false(cat_model_code(model)->uniproc);
  cat_model_free(model);
  model = cat_model_from_text(
      "m", "empty (W * W) & loc \\ id \\ (co | co^-1) empty po \\ co \\ po-loc ~empty co", &error);
  assert_int_equal(cat_model_code(model)->coherence, COHERENCE_ANY_PARTIAL);
  cat_model_free(model);
}

static int no_leaks(void **unused) {
  (void)unused;
  return memory_blocks() ? -1 : 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(operators_mean_what_they_say, no_leaks),
    cmocka_unit_test_teardown(precedence_is_herds, no_leaks),
    cmocka_unit_test_teardown(names_functions_and_recursion, no_leaks),
    cmocka_unit_test_teardown(recursion_nests, no_leaks),
    cmocka_unit_test_teardown(tests_and_their_negations, no_leaks),
    cmocka_unit_test_teardown(functions_lists_and_matches, no_leaks),
    cmocka_unit_test_teardown(statements_that_choose, no_leaks),
    cmocka_unit_test_teardown(recursion_that_is_not_monotone, no_leaks),
    cmocka_unit_test_teardown(comments_and_titles, no_leaks),
    cmocka_unit_test_teardown(refuses_with_a_place, no_leaks),
    cmocka_unit_test_teardown(survives_deep_and_large_texts, no_leaks),
    cmocka_unit_test_teardown(includes_are_found_and_cycles_refused, no_leaks),
    cmocka_unit_test_teardown(embedded_models_load, no_leaks),
    cmocka_unit_test_teardown(properties_of_models, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
