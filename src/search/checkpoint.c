/* A search is saved while no member is in the middle of anything.  The file holds what was counted,
 * and the states of the finished levels, those of the present level that were expanded, those that
 * were not, and those of the next level that are known.
 *
 * Numbers in slots are given out anew in every run, so the file says what each of them stands for.
 * Nothing else depends on the run that saved it: another one may resume it (resume.c) with other
 * threads, on another machine.
 *
 *   turnsole-checkpoint FORMAT PROGRAM SUBJECT
 *   counters, levels, workers' records, contents, parts and roots of states (saved_states.h); then
 *   a checksum of everything (stream.c) */
#include "search/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "os/build_identity.h"
#include "os/stream.h"
#include "search/pick.h"
#include "states/saved_states.h"

/* ---- which states, in which order ---- */

/* A walk over states, range after range. */
struct roll {
  struct run *run;
  void (*take)(struct roll *roll, struct range range);
  struct stream *stream;
  uint64_t count; /* states so far */
  state_index sought;
  uint64_t found; /* the place of that state in the walk, from 1 */
};

static void call(struct roll *roll, struct range range) {
  if (range.count == 0) return;
  if (roll->sought >= range.first && roll->sought - range.first < range.count)
    roll->found = roll->count + (roll->sought - range.first) + 1;
  if (roll->take) roll->take(roll, range);
  roll->count += range.count;
}

/* Slices that were taken, without the rest that a pause left of them. */
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

/* First the slices before all shares, of finished levels or of a level that was resumed; then the
 * slices that were taken of each share. */
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

static void call_fresh(void *roll, struct range range) { call(roll, range); }

static void call_next(struct roll *roll) {
  saved_states_each_fresh(roll->run->visited, call_fresh, roll);
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
    if (member->pick.found) pick_offer(run, &best, member->pick);
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

static void put_roots(struct roll *roll, struct range range) {
  saved_states_put(roll->stream, roll->run->visited, range);
}

static void put_states(struct stream *stream, struct run *run) {
  struct roll roll = { .run = run, .take = put_roots, .stream = stream };
  saved_states_put_parts(stream, run->visited);
  call_expanded(&roll);
  call_unexpanded(&roll);
  call_next(&roll);
}

char *checkpoint_title(const struct run *run) {
  return memory_format(CHECKPOINT_FORMAT "%016" PRIx64 " %s", build_identity(),
                       run->options->checkpoint->subject);
}

static void put_title(struct stream *stream, const struct run *run) {
  char *title = checkpoint_title(run);
  stream_put(stream, SAVED_SEARCH, strlen(SAVED_SEARCH));
  stream_put(stream, title, strlen(title) + 1);
  memory_free(title);
}

/* A folder that cannot be written now may be writable once there is something to save. */
bool checkpoint_hold(struct run *run) {
  const struct checkpoint *checkpoint = run->options->checkpoint;
  if (!checkpoint || !checkpoint->path || file_hold(&run->hold, checkpoint->path) || errno != EBUSY)
    return true;
  run->result.refusal = memory_format("%s: %s", checkpoint->path, file_fault());
  return false;
}

/* A set that fell short may lack states, and so would its file: the last file stays. */
void checkpoint_write(struct run *run) {
  const struct checkpoint *checkpoint = run->options->checkpoint;
  struct stream stream;
  saved_states_settle(run->visited);
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
