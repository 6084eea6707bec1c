/* The APU directory with the L2 beside it: wL2, wL3 and S-FIFOs as one, and memory; guards,
 * actions, and the table.
 *
 * Fields of a line:
 *   - `memory`: memory, and rL2 and the L3, which hold the same;
 *   - `dirty` of `buffer`: the words of the write cache, which the CPU does not see;
 *   - `pending` ("unacknowledged"): invalidations of rL1s without their InvAck;
 *   - `flag` ("owned"): the CPU that was probed owned the line. */
#ifndef MODELS_QUICKRELEASE_CPU_DIRECTORY_H
#define MODELS_QUICKRELEASE_CPU_DIRECTORY_H

#include "models/release/quickrelease-cpu/quickrelease-cpu.h"

enum { D_ANY = D_U | D_S | D_O | D_P | D_G };

GUARD(told, !s->line->pending)
GUARD(not_told, !told(s))
GUARD(all_written, s->line->dirty == step_words_of_line(s, s->at))
GUARD(not_all_written, !all_written(s))
GUARD(none_written, !s->line->dirty)
GUARD(some_written, s->line->dirty && !all_written(s))
GUARD(written_told, s->line->dirty &&told(s))
GUARD(not_written_told, !written_told(s))

/* (unprobed) The write cache writes memory without the CPU's copy being invalidated. */
GUARD(unprobed, written_told(s) && step_parameter(s, PARAMETER_UNPROBED))
GUARD(probes, !unprobed(s))
static unsigned cpu(const struct step *s) {
  return step_controller_of_sm(s, (unsigned)step_parameter(s, PARAMETER_CPU));
}

/* --- the GPU --- */

static void send_data(struct step *s, unsigned type, unsigned to, const struct data *data) {
  step_send(s, type, to)->data = *data;
}
ACTION(data_of_write_cache, send_data(s, EVENT_DATA, step_incoming(s)->from, &s->line->buffer))
ACTION(data_of_memory, send_data(s, EVENT_DATA, step_incoming(s)->from, &s->line->memory))
static void merge(struct step *s) {
  const struct message *message = step_incoming(s);
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(message->flag >> word & 1)) continue;
    s->line->buffer.word[word] = message->data.word[word];
    s->line->buffer.age[word] = AGE_STALE;
  }
  s->line->dirty |= message->flag;
  enter_line(s);
}
static void write_down(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(s->line->dirty >> word & 1)) continue;
    step_perform(s, word, NO_TIME);
    data_write(&s->line->memory, word, s->line->buffer.word[word]);
  }
  s->line->buffer = (struct data){ 0 };
  s->line->dirty = 0;
  s->line->writes = 0;
}
static void broadcast_inv(struct step *s) {
  for (unsigned sm = 0; sm < s->shape->sms; sm++) {
    if (is_cpu_sm(s->shape, sm)) continue;
    step_send(s, EVENT_INV, step_controller_of_sm(s, sm));
    s->line->pending++;
  }
}
ACTION(acknowledged, s->line->pending--)
static void perform_atomic(struct step *s) {
  int64_t old = perform_on_memory(s, s->request);
  send_value(s, EVENT_AACK, step_incoming(s)->from, s->request, old);
}
ACTION(marker_enters, enter_marker(s, s->request->core))
static bool at_head(const struct step *s) {
  if (first_marker(s) == NO_ONE) return false;
  for (unsigned line = 0; line < s->shape->lines; line++)
    if (before_markers(s, line) || s->local->line[line].pending) return false;
  return true;
}
GUARD(not_at_head, !at_head(s))
static void release_ack(struct step *s) {
  unsigned core = first_marker(s);
  step_send(s, EVENT_RELACK, step_controller_of_core(s, core))->request.core = (uint8_t)core;
  leave_marker(s);
}

/* --- the CPU --- */

/* What a CPU reads is memory's.  (forwarded: the GPU's write cache answers for its words.) */
static void grant_s(struct step *s) {
  struct data data = s->line->memory;
  for (unsigned word = 0; step_parameter(s, PARAMETER_FORWARDED) && word < WORDS_MAX; word++) {
    if (!(s->line->dirty >> word & 1)) continue;
    data.word[word] = s->line->buffer.word[word];
    data.age[word] = s->line->buffer.age[word];
  }
  send_data(s, EVENT_GRANTS, cpu(s), &data);
}
/* (early-read) A CPU reads what the GPU wrote while rL1s have yet to hear of it. */
GUARD(readable, told(s) || step_parameter(s, PARAMETER_EARLY_READ))
GUARD(not_readable, !readable(s))
ACTION(grant_m, send_data(s, EVENT_GRANTM, cpu(s), &s->line->memory))

/* Does a CPU's store tell the GPU, and wait until it is told? */
GUARD(tells, !step_parameter(s, PARAMETER_UNTOLD) && s->shape->sms > 1)
GUARD(waits, told(s) && tells(s) && !step_parameter(s, PARAMETER_LAZY))
GUARD(lazy, told(s) && tells(s) && step_parameter(s, PARAMETER_LAZY))
GUARD(untold, told(s) && !tells(s))
GUARD(last_ack, s->line->pending == 1)
GUARD(not_last_ack, !last_ack(s))

static void probe(struct step *s) {
  s->line->flag = 1u << s->state == D_O;
  step_send(s, EVENT_PROBE, cpu(s));
}
static void take_back(struct step *s) {
  if (step_incoming(s)->flag) s->line->memory = step_incoming(s)->data;
  s->line->flag = 0;
}

static const struct row directory_rows[] = {
  ROW("3.1.2 read", D_U | D_S, RD, none_written, SAME, data_of_memory),
  ROW("3.1.2 read, the write cache has it", D_ANY, RD, all_written, SAME, data_of_write_cache),
  STALL("3.1.2 read, partially in the write cache: it is written through first", D_U | D_S, RD,
        some_written),
  STALL("read of a line of the CPU's", D_O | D_P | D_G, RD, not_all_written),
  ROW("3.1.1 store", D_ANY, WR, always, SAME, merge),
  ROW("3.1.1 eviction from the write cache", D_U, WRITE_THROUGH, written_told, SAME, write_down,
      broadcast_inv),
  STALL("3.1.1 not in the write cache, or invalidations under way", D_U, WRITE_THROUGH,
        not_written_told),
  STALL("3.1.1 invalidations to the CPU cluster \"before the line is written\"", D_S, WRITE_THROUGH,
        probes),
  VARIANT("the line is written, and the CPU keeps its copy (unprobed)", D_S, WRITE_THROUGH,
          unprobed, SAME, write_down, broadcast_inv),
  STALL("eviction of a line of the CPU's", D_O | D_P | D_G, WRITE_THROUGH, always),
  ROW("3.1.1 atomic, at the directory", D_U, ATOM, told, SAME, REPAIRED(write_down), perform_atomic,
      REPAIRED(broadcast_inv)),
  STALL("atomic: invalidations are under way", D_U, ATOM, not_told),
  STALL("atomic of a line of the CPU's", D_S | D_O | D_P | D_G, ATOM, always),
  ROW("3.1.3 the marker enters the S-FIFO", D_ANY, MARK, always, SAME, marker_enters),
  ROW("3.1.3 the marker is at the last head", D_ANY, MARKER, at_head, SAME, release_ack),
  STALL("3.1.3 writes are before the marker, or invalidations under way, or there is none", D_ANY,
        MARKER, not_at_head),
  INFERRED("an invalidation has arrived", D_U | D_S | D_O | D_P, INVACK, always, SAME,
           acknowledged),

  ROW("3.1.2 a CPU read is not forwarded: memory has it", D_U | D_S, GETS, readable, D_S, grant_s),
  STALL("a CPU read: invalidations are under way", D_U | D_S, GETS, not_readable),
  STALL("a CPU read, its last copy being on the way back", D_P, GETS, always),
  NEVER("a CPU read", D_O | D_G, GETS),
  ROW("3.1.1 a CPU write: the directory invalidates rL2 and rL1s", D_U | D_S, GETM, waits, D_G,
      broadcast_inv),
  VARIANT_OF_SOURCE("3.1.1 a CPU write, invalidations \"applied lazily\" (lazy)", D_U | D_S, GETM,
                    lazy, D_O, broadcast_inv, grant_m),
  INFERRED("a CPU write without GPU, or untold", D_U | D_S, GETM, untold, D_O, grant_m),
  STALL("a CPU write: invalidations are under way", D_U | D_S, GETM, not_told),
  STALL("a CPU write, its last copy being on the way back", D_P, GETM, always),
  NEVER("a CPU write", D_O | D_G, GETM),
  INFERRED("the last read cache is told", D_G, INVACK, last_ack, D_O, acknowledged, grant_m),
  INFERRED("a read cache is told", D_G, INVACK, not_last_ack, SAME, acknowledged),
  INFERRED("the directory probes the CPU, or the CPU evicts", D_S | D_O, RECALL, always, D_P,
           probe),
  STALL("nothing to recall", D_U | D_P | D_G, RECALL, always),
  INFERRED("P/ProbeAck", D_P, PROBEACK, always, D_U, take_back),
  NEVER("ProbeAck", D_ANY & ~D_P, PROBEACK),
};

#endif
