/* States and steps in words. */
#include "compose/inside.h"

/* slot, event, at and peer, from the highest bits down. */
uint32_t label_of(struct label label) { return label.slot << 24 | label.event << 16 | label.at << 8 | label.peer; }
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
  bool is_draw = packet->type == EVENT_DRAW || packet->type == EVENT_PROCESSED || packet->type == EVENT_PRIMITIVE;
  const struct frame_command *command = is_draw ? &c->frame->commands[packet->peer] : NULL;
  if (is_draw && command->kind == COMMAND_DRAW) fprintf(out, " %s", command->name);
  else if (is_draw) fprintf(out, " command %u", packet->peer);
  else if (packet->peer != FRAME_NONE) fprintf(out, " GPU%u", packet->peer);
  if (packet->type != EVENT_PIXELS || packet->pixel >= c->frame->pixels) return;
  fprintf(out, " (group %u, pixel %u: ", packet->group, packet->pixel);
  put_colour(out, c, &packet->sample.colour);
  if (packet->sample.depth) fprintf(out, " at %u", packet->sample.depth);
  fprintf(out, "%s)", packet->sample.drawn ? "" : ", not drawn");
}

static void put_gpu(FILE *out, const struct compositor *c, unsigned slot, const struct gpu *gpu) {
  fprintf(out, "  GPU%u %s, group %u;", slot, c->tables[KIND_GPU].states[gpu->state], gpu->group);
  for (unsigned pixel = 0; pixel < c->frame->pixels; pixel++) {
    fprintf(out, " %u: ", pixel);
    put_colour(out, c, &gpu->target[0][pixel]);
    if (gpu->depth[0][pixel] != c->frame->clear) fprintf(out, " at %u", gpu->depth[0][pixel]);
    if (gpu->sub[pixel].colour.length) {
      fputs(" + ", out);
      put_colour(out, c, &gpu->sub[pixel].colour);
    }
    fputc(';', out);
  }
  if (gpu->sending) fprintf(out, " sending to GPU%u", gpu->sending - 1u);
  fputc('\n', out);
}

static void put_set(FILE *out, const struct compositor *c, const char *name, unsigned set) {
  fprintf(out, " %s ", name);
  for (unsigned i = 0; i < c->frame->gpus; i++) fputc(set >> i & 1 ? '1' : '0', out);
}

static void put_entry(FILE *out, const struct compositor *c, unsigned at, const struct entry *entry) {
  fprintf(out, "  entry of GPU%u: %s, CGID %u,", at, c->tables[KIND_SCHEDULER].states[entry->state], entry->cgid);
  if (entry->receiving) fprintf(out, " receiving from GPU%u,", entry->receiving - 1u);
  if (entry->sending) fprintf(out, " sending to GPU%u,", entry->sending - 1u);
  put_set(out, c, "SentGPUs", entry->sent);
  put_set(out, c, "ReceivedGPUs", entry->received);
  if (entry->scheduled) fprintf(out, " %u triangles scheduled, %u processed", entry->scheduled, entry->processed);
  fputc('\n', out);
}

void compositor_describe_state(const struct model *model, FILE *out, const slot_t *state) {
  const struct compositor *c = model->self;
  unsigned gpus = c->frame->gpus;
  for (unsigned i = 0; i < gpus; i++) put_gpu(out, c, i, intern_at(c->contents, state[i], NULL));
  if (c->controller_count > gpus)
    for (unsigned i = 0; i < gpus; i++)
      put_entry(out, c, i, &((const struct scheduler *)intern_at(c->contents, state[gpus], NULL))->entry[i]);
  for (unsigned i = 0; i < c->channel_count; i++) {
    size_t length;
    const struct packet *packets = intern_at(c->contents, state[c->controller_count + i], &length);
    for (unsigned p = 0; p < length / sizeof *packets; p++) {
      fputs("  under way from ", out);
      put_name(out, c, number_of(c, packets[p].from));
      fputs(" to ", out);
      put_name(out, c, number_of(c, packets[p].to));
      fputs(": ", out);
      put_packet(out, c, &packets[p]);
      fputc('\n', out);
    }
  }
}

static uint32_t head_of(const struct compositor *c, const slot_t *state, unsigned from, unsigned to) {
  uint32_t head;
  pop(c, state[c->controller_count + c->channel_of[from][to]], &head);
  return head;
}

static void put_row(FILE *out, const struct compositor *c, unsigned kind, int index) {
  if (index < 0) fputs(index == NO_ROW ? "  [no row answers]" : "  [two rows answer]", out);
  else fprintf(out, "  [%s]", c->tables[kind].rows[index].source);
}

void compositor_describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t given, const slot_t *to) {
  const struct compositor *c = model->self;
  struct label label = label_read(given);
  (void)to;
  if (label.event == EVENT_EXCHANGE) {
    fputs("all GPUs exchange their regions", out);
    return;
  }
  struct input input = { .event = (uint8_t)label.event, .at = (uint8_t)label.at, .peer = (uint8_t)label.peer };
  put_name(out, c, label.slot);
  if (c->composition->system.messages[label.event].name) {
    uint32_t head = head_of(c, from, label.peer, label.slot);
    input = (struct input){ .event = (uint8_t)label.event, .packet = head + 1,
                            .at = (uint8_t)(label.slot < c->frame->gpus ? 0 : label.peer) };
    fputs(" takes ", out);
    put_packet(out, c, intern_at(c->contents, head, NULL));
    fputs(" from ", out);
    put_name(out, c, label.peer);
  } else {
    fprintf(out, ": %s", composition_events[label.event]);
    if (label.slot == c->frame->gpus) fprintf(out, " GPU%u", label.at);
    if (label.event == EVENT_COMPOSE) fprintf(out, " from GPU%u", label.peer);
  }
  put_row(out, c, kind_at(controller_at(c, label.slot)), take(c, label.slot, from[label.slot], &input)->row);
}

void image_print(struct text *text, const struct frame *frame, const struct image *image) {
  for (unsigned present = 0; present < frame->presents; present++)
    for (unsigned pixel = 0; pixel < frame->pixels; pixel++) {
      text_add(text, present || pixel ? "; " : "");
      if (frame->presents > 1) text_add(text, "%u.", present);
      text_add(text, "%u = ", pixel);
      colour_print(text, frame, &image->shown[present][pixel]);
    }
}
