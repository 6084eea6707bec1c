/* One step of one controller: what guards see and what actions do.
 *
 * A step is a function of local state, input and choices.  It runs on a copy of the local state.
 * The machine then applies what the step has sent, answered and performed (DESIGN.md, decision 2:
 * controllers share nothing).  A step that calls step_choose is run again for each other answer.
 *
 * Authors of protocols use `struct step` down to its private part, and the functions behind it.  A
 * guard changes nothing; an action does one thing. */
#ifndef PROTOCOL_STEP_H
#define PROTOCOL_STEP_H

#include <stdbool.h>
#include <stdint.h>
#include "protocol/observed.h"
#include "protocol/shape.h"
#include "protocol/controller_state.h"
#include "protocol/sm_set.h"
#include "protocol/system.h"

/* Limits of one step; a step beyond one breaks PROPERTY_OVERFLOW. */
enum {
  SENDS_MAX = 24,
  REPLIES_MAX = 8,
  PERFORMED_MAX = 4,
  CHOICES_MAX = 8,
  CHOICE_MAX = 255,
  INSERTS_MAX = 4,
  FIRED_MAX = 12,
  OBSERVED_MAX = 16,
  SIGNALS_MAX = 2
};

enum input_kind { INPUT_REQUEST, INPUT_MESSAGE, INPUT_INTERNAL };

/* The input of a step.  It is interned, so it holds plain values only, without padding. */
struct input {
  uint8_t kind;
  uint8_t event;
  uint8_t at;            /* the line; for an internal event PER_CORE, the core */
  uint8_t preceding;     /* 1 + the internal event that was deferred and comes first; 0: none */
  uint8_t time_greatest; /* (TIME_LOGICAL) the greatest timestamp in use anywhere */
  uint8_t unused[3];
  struct message message; /* INPUT_MESSAGE; its request is the request of INPUT_REQUEST */
};

/* The value that a load returns, in real time. */
enum load_reading {
  READS_UNSEEN,      /* unknown: step_reply answered the load */
  READS_NEWEST,      /* that of the last store performed */
  READS_OVERWRITTEN, /* that of an earlier store */
  READS_AHEAD        /* that of a store yet to be performed */
};

/* An answer to a core. */
struct reply {
  uint8_t core, entry; /* of the request */
  uint8_t restarts;    /* the core's transaction begins anew */
  uint8_t event;       /* of the request */
  uint8_t reading;     /* ghost: enum load_reading */
  uint8_t unused[3];
  int64_t value;
};

/* A store that has become the newest of its word; the observers make other copies stale. */
struct performed {
  uint8_t line, word;
  uint8_t time;      /* its logical time, or NO_TIME */
  uint8_t home;      /* step_perform_below: this controller; else NO_ONE */
  uint8_t by;        /* step_perform_below: the controller that wrote it, or NO_ONE */
  uint8_t unused[3]; /* zero */
  uint32_t below;    /* step_perform_below: the controllers that have copies from `home`, a set */
};

/* A row that a step ran. */
struct fired {
  uint8_t row, state, event;
  uint8_t at; /* the line */
};

/* Faults of tables and records.  Each breaks PROPERTY_NEVER, except FAULT_CLAIM (PROPERTY_OWN) and
 * WHY_LIMIT (PROPERTY_OVERFLOW). */
enum fault {
  NO_FAULT,
  FAULT_NO_ROW,     /* no row of the cell holds, or two do */
  FAULT_URGENT,     /* an urgent event sends, answers, raises an event, or stalls */
  FAULT_DEFERRED,   /* a deferred event sends or answers */
  FAULT_REPLAY,     /* a replayed request stalls, so nothing holds it */
  FAULT_RAISED,     /* an event that step_signal_all raised stalls */
  FAULT_AT_ONCE,    /* a tick or a rollover, which all controllers take at once, does more than
                     * change its controller, or has a free choice */
  FAULT_NO_REQUEST, /* an action answers, keeps, sends or replays a request that is none */
  FAULT_NO_MESSAGE, /* a guard or an action reads a message, and none was taken */
  FAULT_UNREPORTED, /* memory changes, and no step_observe reports the write */
  FAULT_WAITS_FOR_NOTHING, /* a wait that only other lines can end begins, and no other line is in
                            * such a context (internal.promises.while_context) */
  FAULT_DATA,              /* other data lead to another step, against `moves_data` */
  FAULT_CLAIM,             /* other data break a claim of steps, against `moves_data` */
  FAULT_SHARED,            /* a step on one line changes shared fields or another line, against the
                            * record (shared_state.c) */
  FAULT_NOT_APART,         /* other lines lead to another step, against the record
                            * (line_independence.c) */
  FAULT_ENVIRONMENT,       /* an event of the environment serves a request (shared_state.c) */
  /* answers.c finds these: */
  FAULT_UNPERFORMED,  /* a word of the home's data changes, and no store is performed */
  FAULT_UNWRITTEN,    /* a store is performed, and its word is written nowhere */
  FAULT_MISWRITTEN,   /* a store is performed, and its word is not what the request asks for */
  FAULT_NO_DATA,      /* a load is answered from data that lack its word */
  FAULT_NOT_READABLE, /* a load is answered from a line's copy with PERMISSION_NONE */
  FAULT_NOT_WRITABLE, /* a store is performed on a core's copy without PERMISSION_WRITE */
  FAULT_STALE_ATOMIC, /* an atomic is performed on a word that another store has overwritten */
  /* Only `struct why` has these; step.fault has none of them. */
  WHY_OVERLAP,         /* two rows of a cell hold */
  WHY_NEVER,           /* a NEVER fires */
  WHY_SECOND_REPLY,    /* a second answer to one request */
  WHY_REPLY_UNASKED,   /* an answer to a core that does not exist, or did not ask */
  WHY_EMPTY_QUEUE,     /* a request is taken from beyond the end of a queue */
  WHY_NO_CONTROLLER,   /* a message to a controller that does not exist */
  WHY_NO_CHANNEL,      /* a message to a controller to which its network does not lead from here */
  WHY_NO_MESSAGE_KIND, /* a message of a type that the record lacks */
  WHY_NO_CORE,         /* the line of a core that does not exist */
  WHY_NO_WORD,         /* a word or a line that does not exist */
  WHY_NO_STATE,        /* a line in a state that the table lacks */
  WHY_NO_EVENT,        /* an event that the table cannot see is raised or replayed */
  WHY_NO_PARAMETER,    /* a parameter that the record lacks */
  WHY_WRAPS,           /* a count goes beyond its greatest value, or below its least */
  WHY_NO_SM,           /* a set of SMs is asked for one beyond CORES_MAX */
  WHY_CHOICES,         /* a free choice among more than CHOICE_MAX */
  WHY_UNDEFINED,       /* undefined behaviour that traps */
  WHY_LIMIT            /* a fixed limit (enum limit) */
};

/* Ghost: a performed store, with its word in three places: the line's data, memory and buffer. */
enum { MADE_PLACES = 3 };
struct made {
  struct request request;          /* that of the store, or request_none */
  int64_t before[MADE_PLACES];     /* the word when the store was performed */
  int64_t first[MADE_PLACES];      /* the word before the step */
  int64_t old;                     /* the word that the request was applied to, with `fits` */
  uint8_t age_before[MADE_PLACES]; /* enum age of `before` */
  uint8_t age_first[MADE_PLACES];  /* enum age of `first` */
  uint8_t line, word;
  uint8_t fits;    /* the new word is what the request makes of `old` */
  uint8_t found;   /* and of no other old word */
  uint8_t repeats; /* the step performs the same request on this word twice */
  uint8_t ages;    /* ages of the old words that fit, a set */
};

/* The limits that a step may exceed. */
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

/* The first fault of a step, as messages name it. */
enum { ROW_UNKNOWN = 255, ACTION_UNKNOWN = 255 };
struct why {
  uint8_t fault; /* enum fault */
  uint8_t state, event;
  uint8_t row, other; /* the row, and with WHY_OVERLAP the second one; or ROW_UNKNOWN */
  uint8_t limit;      /* enum limit, with WHY_LIMIT */
  uint8_t action;     /* index, RUNNING_GUARD (crash_handler.h) or ACTION_UNKNOWN */
};

struct step {
  /* For guards and actions. */
  const struct shape *shape; /* of the machine */
  const struct controller *me;
  struct local *local; /* the controller's state; actions change it */
  unsigned at;         /* the line, or for some events the core, of the event */
  unsigned event;
  unsigned state;                /* of that line, when the event came */
  struct line *line;             /* local->line[at]; NULL: an event PER_CORE or ONCE has no line */
  const struct message *in;      /* the message taken, or NULL: see step_incoming */
  const struct request *request; /* the request made or carried, or request_none */

  /* Private: not for guards and actions. */
  const struct machine *machine;
  struct message message; /* the input's; `in` points here */
  struct request current; /* `request` points here */
  /* Effects. */
  struct message sends[SENDS_MAX];
  struct reply replies[REPLIES_MAX];
  struct performed performed[PERFORMED_MAX];
  uint8_t inserts[INSERTS_MAX]; /* new times: each comes just after this one, or NO_TIME */
  struct fired fired[FIRED_MAX];
  struct observed observed[OBSERVED_MAX];
  unsigned observed_count;
  struct request replays[QUEUE_MAX * 2];
  unsigned send_count, reply_count, performed_count, insert_count, fired_count, replay_count;
  uint8_t choice[CHOICES_MAX];  /* the answers of step_choose */
  uint8_t choices[CHOICES_MAX]; /* and how many there are to choose from */
  unsigned choice_count;
  unsigned time_greatest;
  uint8_t signals[SIGNALS_MAX]; /* events to be raised on every line, in order */
  unsigned signal_count;
  uint64_t raised; /* set of the events raised so far, `signals` included */
  bool stalled;
  bool in_context; /* another line is given one of its contexts (per_address.c) */
  /* Checks. */
  unsigned broken; /* set of properties that this step breaks */
  enum fault fault;
  enum fault unheard;         /* the fault that answers.c has found; it counts at the end */
  const struct local *before; /* the local state before the step */
  unsigned read_lines;        /* set of lines whose own copies answered loads */
  struct request dequeued;    /* the last request that step_dequeue returned, or request_none */
  struct made made[PERFORMED_MAX]; /* one for each of `performed` */
  struct why why;
};

/* --- the input --- */

/* Breaks PROPERTY_NEVER (FAULT_NO_MESSAGE).  Returns a blank message of controller 0 and core 0. */
const struct message *step_message_missing(const struct step *step);
/* The message taken.  Where none was taken, the row's guard or action is at fault. */
static inline const struct message *step_incoming(const struct step *step) {
  return step->in ? step->in : step_message_missing(step);
}

/* The request of a step without one.  Guards may read it; an action that answers or sends it is at
 * fault. */
enum { NO_EVENT = EVENTS_MAX };
extern const struct request request_none;
static inline bool request_is_none(const struct request *request) {
  return request->event == NO_EVENT;
}

/* The value of a parameter, by its position in the record. */
int step_parameter(const struct step *step, unsigned index);

/* The extra line of a core (controller_kind.extra_line_per_core). */
struct line *step_line_of_core(const struct step *step, unsigned core);
/* The words of a line that some location lies in, as a set. */
unsigned step_words_of_line(const struct step *step, unsigned line);
/* Makes the rest of the step about another line: an event PER_CORE turns to the line it finds. */
void step_turn_to(struct step *step, unsigned line);
/* Is one line explored by itself (machine_options.only_line)?  Then the effects of other lines'
 * acquires must be able to happen at any time. */
bool step_is_alone(const struct step *step);

/* --- controllers, by number and by index among those of their kind --- */

unsigned step_own_number(const struct step *step);
unsigned step_own_index(const struct step *step);
/* The index of any controller; the second function is for those of the first kind. */
unsigned step_index_of(const struct step *step, unsigned controller);
unsigned step_sm_of(const struct step *step, unsigned controller);
/* The number of a kind's controller, by index; NO_ONE if it does not exist. */
unsigned step_controller_at(const struct step *step, unsigned kind, unsigned index);
/* The number of the first kind's controller of an SM; NO_ONE if it does not exist. */
unsigned step_controller_of_sm(const struct step *step, unsigned sm);
/* The number of the first kind's controller on a core's SM; NO_ONE if the core does not exist. */
unsigned step_controller_of_core(const struct step *step, unsigned core);
/* The number of the second kind's controller of the bank that holds a line. */
unsigned step_controller_of_line(const struct step *step, unsigned line);
/* The index of the bank that holds a line. */
unsigned step_bank_of_line(const struct step *step, unsigned line);

/* --- sending and answering --- */

/* A message to controller `to`, with type, network, sender and line filled in, all times NO_TIME,
 * and neither data nor request.  The caller sets the rest before its next step_send. */
struct message *step_send(struct step *step, unsigned type, unsigned to);
/* Answers a request: its core goes on with `value`. */
void step_reply(struct step *step, const struct request *request, int64_t value);
/* Answers a load with its word of a copy, which the observer checks.  A system that claims
 * PROPERTY_LOAD_VALUE must answer every load by this function. */
void step_reply_word(struct step *step, const struct request *request, const struct data *data);
/* Answers the core of the request that its transaction was aborted; the core begins it anew. */
void step_restart(struct step *step, const struct request *request);
/* Makes the request again, in the same step, once this row is done. */
void step_replay(struct step *step, const struct request *request);
/* Raises an event on every line of this controller, in the same step, once this row is done.  The
 * step's own line sees message and request; other lines see only the request's core and scope. */
void step_signal_all(struct step *step, unsigned event);

/* --- requests that wait on the step's line --- */

/* Appends to the line's queue. */
void step_enqueue(struct step *step, const struct request *request);
/* Removes the request at a position of the queue, the oldest being at 0. */
struct request step_dequeue(struct step *step, unsigned index);

/* --- data --- */

/* Writes a word and marks it newest. */
void data_write(struct data *data, unsigned word, int64_t value);
/* The value that a store or an atomic writes over `old`. */
int64_t request_result(const struct request *request, int64_t old);
void data_clear(struct data *data);

/* For a controller below: it has written the word of its copy, and the home has yet to take that
 * store. */
void line_written_ahead(struct line *line, unsigned word);
/* For a store that is sent: loads may read its word in the line's buffer until it is performed.
 * Where loads are watched, no other store of the word may be performed meanwhile. */
void step_stored_ahead(struct step *step, unsigned word, int64_t value);

/* --- choice and time --- */

/* A free choice from 0 to count - 1, with a count of at most CHOICE_MAX. */
unsigned step_choose(struct step *step, unsigned count);
/* The greater one; NO_TIME counts as earliest. */
unsigned time_later(unsigned a, unsigned b);
/* lease >= time, and there is a lease. */
bool time_reaches(unsigned lease, unsigned time);

/* The next three are for logical time.  With ranks they may renumber the times of the local state
 * and of the input: read those again afterwards. */

/* A time just after `time`. */
unsigned step_time_after(struct step *step, unsigned time);
/* A freely chosen time later than `floor` (NO_TIME: any time).  `fresh`: not one already in use. */
unsigned step_time_beyond(struct step *step, unsigned floor, bool fresh);
/* A freely chosen end of a lease, `floor` or later. */
unsigned step_time_lease(struct step *step, unsigned floor);
/* The time on a clock that all share, later than all times in use.  With ranks, no two events share
 * a tick.  Renumbers nothing. */
unsigned step_time_now(struct step *step);

#include "protocol/ages.h"

#endif
