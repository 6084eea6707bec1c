/* Saving a search and taking it up again.
 *
 * A search is saved while no member is in the middle of anything: the file holds the states of the
 * finished levels, those of the present level that were expanded, those that were not, and those of
 * the next level that are known; and what was counted. States go by the trees that they are kept
 * in: first all groups and pairs, then 8 bytes a state.
 *
 * Numbers in slots are given out anew in every run, so the file says what each of them stands for.
 * Who takes the search up asks the model for its own numbers for those contents, and enters every
 * state again, level by level, as if it had just been found.  Nothing else of the old run's order
 * or layout matters, so the new one may have other threads and another machine.
 *
 *   turnsole-checkpoint 3 PROGRAM SUBJECT
 *   counters, levels, workers' records, contents, layout, trees, groups, pairs, roots; then a
 * checksum of all (stream.c) */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/vector.h"
#include "os/build_identity.h"
#include "os/stream.h"
#include "search/run.h"
#include "states/concurrent.h"

#define FORMAT "3 "
enum { PROGRAM_LENGTH = 17 /* of 16 digits and a space */ };

static struct concurrent *set_of(const struct run *run) {
  return (struct concurrent *)run->visited;
}

/* ---- which states, in which order ---- */

/* Where states go, range after range. */
struct roll {
  struct run *run;
  void (*take)(struct roll *roll, struct range range);
  struct stream *stream;
  uint64_t count;
  state_index sought;
  uint64_t found;
};

static void call(struct roll *roll, struct range range) {
  if (range.count == 0) return;
  if (roll->sought >= range.first && roll->sought - range.first < range.count)
    roll->found = roll->count + (roll->sought - range.first) + 1;
  if (roll->take) roll->take(roll, range);
  roll->count += range.count;
}

/* Slices that were taken, but for what is left of them. */
static void call_taken(struct roll *roll, size_t first, size_t end) {
  const struct run *run = roll->run;
  for (size_t i = first; i < end; i++) {
    struct range slice = run->frontier.slices.items[i];
    for (unsigned m = 0; m < run->member_count; m++) {
      struct range left = run->members[m].left;
      bool of_slice =
          left.count && left.first >= slice.first && left.first - slice.first < slice.count;
      if (of_slice) slice.count = left.first - slice.first;
    }
    call(roll, slice);
  }
}

static size_t first_open(const struct share *share) {
  return share->next < share->end ? share->next : share->end;
}

/* Those before all shares: of finished levels and, where the run was taken up in a level, of that
 * one; then of each share those that were taken. */
static void call_expanded(struct roll *roll) {
  const struct run *run = roll->run;
  call_taken(roll, 0, run->members[0].share.first);
  for (unsigned m = 0; m < run->member_count; m++)
    call_taken(roll, run->members[m].share.first, first_open(&run->members[m].share));
}

static void call_unexpanded(struct roll *roll) {
  const struct run *run = roll->run;
  for (unsigned m = 0; m < run->member_count; m++) call(roll, run->members[m].left);
  for (unsigned m = 0; m < run->member_count; m++) {
    const struct share *share = &run->members[m].share;
    for (size_t i = first_open(share); i < share->end; i++)
      call(roll, run->frontier.slices.items[i]);
  }
}

static void call_next(struct roll *roll) {
  const struct concurrent *set = set_of(roll->run);
  for (size_t i = 0; i < set->spill.pending.length; i++) call(roll, set->spill.pending.items[i]);
  for (unsigned m = 0; m < set->member_count; m++)
    for (size_t i = 0; i < set->members[m].fresh.length; i++)
      call(roll, set->members[m].fresh.items[i]);
}

static uint64_t states_of(struct run *run, void (*calls)(struct roll *roll)) {
  struct roll roll = { .run = run };
  calls(&roll);
  return roll.count;
}

/* ---- writing ---- */

static void put_counters(struct stream *stream, struct run *run) {
  struct state_pick best = { .found = false };
  uint64_t broken = run->result.broken, blocked = run->result.blocked;
  for (unsigned i = 0; i < run->member_count; i++) {
    const struct run_member *member = &run->members[i];
    if (member->pick.found) run_pick_offer(run, &best, member->pick);
    broken |= member->broken;
    blocked |= member->blocked;
  }
  struct roll roll = { .run = run, .sought = best.state };
  if (best.found) call_expanded(&roll);
  double seconds = run->earlier + run_seconds(run);
  uint64_t numbers[] = {
    run->model->width,          run->level, run->transitions, broken,     blocked,
    (uint64_t)(1000 * seconds), roll.found, best.fingerprint, best.broken
  };
  stream_put(stream, numbers, sizeof numbers);
}

/* The finished levels' states, then how many of the present one were expanded, how many not, and
 * how many of the next are known. */
static void put_levels(struct stream *stream, struct run *run) {
  uint64_t finished = 0;
  for (unsigned i = 0; i < run->level; i++) {
    stream_put_number(stream, run->frontier.levels.items[i].states);
    finished += run->frontier.levels.items[i].states;
  }
  stream_put_number(stream, states_of(run, call_expanded) - finished);
  stream_put_number(stream, states_of(run, call_unexpanded));
  stream_put_number(stream, states_of(run, call_next));
}

static void put_workers(struct stream *stream, const struct run *run) {
  stream_put_number(stream, run->model->write_worker ? run->member_count : 0);
  for (unsigned i = 0; run->model->write_worker && i < run->member_count; i++) {
    struct printing printing;
    run->model->write_worker(run->model, run->members[i].worker, printing_begin(&printing));
    printing_end(&printing);
    stream_put_number(stream, printing.length);
    stream_put(stream, printing.text, printing.length);
    printing_free(&printing);
  }
}

static void put_contents(struct stream *stream, const struct model *model) {
  for (unsigned family = 0; family < model->families; family++) {
    uint32_t numbers = model->numbers(model, family);
    stream_put_number(stream, numbers);
    for (uint32_t number = 0; number < numbers; number++) {
      size_t length;
      const void *content = model->content(model, family, number, &length);
      stream_put_number(stream, length);
      stream_put(stream, content, length);
    }
  }
}

static void put_words(struct stream *stream, const struct words *words) {
  stream_put_number(stream, words->next);
  for (uint32_t number = 1; number < words->next; number++)
    stream_put(stream, words_at(words, number), words->length * sizeof(uint64_t));
}

static void put_roots(struct roll *roll, struct range range) {
  const struct concurrent *set = set_of(roll->run);
  for (uint32_t i = 0; i < range.count; i++)
    stream_put_number(roll->stream, concurrent_root(set, range.first + i));
}

static void put_states(struct stream *stream, struct run *run) {
  const struct concurrent *set = set_of(run);
  struct roll roll = { .run = run, .take = put_roots, .stream = stream };
  stream_put_number(stream, set->key_words);
  stream_put(stream, &set->layout, sizeof set->layout);
  stream_put(stream, set->trees, sizeof set->trees);
  put_words(stream, &set->groups);
  put_words(stream, &set->pairs);
  call_expanded(&roll);
  call_unexpanded(&roll);
  call_next(&roll);
}

/* FORMAT PROGRAM SUBJECT */
static char *own_title(const struct run *run) {
  return memory_format(FORMAT "%016" PRIx64 " %s", own_program(),
                       run->options->checkpoint->subject);
}

static void put_title(struct stream *stream, const struct run *run) {
  char *title = own_title(run);
  stream_put(stream, SAVED_SEARCH, strlen(SAVED_SEARCH));
  stream_put(stream, title, strlen(title) + 1);
  memory_free(title);
}

static void refuse(struct run *run, const char *path, const char *why) {
  run->result.refusal = memory_format("%s: %s", path, why);
}

/* A folder that cannot be written now may be writable once there is something to save. */
bool checkpoint_hold(struct run *run) {
  const struct checkpoint *checkpoint = run->options->checkpoint;
  if (!checkpoint || !checkpoint->path || file_hold(&run->hold, checkpoint->path) || errno != EBUSY)
    return true;
  refuse(run, checkpoint->path, file_fault());
  return false;
}

/* A set that fell short may lack states, and what is saved would lack them for good: the last file
 * stays. */
void checkpoint_write(struct run *run) {
  const struct checkpoint *checkpoint = run->options->checkpoint;
  struct stream stream;
  concurrent_settle(set_of(run));
  if (visited_shortage(run->visited)) return;
  bool good = (run->hold.lock || file_hold(&run->hold, checkpoint->path)) &&
              stream_create(&stream, checkpoint->path);
  if (good) {
    put_title(&stream, run);
    put_counters(&stream, run);
    put_levels(&stream, run);
    put_workers(&stream, run);
    put_contents(&stream, run->model);
    put_states(&stream, run);
    good = stream_finish(&stream);
  }
  if (!good && !run->save_failed)
    fprintf(stderr, "turnsole: %s: the search could not be saved: %s\n", checkpoint->path,
            file_fault());
  run->save_failed |= !good; /* is said once, and tried again */
  if (good) run->result.saved = visited_count(run->visited);
}

/* ---- reading ---- */

struct checkpoint_reading {
  struct run_member *member;
  struct stream stream;
  struct renumbering {
    slot_t *numbers;
    uint32_t count;
  } families[WIDTH_MAX];   /* today's numbers, by the file's */
  struct concurrent saved; /* trees, groups and pairs alone */
  bool good;
  enum shortage shortage; /* of what there was not enough for all that was saved */
};

static enum search_end refuse_resumption(struct run *run, const char *why) {
  refuse(run, run->options->checkpoint->resume, why);
  return SEARCH_REFUSED;
}

static char *get_text(struct stream *stream) {
  VECTOR(char) text = { 0 };
  char c = 1;
  while (c && !stream->failed) {
    stream_get(stream, &c, 1);
    vector_push(text, c);
  }
  return text.items;
}

/* Why what is saved under one title is not for a search of the other; NULL: it is. */
static char *title_differs(const char *saved, const char *own) {
  size_t format = strlen(FORMAT), program = format + PROGRAM_LENGTH;
  if (strncmp(saved, own, format) != 0)
    return memory_format("it was saved in format %.*s, and this turnsole reads format %.*s: go on "
                         "with the one that saved it",
                         (int)strcspn(saved, " "), saved, (int)format - 1, own);
  if (strlen(saved) < program) return memory_format("this is not a saved search");
  if (strcmp(saved + program, own + program) != 0)
    return memory_format("the saved search is of \"%s\", and this one of \"%s\"", saved + program,
                         own + program);
  if (strncmp(saved, own, program) != 0)
    return memory_format(
        "it was saved by another build of turnsole, whose tables may differ: go on with that one");
  return NULL;
}

/* Is the search one that this one can go on with?  Else it is refused. */
static bool get_title(struct stream *stream, struct run *run) {
  char magic[sizeof SAVED_SEARCH] = "";
  stream_get(stream, magic, strlen(SAVED_SEARCH));
  if (strcmp(magic, SAVED_SEARCH) != 0)
    return refuse_resumption(run, "this is not a saved search"), false;
  char *saved = get_text(stream), *own = own_title(run), *differs = title_differs(saved, own);
  if (differs) refuse_resumption(run, differs);
  memory_free(differs);
  memory_free(own);
  memory_free(saved);
  return !run->result.refusal;
}

static bool get_workers(struct checkpoint_reading *reading) {
  const struct model *model = reading->member->run->model;
  bool good = true;
  for (uint64_t i = stream_get_number(&reading->stream); i > 0 && good; i--) {
    size_t length = stream_get_number(&reading->stream);
    void *bytes = memory_new(length, 1);
    stream_get(&reading->stream, bytes, length);
    good = model->read_worker && model->read_worker(model, reading->member->worker, bytes, length);
    memory_free(bytes);
  }
  return good;
}

static void get_family(struct checkpoint_reading *reading, unsigned family) {
  const struct model *model = reading->member->run->model;
  struct renumbering *renumbering = &reading->families[family];
  renumbering->count = (uint32_t)stream_get_number(&reading->stream);
  if (renumbering->count)
    renumbering->numbers = memory_new(renumbering->count, sizeof *renumbering->numbers);
  for (uint32_t i = 0; i < renumbering->count && !reading->stream.failed; i++) {
    size_t length = stream_get_number(&reading->stream);
    void *bytes = memory_new(length, 1);
    stream_get(&reading->stream, bytes, length);
    renumbering->numbers[i] = model->number(model, family, bytes, length);
    memory_free(bytes);
  }
}

static void get_contents(struct checkpoint_reading *reading) {
  const struct model *model = reading->member->run->model;
  for (unsigned family = 0; family < model->families; family++) get_family(reading, family);
}

static bool get_words(struct stream *stream, struct words *words) {
  uint64_t key[PACKED_MAX], end = stream_get_number(stream);
  for (uint64_t number = 1; number < end && !stream->failed; number++) {
    stream_get(stream, key, words->length * sizeof *key);
    if (!words_append(words, key)) return false;
  }
  return true;
}

static bool get_trees(struct checkpoint_reading *reading) {
  struct concurrent *saved = &reading->saved;
  struct budget *budget = &reading->member->run->budget;
  saved->visited.width = reading->member->run->model->width;
  saved->key_words = (unsigned)stream_get_number(&reading->stream);
  stream_get(&reading->stream, &saved->layout, sizeof saved->layout);
  stream_get(&reading->stream, saved->trees, sizeof saved->trees);
  if (saved->key_words > PACKED_MAX ||
      (saved->layout.width && saved->layout.width != saved->visited.width))
    return false;
  bool good = words_init(&saved->groups, saved->key_words, 1, NODE_NUMBER_MAX, budget);
  if (good) {
    reading->good = words_init(&saved->pairs, 1, 1, NODE_NUMBER_MAX, budget);
    if (!reading->good) words_destroy(&saved->groups);
  }
  good = reading->good && get_words(&reading->stream, &saved->groups) &&
         get_words(&reading->stream, &saved->pairs);
  if (!good) reading->shortage = SHORT_OF_MEMORY;
  return good;
}

static bool get_state(struct checkpoint_reading *reading, slot_t *state) {
  unsigned width = reading->saved.visited.width;
  uint64_t root = stream_get_number(&reading->stream);
  if (reading->stream.failed) return false;
  concurrent_load(&reading->saved, root, state);
  const struct model *model = reading->member->run->model;
  for (unsigned i = 0; i < width && model->families; i++) {
    const struct renumbering *renumbering = &reading->families[model->family(model, i)];
    if (state[i] >= renumbering->count) return false;
    state[i] = renumbering->numbers[state[i]];
  }
  return true;
}

/* Enters so many states. */
static bool get_states(struct checkpoint_reading *reading, uint64_t count) {
  struct run_member *member = reading->member;
  struct visited *visited = member->run->visited;
  for (; count > 0; count--) {
    slot_t state[WIDTH_MAX];
    if (!get_state(reading, state)) return false;
    visited_note(visited, member->number, state);
    reading->shortage = visited_commit(visited, member->number, 64);
    if (reading->shortage) return false;
  }
  reading->shortage = visited_commit(visited, member->number, 1);
  return !reading->shortage;
}

static bool get_level(struct checkpoint_reading *reading, uint64_t count) {
  return get_states(reading, count) && run_advance(reading->member->run) == count;
}

/* The index of the state that was so many-th of those that were saved: those that were taken in
 * last may be further on, as where they went to the disk numbers were left out (spill.c). */
static state_index index_of(const struct run *run, uint64_t place) {
  const struct range *slice = run->frontier.slices.items,
                     *end = slice + run->frontier.slices.length;
  for (; slice < end && place > slice->count; slice++) place -= slice->count;
  return slice < end ? slice->first + (state_index)(place - 1) : 0;
}

/* The present level was taken in in two parts, which are one. */
static void join_levels(struct run *run, uint64_t expanded, uint64_t unexpanded) {
  const struct level *level = &run->frontier.levels.items[run->level];
  run->resume_slice =
      expanded ? frontier_level_end(&run->frontier, run->level) : level->first_slice;
  if (!expanded || !unexpanded) return;
  run->frontier.levels.items[run->level].states +=
      unexpanded; /* the slices already follow each other */
  run->frontier.levels.length--;
}

static bool get_all(struct checkpoint_reading *reading) {
  struct run *run = reading->member->run;
  struct stream *stream = &reading->stream;
  uint64_t counters[9];
  stream_get(stream, counters, sizeof counters);
  if (stream->failed || counters[0] != run->model->width) return false;
  run->level = (unsigned)counters[1];
  run->transitions = counters[2];
  run->result.broken = counters[3];
  run->result.blocked = counters[4];
  run->earlier = (double)counters[5] / 1000;
  uint64_t *levels = memory_new((size_t)run->level + 3, sizeof *levels);
  stream_get(stream, levels, ((size_t)run->level + 3) * sizeof *levels);
  for (unsigned i = 0; i < run->level + 3; i++) run->saved_states += levels[i];
  run->saved_next = levels[run->level + 2];
  bool good = !stream->failed && get_workers(reading);
  if (good) get_contents(reading);
  good = good && get_trees(reading);
  for (unsigned i = 0; i < run->level + 2 && good; i++) good = get_level(reading, levels[i]);
  if (good) join_levels(run, levels[run->level], levels[run->level + 1]);
  state_index picked = good && counters[6] ? index_of(run, counters[6]) : 0;
  if (picked)
    reading->member->pick = (struct state_pick){ true, picked, counters[7], .broken = counters[8] };
  good = good && (picked || !counters[6]);
  good = good && get_states(reading, levels[run->level + 2]);
  memory_free(levels);
  return good && !stream->failed;
}

/* How the search ends when what was saved could not all be taken up. */
static enum search_end end_short(const struct checkpoint_reading *reading) {
  struct run *run = reading->member->run;
  if (!reading->shortage) return refuse_resumption(run, "what was saved does not hold together");
  fprintf(stderr, "turnsole: %s: the saved search does not fit in the memory\n",
          run->options->checkpoint->resume);
  run->result.unfit = true;
  run->result.broken = 0; /* without a run to it nothing is told; it is still in the file */
  return reading->shortage == SHORT_OF_MEMORY ? SEARCH_OUT_OF_MEMORY : SEARCH_OUT_OF_NUMBERS;
}

enum search_end checkpoint_read(struct run_member *member) {
  struct run *run = member->run;
  struct checkpoint_reading reading = { .member = member };
  enum search_end end = 0;
  switch (stream_open(&reading.stream, run->options->checkpoint->resume)) {
  case STREAM_MISSING: return refuse_resumption(run, strerror(errno));
  case STREAM_DAMAGED: return refuse_resumption(run, "the file is damaged, or no saved search");
  case STREAM_WHOLE: break;
  }
  if (!get_title(&reading.stream, run)) end = SEARCH_REFUSED;
  else if (!get_all(&reading)) end = end_short(&reading);
  if (reading.good) {
    words_destroy(&reading.saved.groups);
    words_destroy(&reading.saved.pairs);
  }
  for (unsigned i = 0; i < run->model->families; i++) memory_free(reading.families[i].numbers);
  stream_close(&reading.stream);
  return end;
}
