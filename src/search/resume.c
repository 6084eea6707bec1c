/* Whoever resumes a search asks the model for its own numbers for the saved contents, and enters
 * every state again, level by level, as if it had just been found. */
#include "search/resume.h"

#include <errno.h>
#include <string.h>
#include "base/memory.h"
#include "os/stream.h"
#include "search/checkpoint.h"
#include "states/saved_states.h"

enum { PROGRAM_LENGTH = 17 /* of 16 digits and a space */ };

struct resumption {
  struct run_member *member;
  struct stream stream;
  struct resumed_family {
    slot_t *numbers;
    uint32_t count;
  } families[WIDTH_MAX]; /* this run's numbers, by the file's */
  struct saved_states *saved;
  enum shortage shortage; /* of what there was not enough for all that was saved */
};

static enum search_end refuse(struct run *run, const char *why) {
  run->result.refusal = memory_format("%s: %s", run->options->checkpoint->resume, why);
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
static bool get_title(struct stream *stream, struct run *run) {
  char magic[sizeof SAVED_SEARCH] = "";
  stream_get(stream, magic, strlen(SAVED_SEARCH));
  if (strcmp(magic, SAVED_SEARCH) != 0) return refuse(run, "this is not a saved search"), false;
  char *saved = get_text(stream), *own = checkpoint_title(run),
       *differs = title_differs(saved, own);
  if (differs) refuse(run, differs);
  memory_free(differs);
  memory_free(own);
  memory_free(saved);
  return !run->result.refusal;
}

static bool get_workers(struct resumption *reading) {
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

static void get_family(struct resumption *reading, unsigned family) {
  const struct model *model = reading->member->run->model;
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
  const struct model *model = reading->member->run->model;
  for (unsigned family = 0; family < model->families; family++) get_family(reading, family);
}

static bool get_state(struct resumption *reading, slot_t *state) {
  const struct model *model = reading->member->run->model;
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

static bool get_level(struct resumption *reading, uint64_t count) {
  return get_states(reading, count) && run_advance(reading->member->run) == count;
}

/* The index of the state at this place of the file, from 1.  Indices may run ahead of places, since
 * a spill leaves holes. */
static state_index index_of(const struct run *run, uint64_t place) {
  const struct range *slice = run->frontier.slices.items,
                     *end = slice + run->frontier.slices.length;
  for (; slice < end && place > slice->count; slice++) place -= slice->count;
  return slice < end ? slice->first + (state_index)(place - 1) : 0;
}

/* The present level was read as two levels, expanded and unexpanded; they become one. */
static void join_levels(struct run *run, uint64_t expanded, uint64_t unexpanded) {
  const struct level *level = &run->frontier.levels.items[run->level];
  run->resume_slice =
      expanded ? frontier_level_end(&run->frontier, run->level) : level->first_slice;
  if (!expanded || !unexpanded) return;
  run->frontier.levels.items[run->level].states += unexpanded; /* the slices are in order */
  run->frontier.levels.length--;
}

static bool get_all(struct resumption *reading) {
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
  reading->saved =
      good ? saved_states_open(stream, run->model->width, &run->budget, &reading->shortage) : NULL;
  good = good && reading->saved;
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

/* How the search ends when not everything could be read. */
static enum search_end end_short(const struct resumption *reading) {
  struct run *run = reading->member->run;
  if (!reading->shortage) return refuse(run, "what was saved does not hold together");
  fprintf(stderr, "turnsole: %s: the saved search does not fit in the memory\n",
          run->options->checkpoint->resume);
  run->result.unfit = true;
  run->result.broken = 0; /* it is still in the file, with the state that shows it */
  return reading->shortage == SHORT_OF_MEMORY ? SEARCH_OUT_OF_MEMORY : SEARCH_OUT_OF_NUMBERS;
}

enum search_end resume_read(struct run_member *member) {
  struct run *run = member->run;
  struct resumption reading = { .member = member };
  enum search_end end = 0;
  switch (stream_open(&reading.stream, run->options->checkpoint->resume)) {
  case STREAM_MISSING: return refuse(run, strerror(errno));
  case STREAM_DAMAGED: return refuse(run, "the file is damaged, or no saved search");
  case STREAM_WHOLE: break;
  }
  if (!get_title(&reading.stream, run)) end = SEARCH_REFUSED;
  else if (!get_all(&reading)) end = end_short(&reading);
  saved_states_close(reading.saved);
  for (unsigned i = 0; i < run->model->families; i++) memory_free(reading.families[i].numbers);
  stream_close(&reading.stream);
  return end;
}
