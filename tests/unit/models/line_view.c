/* The part of a state that is about one line: operations on it, fences, and messages about it.  It
 * has the controllers' fields and counts for these, too. */
#include "machine/cold_start.h"
#include "machine/channel.h"
#include "line_view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "per_address.h"

enum { GONE = 255 };

/* Where operations have gone, by their places in the windows; of those that have not, which threads
 * had a release out, or an acquire. */
struct line_view_moved {
  uint8_t place[CORES_MAX][WINDOW_MAX];
  bool release[CORES_MAX], acquire[CORES_MAX];
};

static unsigned micro_as(const struct line_view *view, unsigned index) {
  const struct micro *micro = &view->whole->lowered[0].micros[index];
  if (micro->kind == MICRO_FENCE) return index;
  unsigned found = client_micro_on(view->alone, micro, view->as);
  if (found == view->alone->lowered[0].length) fail_msg("no such operation");
  return found;
}

/* The operations that stay are moved together, in the order of their program. */
static uint32_t view_core(const struct line_view *view, unsigned core, uint32_t number,
                          struct line_view_moved *moved) {
  size_t length;
  const struct core *from = intern_at(view->whole->contents, number, &length);
  union core_copy to;
  assert_int_equal(length, core_size(view->whole, core));
  memcpy(&to, from, length);
  memset(to.core.entry, 0, sizeof to.core.entry);
  memset(to.core.order, 0, sizeof to.core.order);
  memset(moved->place[core], GONE, sizeof moved->place[core]);
  to.core.entries = 0;
  for (unsigned i = 0; i < from->entries; i++) {
    unsigned entry = from->order[i], place = to.core.entries;
    const struct micro *micro = core_micro(view->whole, core, from->entry[entry].micro);
    if (micro->kind == MICRO_ACCESS && micro->line != view->line) {
      moved->release[core] |= micro->event == EVENT_STORE_RELEASE;
      moved->acquire[core] |= micro->event == EVENT_LOAD_ACQUIRE;
      continue;
    }
    to.core.entry[place] = from->entry[entry];
    to.core.entry[place].micro = (uint16_t)micro_as(view, from->entry[entry].micro);
    to.core.order[place] = moved->place[core][entry] = (uint8_t)place;
    to.core.entries++;
  }
  return intern_add(view->alone->contents, &to, length);
}

static uint8_t place_in(const struct line_view_moved *moved, unsigned core, unsigned entry) {
  bool stays = core != NO_ONE && entry < WINDOW_MAX && moved->place[core][entry] != GONE;
  return stays ? moved->place[core][entry] : (uint8_t)entry;
}

static void view_request(const struct line_view *view, const struct line_view_moved *moved,
                         struct request *request) {
  if (request->event != EVENT_FENCE) request->line = (uint8_t)view->as;
  request->entry = place_in(moved, request->core, request->entry);
}

/* A thread's counts: of its release in the lower half, of its acquire in the upper half. */
static uint8_t view_pending(const struct line_view_moved *moved, unsigned core, uint8_t pending) {
  if (moved->release[core]) pending &= 0xf0;
  if (moved->acquire[core]) pending &= 0x0f;
  return pending;
}

static void view_pending_all(const struct line_view *view, unsigned kind,
                             const struct line_view_moved *moved, const struct local *from,
                             struct local *to) {
  (void)view, (void)kind;
  for (unsigned core = 0; core < CORES_MAX; core++)
    to->pending[core] = view_pending(moved, core, from->pending[core]);
}

/* Keeps only the line's own writes in the count over all lines. */
static void view_count(const struct line_view *view, unsigned kind,
                       const struct line_view_moved *moved, const struct local *from,
                       struct local *to) {
  unsigned writes = 0;
  (void)moved, (void)kind;
  for (unsigned line = 0; line < view->whole->shape.lines; line++)
    writes += from->line[line].writes;
  assert_int_equal(writes, from->count);
  to->count = from->line[view->line].writes;
}

/* A fence that waits is also identified, by its place in the window. */
static void view_count_and_fences(const struct line_view *view, unsigned kind,
                                  const struct line_view_moved *moved, const struct local *from,
                                  struct local *to) {
  view_count(view, kind, moved, from, to);
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (to->pending[core])
      to->pending[core] = (uint8_t)(1 + place_in(moved, core, to->pending[core] - 1u));
}

/* In an L1 (kind 0) there are marks above a fence's place.  In an L2 a fence has no place, and
 * releases wait there, too. */
static void view_count_and_drains(const struct line_view *view, unsigned kind,
                                  const struct line_view_moved *moved, const struct local *from,
                                  struct local *to) {
  view_count(view, kind, moved, from, to);
  for (unsigned core = 0; core < CORES_MAX; core++) {
    unsigned place = to->pending[core] & 0x0f;
    if (moved->release[core]) to->pending[core] = 0;
    else if (kind == 0 && place)
      to->pending[core] += (uint8_t)(1 + place_in(moved, core, place - 1) - place);
  }
}

/* A FIFO of lines and of threads' markers (models/lib/s_fifo.h): a marker that
 * stays has its place among those that stay.  A fence that waits has its place in the window. */
static void view_fifo(const struct line_view *view, unsigned kind,
                      const struct line_view_moved *moved, const struct local *from,
                      struct local *to) {
  (void)kind;
  const struct line *markers = &from->line[view->whole->shape.lines];
  uint8_t *places[1 + CORES_MAX] = { &to->line[view->as].writes };
  for (unsigned core = 0; core < view->whole->shape.core_count; core++) {
    struct line *own = &to->line[view->alone->shape.lines + core];
    if (!moved->release[core]) *own = markers[core];
    for (unsigned i = 0; i < own->waiting; i++) view_request(view, moved, &own->queue[i]);
    if (to->stall[core])
      to->stall[core] = (uint8_t)(1 + place_in(moved, core, to->stall[core] - 1u));
    places[1 + core] = &own->writes;
  }
  for (unsigned i = 0; i <= view->whole->shape.core_count; i++) {
    unsigned place = *places[i];
    for (unsigned core = 0; core < view->whole->shape.core_count; core++)
      *places[i] -= moved->release[core] && markers[core].writes && markers[core].writes < place;
  }
}

/* Controllers' data about a line, in fields that are not its own. */
static const struct {
  const char *system;
  void (*fields)(const struct line_view *view, unsigned kind, const struct line_view_moved *moved,
                 const struct local *from, struct local *to);
} beside_lines[] = { { "quickrelease", view_fifo },
                     { "rcc", view_count_and_fences },
                     { "rcc-hier", view_count_and_drains },
                     { "lrcc", view_count_and_fences },
                     { "lrcc-hier", view_count_and_drains },
                     { "sw-flat", view_count },
                     { NULL, view_pending_all } };

static uint32_t view_controller(const struct line_view *view, unsigned controller, uint32_t number,
                                const struct line_view_moved *moved) {
  union {
    struct local local;
    char bytes[sizeof(struct local) + (LINES_MAX + CORES_MAX) * sizeof(struct line)];
  } to;
  const struct local *from = local_at(view->whole, number),
                     *cold = local_at(view->alone, cold_local(view->alone, controller));
  unsigned kind = view->alone->shape.controllers[controller].kind;
  size_t size = view->alone->shape.local_size[kind];
  memcpy(&to, cold, size);
  to.local = *from; /* but for its lines */
  struct line *line = &to.local.line[view->as];
  *line = from->line[view->line];
  for (unsigned i = 0; i < line->waiting; i++) view_request(view, moved, &line->queue[i]);
  unsigned i = 0;
  while (beside_lines[i].system && strcmp(beside_lines[i].system, view->whole->shape.system->name))
    i++;
  beside_lines[i].fields(view, kind, moved, from, &to.local);
  return intern_add(view->alone->contents, &to, size);
}

/* Is the message among those of the line, and does it say so?  A message of a fence is of
 * no line.  Any other message of no line is about the thread's acquire or release, and says no more
 * than that. */
struct about_line {
  bool is, says_so, says_more;
};

static struct about_line about_line(const struct line_view *view,
                                    const struct line_view_moved *moved,
                                    const struct message *message) {
  if (message->request.event == EVENT_FENCE) return (struct about_line){ true, false, true };
  bool acquire = message->request.event == EVENT_LOAD_ACQUIRE;
  if (view->whole->shape.system->messages[message->type].no_line)
    return (struct about_line){ !(acquire ? moved->acquire : moved->release)[message->request.core],
                                false, acquire };
  return (struct about_line){ message->line == view->line, true, true };
}

static uint32_t view_channel(const struct line_view *view, unsigned channel, uint32_t number,
                             const struct line_view_moved *moved) {
  unsigned count;
  const struct message *messages = channel_messages(view->whole, number, &count);
  uint32_t content = EMPTY;
  for (unsigned i = 0; i < count; i++) {
    struct message message = messages[i];
    struct about_line about = about_line(view, moved, &message);
    if (!about.is) continue;
    if (about.says_more) view_request(view, moved, &message.request);
    if (about.says_so) message.line = (uint8_t)view->as;
    else message.request.line = messages[i].request.line;
    content = channel_push(view->alone, channel, content,
                           intern_add(view->alone->contents, &message, sizeof message));
    assert_true(content != UINT32_MAX);
  }
  return content;
}

void view_state(const struct line_view *view, const slot_t *state, slot_t *to) {
  struct line_view_moved moved;
  memset(&moved, 0, sizeof moved);
  assert_int_equal(view->whole->model.width, view->alone->model.width);
  for (unsigned i = 0; i < view->whole->shape.core_count; i++)
    to[core_slot(view->alone, i)] = view_core(view, i, state[core_slot(view->whole, i)], &moved);
  for (unsigned i = 0; i < view->whole->shape.controller_count; i++)
    to[controller_slot(view->alone, i)] =
        view_controller(view, i, state[controller_slot(view->whole, i)], &moved);
  for (unsigned i = 0; i < view->whole->shape.channel_count; i++)
    to[channel_slot(view->alone, i)] =
        view_channel(view, i, state[channel_slot(view->whole, i)], &moved);
}

struct views views_new(const struct setting *setting, const struct client *placed,
                       unsigned capacity) {
  struct machine_options options = { .no_reduction = true, .capacity = capacity };
  struct views views = { .whole = machine_of_client(setting, placed, &options) };
  for (unsigned line = 0; line < placed->lines; line++) {
    unsigned as = placed->placed ? first_with_that_home(placed, line) : line;
    options.only_line = 1 + as;
    views.alone[line] = machine_of_client(setting, placed, &options);
    views.of[line] = (struct line_view){ views.whole, views.alone[line], line, as };
  }
  return views;
}

void views_free(struct views *views) {
  for (unsigned line = 0; line < views->whole->shape.lines; line++)
    machine_free(views->alone[line]);
  machine_free(views->whole);
}
