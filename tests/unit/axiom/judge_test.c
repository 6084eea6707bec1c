/* The judge on programs whose answer is known: loops and their bound, barriers, coherence that is partial, races,
 * filters, aliases, limits, and what it does not support. */
#include <stdio.h>
#include <unistd.h>
#include "support.h"

/* ---- loops ---- */

static const char spin[] =
    "PTX spin\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | LC0: ;\n"
    " st.release.gpu f, 1 | ld.acquire.gpu r0, f ;\n | bne r0, 1, LC0 ;\n | ld.weak r1, x ;\n"
    "exists (P1:r1 = 0)\n";

/* A round that only looks adds nothing, however often it is gone through. */
static void a_spin_loop_is_judged_exactly(void **unused) {
  (void)unused;
  for (unsigned unroll = 1; unroll <= 4; unroll++) {
    struct program *program = read_program(spin);
    struct cat_model *model = load_model("ptx-6.0");
    struct judge_options options = { .unroll = unroll };
    struct judgement judgement;
    judge_or_fail(model, program, &options, &judgement);
    assert_false(judgement.bounded);
    assert_int_equal(outcome_set_size(judgement.allowed), 1);
    assert_int_equal(outcome_tally(program, judgement.allowed).positive, 0);
    judgement_clear(&judgement);
    cat_model_free(model);
    program_free(program);
  }
}

/* Each round counts: with two rounds the counter ends at 3 at most, and the judge says that this is not all. */
static void a_loop_that_acts_is_cut(void **unused) {
  static const char text[] =
      "PTX count\n{ x=0; f=0; P0:r0=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n LC0: | st.relaxed.sys f, 1 ;\n"
      " atom.relaxed.sys.add r0, x, 1 | ;\n ld.relaxed.sys r1, f | ;\n beq r1, 0, LC0 | ;\nexists (x = 4)\n";
  struct program *program = read_program(text);
  struct cat_model *model = load_model("sc");
  (void)unused;
  for (unsigned unroll = 0; unroll <= 3; unroll++) {
    struct judge_options options = { .unroll = unroll };
    struct judgement judgement;
    judge_or_fail(model, program, &options, &judgement);
    assert_true(judgement.bounded);
    assert_int_equal(outcome_set_size(judgement.allowed), (unroll ? unroll : 2) + 1);
    judgement_clear(&judgement);
  }
  cat_model_free(model);
  program_free(program);
}

/* ---- PTX's Fence-SC ---- */

/* Of SC fences out of each other's scope it says nothing; of those in it, that one comes first for all. */
static void only_fences_in_scope_are_ordered(void **unused) {
  static const char *const models[] = { "ptx-6.0", "ptx-7.5", "tptx", "tptx-weak" };
  static const char flag[] =
      "PTX flag\n{ y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n fence.sc.cta | ld.acquire.gpu r0, y ;\n"
      " st.release.gpu y, 1 | fence.sc.cta ;\nexists (P1:r0 = 1)\n";
  static const char sb[] =
      "PTX sb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\n"
      " fence.sc.%s | fence.sc.%s ;\n ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x ;\nexists (P0:r0 = 0 /\\ P1:r0 = 0)\n";
  (void)unused;
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    char *wide = memory_format(sb, "gpu", "gpu"), *narrow = memory_format(sb, "cta", "cta");
    assert_int_equal(answer(models[i], flag), 'A');
    assert_int_equal(answer(models[i], wide), '-');
    assert_int_equal(answer(models[i], narrow), 'A');
    memory_free(wide);
    memory_free(narrow);
  }
}

/* A model of one's own, with its first lines. */
static char *model_file(const char *text) {
  char *path = memory_format("%s/turnsole-model-%d.cat", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (int)getpid());
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return path;
}

/* Two exchanges out of each other's scope, each of which reads what the other writes. */
static void an_exchange_depends_on_what_it_reads(void **unused) {
  static const char *const models[] = { "ptx-6.0", "ptx-7.5", "tptx", "tptx-weak" };
  static const char exchanges[] =
      "PTX exch\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " atom.relaxed.cta.exch r0, x, 1 | atom.relaxed.cta.exch r1, x, 2 ;\nexists (P0:r0 = 2 /\\ P1:r1 = 1)\n";
  char *path = model_file("without\nempty rmw & (((po & fr) ; (po & co)))\nacyclic rf | addr | data | ctrl\n");
  (void)unused;
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) assert_int_equal(answer(models[i], exchanges), '-');
  assert_int_equal(answer(path, exchanges), 'A');
  remove(path);
  memory_free(path);
}

/* ---- models that make their own coherence ---- */

static const char own_coherence[] = "own\nwith mo from generate_cos(co0)\nlet fr = rf^-1 ; mo\nacyclic po-loc | rf | fr | mo\n";

/* It ends in what memory holds in the end, and not in any order of the writes. */
static void generated_coherence_agrees_with_the_end(void **unused) {
  static const char text[] =
      "C CoRW2\n{ x=0; }\nP0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }\n"
      "P1 (atomic_int* x) { atomic_store_explicit(x, 2, memory_order_relaxed);\n"
      "  int r0 = atomic_load_explicit(x, memory_order_relaxed); }\nexists (1:r0=1 /\\ x=2)\n";
  char *path = model_file(own_coherence);
  (void)unused;
  assert_int_equal(answer(path, text), '-');
  remove(path);
  memory_free(path);
}

/* The bound does not matter where nothing consistent reaches it. */
static void a_bound_that_is_out_of_reach_does_not_matter(void **unused) {
  static const char text[] =
      "PTX twice\n{ x=0; }\n P0@cta 0,gpu 0 ;\n LC0: ;\n atom.relaxed.sys.add r0, x, 1 ;\n bne r0, 2, LC0 ;\n"
      "exists (x = 3)\n";
  struct program *program = read_program(text);
  struct cat_model *model = load_model("sc");
  struct judgement judgement;
  (void)unused;
  judge_or_fail(model, program, NULL, &judgement);
  assert_false(judgement.bounded);
  assert_int_equal(outcome_tally(program, judgement.allowed).positive, 1);
  assert_int_equal(outcome_set_size(judgement.allowed), 1);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
}

/* ---- barriers ---- */

#define MP_OVER(barrier0, barrier1)                                                                              \
  "PTX bar\n{ x=0; P0:r5=0; P1:r5=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 | " barrier1 \
  " ;\n " barrier0                                                                                               \
  " | ld.weak r0, x ;\nexists (P1:r0 = 0)\n"

static void barriers_meet_or_hang(void **unused) {
  (void)unused;
  for (const char *const *name = cat_model_names(); *name; name++) {
    if (answer(*name, MP_OVER("bar.cta.sync 0", "bar.cta.sync 1")) == '!') continue; /* a race, and it has no meaning */
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0", "bar.cta.sync 0")), '-');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.arrive 0", "bar.cta.sync 0")), '-');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0", "bar.cta.arrive 0")), 'A');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0", "bar.cta.sync 1")), 'A');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0, 1, 2", "bar.cta.sync 0, 1, 2")), '-');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0, 1, 1", "bar.cta.sync 0, 1, 1")), 'A');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0, 1, 3", "bar.cta.sync 0, 1, 3")), '-'); /* no outcome */
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0, r5, 2", "bar.cta.sync 0, 0, 2")), '-');
  }
}

static unsigned outcomes_of(const char *model_name, const char *text) {
  struct program *program = read_program(text);
  struct cat_model *model = load_model(model_name);
  struct judgement judgement;
  judge_or_fail(model, program, NULL, &judgement);
  unsigned size = (unsigned)outcome_set_size(judgement.allowed);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  return size;
}

static void crossed_barriers_deadlock(void **unused) {
  (void)unused;
  assert_int_equal(outcomes_of("sc", "PTX x\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.sync 0 | "
                                     "bar.cta.sync 1 ;\n bar.cta.sync 1 | bar.cta.sync 0 ;\nexists (x = 0)\n"), 0);
  assert_int_equal(outcomes_of("sc", "PTX x\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.arrive 0 | "
                                     "bar.cta.sync 1 ;\n bar.cta.sync 1 | bar.cta.sync 0 ;\nexists (x = 0)\n"), 1);
}

/* The same barrier twice is two rounds. */
static void a_barrier_can_be_used_again(void **unused) {
  static const char text[] =
      "PTX rounds\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 | st.weak y, 2 ;\n"
      " bar.cta.sync 0 | bar.cta.sync 0 ;\n ld.weak r0, y | ld.weak r0, x ;\n bar.cta.sync 0 | bar.cta.sync 0 ;\n"
      " st.weak y, 3 | st.weak x, 4 ;\nexists (P0:r0 = 2 /\\ P1:r0 = 1)\n";
  (void)unused;
  assert_int_equal(outcomes_of("ptx-6.0", text), 1);
  assert_int_equal(outcomes_of("sc", text), 1);
  assert_int_equal(answer("ptx-6.0", text), 'A');
}

/* ---- coherence ---- */

/* Weak writes of two threads have no order in PTX: two readers may disagree on it, and either may be the last. */
static void partial_coherence_leaves_writes_unordered(void **unused) {
  static const char text[] =
      "PTX coww\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n"
      " st.weak x, 1 | st.weak x, 2 | ld.weak r0, x | ld.weak r0, x ;\n | | ld.weak r1, x | ld.weak r1, x ;\n"
      "exists (P2:r0 = 1 /\\ P2:r1 = 2 /\\ P3:r0 = 2 /\\ P3:r1 = 1)\n";
  static const char strong[] =
      "PTX coww\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n"
      " st.relaxed.sys x, 1 | st.relaxed.sys x, 2 | ld.relaxed.sys r0, x | ld.relaxed.sys r0, x ;\n"
      " | | ld.relaxed.sys r1, x | ld.relaxed.sys r1, x ;\n"
      "exists (P2:r0 = 1 /\\ P2:r1 = 2 /\\ P3:r0 = 2 /\\ P3:r1 = 1)\n";
  static const char finals[] =
      "PTX finals\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | st.weak x, 2 ;\n"
      " st.weak y, 1 | st.weak y, 2 ;\nexists (x = 1 /\\ y = 2)\n";
  (void)unused;
  assert_int_equal(answer("ptx-6.0", text), 'A');
  assert_int_equal(answer("ptx-6.0", strong), '-');
  assert_int_equal(outcomes_of("ptx-6.0", finals), 4);
  assert_int_equal(outcomes_of("sc", finals), 4);
}

/* ---- tags, scopes, dependencies ---- */

/* Message passing by a flag that `write` sets and `read` sees, in two CTAs of one GPU. */
#define MP_BY(write, read)                                                                                    \
  "PTX mp\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | " read " ;\n " write          \
  " | ld.weak r1, x ;\nexists (P1:r0 = 1 /\\ P1:r1 = 0)\n"

static void scopes_must_include_each_other(void **unused) {
  (void)unused;
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "ld.acquire.gpu r0, f")), '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.sys f, 1", "ld.acquire.gpu r0, f")), '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "ld.acquire.cta r0, f")), 'A');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.cta f, 1", "ld.acquire.gpu r0, f")), 'A');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.weak f, 1", "ld.acquire.gpu r0, f")), 'A');
}

static void halves_of_an_atomic_have_their_own_order(void **unused) {
  (void)unused;
  assert_int_equal(answer("ptx-6.0", MP_BY("atom.release.gpu.exch r5, f, 1", "ld.acquire.gpu r0, f")), '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("atom.acq_rel.gpu.exch r5, f, 1", "ld.acquire.gpu r0, f")), '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("atom.acquire.gpu.exch r5, f, 1", "ld.acquire.gpu r0, f")), 'A');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "atom.acquire.gpu.add r0, f, 0")), '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "atom.acq_rel.gpu.add r0, f, 0")), '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "atom.release.gpu.add r0, f, 0")), 'A');
}

/* Either fence may come first, so all outcomes but one. */
static void sc_fences_are_ordered_either_way(void **unused) {
  (void)unused;
  assert_int_equal(outcomes_of("ptx-6.0", "PTX sb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                                          " st.weak x, 1 | st.weak y, 1 ;\n fence.sc.gpu | fence.sc.gpu ;\n"
                                          " ld.weak r0, y | ld.weak r0, x ;\n"
                                          "exists (P0:r0 = 0 /\\ P1:r0 = 0)\n"), 3);
}

static unsigned outcomes_under(const char *model_text, const char *text) {
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("test", model_text, &error);
  struct program *program = read_program(text);
  struct judgement judgement;
  judge_or_fail(model, program, NULL, &judgement);
  unsigned size = (unsigned)outcome_set_size(judgement.allowed);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  return size;
}

static void fences_carry_their_tags(void **unused) {
  static const char fence[] = "PTX f\n{ x=0; }\n P0@cta 0,gpu 0 ;\n fence.sc.gpu ;\nexists (x = 0)\n";
  static const char proxy[] = "PTX f\n{ x=0; }\n P0@cta 0,gpu 0 ;\n fence.proxy.alias ;\nexists (x = 0)\n";
  (void)unused;
  assert_int_equal(outcomes_under("~empty F & SC & ACQ_REL & GPU & GEN", fence), 1);
  assert_int_equal(outcomes_under("~empty F & (WEAK | CTA | SYS | B | M | ALIAS)", fence), 0);
  assert_int_equal(outcomes_under("~empty F & ALIAS empty F & (WEAK | SC | GEN)", proxy), 1);
}

/* An atomic's write depends on its read, unless it is an exchange. */
#define CYCLE_THROUGH(atomic)                                                                                       \
  "PTX lb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n ld.weak r0, x | " atomic            \
  " | ld.weak r0, y ;\n sub r1, r0, r0 | | sub r1, r0, r0 ;\n add r1, r1, 1 | | add r1, r1, 1 ;\n"                  \
  " st.weak y, r1 | | st.weak x, r1 ;\nfilter (P0:r0 = 1 /\\ P1:r0 = 1 /\\ P2:r0 = 3)\nexists (P0:r0 = 1)\n"

static void atomics_depend_on_what_they_read(void **unused) {
  static const char no_thin_air[] = "acyclic rf | addr | data | ctrl";
  (void)unused;
  assert_int_equal(outcomes_under("empty 0", CYCLE_THROUGH("atom.relaxed.sys.add r0, y, 2")), 1);
  assert_int_equal(outcomes_under(no_thin_air, CYCLE_THROUGH("atom.relaxed.sys.add r0, y, 2")), 0);
  assert_int_equal(outcomes_under(no_thin_air, CYCLE_THROUGH("atom.relaxed.sys.exch r0, y, 3")), 1);
}

/* Atomicity alone says nothing of two atomics of one thread. */
static void atomicity_is_between_threads(void **unused) {
  static const char text[] =
      "PTX two\n{ x=0; }\n P0@cta 0,gpu 0 ;\n atom.relaxed.sys.exch r0, x, 1 ;\n atom.relaxed.sys.exch r1, x, 2 ;\n"
      "exists (P0:r0 = 0 /\\ P0:r1 = 0)\n";
  (void)unused;
  assert_int_equal(outcomes_under("empty rmw & (fre ; coe)", text), 4);
  assert_int_equal(outcomes_under("empty rmw & (fr ; co)", text), 3);
}

/* Control reaches everything after the branch, on both sides and beyond. */
static void branches_control_what_follows(void **unused) {
  static const char text[] =
      "PTX lb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.weak r0, x | ld.weak r0, y ;\n"
      " beq r0, 7, LC0 | beq r0, 7, LC0 ;\n LC0: | LC0: ;\n st.weak y, 1 | st.weak x, 1 ;\n"
      "filter (P0:r0 = 1 /\\ P1:r0 = 1)\nexists (P0:r0 = 1)\n";
  (void)unused;
  assert_int_equal(outcomes_under("acyclic rf | data", text), 1);
  assert_int_equal(outcomes_under("acyclic rf | ctrl", text), 0);
}

/* A fence.sc is a fence.acq_rel too: no public test asks. */
static void an_sc_fence_releases_and_acquires(void **unused) {
  (void)unused;
  assert_int_equal(answer("ptx-6.0", "PTX mp\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | "
                                     "ld.acquire.gpu r0, f ;\n fence.sc.gpu | ld.weak r1, x ;\n"
                                     " st.relaxed.gpu f, 1 | ;\nexists (P1:r0 = 1 /\\ P1:r1 = 0)\n"), '-');
}

static void aliases_share_memory(void **unused) {
  static const char text[] =
      "PTX alias\n{ x=5; y @ generic aliases x; }\n P0@cta 0,gpu 0 ;\n st.relaxed.sys x, 1 ;\n"
      " ld.relaxed.sys r0, y ;\nexists (P0:r0 = 1 /\\ x = 1)\n";
  (void)unused;
  assert_int_equal(outcomes_of("sc", text), 1);
  assert_int_equal(answer("sc", text), 'A');
}

/* ---- values ---- */

static void values_come_from_somewhere(void **unused) {
  static const char thin_air[] =
      "PTX oota\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.weak r0, x | ld.weak r0, y ;\n"
      " st.weak y, r0 | st.weak x, r0 ;\nexists (P0:r0 = 0)\n";
  static const char fake[] =
      "PTX lb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.weak r0, x | ld.weak r0, y ;\n"
      " sub r1, r0, r0 | sub r1, r0, r0 ;\n add r1, r1, 1 | add r1, r1, 1 ;\n st.weak y, r1 | st.weak x, r1 ;\n"
      "exists (P0:r0 = 1 /\\ P1:r0 = 1)\n";
  struct diagnostic error = { 0 };
  struct cat_model *anything = cat_model_from_text("anything", "empty 0", &error);
  struct program *program = read_program(thin_air);
  struct judgement judgement;
  (void)unused;
  judge_or_fail(anything, program, NULL, &judgement);
  assert_int_equal(outcome_set_size(judgement.allowed), 1);
  judgement_clear(&judgement);
  program_free(program);
  program = read_program(fake); /* the value is 1 whatever was read, so the cycle has a value */
  judge_or_fail(anything, program, NULL, &judgement);
  assert_true(outcome_tally(program, judgement.allowed).positive > 0);
  judgement_clear(&judgement);
  program_free(program);
  cat_model_free(anything);
  assert_int_equal(answer("ptx-6.0", fake), '-'); /* but the dependency is there */
}

static void filters_drop_outcomes(void **unused) {
  static const char text[] =
      "PTX mp\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r0, f ;\n"
      " st.weak f, 1 | ld.weak r1, x ;\nfilter (P1:r0 = 1)\nexists (P1:r1 = 0)\n";
  (void)unused;
  assert_int_equal(outcomes_of("ptx-6.0", text), 2);
  assert_int_equal(outcomes_of("sc", text), 1);
}

/* What a filter rules out is not built: with three reads that it fixes, one candidate of eight. */
static void filters_end_branches(void **unused) {
  static const char head[] = "PTX reads\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r0, x ;\n"
                             " | ld.weak r1, x ;\n | ld.weak r2, x ;\n";
  static const char *const tails[] = {
    "exists (P1:r2 = 1)\n",
    "filter (P1:r0 = 1 /\\ P1:r1 = 0 /\\ P1:r2 = 1)\nexists (P1:r2 = 1)\n"
  };
  struct diagnostic error = { 0 };
  struct cat_model *anything = cat_model_from_text("anything", "empty 0", &error);
  (void)unused;
  for (unsigned i = 0; i < 2; i++) {
    struct judgement judgement;
    struct text text = { 0 };
    text_add(&text, "%s%s", head, tails[i]);
    struct program *program = read_program(text.bytes);
    judge_or_fail(anything, program, NULL, &judgement);
    assert_int_equal(judgement.candidates, i ? 1 : 8);
    judgement_clear(&judgement);
    program_free(program);
    text_free(&text);
  }
  cat_model_free(anything);
}

/* Of what memory holds in the end, too: of 4! orders of stores those that end otherwise are not built. */
static void filters_end_orders(void **unused) {
  static const struct { const char *filter; unsigned consistent; } rows[] = {
    { "", 24 }, { "filter (x = 2)\n", 6 }, { "filter (x = 2 \\/ x = 3)\n", 12 }, { "filter (~(x = 2))\n", 18 },
    { "filter (x = 7)\n", 0 }
  };
  struct cat_model *model = load_model("sc");
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct judgement judgement;
    struct text text = { 0 };
    text_add(&text, "PTX stores\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n"
                    " st.weak x, 1 | st.weak x, 2 | st.weak x, 3 | st.weak x, 4 ;\n%sexists (x = 2)\n", rows[i].filter);
    struct program *program = read_program(text.bytes);
    judge_or_fail(model, program, NULL, &judgement);
    assert_int_equal(judgement.consistent, rows[i].consistent);
    judgement_clear(&judgement);
    program_free(program);
    text_free(&text);
  }
  cat_model_free(model);
}

/* ---- choices, flags, limits ---- */

static const char sb[] =
    "PTX sb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | st.weak y, 1 ;\n"
    " ld.weak r0, y | ld.weak r0, x ;\nexists (P0:r0 = 0 /\\ P1:r0 = 0)\n";

/* Sequential consistency as a total order that some execution chooses: the same outcomes as sc, each once. */
static void a_model_may_choose_relations(void **unused) {
  static const char total_order[] =
      "with S from linearisations(M, po | rf | co | fr)\nacyclic S | co | rf | fr\nirreflexive S ; S^-1 ; 0";
  struct diagnostic error = { 0 };
  struct cat_model *sc = load_model("sc"), *chosen = cat_model_from_text("chosen", total_order, &error);
  struct cat_model *either = cat_model_from_text("either", "with d from {po, 0} acyclic d | co | rf | fr", &error);
  struct program *program = read_program(sb);
  struct judgement a, b, c;
  (void)unused;
  judge_or_fail(sc, program, NULL, &a);
  judge_or_fail(chosen, program, NULL, &b);
  judge_or_fail(either, program, NULL, &c);
  assert_true(same_set(a.allowed, b.allowed));
  assert_int_equal(a.consistent, b.consistent);
  assert_int_equal(a.consistent, 3);
  assert_int_equal(c.consistent, 4);
  judgement_clear(&a);
  judgement_clear(&b);
  judgement_clear(&c);
  program_free(program);
  cat_model_free(sc);
  cat_model_free(chosen);
  cat_model_free(either);
}

static void flags_are_gathered_over_consistent_executions(void **unused) {
  static const char text[] =
      "acyclic po | rf | co | fr\nflag ~empty rf as some-reads\nflag ~empty (rf \\ rf) as data-race\n"
      "flag ~acyclic (po | rf | fr | co) as never\nundefined_unless empty [IW] ; rf ; [R] as stale";
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("flags", text, &error);
  struct program *program = read_program(sb);
  struct judgement judgement;
  (void)unused;
  judge_or_fail(model, program, NULL, &judgement);
  assert_string_equal(judgement.flags[0], "*undef*");
  assert_string_equal(judgement.flags[1], "some-reads");
  assert_string_equal(judgement.flags[2], "stale");
  assert_null(judgement.flags[3]);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  assert_int_equal(answer("drf0", sb), '!');
}

static void limits_end_in_incomplete(void **unused) {
  struct program *program = read_program(sb);
  struct cat_model *model = load_model("tso");
  struct judge_options options = { .candidates_max = 2 };
  struct judgement judgement;
  (void)unused;
  judge_or_fail(model, program, &options, &judgement);
  assert_true(judgement.incomplete);
  assert_int_equal(judgement.candidates, 2);
  judgement_clear(&judgement);
  options.candidates_max = 1000;
  judge_or_fail(model, program, &options, &judgement);
  assert_false(judgement.incomplete);
  assert_int_equal(judgement.candidates, 4);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
}

static void refuses_under(const char *name, const char *text, const char *message) {
  struct program *program = read_program(text);
  struct cat_model *model = load_model(name);
  struct diagnostic error = { 0 };
  struct judgement judgement;
  assert_false(judge(model, program, NULL, &judgement, &error));
  if (!strstr(error.message, message)) print_error("%s\n", error.message);
  assert_non_null(strstr(error.message, message));
  diagnostic_clear(&error);
  cat_model_free(model);
  program_free(program);
}

static void refuses(const char *text, const char *message) { refuses_under("sc", text, message); }

static void what_it_cannot_do_is_an_error(void **unused) {
  struct text text = { 0 };
  (void)unused;
  text_add(&text, "PTX many\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n");
  for (unsigned i = 0; i < 40; i++) text_add(&text, " st.weak x, 1 | st.weak x, 2 ;\n");
  text_add(&text, "exists (x = 1)\n");
  refuses(text.bytes, "unsupported: more than 64 events");
  text_free(&text);
  refuses("PTX q\n{ x=0; }\n P0@cta 0,gpu 0 ;\n txbegin ;\n txcommit ;\nexists (x = 0)\n",
          "not applicable: sc knows no transactions");
  refuses("PTX q\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.sync 0, 1, 2 | bar.cta.sync 0, 1, 1 ;\n"
          "exists (x = 0)\n", "test.litmus:4:2: unsupported: barriers that meet with different quorums");
}

static void programs_may_be_empty(void **unused) {
  (void)unused;
  for (const char *const *name = cat_model_names(); *name; name++)
    assert_int_equal(answer(*name, "PTX none\n{ x=3; }\n P0@cta 0,gpu 0 ;\n ;\nexists (x = 3)\n"), 'A');
}

#define TWO_TRANSACTIONS(first, second) \
  "PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n" \
  " txbegin | txbegin ;\n" first " | " second " ;\n txcommit | txcommit ;\n"

/* An attempt that aborts leaves nothing: no write, no register, no outcome of its own. */
static void an_aborted_attempt_leaves_nothing(void **unused) {
  (void)unused;
  static const char always[] = "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n txbegin ;\n st.weak x, 1 ;\n txabort ;\n txcommit ;\n"
                               "exists (x = 1)\n";
  static const char unless[] = "PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n txbegin | txbegin ;\n"
                               " add r1, r1, 1 | st.weak y, 1 ;\n ld.weak r0, y | txcommit ;\n bne r0, 0, L | ;\n txabort | ;\n"
                               " L: | ;\n txcommit | ;\nlocations [P0:r0; P0:r1]\nexists (P0:r0 = 0)\n";
  assert_int_equal(outcomes_of("tsc", always), 0);
  assert_int_equal(outcomes_of("tsc", unless), 1);
}

/* One that is cancelled leaves what it has read of others, and no more; the ways that it did not go keep what they had. */
static void a_cancelled_transaction_leaves_its_reads(void **unused) {
  (void)unused;
  static const char both[] = "PTX t\n{ x=0; y=0; z=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n txbegin | txbegin ;\n"
                             " st.weak x, 3 | st.weak y, 1 ;\n ld.weak r1, x | txcommit ;\n add r1, r1, -1 | ;\n"
                             " ld.weak r0, y | ;\n bne r0, 0, L | ;\n beq r1, 2, C | ;\n st.weak z, 9 | ;\n"
                             " C: txcancel | ;\n L: | ;\n st.weak z, r1 | ;\n txcommit | ;\n"
                             "locations [x; z; P0:r0; P0:r1; P0:commits; P0:cancels;]\n";
  static const struct { const char *condition; char answer; } conditions[] = {
    { "x = 3 /\\ z = 2 /\\ P0:r0 = 1 /\\ P0:r1 = 2 /\\ P0:commits = 1 /\\ P0:cancels = 0", 'A' },
    { "x = 0 /\\ z = 0 /\\ P0:r0 = 0 /\\ P0:r1 = 0 /\\ P0:commits = 0 /\\ P0:cancels = 1", 'A' },
    { "P0:commits = P0:cancels", '-' }, { "z = 9", '-' },
  };
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
    char text[1200];
    snprintf(text, sizeof text, "%sexists (%s)\n", both, conditions[i].condition);
    assert_int_equal(outcomes_of("tsc", text), 2);
    assert_int_equal(answer("tsc", text), conditions[i].answer);
  }
  refuses_under("tsc", "PTX q\n{ x=0; }\n P0@cta 0,gpu 0 ;\n txbegin ;\n atom.relaxed.cta.add r0, x, 1 ;\n txcancel ;\n"
                " txcommit ;\nexists (x = 0)\n", "unsupported: an atomic or a barrier in a transaction that is cancelled");
}

/* Each axiom has its work: the same test under models that lack one. */
static void transactions_are_isolated_as_the_model_says(void **unused) {
  (void)unused;
  static const char mp[] = TWO_TRANSACTIONS("st.weak x, 1 | ld.weak r0, y ;\n st.weak y, 1", "ld.weak r1, x")
      "exists (P1:r0 = 1 /\\ P1:r1 = 0)\n";
  static const char dirty[] = "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n txbegin | ld.weak r0, x ;\n"
                              " st.weak x, 1 | ;\n st.weak x, 2 | ;\n txcommit | ;\nexists (P1:r0 = 1)\n";
  static const char lift[] = "let weaklift(r) = stxn ; (r \\ stxn) ; stxn\nacyclic weaklift(rf | co | fr)\n";
  static const char none[] = "acyclic po-loc | rf | co | fr\nempty (stxn ; stxn) \\ stxn\n";
  assert_int_equal(outcomes_under(lift, mp), 2);
  assert_int_equal(outcomes_under(none, mp), 4);
  assert_int_equal(answer("tsc-weak", dirty), 'A');
  assert_int_equal(answer("tsc", dirty), '-');
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(only_fences_in_scope_are_ordered, no_leaks),
    cmocka_unit_test_teardown(an_exchange_depends_on_what_it_reads, no_leaks),
    cmocka_unit_test_teardown(generated_coherence_agrees_with_the_end, no_leaks),
    cmocka_unit_test_teardown(an_aborted_attempt_leaves_nothing, no_leaks),
    cmocka_unit_test_teardown(a_cancelled_transaction_leaves_its_reads, no_leaks),
    cmocka_unit_test_teardown(transactions_are_isolated_as_the_model_says, no_leaks),
    cmocka_unit_test_teardown(a_spin_loop_is_judged_exactly, no_leaks),
    cmocka_unit_test_teardown(a_loop_that_acts_is_cut, no_leaks),
    cmocka_unit_test_teardown(a_bound_that_is_out_of_reach_does_not_matter, no_leaks),
    cmocka_unit_test_teardown(barriers_meet_or_hang, no_leaks),
    cmocka_unit_test_teardown(crossed_barriers_deadlock, no_leaks),
    cmocka_unit_test_teardown(a_barrier_can_be_used_again, no_leaks),
    cmocka_unit_test_teardown(partial_coherence_leaves_writes_unordered, no_leaks),
    cmocka_unit_test_teardown(scopes_must_include_each_other, no_leaks),
    cmocka_unit_test_teardown(halves_of_an_atomic_have_their_own_order, no_leaks),
    cmocka_unit_test_teardown(sc_fences_are_ordered_either_way, no_leaks),
    cmocka_unit_test_teardown(fences_carry_their_tags, no_leaks),
    cmocka_unit_test_teardown(atomics_depend_on_what_they_read, no_leaks),
    cmocka_unit_test_teardown(atomicity_is_between_threads, no_leaks),
    cmocka_unit_test_teardown(branches_control_what_follows, no_leaks),
    cmocka_unit_test_teardown(an_sc_fence_releases_and_acquires, no_leaks),
    cmocka_unit_test_teardown(aliases_share_memory, no_leaks),
    cmocka_unit_test_teardown(values_come_from_somewhere, no_leaks),
    cmocka_unit_test_teardown(filters_drop_outcomes, no_leaks),
    cmocka_unit_test_teardown(filters_end_branches, no_leaks),
    cmocka_unit_test_teardown(filters_end_orders, no_leaks),
    cmocka_unit_test_teardown(a_model_may_choose_relations, no_leaks),
    cmocka_unit_test_teardown(flags_are_gathered_over_consistent_executions, no_leaks),
    cmocka_unit_test_teardown(limits_end_in_incomplete, no_leaks),
    cmocka_unit_test_teardown(what_it_cannot_do_is_an_error, no_leaks),
    cmocka_unit_test_teardown(programs_may_be_empty, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
