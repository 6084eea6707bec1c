/* What a record may promise (docs/proving.md).
 *
 * Each promise allows the search to leave something out.  All are optional: a record that sets none
 * is searched whole.  A promise that no step is checked for is printed beside the verdict
 * (assumptions.h), and the audits search without it. */
#ifndef KIT_PROMISES_H
#define KIT_PROMISES_H

#include <stdbool.h>
#include <stdint.h>

struct local;
struct shape;
struct setting;
struct step;

/* Of an event that a controller takes of itself. */
struct internal_promises {
  /* Deferred eviction: it sends nothing, and only the next event of the same line can tell when it
   * happened.  It is tried only just before such an event (deferred_evictions.c). */
  bool deferred;
  bool deferred_if_alone;  /* only where the line has its bank to itself */
  bool only_loads_observe; /* stores and atomics of this SM cannot tell it from no eviction */
  uint64_t observed_by;    /* the events of the line that can tell, as a set; 0: all */
  /* Persistent set: the transaction that it begins, on a quiet line, commutes with all steps on
   * other lines.  It begins only before a core asks for the line, or at the end
   * (persistent_set.c). */
  bool persistent;
  bool (*ample)(const struct step *step); /* may it be taken before all else?  NULL: never */
  /* (environment, where step_is_alone) It ends a wait that lasts exactly as long as another line is
   * one of these (kind_promises.context), as a set. */
  unsigned while_context;
};

/* Of a type of message. */
struct message_promises {
  /* Ample set: once it can be taken and does not stall, it may be taken before all else.  Taking it
   * later makes no other outcome possible, in the order that its network keeps. */
  bool ample;
  bool (*ample_where)(const struct step *step); /* only where its taker says so; NULL: everywhere */
  /* Where its taker says so, taking it commutes with every other step: it sends nothing and waits
   * for nothing.  Its network has no order. */
  bool (*commutes)(const struct step *step);
};

/* Of a kind of controller. */
struct kind_promises {
  /* Dead values: clears in step->local what no later step reads, after each step (dead_values.c).
   */
  void (*drop_dead_values)(struct step *step);
  /* (per_address, with `keeps`) Context: what a step on one line may find on other lines that
   * makes it wait.  Writes the i-th such content to `other`, the first being an idle line; false:
   * there is none. */
  bool (*context)(struct local *local, unsigned other, unsigned i);
  unsigned (*context_of)(const struct local *local, unsigned line); /* those a line is, as a set */
  /* (a port, with `outdates`) The time by which the copy of step->line must be renewed, where it
   * serves no core and no renewal is under way; else NO_TIME. */
  unsigned (*renewable)(const struct step *step);
  void (*give_up)(struct step *step); /* drops that copy */
  /* (a home) The first time at which it would renew a copy, or NO_TIME; it never decreases. */
  unsigned (*renews_from)(const struct local *local, unsigned line);
};

/* Of a system. */
struct system_promises {
  /* Logical time (TIME_LOGICAL). */
  bool past_is_none;   /* a time before all clocks of the ports is as good as none */
  bool clocks_are_now; /* a port without a clock shows the shared one next (time_now) */
  bool (*outdates)(const struct shape *shape); /* a copy that no renewal can save is as good as
                                                      none, with these parameters */
  /* Lines that share nothing: a step on one neither reads nor writes another, nor a field of the
   * whole controller.  The client asks for loads, stores and atomics only. */
  bool lines_apart;
  /* The same, but for the clock of all lines (TIME_REMAINING) or of their port (TIME_LOGICAL).  A
   * port's event `tick` does what a step on another line would do to that clock, where parameter
   * `tick_parameter` is set. */
  bool (*lines_share_clock)(const struct setting *setting);
  unsigned tick, tick_parameter;
  /* (one line for all) Does what waits in a port, or its answer, read the clock?  If not, a tick
   * waits for the next access.  For a tick PER_CORE it is asked of core step->at. */
  bool (*awaits_clock)(const struct step *step);
  /* Lines that share only channels, and what a release, a fence or an acquire counts or waits for:
   * each line is explored by itself (per_address.c).  No row reads the line of a fence. */
  bool (*per_address)(const struct setting *setting);
  bool loads_apart; /* the same of loads and evictions alone: warm starts are made line by line */
  /* Tables only move data, and no claim over whole states reads them: what holds of one value holds
   * of any number (data_independence.c). */
  bool moves_data;
  bool reads_last;       /* (HISTORY_READ) a transaction's read is never taken back */
  bool not_of_ports;     /* the own invariant reads no copy in a port (dead_values.c) */
  unsigned values_alike; /* (the client) values 1..values_alike may be renamed (symmetry.c) */
  unsigned starts;       /* (the client) how many initial states there are (machine_start) */
};

#endif
