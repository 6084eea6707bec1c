/* One step of one controller: what guards see and what actions do.
 *
 * A step is a function of (local state, input, choices).  It is run on a copy of the local state;
 * what it sends, answers and performs is gathered and applied by the machine (decision 2 of
 * DESIGN.md: nothing is shared). Where it calls `choose`, it is run again for every other answer,
 * so that a free choice costs one line of code. */
#ifndef KIT_STEP_H
#define KIT_STEP_H

#include <stdbool.h>
#include <stdint.h>
#include "machine/history.h"
#include "machine/machine.h"
#include "protocol/controller_state.h"
#include "protocol/system.h"

enum {
  SENDS_MAX = 24,
  REPLIES_MAX = 8,
  PERFORMED_MAX = 4,
  CHOICES_MAX = 8,
  INSERTS_MAX = 4,
  FIRED_MAX = 12,
  OBSERVED_MAX = 16,
  SIGNALS_MAX = 2
};

enum input_kind { INPUT_REQUEST, INPUT_MESSAGE, INPUT_INTERNAL };

/* What a controller takes; interned, so it holds plain values only and no padding. */
struct input {
  uint8_t kind;
  uint8_t event;
  uint8_t at;            /* the line (or the core, for an internal event PER_CORE) */
  uint8_t lazily;        /* this line is evicted first: the kind's internal event number + 1 */
  uint8_t time_greatest; /* the greatest timestamp in use anywhere; TIME_LOGICAL alone */
  uint8_t unused[3];
  struct message message; /* INPUT_MESSAGE; its request is the request of INPUT_REQUEST */
};

/* What a load is told, in real time. */
enum load_reading {
  READS_UNSEEN, /* it was answered by reply: nobody knows */
  READS_NEWEST,
  READS_OVERWRITTEN,
  READS_AHEAD /* what is yet to be stored */
};

struct reply {
  uint8_t core, entry;
  uint8_t restarts; /* the core's transaction begins anew */
  uint8_t event;    /* what was asked */
  uint8_t reading;  /* ghost: of what a load is told, enum load_reading */
  uint8_t unused[3];
  int64_t value;
};

/* A store became the newest of its word; `below`, of what a home has given to these controllers:
 * see step_perform_below. */
struct performed {
  uint8_t line, word, time, home, by, unused[3];
  uint32_t below;
};

struct fired {
  uint8_t row, state, event, at;
};

/* Why a step broke PROPERTY_NEVER, where no NEVER fired; or a claim of steps, where that is not to
 * be seen. */
enum fault {
  NO_FAULT,
  FAULT_NO_ROW,     /* a gap or an overlap in the table */
  FAULT_URGENT,     /* an urgent event sent, answered or raised something, or stalled */
  FAULT_LAZY,       /* a lazy event did */
  FAULT_REPLAY,     /* a request that was taken up again stalled, and nothing holds it */
  FAULT_RAISED,     /* what is raised on all lines stalled */
  FAULT_AT_ONCE,    /* what all controllers take at once did more than change its own, or could have
                       gone in several ways */
  FAULT_NO_REQUEST, /* something was answered, kept, sent or taken up again for a request that there
                       was not */
  FAULT_NO_MESSAGE, /* a guard or an action looked at a message, and none was taken */
  FAULT_UNTOLD,     /* memory changed, and the history of transactions was not told */
  FAULT_WAITS_FOR_NOBODY, /* what others alone are to end (internal.while_beside) is waited for, and
                             none of them is such a one */
  FAULT_DATA,   /* with other data it would have gone another way, though the record says that data
                   are only moved */
  FAULT_CLAIM,  /* with other data it would have broken what the record claims of steps: that is
                   PROPERTY_OWN, not NEVER */
  FAULT_SHARED, /* on one line it changed what lines share, or another line; the record says that it
                   does not (shared_state.c) */
  FAULT_NOT_APART, /* with other lines it would have gone another way; the record says that it does
                      not look (line_independence.c) */
  FAULT_ENVIRONMENT, /* an event of the environment served a request (shared_state.c) */
  /* answers.c has these: */
  FAULT_UNPERFORMED,  /* a word of the home's data changed, and no store was performed */
  FAULT_UNWRITTEN,    /* a store was performed, and its word was written nowhere */
  FAULT_MISWRITTEN,   /* a store was performed, and the word is not what it asks for */
  FAULT_NO_DATA,      /* a load was answered out of data that lack its word */
  FAULT_NOT_READABLE, /* a load was answered out of a line's copy on which permission says NONE */
  FAULT_NOT_WRITABLE, /* a store was performed where cores have copies, on one on which permission
                         does not say WRITE */
  FAULT_STALE_ATOMIC, /* an atomic was performed on a word that another store had overwritten */
  /* Those behind this one are said of a step (struct why), and never stand in step.fault. */
  WHY_OVERLAP,         /* two rows held */
  WHY_NEVER,           /* a NEVER fired */
  WHY_SECOND_REPLY,    /* one request was answered twice */
  WHY_REPLY_TO_NOBODY, /* an answer to a core that there is not, or that did not ask */
  WHY_EMPTY_QUEUE,     /* something was taken out of a queue that had less */
  WHY_NO_CONTROLLER,   /* a message to a controller that there is not */
  WHY_NO_CHANNEL,      /* a message by a network that does not lead there from here */
  WHY_NO_MESSAGE_KIND, /* something was sent that is no message of the record */
  WHY_NO_CORE,         /* the line of a core that there is not */
  WHY_NO_WORD,         /* a word, or a line, that there is not */
  WHY_LIMIT            /* more than the kit can hold: PROPERTY_OVERFLOW */
};

/* Ghost: a store that a step performed.  `request`: whose it is, or nobody's (request_is_none);
 * `before`, `first`: the word then, and before the step, in the line's data, memory and buffer.
 * `fits`: it has become what the request makes of `old`; `found`: and of nothing else that it may
 * have been. */
enum { MADE_PLACES = 3 };
struct made {
  struct request request;
  int64_t before[MADE_PLACES], first[MADE_PLACES], old;
  uint8_t age_before[MADE_PLACES], age_first[MADE_PLACES];
  uint8_t line, word, fits, found, repeats;
  uint8_t ages; /* of the words that fit, a set of enum age: bit i */
};

/* The limits of the kit that a step may exceed. */
enum limit {
  LIMIT_SENDS,
  LIMIT_REPLIES,
  LIMIT_PERFORMED,
  LIMIT_CHOICES,
  LIMIT_INSERTS,
  LIMIT_OBSERVED,
  LIMIT_SIGNALS,
  LIMIT_QUEUE,
  LIMIT_REPLAYS,
  LIMIT_TIME,
  LIMIT_CHANNEL
};

/* What was wrong first with a step, to be said: a fault of those above, where it was, and which
 * limit. */
enum { ROW_UNKNOWN = 255 };
struct why {
  uint8_t fault, state, event, row, other, limit;
};

struct step {
  const struct machine *machine;
  const struct controller *me;
  struct local *local;
  unsigned at; /* the line (or the core) that the event is about */
  unsigned event;
  unsigned state;           /* of that line, when the event came */
  struct line *line;        /* local->line[at]; the first, where `at` is a core that has no line */
  const struct message *in; /* the message taken, or NULL: see incoming */
  const struct request *request; /* the request made or carried, or nobody's (request_is_none) */
  /* private: see step.c, alternatives.c */
  struct message message;
  struct request current;
  struct message sends[SENDS_MAX];
  struct reply replies[REPLIES_MAX];
  struct performed performed[PERFORMED_MAX];
  uint8_t inserts[INSERTS_MAX];
  struct fired fired[FIRED_MAX];
  struct observed observed[OBSERVED_MAX];
  unsigned observed_count;
  struct request replays[QUEUE_MAX * 2];
  unsigned send_count, reply_count, performed_count, insert_count, fired_count, replay_count;
  uint8_t choice[CHOICES_MAX], choices[CHOICES_MAX];
  unsigned choice_count;
  unsigned time_greatest;
  uint8_t signals[SIGNALS_MAX]; /* events to raise on every line, one after the other */
  unsigned signal_count;
  uint64_t raised; /* those, and those that have been, a set */
  bool stalled;
  bool in_context; /* of what others may hold, where a line is explored by itself (per_address.c) */
  unsigned broken; /* properties that this step breaks */
  enum fault fault;
  enum fault unheard;         /* what answers.c finds meanwhile, a fault once the step is over */
  const struct local *before; /* as the step found it */
  unsigned read_lines;        /* out of whose own copies loads were answered, a set */
  struct request dequeued;    /* the last one that was, or nobody's */
  struct made made[PERFORMED_MAX]; /* of each performed store */
  struct why why;                  /* what of it is to be said */
};

/* The message taken.  Where there is none, for what is no message is taken, that is a fault: of it
 * a row that no message brings has an action, or a guard, that is for one; and it is blank, of
 * controller 0 and core 0. */
const struct message *step_message_missing(const struct step *step);
static inline const struct message *step_incoming(const struct step *step) {
  return step->in ? step->in : step_message_missing(step);
}

/* Parameters, by the position in the system's list. */
int step_parameter(const struct step *step, unsigned index);

/* The extra line of a core, where the kind has them (extra_line_per_core). */
struct line *step_line_of_core(const struct step *step, unsigned core);
/* The words of a line that some location is in, as a set. */
unsigned step_words_of_line(const struct step *step, unsigned line);
/* From here on the step is about another line: an event PER_CORE turns to the line that it finds
 * out. */
void step_turn_to(struct step *step, unsigned line);

/* --- sending and answering --- */

/* A message to `to`, filled in with what every message says; the caller sets the rest before the
 * next call. */
struct message *step_send(struct step *step, unsigned type, unsigned to);
/* The controllers of a kind: of an SM, of the bank that holds a line. */
unsigned step_controller_of_sm(const struct step *step,
                               unsigned sm); /* the first kind's controller */
unsigned step_controller_of_line(const struct step *step,
                                 unsigned line);   /* the second kind's controller */
unsigned step_own_number(const struct step *step); /* this controller */
unsigned step_controller_at(const struct step *step, unsigned kind,
                            unsigned index); /* any kind's: which of them */
unsigned step_bank_of_line(const struct step *step,
                           unsigned line); /* the index of the bank that holds it */
unsigned step_controller_of_core(
    const struct step *step,
    unsigned core); /* the first kind's controller on its SM; NO_ONE of none */
unsigned step_sm_of(const struct step *step,
                    unsigned controller); /* the index of a first-kind controller */
unsigned step_index_of(const struct step *step,
                       unsigned controller);      /* of any, among those of its kind */
unsigned step_own_index(const struct step *step); /* of this one */
/* The request of a step that nobody asked for: it may be looked at, and whoever answers or sends it
 * is at fault. */
enum { NO_EVENT = EVENTS_MAX };
extern const struct request request_none;
static inline bool request_is_none(const struct request *request) {
  return request->event == NO_EVENT;
}
/* Answers a request: its core goes on with `value`. */
void step_reply(struct step *step, const struct request *request, int64_t value);
/* The same of a load, with its word of a copy; the observer sees what that is.  Who claims
 * PROPERTY_LOAD_VALUE answers every load by this: one that is answered by reply breaks it. */
void step_reply_word(struct step *step, const struct request *request, const struct data *data);
/* Tells the core that asked that its transaction has been given up: it begins anew. */
void step_restart(struct step *step, const struct request *request);
/* Takes the request up again when this step's row is done, as if the core had just made it. */
void step_replay(struct step *step, const struct request *request);

/* Raises an event on every line of this controller when this step's row is done, in the same step.
 * The step's own line sees what the step has taken; the others see of its request who asks, and in
 * which scope, and nothing of its message. */
void step_signal_all(struct step *step, unsigned event);

/* Is one line explored by itself (machine_options.alone)?  Then what acquires of others do to it is
 * to happen at any time. */
bool step_is_alone(const struct step *step);

/* --- requests that wait on a line --- */
void step_enqueue(struct step *step, const struct request *request);
struct request step_dequeue(struct step *step, unsigned index);

/* --- data --- */

/* A store (or an atomic's write) takes effect: all other copies of the word become stale.  Call it,
 * then write. */
void step_perform(struct step *step, unsigned word, unsigned time);
void data_write(struct data *data, unsigned word, int64_t value); /* marks the word newest */
/* Where lines have homes, each with a set of controllers below it that have copies from it and send
 * it their stores: a store takes effect at this home, of `by`, one of those below, or NO_ONE; or
 * the home has heard of one, and has lost its copy. What it has given to those below, and what is
 * on its way from it to them, becomes stale.  A copy that is one of their own stores, which a home
 * has yet to take, is none that it has given; once it has taken the last of them, it is. */
void step_perform_below(struct step *step, unsigned word, uint32_t below, unsigned by);
/* Of who is below: what it has just written in its copy a home has yet to take. */
void line_written_ahead(struct line *line, unsigned word);
/* Of a store that is sent, what loads may read of it in the line's buffer meanwhile.  (Where what
 * they read is looked at, no other store of the word is performed as long as it is there.) */
void step_stored_ahead(struct step *step, unsigned word, int64_t value);
int64_t request_result(const struct request *request,
                       int64_t old); /* what a store or an atomic writes */
void data_clear(struct data *data);
/* A load reads `data` at logical time `at`, under a lease that ends at `lease`. */
void step_read_at(struct step *step, const struct data *data, unsigned word, unsigned at,
                  unsigned lease);
/* What logical time rests on: a clock must have reached the version of an access that is over, a
 * lease the load that asks. */
void step_must_reach(struct step *step, unsigned time, unsigned least);

/* --- choice and time --- */

/* One of 0 .. count-1, freely. */
unsigned step_choose(struct step *step, unsigned count);
unsigned time_later(unsigned a, unsigned b);      /* the greater; NO_TIME counts as earliest */
bool time_reaches(unsigned lease, unsigned time); /* lease >= time, and there is one */
/* A time just after `time` (logical).  May renumber the timestamps of the local state and of the
 * input: read those again afterwards. */
unsigned step_time_after(struct step *step, unsigned time);
/* Any time later than `floor` (NO_TIME: any at all), freely chosen, in ranks; where it is to be
 * fresh, no other's.  Renumbers. */
unsigned step_time_beyond(struct step *step, unsigned floor, bool fresh);
/* What a clock that all share shows: later than every time in use (in ranks: no two events of one
 * tick).  Renumbers nothing. */
unsigned step_time_now(struct step *step);
/* A lease end, freely chosen, not before `floor`; renumbers likewise. */
unsigned step_time_lease(struct step *step, unsigned floor);

#endif
