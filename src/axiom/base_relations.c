/* The sets and relations that the events fix: all base names of LEVEL_EVENTS, and the tags.
 *
 * The read of a read-modify-write carries the acquire half of its order, and its write the release
 * half.  The other half is relaxed (PTX manual 9.7.12; also Dat3M and the Alloy text). */
#include "axiom/execution.h"
#include "axiom/base_relations.h"

#include "base/text.h"
#include "litmus/tags.h"

static const struct location *location_of(const struct execution *x,
                                          const struct execution_event *event) {
  return &x->program->locations[x->cells->items[event->cell].location];
}

/* ---- sets ---- */

/* The order that an event is tagged with: of a read-modify-write, the event's half of it. */
static enum order tag_order(const struct path_event *what) {
  enum order order = what->instruction->order;
  if (what->failed) return what->instruction->fail_order;
  if (!what->rmw || what->kind == EVENT_UPDATE || order == ORDER_WEAK || order == ORDER_SC)
    return order;
  bool acquires = order == ORDER_ACQUIRE || order == ORDER_ACQ_REL;
  bool releases = order == ORDER_RELEASE || order == ORDER_ACQ_REL;
  if (what->kind == EVENT_READ) return acquires ? ORDER_ACQUIRE : ORDER_RELAXED;
  return releases ? ORDER_RELEASE : ORDER_RELAXED;
}

static void tag(struct execution *x, enum cat_base base, unsigned e) {
  *base_relation(x, base) |= event_bit(e);
}

static void tag_proxy(struct execution *x, enum proxy proxy, unsigned e) {
  static const enum cat_base tags[] = { [PROXY_GENERIC] = BASE_GEN,
                                        [PROXY_TEXTURE] = BASE_TEX,
                                        [PROXY_SURFACE] = BASE_SUR,
                                        [PROXY_CONSTANT] = BASE_CON,
                                        [PROXY_ALIAS] = BASE_ALIAS };
  tag(x, tags[proxy], e);
}

/* The slot of a tag: a base name, or a tag that the model names; -1: neither. */
static int slot_of_tag(const struct cat_code *code, const char *name) {
  for (unsigned base = 0; base < BASE_COUNT; base++)
    if (text_equal(cat_base_names[base].name, name)) return (int)base;
  const struct cat_tag *tag = cat_code_tag(code, name);
  return tag ? tag->slot : -1;
}

uint64_t base_relations_event_tags(const struct execution *x, const struct execution_event *event) {
  if (!event->what) return location_of(x, event)->tags;
  const struct instruction *i = event->what->instruction;
  if (event->kind >= EVENT_REGISTER) return 0;
  if (event->what->failed && i->fail_tags) return i->fail_tags;
  return event->what->rmw && event->kind == EVENT_WRITE ? i->write_tags : i->tags;
}

static bool asks_tag(const void *context, const char *name) {
  return cat_code_tag(context, name) != NULL;
}

static int also_slot_of_tag(const struct execution *x, const char *tag) {
  const struct cat_tags *tags = &x->code->tags;
  for (size_t i = 0; i < tags->length; i++)
    if (tag_also(x->program->dialect, tag, tags->items[i].name, asks_tag, x->code))
      return tags->items[i].slot;
  return -1;
}

void base_relations_find_tags(struct execution *x) {
  static const char *const of_registers[] = { "BCC", "Rreg", "DATA",
                                              "ADDR" }; /* from TAG_BRANCH on */
  for (unsigned t = 0; t < x->program->tag_count; t++) {
    x->tag_slot[t] = slot_of_tag(x->code, x->program->tags[t]);
    x->also_slot[t] = also_slot_of_tag(x, x->program->tags[t]);
  }
  for (unsigned t = TAG_BRANCH; t < TAG_ROOM; t++)
    x->tag_slot[t] = slot_of_tag(x->code, of_registers[t - TAG_BRANCH]);
}

static void add_to_slot(struct execution *x, int slot, event_set events) {
  if (slot >= 0) *evaluation_slot(&x->evaluation, (unsigned)slot) |= events;
}

static void add_tag(struct execution *x, unsigned which, unsigned e) {
  add_to_slot(x, x->tag_slot[which], event_bit(e));
}

static void fill_register_tags(struct execution *x) {
  EACH_EVENT(e, x->registers) {
    add_tag(x, TAG_REGISTER, e);
    if (x->events[e].kind == EVENT_BRANCH) add_tag(x, TAG_BRANCH, e);
    else add_tag(x, x->events[e].what->stored ? TAG_DATA : TAG_ADDRESS, e);
  }
}

/* Accesses without the tag A, and initial writes of locations that are not declared atomic. */
static event_set plain_accesses(const struct execution *x) {
  uint64_t atomic = 0, plain_location = 0;
  for (unsigned t = 0; t < x->program->tag_count; t++) {
    if (text_equal(x->program->tags[t], "A")) atomic = (uint64_t)1 << t;
    if (text_equal(x->program->tags[t], "NAL")) plain_location = (uint64_t)1 << t;
  }
  event_set plain = NO_EVENTS;
  EACH_EVENT(e, x->reads | x->writes) {
    uint64_t tags = base_relations_event_tags(x, &x->events[e]);
    if (x->events[e].what ? !(tags & atomic) : (tags & plain_location) != 0) plain |= event_bit(e);
  }
  return plain;
}

static void fill_derived_tags(struct execution *x) {
  const struct cat_code *code = x->code;
  event_set halves = *base_relation(x, BASE_RMW);
  for (size_t i = 0; i < code->tags.length; i++) {
    const struct cat_tag *wanted = &code->tags.items[i];
    switch (tag_source(wanted->name, x->program->dialect)) {
    case TAG_CARRIED: break;
    case TAG_HALVES: add_to_slot(x, wanted->slot, halves); break;
    case TAG_HALF_WRITES: add_to_slot(x, wanted->slot, halves & x->writes); break;
    case TAG_PLAIN: add_to_slot(x, wanted->slot, plain_accesses(x)); break;
    }
  }
  for (size_t i = 0; i < code->presences.length; i++)
    if (tag_is_of(code->presences.items[i].name, x->program->dialect))
      add_to_slot(x, code->presences.items[i].slot, events_below(x->count));
}

static void fill_tags(struct execution *x) {
  bool atomics = false;
  for (unsigned t = 0; t < x->program->tag_count; t++) {
    atomics |= x->tag_slot[t] == BASE_A;
    bool wanted = x->tag_slot[t] >= 0 || x->also_slot[t] >= 0;
    for (unsigned e = 0; e < x->count && wanted; e++) {
      if (!(base_relations_event_tags(x, &x->events[e]) >> t & 1)) continue;
      add_tag(x, t, e);
      add_to_slot(x, x->also_slot[t], event_bit(e));
    }
  }
  fill_derived_tags(x);
  if (!atomics) *base_relation(x, BASE_A) = *base_relation(x, BASE_RMW);
  if (events_any(x->registers)) fill_register_tags(x);
}

/* A fence that only names a proxy has no scope and no order. */
static bool orders(const struct execution_event *event) {
  const struct instruction *i = event->what->instruction;
  return event->kind != EVENT_FENCE || i->scope != SCOPE_NONE || i->proxy == PROXY_GENERIC;
}

static void tag_order_and_scope(struct execution *x, unsigned e) {
  static const enum cat_base order_tags[] = {
    [ORDER_WEAK] = BASE_WEAK,   [ORDER_RELAXED] = BASE_RLX,     [ORDER_ACQUIRE] = BASE_ACQ,
    [ORDER_RELEASE] = BASE_REL, [ORDER_ACQ_REL] = BASE_ACQ_REL, [ORDER_SC] = BASE_SC
  };
  static const enum cat_base scope_tags[] = { [SCOPE_CTA] = BASE_CTA,
                                              [SCOPE_CLUSTER] = BASE_CLUSTER,
                                              [SCOPE_GPU] = BASE_GPU,
                                              [SCOPE_SYSTEM] = BASE_SYS };
  const struct execution_event *event = &x->events[e];
  enum order order = tag_order(event->what);
  if (!orders(event)) return;
  tag(x, order_tags[order], e);
  if (event->kind == EVENT_FENCE && order == ORDER_SC) tag(x, BASE_ACQ_REL, e);
  enum scope scope = event->what->instruction->scope;
  if (scope != SCOPE_NONE && order != ORDER_WEAK) tag(x, scope_tags[scope], e);
}

/* A memory operation such as RISC-V's AMO is one event of herd7, a read and a write.  An edge
 * of either half is an edge of both, so each half is in both sets; only rf, co and fr differ.  The
 * models' edge between the halves makes a cycle through one event a cycle through both. */
static void tag_whole(struct execution *x, unsigned e) {
  tag(x, BASE_R, e);
  tag(x, BASE_W, e);
}

static void fill_sets(struct execution *x) {
  *base_relation(x, BASE_UNIVERSE) = events_below(x->count);
  *base_relation(x, BASE_M) = x->reads | x->writes;
  *base_relation(x, BASE_R) = x->reads;
  *base_relation(x, BASE_W) = x->writes;
  *base_relation(x, BASE_F) = x->fences;
  *base_relation(x, BASE_B) = x->barriers;
  *base_relation(x, BASE_IW) = events_below(x->initial_count);
  for (unsigned e = 0; e < x->count; e++) {
    const struct execution_event *event = &x->events[e];
    if (!event->what) {
      tag(x, BASE_WEAK, e);
      tag_proxy(x, location_of(x, event)->proxy, e);
    } else if (event->kind == EVENT_BARRIER) {
      if (event->what->instruction->barrier_of_cluster) tag_order_and_scope(x, e);
    } else if (event->kind < EVENT_BARRIER) {
      tag_order_and_scope(x, e);
      tag_proxy(x, event->what->instruction->proxy, e);
      if (event->what->instruction->reduces && event->kind == EVENT_READ) tag(x, BASE_RED, e);
      if (event->what->rmw) tag(x, BASE_RMW, e);
      if (event->what->instruction->whole) tag_whole(x, e);
    }
    if (event->what && event->what->transaction) tag(x, BASE_TXN, e);
    if (event->what && event->what->cancelled) tag(x, BASE_CANCELLED, e);
  }
}

/* ---- relations ---- */

static event_set instances_reached(const struct execution *x, unsigned e) {
  static const enum shared_depth depths[] = { [SCOPE_NONE] = SHARE_NEVER,
                                              [SCOPE_SYSTEM] = SHARE_SYSTEM,
                                              [SCOPE_GPU] = SHARE_GPU,
                                              [SCOPE_CLUSTER] = SHARE_CLUSTER,
                                              [SCOPE_CTA] = SHARE_CTA };
  const struct execution_event *event = &x->events[e];
  const struct place *place = &x->program->threads[event->thread].place;
  event_set reached = NO_EVENTS;
  for (unsigned t = 0; t < x->program->thread_count; t++)
    if (path_depth_shared(place, &x->program->threads[t].place) >=
        depths[event->what->instruction->scope])
      reached |= x->thread_events[t];
  return reached;
}

static void fill_same_scope(struct execution *x) {
  event_set *sr = base_relation(x, BASE_SR);
  event_set scoped = *base_relation(x, BASE_CTA) | *base_relation(x, BASE_CLUSTER) |
                     *base_relation(x, BASE_GPU) | *base_relation(x, BASE_SYS);
  event_set reached[EVENTS_MAX];
  EACH_EVENT(e, scoped) reached[e] = instances_reached(x, e);
  EACH_EVENT(a, scoped)
  EACH_EVENT(b, scoped)
  if (relation_has(reached, a, b) && relation_has(reached, b, a)) relation_add(sr, a, b);
}

static void fill_places(struct execution *x) {
  static const enum cat_base relations[] = {
    [SHARE_SYSTEM] = BASE_SSYS,      [SHARE_GPU] = BASE_SGPU, [SHARE_FAMILY] = BASE_SQF,
    [SHARE_CLUSTER] = BASE_SCLUSTER, [SHARE_CTA] = BASE_SCTA, [SHARE_SUBGROUP] = BASE_SSG
  };
  const struct thread *threads = x->program->threads;
  for (unsigned a = x->initial_count; a < x->count; a++) {
    unsigned own = x->events[a].thread;
    for (unsigned t = 0; t < x->program->thread_count; t++) {
      int depth = (int)path_depth_shared(&threads[own].place, &threads[t].place);
      for (; depth >= 0; depth--) base_relation(x, relations[depth])[a] |= x->thread_events[t];
      if (x->program->synchronises[own] >> t & 1)
        base_relation(x, BASE_SSW)[a] |= x->thread_events[t];
    }
  }
}

static void fill_locations(struct execution *x) {
  event_set *loc = base_relation(x, BASE_LOC), *vloc = base_relation(x, BASE_VLOC);
  event_set located = x->reads | x->writes;
  EACH_EVENT(e, x->fences)
  if (path_event_fences_location(x->events[e].what)) located |= event_bit(e);
  EACH_EVENT(a, located) EACH_EVENT(b, located) {
    const struct execution_event *here = &x->events[a], *there = &x->events[b];
    if (here->physical == there->physical) relation_add(loc, a, b);
    if (x->cells->items[here->cell].generic == x->cells->items[there->cell].generic)
      relation_add(vloc, a, b);
  }
}

static void add_dependencies(event_set *relation, event_set sources, unsigned first, unsigned e) {
  EACH_EVENT(s, sources) relation_add(relation, first + s, e);
}

/* The register events that are not in program order.  They are in it for a model that names ADDR,
 * as for herd7 since 7.58, whose aarch64.cat has its dependencies in `po`.  Other models would
 * order accesses through registers. */
static event_set unordered_registers(const struct execution *x) {
  event_set only = NO_EVENTS;
  if (x->tag_slot[TAG_ADDRESS] < 0) EACH_EVENT(e, x->registers)
  if (x->events[e].kind == EVENT_REGISTER) only |= event_bit(e);
  return only;
}

/* Takes the event out of the order with the events of the operand on the other side. */
static void leave_unsequenced(struct execution *x, unsigned e) {
  const struct execution_event *event = &x->events[e];
  const struct thread *thread = &x->program->threads[event->thread];
  const struct instruction *here = event->what->instruction;
  unsigned index = (unsigned)(here - thread->instructions);
  EACH_EVENT(other, x->thread_events[event->thread] & events_below(e)) {
    unsigned there = (unsigned)(x->events[other].what->instruction - thread->instructions);
    bool within = there + 1 >= here->unsequenced_from && there + 1 < here->unsequenced_until;
    if (within && event->what->instance - x->events[other].what->instance == index - there)
      relation_remove(base_relation(x, BASE_PO), other, e);
  }
}

static event_set same_instance(const struct execution *x, unsigned e) {
  event_set same = NO_EVENTS;
  EACH_EVENT(other, x->thread_events[x->events[e].thread])
  if (x->events[other].what->instance == x->events[e].what->instance) same |= event_bit(other);
  return same;
}

/* The parts of the access that an event is part of. */
static event_set same_access(const struct execution *x, unsigned e) {
  event_set same = event_bit(e);
  EACH_EVENT(other, x->cells->torn ? same_instance(x, e) : NO_EVENTS)
  if (x->events[other].kind == x->events[e].kind && x->events[e].kind <= EVENT_UPDATE)
    same |= event_bit(other);
  return same;
}

/* iico_data and iico_ctrl through registers: from reads into registers and branches, and from
 * registers into the accesses of their instruction.  A read that picks one of several values
 * controls the event that carries it.  A tested register and its test are one event here and two in
 * herd7, hence the edge to itself. */
static void fill_flow(struct execution *x) {
  event_set *flow = base_relation(x, BASE_IICO_DATA);
  EACH_EVENT(e, x->registers) {
    const struct execution_event *event = &x->events[e];
    EACH_EVENT(s, event->what->data) relation_add(flow, x->first[event->thread] + s, e);
    EACH_EVENT(s, event->what->picked)
    relation_add(base_relation(x, BASE_IICO_CTRL), x->first[event->thread] + s, e);
    event_set fed = event->what->stored ? x->writes : x->reads | x->writes;
    if (event->kind == EVENT_BRANCH || event->what->controls) relation_add(flow, e, e);
    if (event->kind != EVENT_REGISTER) continue;
    event_set *within = event->what->controls ? base_relation(x, BASE_IICO_CTRL) : flow;
    within[e] |= same_instance(x, e) & fed;
  }
}

static void add_reserved_pair(struct execution *x, unsigned e) {
  const struct execution_event *event = &x->events[e];
  if (!event->what->reserved) return;
  unsigned read = x->first[event->thread] + event->what->reserved - 1;
  relation_add(base_relation(x, BASE_RMW_PAIR), read, e);
  relation_add(base_relation(x, BASE_LXSX), read, e);
}

/* Pairs the write of a read-modify-write with its read, which stands before it.  A model that takes
 * co as given is written in Dat3M's way and expects the two in po; herd7's po is between
 * instructions.  Every read of a compare-and-swap controls the write. */
static void add_atomic_pair(struct execution *x, unsigned e) {
  const struct path_event *what = x->events[e].what;
  if (!what->rmw || what->kind != EVENT_WRITE) return;
  if (events_have(what->data, e - 1 - x->first[x->events[e].thread]))
    relation_add(base_relation(x, BASE_IICO_DATA), e - 1, e);
  if (x->program->registers_are_events && what->instruction->arithmetic == ARITHMETIC_CAS)
    EACH_EVENT(read, same_instance(x, e) & x->reads)
  relation_add(base_relation(x, BASE_IICO_CTRL), read, e);
  relation_add(base_relation(x, BASE_RMW_PAIR), e - 1, e);
  relation_add(base_relation(x, BASE_AMO), e - 1, e);
  if (x->code->given_coherence) relation_add(base_relation(x, BASE_PO), e - 1, e);
}

static void fill_thread_relations(struct execution *x) {
  event_set *po = base_relation(x, BASE_PO), *in = base_relation(x, BASE_INT),
            *ext = base_relation(x, BASE_EXT);
  event_set *stxn = base_relation(x, BASE_STXN);
  event_set all = events_below(x->count), unordered = unordered_registers(x);
  for (unsigned e = 0; e < x->count; e++) {
    const struct execution_event *event = &x->events[e];
    event_set thread = event->what ? x->thread_events[event->thread] : event_bit(e);
    base_relation(x, BASE_ID)[e] = base_relation(x, BASE_SM)[e] = event_bit(e);
    in[e] = thread;
    ext[e] = all & ~thread;
    if (!event->what) continue;
    po[e] = events_have(unordered, e) ? NO_EVENTS : thread & ~events_below(e + 1) & ~unordered;
    if (x->events[e].kind == EVENT_REGISTER || !x->program->halves_in_order)
      po[e] &= ~same_instance(x, e);
    base_relation(x, BASE_SM)[e] = same_access(x, e);
    po[e] &= ~base_relation(x, BASE_SM)[e];
    if (event->what->instruction->unsequenced_from) leave_unsequenced(x, e);
    if (event->what->transaction) EACH_EVENT(other, thread)
    if (x->events[other].what->transaction == event->what->transaction)
      relation_add(stxn, e, other);
    add_atomic_pair(x, e);
    add_reserved_pair(x, e);
    base_relation(x, BASE_SAME_INSTANCE)[e] = same_instance(x, e);
    if (event->kind >= EVENT_REGISTER) continue;
    add_dependencies(base_relation(x, BASE_CASDEP), event->what->compared, x->first[event->thread],
                     e);
    add_dependencies(base_relation(x, BASE_ADDR), event->what->addr, x->first[event->thread], e);
    add_dependencies(base_relation(x, BASE_DATA), event->what->data, x->first[event->thread], e);
    add_dependencies(base_relation(x, BASE_CTRL), event->what->ctrl, x->first[event->thread], e);
  }
}

void base_relations_fill(struct execution *x) {
  fill_sets(x);
  fill_tags(x);
  fill_thread_relations(x);
  fill_flow(x);
  fill_places(x);
  fill_locations(x);
  fill_same_scope(x);
}
