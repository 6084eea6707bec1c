/* The functions that actions call: they send, answer, queue, write data, and advance logical time.
 * step.h documents them.  A misuse by a faulty table breaks PROPERTY_NEVER; it never crashes. */
#include <string.h>
#include "protocol/answers.h"
#include "protocol/crash_handler.h"
#include "protocol/step_faults.h"
#include "protocol/time_map.h"

const struct request request_none = { .event = NO_EVENT, .time = NO_TIME };

/* Guards change nothing, except that they may be at fault. */
static void blame_const(const struct step *step, enum fault why) {
  step_blame((struct step *)step, why);
}

int step_parameter(const struct step *step, unsigned index) {
  if (index >= PARAMETERS_MAX) {
    blame_const(step, WHY_NO_PARAMETER);
    return 0;
  }
  return step->shape->setting.values[index];
}

const struct message *step_message_missing(const struct step *step) {
  static const struct message none = { .requester = NO_ONE,
                                       .time = { NO_TIME, NO_TIME, NO_TIME, NO_TIME } };
  step_fault((struct step *)step, FAULT_NO_MESSAGE);
  return &none;
}

void step_signal_all(struct step *step, unsigned event) {
  if (event >= EVENTS_MAX || !(step->shape->tables[step->me->kind].alphabet >> event & 1)) {
    step_blame(step, WHY_NO_EVENT);
    return;
  }
  step->raised |= 1ull << event;
  for (unsigned i = 0; i < step->signal_count; i++)
    if (step->signals[i] == event) return;
  if (step->signal_count == SIGNALS_MAX) step_exceeds(step, LIMIT_SIGNALS);
  else step->signals[step->signal_count++] = (uint8_t)event;
}

/* A core that does not exist has a scratch line, so that a faulty table breaks NEVER only. */
struct line *step_line_of_core(const struct step *step, unsigned core) {
  static _Thread_local struct line scratch;
  if (core < step->shape->core_count) return &step->local->line[step->shape->lines + core];
  blame_const(step, WHY_NO_CORE);
  memset(&scratch, 0, sizeof scratch);
  return &scratch;
}

/* Is there no such line?  Asking for it is a fault. */
static bool lacks_line(const struct step *step, unsigned line) {
  if (line < step->shape->lines) return false;
  blame_const(step, WHY_NO_WORD);
  return true;
}

static bool lacks_word(struct step *step, unsigned word) {
  if (word < WORDS_MAX) return false;
  if (step) step_blame(step, WHY_NO_WORD);
  return true;
}

unsigned step_words_of_line(const struct step *step, unsigned line) {
  return lacks_line(step, line) ? 0 : step->shape->words_of_line[line];
}

void step_turn_to(struct step *step, unsigned line) {
  if (line >= shape_local_lines(step->shape, step->me->kind)) {
    step_blame(step, WHY_NO_WORD);
    return;
  }
  step->at = line;
  step->line = &step->local->line[line];
}

/* Would another message exceed even an empty channel?  Such a step would wait for ever. */
static bool fills_channel(const struct step *step, unsigned network, unsigned to) {
  const struct shape *shape = step->shape;
  unsigned count = 0, me = step->me->number, channel = shape->channel_of[network][me][to];
  for (unsigned i = 0; i < step->send_count; i++)
    count += shape->channel_of[step->sends[i].network][me][step->sends[i].to] == channel;
  return count >= shape->channels[channel].room;
}

/* The reason why no such message can be sent, or NO_FAULT. */
static enum fault unsendable(const struct step *step, unsigned type, unsigned to) {
  const struct shape *shape = step->shape;
  if (type >= EVENTS_MAX || !shape->system->messages[type].name) return WHY_NO_MESSAGE_KIND;
  if (to >= shape->controller_count) return WHY_NO_CONTROLLER;
  return shape->channel_of[shape_network_of(shape, type)][step->me->number][to] == NO_CHANNEL
             ? WHY_NO_CHANNEL
             : NO_FAULT;
}

struct message *step_send(struct step *step, unsigned type, unsigned to) {
  static _Thread_local struct message lost;
  enum fault wrong = unsendable(step, type, to);
  if (wrong) {
    step_blame(step, wrong);
    return &lost;
  }
  unsigned network = shape_network_of(step->shape, type);
  bool many = step->send_count == SENDS_MAX;
  if (many || fills_channel(step, network, to)) {
    step_exceeds(step, many ? LIMIT_SENDS : LIMIT_CHANNEL);
    return &lost;
  }
  struct message *message = &step->sends[step->send_count++];
  memset(message, 0, sizeof *message);
  message->type = (uint8_t)type;
  message->network = (uint8_t)network;
  message->from = (uint8_t)step->me->number;
  message->to = (uint8_t)to;
  message->line = (uint8_t)step->at;
  memset(message->time, NO_TIME, sizeof message->time);
  message->requester = NO_ONE;
  message->request.time = NO_TIME;
  message->request.core = NO_ONE;
  return message;
}

unsigned step_controller_of_sm(const struct step *step, unsigned sm) {
  return step_controller_at(step, 0, sm);
}

unsigned step_controller_of_line(const struct step *step, unsigned line) {
  if (lacks_line(step, line)) return NO_ONE;
  return step->shape->first_of_kind[1] + step->shape->placement.bank_of_line[line];
}

unsigned step_own_number(const struct step *step) { return step->me->number; }

unsigned step_controller_at(const struct step *step, unsigned kind, unsigned index) {
  if (kind >= KINDS_MAX) return NO_ONE;
  const unsigned *first = &step->shape->first_of_kind[kind];
  return index < first[1] - first[0] ? first[0] + index : NO_ONE; /* step_send breaks NEVER */
}

unsigned step_bank_of_line(const struct step *step, unsigned line) {
  return lacks_line(step, line) ? 0 : step->shape->placement.bank_of_line[line];
}

unsigned step_controller_of_core(const struct step *step, unsigned core) {
  if (core >= step->shape->core_count) return NO_ONE; /* step_send then breaks NEVER */
  return step->shape->first_of_kind[0] + step->shape->sm_of_core[core];
}

unsigned step_sm_of(const struct step *step, unsigned controller) {
  return step_index_of(step, controller);
}

unsigned step_index_of(const struct step *step, unsigned controller) {
  if (controller >= step->shape->controller_count) {
    blame_const(step, WHY_NO_CONTROLLER);
    return 0;
  }
  return step->shape->controllers[controller].index;
}

unsigned step_own_index(const struct step *step) { return step->me->index; }

void step_restart(struct step *step, const struct request *request) {
  unsigned before = step->reply_count;
  step_reply(step, request, 0);
  if (step->reply_count > before) step->replies[before].restarts = 1;
}

/* Is there no request?  Using it is a fault. */
static bool lacks_request(struct step *step, const struct request *request) {
  if (!request_is_none(request)) return false;
  step_fault(step, FAULT_NO_REQUEST);
  return true;
}

void step_reply(struct step *step, const struct request *request, int64_t value) {
  if (lacks_request(step, request)) return;
  if (step->reply_count == REPLIES_MAX) {
    step_exceeds(step, LIMIT_REPLIES);
    return;
  }
  if (request->core >= step->shape->core_count) {
    step_blame(step, WHY_REPLY_UNASKED);
    return;
  }
  for (unsigned i = 0; i < step->reply_count; i++)
    if (step->replies[i].core == request->core && step->replies[i].entry == request->entry)
      step_blame(step, WHY_SECOND_REPLY);
  step->replies[step->reply_count++] = (struct reply){
    .core = request->core, .entry = request->entry, .event = request->event, .value = value
  };
}

void step_reply_word(struct step *step, const struct request *request, const struct data *data) {
  unsigned before = step->reply_count, word = request->word;
  if (lacks_word(step, word)) return;
  step_reply(step, request, data->word[word]);
  if (step->reply_count == before) return;
  answers_read(step, data, request->word);
  bool overwritten = data->age[word] >= AGE_STALE;
  step->replies[before].reading = data->coming[word] ? READS_AHEAD
                                  : overwritten      ? READS_OVERWRITTEN
                                                     : READS_NEWEST;
}

void step_replay(struct step *step, const struct request *request) {
  if (lacks_request(step, request)) return;
  if (request->line >= shape_local_lines(step->shape, step->me->kind)) {
    step_blame(step, WHY_NO_WORD);
    return;
  }
  if (step->replay_count == QUEUE_MAX * 2) {
    step_exceeds(step, LIMIT_REPLAYS);
    return;
  }
  step->replays[step->replay_count++] = *request;
}

void step_enqueue(struct step *step, const struct request *request) {
  if (step->line->waiting == QUEUE_MAX) {
    step_exceeds(step, LIMIT_QUEUE);
    return;
  }
  /* A blank request is kept even so: actions go on to change the last one of the queue. */
  step->line->queue[step->line->waiting++] =
      lacks_request(step, request) ? (struct request){ .time = NO_TIME } : *request;
}

static struct request nothing_queued(struct step *step) {
  step_blame(step, WHY_EMPTY_QUEUE);
  return (struct request){ .time = NO_TIME };
}

struct request step_dequeue(struct step *step, unsigned index) {
  struct line *line = step->line;
  if (index >= line->waiting) return nothing_queued(step);
  struct request taken = line->queue[index];
  for (unsigned i = index; i + 1 < line->waiting; i++) line->queue[i] = line->queue[i + 1];
  memset(&line->queue[--line->waiting], 0, sizeof line->queue[0]);
  step->dequeued = taken;
  return taken;
}

void data_write(struct data *data, unsigned word, int64_t value) {
  if (lacks_word(running_row.step, word)) return;
  data->word[word] = value;
  data->age[word] = AGE_NEWEST;
  data->coming[word] = 0;
}

void line_written_ahead(struct line *line, unsigned word) {
  if (lacks_word(running_row.step, word)) return;
  line->data.coming[word] = 1;
  line->buffer.coming[word]++;
}

void step_stored_ahead(struct step *step, unsigned word, int64_t value) {
  if (lacks_word(step, word)) return;
  step->line->buffer.word[word] = value;
  if (step->shape->watches_loads) step->line->buffer.coming[word] = 1;
}

void data_clear(struct data *data) { memset(data, 0, sizeof *data); }

int64_t request_result(const struct request *request, int64_t old) {
  if (request->event != EVENT_ATOMIC) return request->value;
  return arithmetic_apply((enum arithmetic)request->arithmetic, old, request->value,
                          request->expected);
}

unsigned time_later(unsigned a, unsigned b) {
  return a == NO_TIME ? b : b == NO_TIME ? a : a > b ? a : b;
}

bool time_reaches(unsigned lease, unsigned time) {
  return lease != NO_TIME && (time == NO_TIME || lease >= time);
}

/* A check of a reduction may run a step without the greatest time.  So a count that comes of times
 * may be too large, and is no fault of the table. */
static unsigned choose(struct step *step, unsigned count) {
  if (count <= 1) return 0;
  unsigned i = step->choice_count++;
  if (i >= CHOICES_MAX) {
    step_exceeds(step, LIMIT_CHOICES);
    return 0;
  }
  if (!step->choices[i]) step->choice[i] = 0; /* new in this run */
  step->choices[i] = (uint8_t)count;
  return step->choice[i];
}

unsigned step_choose(struct step *step, unsigned count) {
  if (count <= CHOICE_MAX) return choose(step, count);
  step_blame(step, WHY_CHOICES);
  return 0;
}

/* Makes room for a new time just after `time` (NO_TIME: before all), and returns it.  All later
 * times move up by one: here at once, and elsewhere when the step is applied. */
static unsigned insert_after(struct step *step, unsigned time) {
  if (step->insert_count == INSERTS_MAX || step->time_greatest >= TIME_MAX) {
    step_exceeds(step, step->insert_count == INSERTS_MAX ? LIMIT_INSERTS : LIMIT_TIME);
    return time;
  }
  struct time_map map;
  for (unsigned i = 0; i < 64; i++) map.to[i] = (uint8_t)(time == NO_TIME || i > time ? i + 1 : i);
  time_map_local(step->shape, step->me->kind, step->local, &map);
  time_map_message(&step->message, &map);
  if (step->current.time < 64) step->current.time = map.to[step->current.time];
  for (unsigned i = 0; i < step->send_count; i++) time_map_message(&step->sends[i], &map);
  for (unsigned i = 0; i < step->performed_count; i++)
    if (step->performed[i].time < 64) step->performed[i].time = map.to[step->performed[i].time];
  for (unsigned i = 0; i < step->replay_count; i++)
    if (step->replays[i].time < 64) step->replays[i].time = map.to[step->replays[i].time];
  step->inserts[step->insert_count++] = (uint8_t)time;
  step->time_greatest++;
  return time == NO_TIME ? 0 : time + 1;
}

unsigned step_time_after(struct step *step, unsigned time) {
  if (!step->shape->rank)
    return time + 1 > TIME_MAX ? (step_exceeds(step, LIMIT_TIME), (unsigned)TIME_MAX) : time + 1;
  /* The next time in use, or a fresh one before it: an over-approximation of "+1" (times.c). */
  if (time < step->time_greatest && choose(step, 2)) return time + 1;
  return insert_after(step, time);
}

unsigned step_time_lease(struct step *step, unsigned floor) {
  if (!step->shape->rank) {
    unsigned lease = 1 + choose(step, (unsigned)step_parameter(step, 0));
    return floor + lease > TIME_MAX ? (step_exceeds(step, LIMIT_TIME), (unsigned)TIME_MAX)
                                    : floor + lease;
  }
  /* One of floor, floor + 1, ..., or a fresh time after one of them. */
  unsigned points = step->time_greatest - floor + 1;
  unsigned pick = choose(step, 2 * points);
  return pick % 2 ? insert_after(step, floor + pick / 2) : floor + pick / 2;
}

unsigned step_time_beyond(struct step *step, unsigned floor, bool fresh) {
  unsigned first = floor == NO_TIME ? 0 : floor + 1; /* times in use: first ... time_greatest */
  unsigned points = step->time_greatest + 1 - first;
  if (!step->shape->rank) return first;
  /* A fresh time before each of them or after the last; or one of them. */
  unsigned pick = choose(step, fresh ? points + 1 : 2 * points + 1);
  if (pick > points) return first + pick - points - 1;
  return insert_after(step, first + pick ? first + pick - 1 : NO_TIME);
}

unsigned step_time_now(struct step *step) {
  if (step->time_greatest >= TIME_MAX) {
    step_exceeds(step, LIMIT_TIME);
    return TIME_MAX;
  }
  return ++step->time_greatest;
}

bool step_is_alone(const struct step *step) {
  return step->shape->one_address && !step->in_context;
}
