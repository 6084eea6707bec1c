/* A search is saved while no member is in the middle of anything.  The file holds counts and
 * states. The states are those of finished levels, expanded and unexpanded ones of the present
 * level, and known ones of the next level.
 *
 * Numbers in slots are given out anew in every run, so the file says what each of them stands for.
 * Nothing else depends on the search that saved it: another one may resume it with other threads,
 * on another machine.
 *
 *   turnsole-checkpoint FORMAT PROGRAM SUBJECT
 *   counters, levels, workers' records, contents, parts and roots of states (saved_states.h); then
 *   a checksum of everything (stream.c) */
#include "search/ongoing.h"
#include "search/agreement.h"
#include "search/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "os/build_identity.h"
#include "os/stream.h"
#include "states/saved_states.h"

#define CHECKPOINT_FORMAT "4 "

/* ---- which states, in which order ---- */

/* A walk over states, range after range. */
struct roll {
  struct ongoing_search *search;
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
  const struct ongoing_search *search = roll->search;
  for (size_t i = first; i < end; i++) {
    struct range slice = search->frontier.slices.items[i];
    for (unsigned m = 0; m < search->member_count; m++) {
      struct range left = search->members[m].left;
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
  const struct ongoing_search *search = roll->search;
  call_taken(roll, 0, search->members[0].share.first);
  for (unsigned m = 0; m < search->member_count; m++)
    call_taken(roll, search->members[m].share.first, first_open(&search->members[m].share));
}

static void call_unexpanded(struct roll *roll) {
  const struct ongoing_search *search = roll->search;
  for (unsigned m = 0; m < search->member_count; m++) call(roll, search->members[m].left);
  for (unsigned m = 0; m < search->member_count; m++) {
    const struct share *share = &search->members[m].share;
    for (size_t i = first_open(share); i < share->end; i++)
      call(roll, search->frontier.slices.items[i]);
  }
}

static void call_fresh(void *roll, struct range range) { call(roll, range); }

static void call_next(struct roll *roll) {
  saved_states_each_fresh(roll->search->visited, call_fresh, roll);
}

static uint64_t states_of(struct ongoing_search *search, void (*calls)(struct roll *roll)) {
  struct roll roll = { .search = search };
  calls(&roll);
  return roll.count;
}

/* ---- writing ---- */

static void put_counters(struct stream *stream, struct ongoing_search *search) {
  struct state_pick best = { .found = false };
  uint64_t broken = search->result.broken, blocked = search->result.blocked;
  for (unsigned i = 0; i < search->member_count; i++) {
    const struct search_member *member = &search->members[i];
    if (member->pick.found) pick_offer(search, &best, member->pick);
    broken |= member->broken;
    blocked |= member->blocked;
  }
  struct roll roll = { .search = search, .sought = best.state };
  if (best.found) call_expanded(&roll);
  double seconds = search->earlier + ongoing_seconds(search);
  uint64_t numbers[] = {
    search->model->width,       search->level, search->transitions, broken,     blocked,
    (uint64_t)(1000 * seconds), roll.found,    best.fingerprint,    best.broken
  };
  stream_put(stream, numbers, sizeof numbers);
}

/* The finished levels' states, then how many of the present one were expanded, how many not, and
 * how many of the next are known. */
static void put_levels(struct stream *stream, struct ongoing_search *search) {
  uint64_t finished = 0;
  for (unsigned i = 0; i < search->level; i++) {
    stream_put_number(stream, search->frontier.levels.items[i].states);
    finished += search->frontier.levels.items[i].states;
  }
  stream_put_number(stream, states_of(search, call_expanded) - finished);
  stream_put_number(stream, states_of(search, call_unexpanded));
  stream_put_number(stream, states_of(search, call_next));
}

static void put_workers(struct stream *stream, const struct ongoing_search *search) {
  stream_put_number(stream, search->model->write_worker ? search->member_count : 0);
  for (unsigned i = 0; search->model->write_worker && i < search->member_count; i++) {
    struct printing printing;
    search->model->write_worker(search->model, search->members[i].worker,
                                printing_begin(&printing));
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
  saved_states_put(roll->stream, roll->search->visited, range);
}

static void put_states(struct stream *stream, struct ongoing_search *search) {
  struct roll roll = { .search = search, .take = put_roots, .stream = stream };
  saved_states_put_parts(stream, search->visited);
  call_expanded(&roll);
  call_unexpanded(&roll);
  call_next(&roll);
}

char *checkpoint_title(const struct ongoing_search *search) {
  return memory_format(CHECKPOINT_FORMAT "%016" PRIx64 " %s", build_identity(),
                       search->options->checkpoint->subject);
}

static void put_title(struct stream *stream, const struct ongoing_search *search) {
  char *title = checkpoint_title(search);
  stream_put(stream, SAVED_SEARCH, strlen(SAVED_SEARCH));
  stream_put(stream, title, strlen(title) + 1);
  memory_free(title);
}

/* A folder that cannot be written now may be writable once there is something to save. */
bool checkpoint_hold(struct ongoing_search *search) {
  const struct checkpoint *checkpoint = search->options->checkpoint;
  if (!checkpoint || !checkpoint->path || file_hold(&search->hold, checkpoint->path) ||
      errno != EBUSY)
    return true;
  search->result.refusal = memory_format("%s: %s", checkpoint->path, file_fault());
  return false;
}

/* A set that fell short may lack states, and so would its file: the last file stays. */
void checkpoint_write(struct ongoing_search *search) {
  const struct checkpoint *checkpoint = search->options->checkpoint;
  struct stream stream;
  saved_states_settle(search->visited);
  if (visited_shortage(search->visited)) return;
  bool good = (search->hold.lock || file_hold(&search->hold, checkpoint->path)) &&
              stream_create(&stream, checkpoint->path);
  if (good) {
    put_title(&stream, search);
    put_counters(&stream, search);
    put_levels(&stream, search);
    put_workers(&stream, search);
    put_contents(&stream, search->model);
    put_states(&stream, search);
    good = stream_finish(&stream);
  }
  if (!good && !search->save_failed)
    fprintf(stderr, "turnsole: %s: the search could not be saved: %s\n", checkpoint->path,
            file_fault());
  search->save_failed |= !good; /* is said once, and tried again */
  if (good) search->result.saved = visited_count(search->visited);
}

/* A resumed search asks the model for its own numbers for the saved contents.  Then it enters every
 * state again, level by level, as if it had just been found. */

enum { PROGRAM_LENGTH = 17 /* of 16 digits and a space */ };

struct resumption {
  struct search_member *member;
  struct stream stream;
  struct resumed_family {
    slot_t *numbers;
    uint32_t count;
  } families[WIDTH_MAX]; /* this search's numbers, by the file's */
  struct saved_states *saved;
  enum shortage shortage; /* the resource that was too small for the saved search */
};

static enum search_end refuse(struct ongoing_search *search, const char *why) {
  search->result.refusal = memory_format("%s: %s", search->options->checkpoint->resume, why);
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

/* Why a search with one title cannot be resumed under the other; NULL: it can. */
static char *title_differs(const char *saved, const char *own) {
  size_t format = strlen(CHECKPOINT_FORMAT), program = format + PROGRAM_LENGTH;
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

/* False, and the search is refused: the file is of another search. */
static bool get_title(struct stream *stream, struct ongoing_search *search) {
  char magic[sizeof SAVED_SEARCH] = "";
  stream_get(stream, magic, strlen(SAVED_SEARCH));
  if (strcmp(magic, SAVED_SEARCH) != 0) return refuse(search, "this is not a saved search"), false;
  char *saved = get_text(stream), *own = checkpoint_title(search),
       *differs = title_differs(saved, own);
  if (differs) refuse(search, differs);
  memory_free(differs);
  memory_free(own);
  memory_free(saved);
  return !search->result.refusal;
}

static bool get_workers(struct resumption *reading) {
  const struct model *model = reading->member->search->model;
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

static void get_family(struct resumption *reading, unsigned family) {
  const struct model *model = reading->member->search->model;
  struct resumed_family *renumbering = &reading->families[family];
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

static void get_contents(struct resumption *reading) {
  const struct model *model = reading->member->search->model;
  for (unsigned family = 0; family < model->families; family++) get_family(reading, family);
}

static bool get_state(struct resumption *reading, slot_t *state) {
  const struct model *model = reading->member->search->model;
  if (!saved_states_get(reading->saved, state)) return false;
  for (unsigned i = 0; i < model->width && model->families; i++) {
    const struct resumed_family *renumbering = &reading->families[model->family(model, i)];
    if (state[i] >= renumbering->count) return false;
    state[i] = renumbering->numbers[state[i]];
  }
  return true;
}

/* Enters so many states. */
static bool get_states(struct resumption *reading, uint64_t count) {
  struct search_member *member = reading->member;
  struct visited *visited = member->search->visited;
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

static bool get_level(struct resumption *reading, uint64_t count) {
  return get_states(reading, count) && ongoing_advance(reading->member->search) == count;
}

/* The index of the state at this place of the file, from 1.  Indices may run ahead of places, since
 * a spill leaves holes. */
static state_index index_of(const struct ongoing_search *search, uint64_t place) {
  const struct range *slice = search->frontier.slices.items,
                     *end = slice + search->frontier.slices.length;
  for (; slice < end && place > slice->count; slice++) place -= slice->count;
  return slice < end ? slice->first + (state_index)(place - 1) : 0;
}

/* The present level was read as two levels, expanded and unexpanded; they become one. */
static void join_levels(struct ongoing_search *search, uint64_t expanded, uint64_t unexpanded) {
  const struct level *level = &search->frontier.levels.items[search->level];
  search->resume_slice =
      expanded ? frontier_level_end(&search->frontier, search->level) : level->first_slice;
  if (!expanded || !unexpanded) return;
  search->frontier.levels.items[search->level].states += unexpanded; /* the slices are in order */
  search->frontier.levels.length--;
}

static bool get_all(struct resumption *reading) {
  struct ongoing_search *search = reading->member->search;
  struct stream *stream = &reading->stream;
  uint64_t counters[9];
  stream_get(stream, counters, sizeof counters);
  if (stream->failed || counters[0] != search->model->width) return false;
  search->level = (unsigned)counters[1];
  search->transitions = counters[2];
  search->result.broken = counters[3];
  search->result.blocked = counters[4];
  search->earlier = (double)counters[5] / 1000;
  uint64_t *levels = memory_new((size_t)search->level + 3, sizeof *levels);
  stream_get(stream, levels, ((size_t)search->level + 3) * sizeof *levels);
  for (unsigned i = 0; i < search->level + 3; i++) search->saved_states += levels[i];
  search->saved_next = levels[search->level + 2];
  bool good = !stream->failed && get_workers(reading);
  if (good) get_contents(reading);
  reading->saved =
      good ? saved_states_open(stream, search->model->width, &search->budget, &reading->shortage)
           : NULL;
  good = good && reading->saved;
  for (unsigned i = 0; i < search->level + 2 && good; i++) good = get_level(reading, levels[i]);
  if (good) join_levels(search, levels[search->level], levels[search->level + 1]);
  state_index picked = good && counters[6] ? index_of(search, counters[6]) : 0;
  if (picked)
    reading->member->pick = (struct state_pick){ true, picked, counters[7], .broken = counters[8] };
  good = good && (picked || !counters[6]);
  good = good && get_states(reading, levels[search->level + 2]);
  memory_free(levels);
  return good && !stream->failed;
}

/* How the search ends when not everything could be read. */
static enum search_end end_short(const struct resumption *reading) {
  struct ongoing_search *search = reading->member->search;
  if (!reading->shortage) return refuse(search, "what was saved does not hold together");
  fprintf(stderr, "turnsole: %s: the saved search does not fit in the memory\n",
          search->options->checkpoint->resume);
  search->result.unfit = true;
  search->result.broken = 0; /* it is still in the file, with the state that shows it */
  return reading->shortage == SHORT_OF_MEMORY ? SEARCH_OUT_OF_MEMORY : SEARCH_OUT_OF_NUMBERS;
}

enum search_end resume_read(struct search_member *member) {
  struct ongoing_search *search = member->search;
  struct resumption reading = { .member = member };
  enum search_end end = 0;
  switch (stream_open(&reading.stream, search->options->checkpoint->resume)) {
  case STREAM_MISSING: return refuse(search, strerror(errno));
  case STREAM_DAMAGED: return refuse(search, "the file is damaged, or no saved search");
  case STREAM_WHOLE: break;
  }
  if (!get_title(&reading.stream, search)) end = SEARCH_REFUSED;
  else if (!get_all(&reading)) end = end_short(&reading);
  saved_states_close(reading.saved);
  for (unsigned i = 0; i < search->model->families; i++) memory_free(reading.families[i].numbers);
  stream_close(&reading.stream);
  return end;
}
