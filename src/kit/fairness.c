/* What a machine owes (explore/progress.h): its goals, and who must move.
 *
 * Goals.  Of a program: each thread is done; and the end, where all are and nothing is outstanding.  Of the most general client:
 * each request that can be outstanding is answered (an answered request is seen as such, for the next one is a step of its own);
 * and rest, where none is outstanding anywhere, which must stay possible but need not come while the client goes on asking.
 *
 * Who must move, and in what classes.  A class is as fine as can be told, for what is fair to one message is fair to no other:
 *   a thread's access: by its place in the core's window.  A client owes nothing: no request need be made.
 *   a message: by channel, type, line, and for whom.
 *   a controller's own step: by event and line; none for what nobody asked for, evictions above all.
 *   the shared clock: time passes.
 *   back-offs: they grow.
 * Fairness is strong unless a record says otherwise: who can move again and again does.  That is what arbiters give that serve
 * everyone in turn, and queues of what was stalled; with weak fairness a directory might serve one requester whenever it is
 * free, and never the other.  What is chosen (a lease, a row's free choice) is owed by nobody: a class has all ways to take the
 * step.  A stall with actions (the message stays, and has been seen) is a step of a class of its own, so that to see a message
 * again and again is not to take it.
 *
 * INFERRED: under ranks (times.c) a time that a tick makes may come before those that there are, again and again, which no clock
 * of whole numbers can do; so only those ticks are owed that reach the next time there is, or pass the last.  Two clocks may
 * still overtake each other for ever below a third time (docs/progress.md): what is said to lack progress then may have it. */
#include <string.h>
#include "kit/inside.h"

enum owing { OWES_NOTHING = NOT_OWED, OWES_ACCESS, OWES_MESSAGE, OWES_OWN, OWES_TICK, OWES_STALL = 8 /* beside the others */ };

#define CLASS(owing, b, c, d, e, f, g, h)                                                                                 \
  ((uint64_t)(owing) << 56 | (uint64_t)(b) << 48 | (uint64_t)(c) << 40 | (uint64_t)(d) << 32 | (uint64_t)(e) << 24 | \
   (uint64_t)(f) << 16 | (uint64_t)(g) << 8 | (uint64_t)(h))

/* --- classes --- */

static uint64_t class_of_message(const struct machine *machine, const struct about *about) {
  const struct message *message = message_at(machine, about->message);
  return CLASS(OWES_MESSAGE, about->channel, message->type, message->line, message->from, message->requester,
               message->request.core, message->request.entry);
}

/* Does the step make a time before others that there are? */
static bool squeezes(const struct machine *machine, const struct worker *worker) {
  const struct alternative *a = worker->about.alternative;
  unsigned greatest = machine->rank ? times_greatest(machine, worker->from) : 0;
  for (unsigned i = 0; a && i < a->inserts; i++)
    if (a->insert[i] < greatest) return true;
  return false;
}

static uint64_t class_of_own(const struct machine *machine, const struct worker *worker) {
  const struct about *about = &worker->about;
  const struct internal *internal = &kind_of(machine, about->controller)->internals[about->entry];
  bool owes = !internal->environment || internal->fairness != FAIRNESS_USUAL;
  if (!owes || (internal->environment && squeezes(machine, worker))) return OWES_NOTHING;
  return CLASS(OWES_OWN, about->controller, about->entry, about->at, 0, 0, 0, 0);
}

static uint64_t class_of(const struct machine *machine, const struct worker *worker) {
  const struct about *about = &worker->about;
  switch (about->what) {
  case ABOUT_CORE:
  case ABOUT_BARRIER: return machine->is_client ? OWES_NOTHING : CLASS(OWES_ACCESS, about->core, about->entry, 0, 0, 0, 0, 0);
  case ABOUT_MESSAGE: return class_of_message(machine, about);
  case ABOUT_INTERNAL: return class_of_own(machine, worker);
  case ABOUT_ROLLOVER: return OWES_NOTHING;
  case ABOUT_BACK_OFF: return CLASS(OWES_TICK, 1, 0, 0, 0, 0, 0, 0);
  default: return CLASS(OWES_TICK, 0, 0, 0, 0, 0, 0, 0);
  }
}

static uint64_t machine_owed(const struct model *model, void *data) {
  const struct worker *worker = data;
  const struct alternative *alternative = worker->about.alternative;
  uint64_t class = class_of(model->self, worker);
  bool stalled = class != OWES_NOTHING && alternative && alternative->stalled;
  return stalled ? class | CLASS(OWES_STALL, 0, 0, 0, 0, 0, 0, 0) : class;
}

static enum fairness stated(const struct machine *machine, uint64_t class) {
  switch ((enum owing)(class >> 56 & ~(uint64_t)OWES_STALL)) {
  case OWES_ACCESS: return machine->system->core_fairness;
  case OWES_MESSAGE: return machine->system->networks[machine->channels[class >> 48 & 0xff].network].fairness;
  case OWES_OWN: return kind_of(machine, class >> 48 & 0xff)->internals[class >> 40 & 0xff].fairness;
  default: return FAIRNESS_USUAL;
  }
}

static bool machine_strong(const struct model *model, uint64_t class) {
  const struct machine *machine = model->self;
  if (machine->fairness != FAIRNESS_USUAL) return machine->fairness == FAIRNESS_STRONG;
  return stated(machine, class) != FAIRNESS_WEAK;
}

/* --- goals --- */

/* Goals of one core: of a program's, that it is done; of a client's, one for each request that it can have outstanding. */
_Static_assert(CORES_MAX * CLIENT_WINDOW < GOALS_MAX, "goals are bits");
static unsigned goals_of_core(const struct machine *machine) { return machine->is_client ? core_window(machine) : 1; }

/* The last goal is the end, or rest. */
static uint32_t machine_met(const struct model *model, void *worker, const slot_t *state) {
  const struct machine *machine = model->self;
  unsigned each = goals_of_core(machine), goal = 0;
  uint32_t met = 0;
  (void)worker;
  for (unsigned i = 0; i < machine->core_count; i++)
    for (unsigned place = 0; place < each; place++, goal++) {
      const struct core *core = core_at(machine, state, i);
      bool answered = machine->is_client ? !core->entry[place].used : core_finished(machine, i, core);
      met |= (uint32_t)answered << goal;
    }
  bool all = met == (UINT32_C(1) << goal) - 1;
  return met | (uint32_t)(all && machine_quiet(machine, state)) << goal;
}

void machine_describe_goal(const struct model *model, FILE *out, unsigned goal) {
  const struct machine *machine = model->self;
  unsigned each = goals_of_core(machine), core = goal / each;
  if (core == machine->core_count && machine->is_client) fputs("no request is outstanding anywhere", out);
  else if (core == machine->core_count) fputs("all threads are done and nothing is outstanding", out);
  else if (!machine->is_client) fprintf(out, "P%u is done", machine->program->threads[core].id);
  else if (each == 1) fprintf(out, "P%u's request is answered", core);
  else fprintf(out, "P%u's %s request is answered", core, goal % each ? "second" : "first");
}

struct obligations machine_obligations(struct machine *machine, enum progress_level level, enum fairness fairness) {
  unsigned goals = machine->core_count * goals_of_core(machine) + 1;
  uint32_t all = (UINT32_C(1) << goals) - 1, certain = machine->is_client ? all >> 1 : all;
  machine->fairness = fairness;
  if (machine->symmetry) all = all ^ all >> 1; /* rest alone is the same under every renaming; the others follow from it */
  return (struct obligations){ .goals = goals, .possible = all, .guaranteed = level == PROGRESS_GUARANTEED ? certain : 0,
                               .met = machine_met, .owed = machine_owed, .is_strong = machine_strong,
                               .describe_goal = machine_describe_goal };
}
