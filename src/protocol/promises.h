/* The promises that a record may make.
 *
 * Each promise lets the search leave something out.  All are optional: a record that sets none is
 * searched whole.  docs/proving.md ("Trust") lists each promise with what it buys and who checks
 * it. A promise that no check of steps covers is printed beside the verdict (assumptions.h), and
 * the audits search without it. */
#ifndef PROTOCOL_PROMISES_H
#define PROTOCOL_PROMISES_H

#include <stdbool.h>
#include <stdint.h>

struct local;
struct shape;
struct setting;
struct step;

/* Promises about a controller's own event. */
struct internal_promises {
  /* Deferred eviction (deferred_evictions.c): the event sends nothing, and only the next event of
   * its line can tell when it happened.  It is tried only just before such an event. */
  bool deferred;
  bool deferred_if_alone;  /* only for a line that has its bank to itself */
  bool only_loads_observe; /* stores and atomics of this SM cannot tell it from no eviction */
  uint64_t observed_by;    /* set of the line's events that can tell; 0: all */

  /* Persistent set (persistent_sets.c): the transaction that the event begins, on a quiet line,
   * commutes with all steps on other lines.  It begins only before a core asks for the line, or at
   * the end. */
  bool persistent;

  /* Ample set: may the event be taken before all else?  NULL: never. */
  bool (*ample)(const struct step *step);

  /* Context (--per-address, an event of the environment): it ends a wait that lasts exactly as long
   * as another line is in one of these contexts.  A set; kind_promises.context numbers them. */
  unsigned while_context;
};

/* Promises about a type of message. */
struct message_promises {
  /* Ample set: the message may be taken before all else, unless it stalls.  Taking it later makes
   * no other outcome possible, in the order that its network keeps. */
  bool ample;
  bool (*ample_where)(const struct step *step); /* the taker's condition; NULL: everywhere */

  /* Where its taker says so, taking it commutes with every other step: it sends nothing and waits
   * for nothing.  Its network has no order.  NULL: nowhere. */
  bool (*commutes)(const struct step *step);
};

struct kind_promises {
  /* Dead values (dead_values.c): after each step, clears values that no step will read. */
  void (*drop_dead_values)(struct step *step);

  /* Context (`per_address`, with `keeps`): contents of other lines that can make a step on one line
   * wait.  Writes the i-th of them to `other`; the first is an idle line.  false: there is none. */
  bool (*context)(struct local *local, unsigned other, unsigned i);
  /* The contexts that a line is in, as a set. */
  unsigned (*context_of)(const struct local *local, unsigned line);

  /* Outdated copies (`outdates`). */
  /* (a port) The time by which the copy of step->line must be renewed.  NO_TIME: it serves a core,
   * or is being renewed. */
  unsigned (*renewable)(const struct step *step);
  void (*give_up)(struct step *step); /* drops that copy */
  /* (a home) The first time at which it would renew a copy, or NO_TIME; it never decreases. */
  unsigned (*renews_from)(const struct local *local, unsigned line);
};

struct system_promises {
  /* Lines. */
  /* A step on one line neither reads nor writes another line, or a field of the whole controller.
   * The client asks for loads, stores and atomics only. */
  bool lines_apart;
  /* The same, but for the clock of all lines (TIME_REMAINING) or of their port (TIME_LOGICAL).  A
   * port's event `tick` does what a step on another line would do to that clock. */
  bool (*lines_share_clock)(const struct setting *setting);
  unsigned tick;           /* an event of the port */
  unsigned tick_parameter; /* position of the parameter that enables it */
  /* (one line for all) Does a request that waits in a port, or its answer, read the clock?  If not,
   * a tick waits for the next access.  For a tick PER_CORE, step->at is the core. */
  bool (*awaits_clock)(const struct step *step);
  /* Lines share only channels, and what a release, a fence or an acquire counts or waits for: each
   * line is explored by itself (per_address.c).  No row reads the line of a fence. */
  bool (*per_address)(const struct setting *setting);
  bool loads_apart; /* the same for loads and evictions only: lines are warmed one by one */

  /* Logical time (TIME_LOGICAL). */
  bool past_is_none;   /* a time before all clocks of the ports is as good as none */
  bool clocks_are_now; /* a port without a clock shows the shared one next (step_time_now) */
  /* With these parameters, a copy that no renewal can save is as good as none. */
  bool (*outdates)(const struct shape *shape);

  /* Data. */
  /* Tables only move data, and no claim over whole states reads them: what holds for one value
   * holds for any number (data_independence.c). */
  bool moves_data;
  bool reads_last;   /* (HISTORY_READ) a transaction's read is never taken back */
  bool not_of_ports; /* the own invariant reads no copy in a port (dead_values.c) */

  /* Any number of SMs (client). */
  /* Why a bank, or a controller that stands once, does not treat all SMs alike apart from the
   * fields that name them (any_sms.h).  NULL: it does. */
  const char *sms_not_alike;

  /* Symmetry and initial states (client). */
  unsigned values_alike; /* values 1..values_alike may be renamed (symmetry.c) */
  unsigned starts;       /* number of initial states (machine_initial) */
};

#endif
