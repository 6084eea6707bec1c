/* The obligations of a machine (liveness/liveness.h): its goals, and the classes of steps it owes.
 *
 * Goals of a program: each thread is done; and in the end nothing is outstanding.  Goals of the
 * most general client: each outstanding request is answered; and rest, with nothing outstanding
 * anywhere. Rest must stay possible.  It need not come while the client goes on asking.
 *
 * Classes are as fine as possible, for fairness to one message is not fairness to another:
 *   - an access of a thread, by its place in the window; a client owes none;
 *   - a message, by channel, type, line and requester;
 *   - a controller's own step, by event and line; none for unrequested events, such as evictions;
 *   - a tick of the shared clock; and the growth of back-offs.
 * A free choice (a lease, an alternative of a row) is not owed.  A stall with actions is a step of
 * a class of its own: the message was seen, not taken.  Fairness is strong unless a record says
 * otherwise.
 *
 * Ranks (times.c) are dense: a clock may go on for ever before an end of a lease.  Streett pairs
 * exclude such runs (machine_pairs).  docs/internals/liveness.md shows that no run of whole numbers
 * is lost. */
#include <string.h>
#include "machine/fairness.h"
#include "machine/run_step.h"
#include "machine/machine_private.h"
#include "machine/properties.h"
#include "machine/times.h"

enum owing {
  OWES_NOTHING = NOT_OWED,
  OWES_ACCESS,
  OWES_MESSAGE,
  OWES_OWN,
  OWES_TICK,
  OWES_STALL = 8 /* a bit, with one of the others */
};

#define CLASS(owing, b, c, d, e, f, g, h)                                                      \
  ((uint64_t)(owing) << 56 | (uint64_t)(b) << 48 | (uint64_t)(c) << 40 | (uint64_t)(d) << 32 | \
   (uint64_t)(e) << 24 | (uint64_t)(f) << 16 | (uint64_t)(g) << 8 | (uint64_t)(h))

/* --- classes --- */

static uint64_t class_of_message(const struct machine *machine, const struct about *about) {
  const struct message *message = message_at(machine, about->message);
  return CLASS(OWES_MESSAGE, about->channel, message->type, message->line, message->from,
               message->requester, message->request.core, message->request.entry);
}

static uint64_t class_of_own(const struct machine *machine, const struct about *about) {
  const struct internal *internal = &kind_of(machine, about->controller)->internals[about->entry];
  if (internal->environment && internal->fairness == FAIRNESS_USUAL) return OWES_NOTHING;
  return CLASS(OWES_OWN, about->controller, about->entry, about->at, 0, 0, 0, 0);
}

static uint64_t class_of(const struct machine *machine, const struct about *about) {
  switch (about->kind) {
  case ABOUT_CORE:
  case ABOUT_BARRIER:
    return machine->shape.is_client ? OWES_NOTHING
                                    : CLASS(OWES_ACCESS, about->core, about->entry, 0, 0, 0, 0, 0);
  case ABOUT_MESSAGE: return class_of_message(machine, about);
  case ABOUT_INTERNAL: return class_of_own(machine, about);
  case ABOUT_ROLLOVER: return OWES_NOTHING;
  case ABOUT_BACK_OFF: return CLASS(OWES_TICK, 1, 0, 0, 0, 0, 0, 0);
  default: return CLASS(OWES_TICK, 0, 0, 0, 0, 0, 0, 0);
  }
}

static uint64_t machine_owed(const struct model *model, void *data) {
  const struct worker *worker = data;
  const struct alternative *alternative = worker->about.alternative;
  uint64_t class = class_of(model->self, &worker->about);
  bool stalled = class != OWES_NOTHING && alternative && alternative->stalled;
  return stalled ? class | CLASS(OWES_STALL, 0, 0, 0, 0, 0, 0, 0) : class;
}

static enum fairness fairness_of_record(const struct machine *machine, uint64_t class) {
  switch ((enum owing)(class >> 56 & ~(uint64_t)OWES_STALL)) {
  case OWES_ACCESS: return machine->shape.system->core_fairness;
  case OWES_MESSAGE:
    return machine->shape.system->networks[machine->shape.channels[class >> 48 & 0xff].network]
        .fairness;
  case OWES_OWN:
    return kind_of(machine, class >> 48 & 0xff)->internals[class >> 40 & 0xff].fairness;
  default: return FAIRNESS_USUAL;
  }
}

static bool machine_strong(const struct model *model, uint64_t class) {
  const struct machine *machine = model->self;
  if (machine->fairness != FAIRNESS_USUAL) return machine->fairness == FAIRNESS_STRONG;
  return fairness_of_record(machine, class) != FAIRNESS_WEAK;
}

/* --- pairs --- */

_Static_assert(CORES_MAX *LINES_MAX <= 64, "pairs are bits");

/* Does a port have a clock for each core?  Else it has one. */
static bool has_clock_of_cores(const struct machine *machine, unsigned controller) {
  return machine->shape.system->promises.tick &&
         controller_kind_event_is_of_core(kind_of(machine, controller),
                                          machine->shape.system->promises.tick);
}
static unsigned clocks_of(const struct machine *machine, unsigned controller) {
  return has_clock_of_cores(machine, controller) ? machine->shape.core_count : 1;
}
struct clock {
  unsigned controller, core;
};
static unsigned clock_time(const struct machine *machine, struct clock clock,
                           const struct local *local) {
  return has_clock_of_cores(machine, clock.controller) ? local->stall[clock.core] : local->clock;
}

/* The set of lines with a lease whose end is after the clock. */
static uint64_t lines_ahead(const struct machine *machine, struct clock clock,
                            const struct local *local) {
  const struct controller_kind *kind = kind_of(machine, clock.controller);
  int lease = lease_meant(kind->lease, kind->times);
  unsigned now = clock_time(machine, clock, local);
  uint64_t lines = 0;
  for (unsigned line = 0; line < machine->shape.lines && lease != NO_LEASE && now != NO_TIME;
       line++) {
    unsigned end = local->line[line].time[lease];
    lines |= (uint64_t)(end != NO_TIME && end > now) << line;
  }
  return lines;
}

/* A time of before the step, as renamed by the times that the step inserts. */
static unsigned after_insertions(const struct alternative *a, unsigned time) {
  for (unsigned i = 0; i < a->inserts; i++) time = times_insertion(a->insert[i]).to[time];
  return time;
}

/* The pairs of a step of the clock's own controller.  `lines` (not empty): the leases that end
 * after the clock, both before and after the step. */
static struct pairs pairs_of_own(const struct machine *machine, const struct about *about,
                                 struct clock clock, const struct local *from, uint64_t lines) {
  const struct local *to = local_at(machine, about->alternative->local); /* not yet renumbered */
  unsigned lease = (unsigned)kind_of(machine, clock.controller)->lease,
           then = clock_time(machine, clock, to);
  unsigned now = after_insertions(about->alternative, clock_time(machine, clock, from));
  struct pairs pairs = { 0, then < now ? lines : 0 };
  for (unsigned line = 0; line < machine->shape.lines; line++) {
    if (!(lines >> line & 1)) continue;
    if (to->line[line].time[lease] >
        after_insertions(about->alternative, from->line[line].time[lease]))
      pairs.then |= 1ull << line;
    if (then > now) pairs.when |= 1ull << line;
  }
  pairs.when &= ~pairs.then;
  return pairs;
}

/* `when`: the clock went on, towards an end of a lease that was not moved on.  `then`: the lease
 * has ended or is gone, its end was moved on, or the clock went back. */
static struct pairs pairs_of_clock(const struct machine *machine, const struct worker *worker,
                                   struct clock clock, const slot_t *to) {
  const struct about *about = &worker->about;
  unsigned slot = controller_slot(machine, clock.controller);
  const struct local *from = local_at(machine, worker->from[slot]);
  uint64_t before = lines_ahead(machine, clock, from),
           still = before & lines_ahead(machine, clock, local_at(machine, to[slot]));
  struct pairs own = { 0, 0 };
  if (about->kind == ABOUT_ROLLOVER) own.then = still;
  else if (still && about->alternative && about->controller == clock.controller)
    own = pairs_of_own(machine, about, clock, from, still);
  own.then |= before & ~still;
  return own;
}

static struct pairs machine_pairs(const struct model *model, void *data, const slot_t *to) {
  const struct machine *machine = model->self;
  struct pairs all = { 0, 0 };
  for (unsigned i = 0; i < machine->shape.first_of_kind[1]; i++)
    for (unsigned core = 0; core < clocks_of(machine, i); core++) {
      unsigned shift = (has_clock_of_cores(machine, i) ? core : i) *
                       machine->shape.lines; /* each core has its clock on one SM */
      struct pairs of_clock = pairs_of_clock(machine, data, (struct clock){ i, core }, to);
      all.when |= of_clock.when << shift;
      all.then |= of_clock.then << shift;
    }
  return all;
}

/* --- goals --- */

/* A program's core has one goal.  A client's has one for each request that may be outstanding. */
_Static_assert(CORES_MAX *CLIENT_WINDOW < GOALS_MAX, "goals are bits");
static unsigned goals_of_core(const struct machine *machine) {
  return machine->shape.is_client ? core_window(machine) : 1;
}

/* The last goal is the end, or rest. */
static uint32_t machine_met(const struct model *model, void *worker, const slot_t *state) {
  const struct machine *machine = model->self;
  unsigned each = goals_of_core(machine), goal = 0;
  uint32_t met = 0;
  (void)worker;
  for (unsigned i = 0; i < machine->shape.core_count; i++)
    for (unsigned place = 0; place < each; place++, goal++) {
      const struct core *core = core_at(machine, state, i);
      bool answered =
          machine->shape.is_client ? !core->entry[place].used : core_finished(machine, i, core);
      met |= (uint32_t)answered << goal;
    }
  bool all = met == (UINT32_C(1) << goal) - 1;
  return met | (uint32_t)(all && machine_quiet(machine, state)) << goal;
}

void machine_describe_goal(const struct model *model, FILE *out, unsigned goal) {
  const struct machine *machine = model->self;
  unsigned each = goals_of_core(machine), core = goal / each;
  if (core == machine->shape.core_count && machine->shape.is_client)
    fputs("no request is outstanding anywhere", out);
  else if (core == machine->shape.core_count)
    fputs("all threads are done and nothing is outstanding", out);
  else if (!machine->shape.is_client)
    fprintf(out, "P%u is done", machine->program->threads[core].id);
  else if (each == 1) fprintf(out, "P%u's request is answered", core);
  else fprintf(out, "P%u's %s request is answered", core, goal % each ? "second" : "first");
}

struct obligations machine_obligations(struct machine *machine, enum progress_level level,
                                       enum fairness fairness) {
  unsigned goals = machine->shape.core_count * goals_of_core(machine) + 1;
  uint32_t all = (UINT32_C(1) << goals) - 1, certain = machine->shape.is_client ? all >> 1 : all;
  machine->fairness = fairness;
  if (machine->reductions.symmetry)
    all = all ^ all >> 1; /* only rest is invariant under renaming; the others follow from it */
  return (struct obligations){ .goals = goals,
                               .possible = all,
                               .guaranteed = level == PROGRESS_GUARANTEED ? certain : 0,
                               .met = machine_met,
                               .owed = machine_owed,
                               .is_strong = machine_strong,
                               .pairs = level == PROGRESS_GUARANTEED && machine->shape.rank
                                            ? machine_pairs
                                            : NULL };
}
