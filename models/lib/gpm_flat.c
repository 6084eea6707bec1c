/* Claims of no-remote and ideal-caching: of the steps of a GPM, and that no access is lost. */
#include "models/lib/gpm_flat.h"

#include "protocol/claims.h"

/* --- steps --- */

static bool stores_go_on(const struct step *s, const struct local *before) {
  bool store = is_one_of(s->event, ST | RST),
       atomic = is_one_of(s->event, ATOM | RATOM) && !s->stalled;
  if (!store && !atomic) return step_performs(s, 0) && !step_sends(s, RST | RATOM);
  if (at_system(s)) return step_obeys(s, before) && !step_sends(s, RST | RATOM);
  if (!step_performs(s, 0)) return false;
  if (atomic) return step_sends(s, RATOM) == 1 && !step_sends(s, RST);
  return gpm_sends_store(s, EVENT_RST, s->request->value) && !step_sends(s, RATOM);
}

/* The GPMs that the step asks; 0, too, where it asks one twice. */
static unsigned asked(const struct step *s) {
  unsigned gpms = 0;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == EVENT_RELREQ) gpms |= 1u << step_index_of(s, s->sends[i].to);
  return step_sends(s, RELREQ) == (unsigned)__builtin_popcount(gpms) ? gpms : 0;
}

static bool releases_hold(const struct step *s, const struct local *before) {
  unsigned homes = homes_around(&s->shape->placement, step_own_index(s));
  bool over = false;
  if (s->event == EVENT_REL) {
    over = !homes;
    if (asked(s) != homes) return false;
  } else if (step_sends(s, RELREQ)) return false;
  if (s->event == EVENT_RELACK) over = before->pending[s->request->core] == 1;
  if (step_sends(s, RELACK) != (s->event == EVENT_RELREQ)) return false;
  return step_sends(s, RELDONE | RELEASED) == over;
}

bool gpm_flat_keeps(const struct step *s, const struct local *before) {
  return stores_go_on(s, before) && releases_hold(s, before);
}

/* --- states --- */

/* What is on its way: for the lines of L1s, for those of GPMs, and for the releases of cores. */
struct under_way {
  uint8_t loads, atomics;
};
struct whole {
  const struct shape *shape;
  bool fetches;
  struct under_way l1[CORES_MAX][LINES_MAX], gpm[GPMS_MAX][LINES_MAX];
  uint8_t releases[CORES_MAX];
};

static struct under_way *of_core(struct whole *whole, unsigned core, unsigned line) {
  return &whole->l1[whole->shape->sm_of_core[core]][line];
}
static struct under_way *of_l1(struct whole *whole, unsigned controller, unsigned line) {
  return &whole->l1[controller - shape_l1(whole->shape, 0)][line];
}
static struct under_way *of_gpm(struct whole *whole, unsigned controller, unsigned line) {
  return &whole->gpm[controller - shape_gpm(whole->shape, 0)][line];
}

/* A load between two GPMs, of which `controller` has asked. */
static void count_fetch(struct whole *whole, const struct message *m, unsigned controller) {
  if (whole->fetches) of_gpm(whole, controller, m->line)->loads++;
  else of_core(whole, m->request.core, m->line)->loads++;
}
static void count_remote_atomic(struct whole *whole, const struct message *m, unsigned controller) {
  of_core(whole, m->request.core, m->line)->atomics++;
  if (whole->fetches) of_gpm(whole, controller, m->line)->atomics++;
}

static void count_message(struct whole *whole, const struct message *m) {
  switch (m->type) {
  case EVENT_LD: of_l1(whole, m->from, m->line)->loads++; break;
  case EVENT_SMDATA:
  case EVENT_ONCE: of_l1(whole, m->to, m->line)->loads++; break;
  case EVENT_RLD: count_fetch(whole, m, m->from); break;
  case EVENT_DATA: count_fetch(whole, m, m->to); break;
  case EVENT_ATOM:
  case EVENT_SMATOM: of_core(whole, m->request.core, m->line)->atomics++; break;
  case EVENT_RATOM: count_remote_atomic(whole, m, m->from); break;
  case EVENT_ATOMRESP: count_remote_atomic(whole, m, m->to); break;
  case EVENT_RELREQ:
  case EVENT_RELACK: whole->releases[m->request.core]++; break;
  default: break;
  }
}
static void count_waiting(struct whole *whole, const struct line *line, unsigned at) {
  for (unsigned i = 0; i < line->waiting; i++) of_core(whole, line->queue[i].core, at)->loads++;
}

static bool lines_hold(const struct whole *whole, const struct local *const *locals, unsigned at) {
  const struct shape *shape = whole->shape;
  unsigned gpms = shape->placement.topology.gpus * shape->placement.topology.gpms;
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    unsigned state = 1u << locals[shape_l1(shape, sm)]->line[at].state;
    const struct under_way *out = &whole->l1[sm][at];
    if (out->loads != (state == L1_IV) || out->atomics != (state == L1_IA)) return false;
  }
  for (unsigned gpm = 0; gpm < gpms; gpm++) {
    const struct line *line = &locals[shape_gpm(shape, gpm)]->line[at];
    const struct under_way *out = &whole->gpm[gpm][at];
    if (line->reads != out->loads || line->writes != out->atomics) return false;
  }
  return true;
}

bool gpm_flat_loses_nothing(const struct shape *shape, const struct local *const *locals,
                            const struct message *messages, unsigned count, bool fetches) {
  struct whole whole = { .shape = shape, .fetches = fetches };
  const struct placement *placement = &shape->placement;
  unsigned gpms = placement->topology.gpus * placement->topology.gpms;
  for (unsigned i = 0; i < count; i++) count_message(&whole, &messages[i]);
  for (unsigned at = 0; at < shape->lines; at++) {
    for (unsigned gpm = 0; gpm < gpms; gpm++)
      count_waiting(&whole, &locals[shape_gpm(shape, gpm)]->line[at], at);
    if (!lines_hold(&whole, locals, at)) return false;
  }
  for (unsigned core = 0; core < shape->core_count; core++) {
    unsigned gpm = placement->gpm_of_sm[shape->sm_of_core[core]];
    if (locals[shape_gpm(shape, gpm)]->pending[core] != whole.releases[core]) return false;
  }
  return true;
}
