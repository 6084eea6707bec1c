/* A GPU's state is printed in pieces, and a step by the pieces that it changes. */
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/text.h"
#include "frames/compositor.h"
#include "frames/describe.h"
#include "frames/take.h"

uint32_t compositor_label(struct label label) {
  return label.slot << 24 | label.event << 16 | label.at << 8 | label.peer;
}
static struct label label_read(uint32_t label) {
  return (struct label){ label >> 24, label >> 16 & 255, label >> 8 & 255, label & 255 };
}

static void put_name(FILE *out, const struct compositor *c, unsigned slot) {
  if (slot < c->frame->gpus) fprintf(out, "GPU%u", slot);
  else fputs("scheduler", out);
}

static void put_colour(FILE *out, const struct compositor *c, const struct colour *colour) {
  struct text text = { 0 };
  colour_print(&text, c->frame, colour);
  fputs(text.bytes, out);
  text_free(&text);
}

static void put_packet(FILE *out, const struct compositor *c, const struct packet *packet) {
  fputs(composition_events[packet->type], out);
  bool is_draw = packet->type == EVENT_DRAW || packet->type == EVENT_PROCESSED ||
                 packet->type == EVENT_PRIMITIVE;
  const struct frame_command *command = is_draw ? &c->frame->commands[packet->peer] : NULL;
  if (is_draw && command->kind == COMMAND_DRAW) fprintf(out, " %s", command->name);
  else if (is_draw) fprintf(out, " command %u", packet->peer);
  else if (packet->peer != FRAME_NONE) fprintf(out, " GPU%u", packet->peer);
  if (packet->number) fprintf(out, ", report %u", packet->number + 1u);
  if (packet->type != EVENT_PIXELS || packet->pixel >= c->frame->pixels) return;
  fprintf(out, " (group %u, pixel %u: ", packet->group, packet->pixel);
  put_colour(out, c, &packet->sample.colour);
  if (packet->sample.depth) fprintf(out, " at %u", packet->sample.depth);
  fprintf(out, "%s)", packet->sample.drawn ? "" : ", not drawn");
}

/* The pieces of a GPU's state, before its pixels; a piece may be empty. */
enum {
  PIECE_STATE,
  PIECE_SENDING,
  PIECE_RECEIVING,
  PIECE_SENT,
  PIECE_RECEIVED,
  PIECE_INTERVAL,
  PIECE_BACKGROUND,
  PIECE_QUEUE,
  PIECES
};

static unsigned piece_count(const struct compositor *c) {
  return PIECES + c->frame->pixels * (FRAME_TARGETS_MAX + c->frame->presents);
}

/* Empty for a target and depth buffer that no draw has touched. */
static void put_pixel(FILE *out, const struct compositor *c, const struct gpu *gpu, unsigned target,
                      unsigned pixel) {
  const struct colour *colour = &gpu->target[target][pixel];
  bool is_clear =
      colour_equal(colour, &colour_background) && gpu->depth[target][pixel] == c->frame->clear;
  if (target && is_clear) return;
  if (target) fprintf(out, "target %u, ", target);
  fprintf(out, "%u: ", pixel);
  put_colour(out, c, colour);
  if (gpu->depth[target][pixel] != c->frame->clear)
    fprintf(out, " at %u", gpu->depth[target][pixel]);
  if (target || !gpu->sub[pixel].colour.length) return;
  fputs(" + ", out);
  put_colour(out, c, &gpu->sub[pixel].colour);
}

static void put_shown(FILE *out, const struct compositor *c, const struct gpu *gpu,
                      unsigned present, unsigned pixel) {
  if (!gpu->shown[present][pixel].length) return;
  fputs("shows ", out);
  if (c->frame->presents > 1) fprintf(out, "%u.", present);
  fprintf(out, "%u: ", pixel);
  put_colour(out, c, &gpu->shown[present][pixel]);
}

static void put_gpus(FILE *out, const struct compositor *c, const char *what, unsigned set) {
  if (!set) return;
  fputs(what, out);
  for (unsigned i = 0; i < c->frame->gpus; i++)
    if (set >> i & 1) fprintf(out, " GPU%u", i);
}

static void put_queue(FILE *out, const struct compositor *c, const struct gpu *gpu) {
  if (gpu->queue_length) fputs("has", out);
  for (unsigned i = 0; i < gpu->queue_length && i < FRAME_COMMANDS_MAX; i++) {
    const struct frame_command *command = &c->frame->commands[gpu->queue[i]];
    fprintf(out, " %s", command->kind == COMMAND_DRAW ? command->name : "present");
  }
}

/* In systems that pass a turn on, `sending` and `receiving` are flags: it is passed on, it is here.
 */
static void put_piece(FILE *out, const struct compositor *c, const struct gpu *gpu, unsigned i) {
  bool turns = c->composition->system.messages[EVENT_TURN].name;
  unsigned pixels = c->frame->pixels;
  switch (i) {
  case PIECE_STATE:
    fprintf(out, "%s, group %u", c->tables[KIND_GPU].states[gpu->state], gpu->group);
    return;
  case PIECE_SENDING:
    if (gpu->sending && turns) fputs("passed the turn on", out);
    else if (gpu->sending) fprintf(out, "sending to GPU%u", gpu->sending - 1u);
    if (gpu->sent) fprintf(out, "%s%u sent", gpu->sending ? ", " : "", gpu->sent);
    return;
  case PIECE_RECEIVING:
    if (gpu->receiving && turns) fputs("has the turn", out);
    else if (gpu->receiving) fprintf(out, "receiving from GPU%u", gpu->receiving - 1u);
    return;
  case PIECE_SENT: put_gpus(out, c, turns ? "acknowledged by" : "sent to", gpu->sent_to); return;
  case PIECE_RECEIVED: put_gpus(out, c, "received from", gpu->received); return;
  case PIECE_INTERVAL:
    if (gpu->low != gpu->high) fprintf(out, "composed GPU%u to GPU%u", gpu->low, gpu->high);
    return;
  case PIECE_BACKGROUND:
    if (gpu->backgrounds) fputs("laid on the background", out);
    return;
  case PIECE_QUEUE: put_queue(out, c, gpu); return;
  }
  i -= PIECES;
  if (i / pixels < FRAME_TARGETS_MAX) put_pixel(out, c, gpu, i / pixels, i % pixels);
  else put_shown(out, c, gpu, i / pixels - FRAME_TARGETS_MAX, i % pixels);
}

static void put_gpu(FILE *out, const struct compositor *c, unsigned slot, const struct gpu *gpu) {
  fprintf(out, "GPU%u", slot);
  for (unsigned i = 0; i < piece_count(c); i++) {
    struct printing piece;
    put_piece(printing_begin(&piece), c, gpu, i);
    if (*printing_end(&piece)) fprintf(out, "%s %s", i ? ";" : "", piece.text);
    printing_free(&piece);
  }
  fputc('\n', out);
}

/* "Drawing, group 0 => Composing, group 0; 0: bg => 0: a at 5"; an empty piece is "-". */
static void put_gpu_change(FILE *out, const struct compositor *c, uint32_t from, uint32_t to) {
  const struct gpu *before = intern_at(c->contents, from, NULL),
                   *after = intern_at(c->contents, to, NULL);
  const char *separator = "";
  for (unsigned i = 0; i < piece_count(c); i++) {
    struct printing was, is;
    put_piece(printing_begin(&was), c, before, i);
    put_piece(printing_begin(&is), c, after, i);
    const char *old = printing_end(&was), *new = printing_end(&is);
    if (!text_equal(old, new)) {
      fprintf(out, "%s%s => %s", separator, *old ? old : "-", *new ? new : "-");
      separator = "; ";
    }
    printing_free(&was);
    printing_free(&is);
  }
  if (!*separator) fputs("as before, but for what is only watched", out);
}

static void put_set(FILE *out, const struct compositor *c, const char *name, unsigned set) {
  fprintf(out, " %s ", name);
  for (unsigned i = 0; i < c->frame->gpus; i++) fputc(set >> i & 1 ? '1' : '0', out);
}

static void put_entry(FILE *out, const struct compositor *c, const struct scheduler_entry *entry) {
  fprintf(out, "%s, CGID %u,", c->tables[KIND_SCHEDULER].states[entry->state], entry->cgid);
  if (entry->receiving) fprintf(out, " receiving from GPU%u,", entry->receiving - 1u);
  if (entry->sending) fprintf(out, " sending to GPU%u,", entry->sending - 1u);
  put_set(out, c, "SentGPUs", entry->sent);
  put_set(out, c, "ReceivedGPUs", entry->received);
  if (entry->low != entry->high) fprintf(out, ", composed GPU%u to GPU%u", entry->low, entry->high);
  if (entry->background)
    fputs(entry->background == 1 ? ", background being laid" : ", background laid", out);
  if (entry->scheduled)
    fprintf(out, " %u triangles scheduled, %u processed", entry->scheduled, entry->processed);
}

static void put_entry_change(FILE *out, const struct compositor *c, unsigned at,
                             const struct scheduler_entry *before,
                             const struct scheduler_entry *after) {
  struct printing was, is;
  put_entry(printing_begin(&was), c, before);
  put_entry(printing_begin(&is), c, after);
  const char *old = printing_end(&was), *new = printing_end(&is);
  if (!text_equal(old, new)) fprintf(out, "\n   entry of GPU%u: %s => %s", at, old, new);
  printing_free(&was);
  printing_free(&is);
}

void compositor_describe_state(const struct model *model, FILE *out, const slot_t *state) {
  const struct compositor *c = model->self;
  unsigned gpus = c->frame->gpus;
  for (unsigned i = 0; i < gpus; i++) put_gpu(out, c, i, intern_at(c->contents, state[i], NULL));
  if (c->controller_count > gpus)
    for (unsigned i = 0; i < gpus; i++) {
      fprintf(out, "entry of GPU%u: ", i);
      put_entry(out, c,
                &((const struct scheduler *)intern_at(c->contents, state[gpus], NULL))->entry[i]);
      fputc('\n', out);
    }
  for (unsigned i = 0; i < c->channel_count; i++) {
    size_t length;
    const struct packet *packets = intern_at(c->contents, state[c->controller_count + i], &length);
    for (unsigned p = 0; p < length / sizeof *packets; p++) {
      fputs("under way from ", out);
      put_name(out, c, number_of(c, packets[p].from));
      fputs(" to ", out);
      put_name(out, c, number_of(c, packets[p].to));
      fputs(": ", out);
      put_packet(out, c, &packets[p]);
      fputc('\n', out);
    }
  }
}

static uint32_t head_of(const struct compositor *c, const slot_t *state, unsigned from,
                        unsigned to) {
  uint32_t head;
  compose_pop(c, state[c->controller_count + c->channel_of[from][to]], &head);
  return head;
}

static const struct row *row_of(const struct compositor *c, struct label label, int index) {
  return index < 0 ? NULL
                   : &c->tables[kind_at(compositor_controller_at(c, label.slot))].rows[index];
}

static void put_row_words(FILE *out, const struct compositor *c, struct label label, unsigned state,
                          int index) {
  const struct table *table = &c->tables[kind_at(compositor_controller_at(c, label.slot))];
  fprintf(out, "%sGPU%u: %s/%s", label.slot < c->frame->gpus ? "" : "entry of ",
          label.slot < c->frame->gpus ? label.slot : label.at, table->states[state],
          composition_events[label.event]);
  if (index < 0) {
    fputs(index == NO_ROW ? ": no row answers" : ": two rows answer", out);
    return;
  }
  const struct row *row = row_of(c, label, index);
  if (row->when) fprintf(out, " when %s%s", row->negated ? "not " : "", row->when_name);
  if (row->kind == ROW_NEVER) fputs(": NEVER", out);
  if (row->kind == ROW_ACT && row->next != SAME)
    fprintf(out, " -> %s", table->states[__builtin_ctz(row->next)]);
  if (row->kind != ROW_ACT || !*row->action_names) return;
  struct text actions = { 0 };
  row_add_actions(&actions, row, false);
  fprintf(out, ", %s", actions.bytes);
  text_free(&actions);
}

static void put_row(FILE *out, const struct compositor *c, struct label label, unsigned state,
                    int index) {
  fputs("\n   ", out);
  put_row_words(out, c, label, state, index);
  const struct row *row = row_of(c, label, index);
  if (!row) return;
  struct text cite = { 0 };
  row_cite(&cite, row);
  fprintf(out, "   [%s]", cite.bytes);
  text_free(&cite);
}

static void put_sends(FILE *out, const struct compositor *c, const struct result *result) {
  for (unsigned i = 0; i < result->count; i++) {
    const struct packet *packet = intern_at(c->contents, result->sends[i].packet, NULL);
    fputs("\n   sends ", out);
    put_packet(out, c, packet);
    fputs(" to ", out);
    put_name(out, c, number_of(c, packet->to));
  }
}

static void put_changes(FILE *out, const struct compositor *c, const slot_t *from,
                        const slot_t *to) {
  unsigned gpus = c->frame->gpus;
  for (unsigned i = 0; i < gpus; i++) {
    if (from[i] == to[i]) continue;
    fprintf(out, "\n   GPU%u: ", i);
    put_gpu_change(out, c, from[i], to[i]);
  }
  if (c->controller_count == gpus || from[gpus] == to[gpus]) return;
  const struct scheduler *before = intern_at(c->contents, from[gpus], NULL),
                         *after = intern_at(c->contents, to[gpus], NULL);
  for (unsigned i = 0; i < gpus; i++)
    put_entry_change(out, c, i, &before->entry[i], &after->entry[i]);
}

static unsigned state_in(const struct compositor *c, struct label label, const slot_t *from) {
  const void *local = intern_at(c->contents, from[label.slot], NULL);
  if (label.slot < c->frame->gpus) return ((const struct gpu *)local)->state;
  return ((const struct scheduler *)local)->entry[label.at].state;
}

static bool takes_packet(const struct compositor *c, struct label label) {
  return c->composition->system.messages[label.event].name;
}

/* Who takes the step, and its input. */
static void put_input(FILE *out, const struct compositor *c, const slot_t *from,
                      struct label label) {
  put_name(out, c, label.slot);
  if (takes_packet(c, label)) {
    fputs(" takes ", out);
    put_packet(out, c, intern_at(c->contents, head_of(c, from, label.peer, label.slot), NULL));
    fputs(" from ", out);
    put_name(out, c, label.peer);
    return;
  }
  fprintf(out, ": %s", composition_events[label.event]);
  if (label.slot == c->frame->gpus) fprintf(out, " GPU%u", label.at);
  if (label.event == EVENT_COMPOSE) fprintf(out, " from GPU%u", label.peer);
}

/* Takes the step again.  Of a packet, label->at becomes the scheduler's entry. */
static const struct result *take_step(const struct compositor *c, const slot_t *from,
                                      struct label *label) {
  struct compose_input input = { .event = (uint8_t)label->event, .peer = (uint8_t)label->peer };
  if (takes_packet(c, *label)) {
    label->at = label->slot < c->frame->gpus ? 0 : label->peer;
    input.packet = head_of(c, from, label->peer, label->slot) + 1;
    input.peer = 0;
  }
  input.at = (uint8_t)label->at;
  return compose_take(c, label->slot, from[label->slot], &input);
}

void compositor_describe_step(const struct model *model, FILE *out, const slot_t *from,
                              uint32_t given, const slot_t *to) {
  const struct compositor *c = model->self;
  struct label label = label_read(given);
  if (label.event == EVENT_EXCHANGE) {
    fputs("all GPUs exchange their regions", out);
    put_changes(out, c, from, to);
    return;
  }
  const struct result *result = take_step(c, from, &label);
  put_input(out, c, from, label);
  put_row(out, c, label, state_in(c, label, from), result->row);
  put_sends(out, c, result);
  put_changes(out, c, from, to);
}

/* --- parts --- */

unsigned compositor_lifelines(const struct compositor *c) { return c->controller_count; }

void compositor_put_lifeline(FILE *out, const struct compositor *c, unsigned lifeline) {
  put_name(out, c, lifeline);
}

void compositor_put_held(FILE *out, const struct compositor *c, unsigned lifeline,
                         const slot_t *state) {
  const void *local = intern_at(c->contents, state[lifeline], NULL);
  const char *separator = "";
  if (lifeline == c->frame->gpus) {
    const struct scheduler *scheduler = local;
    for (unsigned i = 0; i < c->frame->gpus; i++) {
      fprintf(out, "%sGPU%u: ", separator, i);
      put_entry(out, c, &scheduler->entry[i]);
      separator = "\n";
    }
    return;
  }
  for (unsigned i = 0; i < piece_count(c); i++) {
    struct printing piece;
    put_piece(printing_begin(&piece), c, local, i);
    if (*printing_end(&piece)) {
      fprintf(out, "%s%s", separator, piece.text);
      separator = "\n";
    }
    printing_free(&piece);
  }
}

static void add_changes(struct compositor_step *step, const struct compositor *c,
                        const slot_t *from, const slot_t *to) {
  unsigned gpus = c->frame->gpus;
  for (unsigned i = 0; i < gpus; i++) {
    struct printing change;
    if (from[i] == to[i]) continue;
    put_gpu_change(printing_begin(&change), c, from[i], to[i]);
    step->changes[step->change_count++] = (struct compositor_part){ i, printing_take(&change) };
  }
  if (c->controller_count == gpus || from[gpus] == to[gpus]) return;
  const struct scheduler *before = intern_at(c->contents, from[gpus], NULL),
                         *after = intern_at(c->contents, to[gpus], NULL);
  for (unsigned i = 0; i < gpus; i++) {
    struct printing change;
    put_entry_change(printing_begin(&change), c, i, &before->entry[i], &after->entry[i]);
    char *text = printing_take(&change);
    const char *bare = text + strspn(text, "\n ");
    if (*bare)
      step->changes[step->change_count++] =
          (struct compositor_part){ gpus, memory_copy_text(bare, strlen(bare)) };
    memory_free(text);
  }
}

static void add_row(struct compositor_step *step, const struct compositor *c, struct label label,
                    unsigned state, int index) {
  struct printing printing;
  struct text cite = { 0 };
  put_row_words(printing_begin(&printing), c, label, state, index);
  step->row = printing_take(&printing);
  const struct row *row = row_of(c, label, index);
  if (row) row_cite(&cite, row);
  step->cite = cite.bytes;
}

struct compositor_step compositor_step_of(const struct compositor *c, const slot_t *from,
                                          uint32_t given, const slot_t *to) {
  struct compositor_step step = { .lifeline = UINT32_MAX, .from = UINT32_MAX };
  struct label label = label_read(given);
  struct printing printing;
  add_changes(&step, c, from, to);
  if (label.event == EVENT_EXCHANGE) {
    fputs("all GPUs exchange their regions", printing_begin(&printing));
    step.text = printing_take(&printing);
    return step;
  }
  const struct result *result = take_step(c, from, &label);
  put_input(printing_begin(&printing), c, from, label);
  step.text = printing_take(&printing);
  step.lifeline = label.slot;
  if (takes_packet(c, label)) {
    step.from = label.peer;
    put_packet(printing_begin(&printing), c,
               intern_at(c->contents, head_of(c, from, label.peer, label.slot), NULL));
    step.packet = printing_take(&printing);
  }
  add_row(&step, c, label, state_in(c, label, from), result->row);
  for (unsigned i = 0; i < result->count; i++) {
    const struct packet *packet = intern_at(c->contents, result->sends[i].packet, NULL);
    put_packet(printing_begin(&printing), c, packet);
    step.sends[step.send_count++] =
        (struct compositor_part){ number_of(c, packet->to), printing_take(&printing) };
  }
  return step;
}
