/* The rules of issue of the three kinds of core.  Each program runs on a memory that serves
 * requests in any order; its outcome is reached or not. */
#include "support.h"

static const char *const cores[] = { "io", "gpu", "weak" };

/* A program with its outcome, and which cores reach it (a bit for each of io, gpu, weak). */
struct core_shape {
  const char *rows, *condition;
  unsigned reached;
};
enum { NOBODY = 0, WEAK = 4, GPU = 2 };

static const char sb[] = " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n ld.relaxed.sys r0, y | "
                         "ld.relaxed.sys r0, x ;\n";
static const char sb_fenced[] =
    " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n fence.sc.sys | fence.sc.sys ;\n"
    " ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n";
static const char mp[] = " st.relaxed.sys x, 1 | ld.relaxed.sys r0, y ;\n st.relaxed.sys y, 1 | "
                         "ld.relaxed.sys r1, x ;\n";
static const char mp_half[] =
    " st.relaxed.sys x, 1 | ld.relaxed.sys r0, y ;\n fence.sc.sys | ld.relaxed.sys r1, x ;\n"
    " st.relaxed.sys y, 1 | ;\n";
static const char mp_acquire[] = " st.relaxed.sys x, 1 | ld.acquire.sys r0, y ;\n st.release.sys "
                                 "y, 1 | ld.relaxed.sys r1, x ;\n";
static const char lb[] = " ld.relaxed.sys r0, x | ld.relaxed.sys r0, y ;\n st.relaxed.sys y, 1 | "
                         "st.relaxed.sys x, 1 ;\n";
static const char lb_data[] =
    " ld.relaxed.sys r0, x | ld.relaxed.sys r0, y ;\n add r1, r0, 0 | st.relaxed.sys x, 1 ;\n"
    " st.relaxed.sys y, r1 | ;\n";
static const char lb_data_twice[] =
    " ld.relaxed.sys r0, x | ld.relaxed.sys r0, y ;\n"
    " st.relaxed.sys y, r0 | st.relaxed.sys x, r0 ;\n st.relaxed.sys z, 1 | ;\n";
static const char lb_control[] =
    " ld.relaxed.sys r0, x | ld.relaxed.sys r0, y ;\n beq r0, 0, L | beq r0, 0, M ;\n"
    " st.relaxed.sys y, 1 | st.relaxed.sys x, 1 ;\n L: | M: ;\n";
static const char lb_control_once[] =
    " ld.relaxed.sys r0, x | ld.relaxed.sys r0, y ;\n beq r0, 0, L | st.relaxed.sys x, 1 ;\n"
    " st.relaxed.sys y, 1 | ;\n L: | ;\n";

static void expect(const char *system, const struct core_shape *shape) {
  for (unsigned core = 0; core < 3; core++) {
    struct support_seen seen = ask(system, cores[core], shape->rows, shape->condition);
    if (seen.reached != (shape->reached >> core & 1))
      fail_msg("%s with %s cores: %s, of\n%s", system, cores[core], shape->condition, shape->rows);
    assert_int_equal(seen.broken, 0);
    assert_true(seen.outcomes > 0);
  }
}

static void test_different_addresses(void **state) {
  (void)state;
  const struct core_shape shapes[] = {
    { sb, "P0:r0 == 0 /\\ P1:r0 == 0", GPU | WEAK },
    { sb_fenced, "P0:r0 == 0 /\\ P1:r0 == 0", NOBODY },
    { mp, "P1:r0 == 1 /\\ P1:r1 == 0",
      GPU | WEAK }, /* a store that is posted passes an earlier one */
    { mp_half, "P1:r0 == 1 /\\ P1:r1 == 0", WEAK }, /* loads block a gpu core */
    { mp_acquire, "P1:r0 == 1 /\\ P1:r1 == 0", NOBODY },
    { lb, "P0:r0 == 1 /\\ P1:r0 == 1", WEAK },
  };
  for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) expect("split", &shapes[i]);
}

static void test_dependencies(void **state) {
  (void)state;
  const struct core_shape shapes[] = {
    { lb_data, "P0:r0 == 1 /\\ P1:r0 == 1", WEAK }, /* one side still goes ahead */
    { lb_data_twice, "P0:r0 == 1 \\/ P1:r0 == 1", NOBODY },
    { lb_control, "P0:r0 == 1 \\/ P1:r0 == 1", NOBODY },
    { lb_control_once, "P0:r0 == 1 /\\ P1:r0 == 1", WEAK },
    /* two loads into one register: the later one's value stays */
    { " ld.relaxed.sys r0, x | st.relaxed.sys x, 1 ;\n ld.relaxed.sys r0, y | ;\n", "P0:r0 == 1",
      NOBODY },
  };
  for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) expect("split", &shapes[i]);
}

/* The value of an outstanding load reaches the store that waits for it, whatever happens to the
 * register meanwhile. */
static void test_data_through_the_window(void **state) {
  (void)state;
  static const char rows[] =
      " st.relaxed.sys x, 1 | ld.relaxed.sys r0, x ;\n | st.relaxed.sys y, r0 ;\n"
      " | st.relaxed.sys z, 2 ;\n";
  for (unsigned core = 0; core < 3; core++) {
    assert_false(ask("split", cores[core], rows, "not (y == P1:r0)").reached);
    assert_true(ask("split", cores[core], rows, "y == 1 /\\ P1:r0 == 1").reached);
    assert_false(ask("split", cores[core], rows, "z == 0").reached);
  }
}

static void test_same_address(void **state) {
  (void)state;
  static const char stores[] =
      " st.relaxed.sys x, 1 | ld.relaxed.sys r0, y ;\n st.relaxed.sys x, 2 | ;\n";
  static const char own[] =
      " st.relaxed.sys x, 1 | ld.relaxed.sys r0, y ;\n ld.relaxed.sys r0, x | ;\n";
  static const char loads[] =
      " st.relaxed.sys x, 1 | ld.relaxed.sys r0, x ;\n | ld.relaxed.sys r1, x ;\n";
  expect("split", &(struct core_shape){ stores, "x == 1",
                                        GPU }); /* left to the port, which here keeps no order */
  expect("split", &(struct core_shape){ own, "P0:r0 == 0", GPU });
  expect("split", &(struct core_shape){ loads, "P1:r0 == 1 /\\ P1:r1 == 0", NOBODY });
  expect("interlocked", &(struct core_shape){ stores, "x == 1", NOBODY });
  expect("interlocked", &(struct core_shape){ own, "P0:r0 == 0", NOBODY });
  expect("interlocked", &(struct core_shape){ sb, "P0:r0 == 0 /\\ P1:r0 == 0", GPU | WEAK });
}

static void test_atomics(void **state) {
  (void)state;
  static const char cas[] =
      " atom.relaxed.sys.cas r0, x, 0, 1 | atom.relaxed.sys.cas r0, x, 0, 2 ;\n";
  static const char add[] = " atom.relaxed.sys.add r0, x, 3 | atom.relaxed.sys.add r0, x, 4 ;\n";
  for (unsigned core = 0; core < 3; core++) {
    struct support_seen seen = ask(
        "split", cores[core], cas,
        "not ((x == 1 /\\ P0:r0 == 0 /\\ P1:r0 == 1) \\/ (x == 2 /\\ P0:r0 == 2 /\\ P1:r0 == 0))");
    assert_false(seen.reached);
    assert_int_equal(seen.outcomes, 2);
    assert_false(ask("split", cores[core], add, "not (x == 7)").reached);
  }
}

static void test_loops_and_empty_loops(void **state) {
  (void)state;
  static const char spin[] =
      " st.relaxed.sys x, 1 | L: ;\n | ld.relaxed.sys r0, x ;\n | bne r0, 1, L ;\n"
      " | ld.relaxed.sys r1, x ;\n";
  static const char hang[] = " st.relaxed.sys x, 1 | L: ;\n | goto L ;\n";
  for (unsigned core = 0; core < 3; core++) {
    assert_false(ask("split", cores[core], spin, "not (P1:r1 == 1)").reached);
    struct support_seen seen = ask("split", cores[core], hang, "true");
    assert_int_equal(seen.outcomes, 0);
    assert_int_equal(seen.broken, 0); /* the program's own doing */
  }
}

/* Local steps end, or come back to the same registers.  Too many of them are not judged. */
static void test_long_ways_without_an_access(void **state) {
  (void)state;
  static const struct {
    const char *rows;
    unsigned outcomes;
    uint64_t broken;
  } tried[] = {
    { " mov r0, 0 | ;\n L: | ;\n add r0, r0, 1 | ;\n bne r0, 5000, L | ;\n st.relaxed.sys x, r0 | "
      ";\n",
      1, 0 },
    { " mov r0, 0 | ;\n L: | ;\n add r0, r0, 1 | ;\n bne r0, 3000, L | ;\n goto K | ;\n M: | ;\n "
      "st.relaxed.sys x, 1 | ;\n"
      " K: | ;\n mov r0, 0 | ;\n goto L | ;\n",
      0, 0 },
    { " mov r0, 0 | ;\n L: | ;\n add r0, r0, 1 | ;\n bne r0, 3000000, L | ;\n", 0,
      CLAIM(PROPERTY_OVERFLOW) },
  };
  for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++)
    for (unsigned core = 0; core < 3; core++) {
      struct support_seen seen = ask("split", cores[core], tried[i].rows, "true");
      assert_int_equal(seen.broken, tried[i].broken);
      if (!seen.broken) assert_int_equal(seen.outcomes, tried[i].outcomes);
    }
}

/* --- barriers --- */

static void test_barriers(void **state) {
  (void)state;
  static const char sync[] =
      " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n bar.cta.sync 0 | bar.cta.sync 0 ;\n"
      " ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n";
  static const char twice[] = " bar.cta.sync 0 | bar.cta.sync 0 ;\n st.relaxed.sys x, 1 | ;\n "
                              "bar.cta.sync 0 | bar.cta.sync 0 ;\n"
                              " | ld.relaxed.sys r0, x ;\n";
  static const char arrive[] = " st.relaxed.sys x, 1 | bar.cta.sync 0, 0, 2 ;\n"
                               " bar.cta.arrive 0, 0, 2 | ld.relaxed.sys r0, x ;\n";
  for (unsigned core = 0; core < 3; core++) {
    assert_false(ask("split", cores[core], sync, "P0:r0 == 0 \\/ P1:r0 == 0").reached);
    assert_false(ask("split", cores[core], twice, "P1:r0 == 0").reached);
    assert_int_equal(ask("split", cores[core], twice, "true").outcomes, 1);
    assert_false(ask("split", cores[core], arrive, "P1:r0 == 0").reached);
  }
}

/* Barriers that complete, and that never do.  A program that waits for ever has no outcome, and its
 * deadlock is not the machine's. */
static void test_barriers_that_complete(void **state) {
  (void)state;
  static const struct {
    const char *rows;
    bool ends;
  } tried[] = {
    { " bar.cta.sync 0, 1 | bar.cta.sync 0, 1 ;\n", true },
    { " bar.cta.sync 0, 1 | bar.cta.sync 0, 2 ;\n", false }, /* apart by id */
    { " bar.cta.sync 0 | bar.cta.sync 1 ;\n", true },        /* each has an instance of its own */
    { " bar.cta.sync 0, 0, 1 | bar.cta.sync 0, 0, 1 ;\n", true },  /* no other thread is needed */
    { " bar.cta.sync 0, 0, 3 | bar.cta.sync 0, 0, 3 ;\n", false }, /* a thread is missing */
    { " bar.cta.arrive 0, 0, 2 | ;\n", true }, /* a thread that arrives goes on */
    { " bar.cta.sync 0, 0, 2 | ;\n", false },
    { " bar.cta.sync 0 | bar.cta.sync 0, 0 ;\n",
      false }, /* a barrier without an id is apart from those with one */
    { " bar.cta.sync 0, 1, 2 | bar.cta.sync 0, 1, 2 ;\n bar.cta.sync 0, 1, 2 | ;\n",
      false }, /* a second round by itself */
  };
  for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++)
    for (unsigned core = 0; core < 3; core++) {
      struct support_seen seen = ask("split", cores[core], tried[i].rows, "true");
      if ((seen.outcomes > 0) != tried[i].ends)
        fail_msg("%s with %s cores", tried[i].rows, cores[core]);
      assert_int_equal(seen.broken, 0);
    }
}

/* A thread that only arrives can leave as many barriers open as there is room for.  Beyond that
 * they overflow. */
static void test_open_barriers(void **state) {
  (void)state;
  static const unsigned counts[] = { 9, 64, 65 };
  for (unsigned i = 0; i < 3; i++) {
    char rows[4096] = "", *end = rows;
    for (unsigned k = 0; k < counts[i]; k++)
      end += snprintf(end, 64, " bar.cta.arrive %u, 1, 2 | ;\n", k);
    struct support_seen seen = ask("split", "io", rows, "true");
    assert_int_equal(seen.outcomes, counts[i] <= 64);
    assert_int_equal(seen.broken, counts[i] <= 64 ? 0 : CLAIM(PROPERTY_OVERFLOW));
  }
}

/* Another CTA is not waited for. */
static void test_barriers_of_two_ctas(void **state) {
  (void)state;
  struct setting setting = setting_for("split", "io");
  struct program *program = program_of(
      1, " st.relaxed.sys x, 1 | bar.cta.sync 0 ;\n bar.cta.sync 0 | ld.relaxed.sys r0, x ;\n",
      "P1:r0 == 0");
  assert_true(explore(&setting, program).reached);
  program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_different_addresses),
    cmocka_unit_test(test_dependencies),
    cmocka_unit_test(test_data_through_the_window),
    cmocka_unit_test(test_same_address),
    cmocka_unit_test(test_atomics),
    cmocka_unit_test(test_loops_and_empty_loops),
    cmocka_unit_test(test_long_ways_without_an_access),
    cmocka_unit_test(test_barriers),
    cmocka_unit_test(test_barriers_that_complete),
    cmocka_unit_test(test_open_barriers),
    cmocka_unit_test(test_barriers_of_two_ctas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
