/* Drawings of automata: within their width, no label over another, no line through a box, and each
 * arrow drawn to its target. */
#include "report/draw/automaton_svg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "base/printing.h"
#include "report/draw/automaton_layout.h"

static const char *const names[] = { "A", "B", "C", "D", "E",  "F",  "G",  "H",  "I",  "J", "K",
                                     "L", "M", "N", "O", "P",  "Q",  "R",  "S",  "T",  "U", "V",
                                     "W", "X", "Y", "Z", "AA", "AB", "AC", "AD", "AE", "AF" };

static void add(struct automaton *automaton, enum automaton_outcome outcome, unsigned from,
                unsigned to, const char *events, const char *guard) {
  automaton_add(automaton, &(struct automaton_transition){ .outcome = outcome,
                                                           .from = from,
                                                           .to = to,
                                                           .events = events,
                                                           .guard = guard,
                                                           .row = automaton->arrow_count,
                                                           .title = "<row>",
                                                           .cells = 1 });
}

/* An automaton with moves between pairs of states that a generator chooses. */
static struct automaton random_automaton(unsigned states, unsigned moves, unsigned seed) {
  struct automaton automaton = {
    .name = "L1", .states = names, .state_count = states, .stable = 5
  };
  for (unsigned i = 0; i < moves; i++) {
    seed = seed * 1103515245 + 12345;
    unsigned from = (seed >> 16) % states;
    seed = seed * 1103515245 + 12345;
    unsigned to = (seed >> 16) % states;
    const char *guard = seed >> 28 & 1 ? "a_guard_of_some_length" : NULL;
    add(&automaton, from == to ? AUTOMATON_STAYS : AUTOMATON_MOVES, from, to,
        seed >> 29 & 1 ? "STORE_RELEASE, LOAD_ACQUIRE, ATOMIC" : "LOAD", guard);
  }
  for (unsigned s = 0; s < states; s++) add(&automaton, AUTOMATON_STALLS, s, s, "EVICT", NULL);
  return automaton;
}

static void check_boxes(const struct automaton_layout *layout) {
  for (unsigned b = 0; b + 1 < layout->automaton->state_count; b++)
    assert_true(layout->boxes[b].y + layout->boxes[b].height < layout->boxes[b + 1].y);
  assert_true(layout->width <= AUTOMATON_WIDEST);
  assert_true(AUTOMATON_LEFT + layout->box_width < layout->width);
}

/* Each arrow's text has its own height within its state's box, and a width that fits. */
static void check_labels(const struct automaton_layout *layout) {
  for (unsigned i = 0; i < layout->automaton->arrow_count; i++) {
    const struct automaton_place *place = &layout->places[i];
    const struct automaton_box *box = layout->boxes;
    while (box->state != place->arrow->from) box++;
    assert_true(place->y >= box->y + AUTOMATON_HEADER);
    assert_true(place->y + place->height <= box->y + box->height);
    if (i) assert_true(place->y >= place[-1].y + place[-1].height);
    assert_true(place->lines.count * AUTOMATON_LINE <= place->height);
    for (unsigned l = 0; l < place->lines.count; l++)
      assert_true(svg_text_width(place->lines.items[l], SVG_TEXT_SIZE) <= layout->label_width);
  }
}

/* Tracks lie right of all boxes, do not overlap, and reach their arrows and their state. */
static void check_tracks(const struct automaton_layout *layout) {
  for (unsigned s = 0; s < layout->automaton->state_count; s++) {
    const struct automaton_track *track = &layout->tracks[s];
    if (!track->used) continue;
    double entry = automaton_layout_entry(layout, s);
    assert_true(track->x > AUTOMATON_LEFT + layout->box_width && track->x < layout->width);
    assert_true(track->top <= entry && entry <= track->bottom);
    for (unsigned o = 0; o < s; o++) {
      const struct automaton_track *other = &layout->tracks[o];
      if (!other->used || other->x != track->x) continue;
      assert_true(other->bottom < track->top || track->bottom < other->top);
    }
  }
  for (unsigned i = 0; i < layout->automaton->arrow_count; i++) {
    const struct automaton_place *place = &layout->places[i];
    const struct automaton_track *track = &layout->tracks[place->arrow->to];
    if (place->arrow->outcome != AUTOMATON_MOVES) continue;
    assert_true(track->used && track->top <= automaton_layout_exit(place));
    assert_true(automaton_layout_exit(place) <= track->bottom);
  }
}

static void check_layout(const struct automaton *automaton) {
  struct automaton_layout layout = automaton_layout_of(automaton);
  check_boxes(&layout);
  check_labels(&layout);
  check_tracks(&layout);
  automaton_layout_clear(&layout);
}

static void layouts_are_clear(void **unused) {
  (void)unused;
  size_t before = memory_blocks();
  for (unsigned seed = 1; seed < 60; seed++) {
    struct automaton automaton = random_automaton(1 + seed % 32, seed * 3, seed);
    automaton.covered = seed & 1;
    check_layout(&automaton);
    automaton_clear(&automaton);
  }
  assert_int_equal(memory_blocks(), before);
}

static void states_stand_by_distance(void **unused) {
  (void)unused;
  struct automaton automaton = { .name = "L1", .states = names, .state_count = 4, .start = 2 };
  add(&automaton, AUTOMATON_MOVES, 2, 3, "X", NULL);
  add(&automaton, AUTOMATON_MOVES, 3, 0, "X", NULL);
  struct automaton_layout layout = automaton_layout_of(&automaton);
  static const unsigned order[] = { 2, 3, 0, 1 };
  for (unsigned i = 0; i < 4; i++) {
    assert_int_equal(layout.boxes[i].state, order[i]);
    assert_int_equal(layout.boxes[i].reached, i < 3);
  }
  automaton_layout_clear(&layout);
  automaton_clear(&automaton);
}

static void parallel_arrows_are_one(void **unused) {
  (void)unused;
  struct automaton automaton = { .name = "L1", .states = names, .state_count = 2 };
  add(&automaton, AUTOMATON_MOVES, 0, 1, "LOAD", NULL);
  add(&automaton, AUTOMATON_MOVES, 0, 1, "ATOMIC", NULL);
  add(&automaton, AUTOMATON_MOVES, 0, 1, "STORE", "live");
  assert_int_equal(automaton.arrow_count, 1);
  assert_int_equal(automaton.arrows[0].label_count, 2);
  assert_string_equal(automaton.arrows[0].labels[0].events, "LOAD, ATOMIC");
  assert_string_equal(automaton.arrows[0].labels[1].guard, "live");
  assert_int_equal(automaton.arrows[0].cells, 3);
  automaton_clear(&automaton);
}

static unsigned occurrences(const char *text, const char *sought) {
  unsigned count = 0;
  for (; (text = strstr(text, sought)); text += strlen(sought)) count++;
  return count;
}

static void every_arrow_is_drawn(void **unused) {
  (void)unused;
  struct automaton automaton = random_automaton(12, 40, 7);
  struct printing printing;
  automata_svg(printing_begin(&printing), SVG_FILE, "a <title>", &automaton, 1);
  const char *text = printing_end(&printing);
  assert_int_equal(occurrences(text, "<g class=\"arrow"), automaton.arrow_count);
  assert_int_equal(occurrences(text, "<g class=\"arrow stalls\""), 12);
  assert_int_equal(occurrences(text, ", start</text>"), 1);
  assert_null(strstr(text, "<title>a <title>"));
  printing_free(&printing);
  automaton_clear(&automaton);
}

static void heat_has_words(void **unused) {
  (void)unused;
  struct automaton automaton = { .name = "L1", .states = names, .state_count = 2, .covered = true };
  add(&automaton, AUTOMATON_MOVES, 0, 1, "LOAD", NULL);
  add(&automaton, AUTOMATON_MOVES, 1, 0, "DATA", NULL);
  automaton.arrows[1].fired = 1;
  struct printing printing;
  automata_svg(printing_begin(&printing), SVG_IN_PAGE, "title", &automaton, 1);
  const char *text = printing_end(&printing);
  assert_int_equal(occurrences(text, ">never</text>"), 1);
  assert_int_equal(occurrences(text, ">1/1</text>"), 1);
  assert_int_equal(occurrences(text, "class=\"heat-0\""), 1);
  assert_int_equal(occurrences(text, "class=\"heat-4\""), 1);
  printing_free(&printing);
  automaton_clear(&automaton);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(layouts_are_clear),       cmocka_unit_test(states_stand_by_distance),
    cmocka_unit_test(parallel_arrows_are_one), cmocka_unit_test(every_arrow_is_drawn),
    cmocka_unit_test(heat_has_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
