/* msi: a directory protocol of textbooks, in the form that model checkers are compared on.
 *
 * Source: Nagarajan, Sorin, Hill and Wood, "A Primer on Memory Consistency and Cache Coherence"
 * (2nd edition, 2020), section 8.2, tables 8.1 and 8.2.  The directory of this MSI blocks only on
 * data that it waits for.  Only the network of forwarded requests, one of three, keeps the order
 * between two controllers.  A row names its cell, the table's columns by their heads.
 *
 * Rows of two columns are one here where they do the same: "Data from Dir (ack=0)" and "Data from
 * Owner".  Data say how many acknowledgements there will be.  `pending` is the number that has
 * come, less the number to come, so it may be above zero before the data come.  A cell that the
 * tables leave blank is a NEVER.
 *
 * msi.m says the same in Murphi's language, msi.pml in Promela. */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"

enum { /* a cache's line */
       I = 1 << 0,
       S = 1 << 1,
       M = 1 << 2,
       IS_D = 1 << 3,
       IM_AD = 1 << 4,
       IM_A = 1 << 5,
       SM_AD = 1 << 6,
       SM_A = 1 << 7,
       MI_A = 1 << 8,
       SI_A = 1 << 9,
       II_A = 1 << 10
};
enum {
  DIR_I = 1 << 0,
  DIR_S = 1 << 1,
  DIR_M = 1 << 2,
  S_D = 1 << 3,
  DIR_ANY = DIR_I | DIR_S | DIR_M | S_D
};

enum msi_event {
  EVENT_GETS = EVENT_OWN,
  EVENT_GETM,
  EVENT_PUTS,
  EVENT_PUTM, /* request: cache to directory */
  EVENT_FWD_GETS,
  EVENT_FWD_GETM,
  EVENT_INV,
  EVENT_PUT_ACK, /* forward: directory to cache */
  EVENT_DATA,
  EVENT_INV_ACK,
  EVENT_DATA_TO_DIR, /* response: to cache; to directory */
  EVENT_COUNT
};
#define ON(event) (1ull << EVENT_##event)
#define FORWARDS (ON(FWD_GETS) | ON(FWD_GETM) | ON(INV))
#define CACHE_ALPHABET (LOAD | STORE | EVICT | FORWARDS | ON(PUT_ACK) | ON(DATA) | ON(INV_ACK))
#define DIRECTORY_ALPHABET (ON(GETS) | ON(GETM) | ON(PUTS) | ON(PUTM) | ON(DATA_TO_DIR))

enum { REQUEST, FORWARD, RESPONSE, NETWORK_COUNT };

static const char *const events[] = { "LOAD",          "STORE",    "ATOMIC",      "LOAD_ACQUIRE",
                                      "STORE_RELEASE", "FENCE",    "Replacement", "EXPIRY",
                                      "GetS",          "GetM",     "PutS",        "PutM+data",
                                      "Fwd-GetS",      "Fwd-GetM", "Inv",         "Put-Ack",
                                      "Data",          "Inv-Ack",  "Data-to-Dir" };
static const char *const cache_states[] = { "I",     "S",    "M",    "IS_D", "IM_AD", "IM_A",
                                            "SM_AD", "SM_A", "MI_A", "SI_A", "II_A" };
static const char *const directory_states[] = { "I", "S", "M", "S_D" };

/* --- a cache --- */

static bool last_data(const struct step *s) {
  return s->line->pending + step_incoming(s)->count == 0;
}
static bool not_last_data(const struct step *s) { return !last_data(s); }
static bool last_ack(const struct step *s) { return s->line->pending + 1 == 0; }
static bool not_last_ack(const struct step *s) { return !last_ack(s); }

static unsigned directory(const struct step *s) { return step_controller_of_line(s, s->at); }
static void keep(struct step *s) { step_enqueue(s, s->request); }
static void get_s(struct step *s) { step_send(s, EVENT_GETS, directory(s)); }
static void get_m(struct step *s) { step_send(s, EVENT_GETM, directory(s)); }
static void put_s(struct step *s) { step_send(s, EVENT_PUTS, directory(s)); }
static void put_m(struct step *s) { step_send(s, EVENT_PUTM, directory(s))->data = s->line->data; }
static void inv_ack(struct step *s) { step_send(s, EVENT_INV_ACK, step_incoming(s)->requester); }
static void data_to_req(struct step *s) {
  step_send(s, EVENT_DATA, step_incoming(s)->requester)->data = s->line->data;
}
static void data_to_dir(struct step *s) {
  step_send(s, EVENT_DATA_TO_DIR, directory(s))->data = s->line->data;
}
static void drop(struct step *s) { data_clear(&s->line->data); }
static void take_data(struct step *s) { s->line->data = step_incoming(s)->data; }
static void count_acks(struct step *s) {
  s->line->pending = (int8_t)(s->line->pending + step_incoming(s)->count);
}
static void count_ack(struct step *s) { s->line->pending++; }
static void hit(struct step *s) { step_reply(s, s->request, s->line->data.word[s->request->word]); }

static void store(struct step *s, const struct request *request) {
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->data, request->word, request->value);
  step_reply(s, request, 0);
}

static void store_hit(struct step *s) { store(s, s->request); }

static void load_done(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply(s, &request, s->line->data.word[request.word]);
}

static void store_done(struct step *s) {
  struct request request = step_dequeue(s, 0);
  s->line->pending = 0;
  store(s, &request);
}

static const struct row cache_rows[] = {
  ROW("8.1 I/load", I, LOAD, always, IS_D, keep, get_s),
  ROW("8.1 I/store", I, STORE, always, IM_AD, keep, get_m),
  NEVER("8.1 I", I, EVICT | FORWARDS | ON(PUT_ACK) | ON(DATA) | ON(INV_ACK)),

  STALL("8.1 IS_D", IS_D, LOAD | STORE | EVICT | ON(INV), always),
  ROW("8.1 IS_D/Data", IS_D, ON(DATA), always, S, take_data, load_done),
  NEVER("8.1 IS_D", IS_D, ON(FWD_GETS) | ON(FWD_GETM) | ON(PUT_ACK) | ON(INV_ACK)),

  STALL("8.1 IM_AD, IM_A", IM_AD | IM_A, LOAD | STORE | EVICT | ON(FWD_GETS) | ON(FWD_GETM),
        always),
  ROW("8.1 IM_AD/Data (ack=0) or the acks are in", IM_AD, ON(DATA), last_data, M, take_data,
      store_done),
  ROW("8.1 IM_AD/Data (ack>0)", IM_AD, ON(DATA), not_last_data, IM_A, take_data, count_acks),
  ROW("8.1 IM_AD/Inv-Ack", IM_AD, ON(INV_ACK), always, SAME, count_ack),
  ROW("8.1 IM_A/Inv-Ack", IM_A, ON(INV_ACK), not_last_ack, SAME, count_ack),
  ROW("8.1 IM_A/Last-Inv-Ack", IM_A, ON(INV_ACK), last_ack, M, store_done),
  NEVER("8.1 IM_AD", IM_AD, ON(INV) | ON(PUT_ACK)),
  NEVER("8.1 IM_A", IM_A, ON(INV) | ON(PUT_ACK) | ON(DATA)),

  ROW("8.1 S/load", S | SM_AD | SM_A, LOAD, always, SAME, hit),
  ROW("8.1 S/store", S, STORE, always, SM_AD, keep, get_m),
  ROW("8.1 S/replacement", S, EVICT, always, SI_A, put_s),
  ROW("8.1 S/Inv", S, ON(INV), always, I, inv_ack, drop),
  NEVER("8.1 S", S, ON(FWD_GETS) | ON(FWD_GETM) | ON(PUT_ACK) | ON(DATA) | ON(INV_ACK)),

  STALL("8.1 SM_AD, SM_A", SM_AD | SM_A, STORE | EVICT | ON(FWD_GETS) | ON(FWD_GETM), always),
  ROW("8.1 SM_AD/Inv", SM_AD, ON(INV), always, IM_AD, inv_ack, drop),
  ROW("8.1 SM_AD/Data (ack=0) or the acks are in", SM_AD, ON(DATA), last_data, M, take_data,
      store_done),
  ROW("8.1 SM_AD/Data (ack>0)", SM_AD, ON(DATA), not_last_data, SM_A, take_data, count_acks),
  ROW("8.1 SM_AD/Inv-Ack", SM_AD, ON(INV_ACK), always, SAME, count_ack),
  ROW("8.1 SM_A/Inv-Ack", SM_A, ON(INV_ACK), not_last_ack, SAME, count_ack),
  ROW("8.1 SM_A/Last-Inv-Ack", SM_A, ON(INV_ACK), last_ack, M, store_done),
  NEVER("8.1 SM_AD", SM_AD, ON(PUT_ACK)),
  NEVER("8.1 SM_A", SM_A, ON(INV) | ON(PUT_ACK) | ON(DATA)),

  ROW("8.1 M/load", M, LOAD, always, SAME, hit),
  ROW("8.1 M/store", M, STORE, always, SAME, store_hit),
  ROW("8.1 M/replacement", M, EVICT, always, MI_A, put_m),
  ROW("8.1 M/Fwd-GetS", M, ON(FWD_GETS), always, S, data_to_req, data_to_dir),
  ROW("8.1 M/Fwd-GetM", M, ON(FWD_GETM), always, I, data_to_req, drop),
  NEVER("8.1 M", M, ON(INV) | ON(PUT_ACK) | ON(DATA) | ON(INV_ACK)),

  STALL("8.1 MI_A, SI_A, II_A", MI_A | SI_A | II_A, LOAD | STORE | EVICT, always),
  ROW("8.1 MI_A/Fwd-GetS", MI_A, ON(FWD_GETS), always, SI_A, data_to_req, data_to_dir),
  ROW("8.1 MI_A/Fwd-GetM", MI_A, ON(FWD_GETM), always, II_A, data_to_req, drop),
  ROW("8.1 MI_A/Put-Ack", MI_A, ON(PUT_ACK), always, I, drop),
  ROW("8.1 SI_A/Inv", SI_A, ON(INV), always, II_A, inv_ack, drop),
  ROW("8.1 SI_A/Put-Ack", SI_A, ON(PUT_ACK), always, I, drop),
  ROW("8.1 II_A/Put-Ack", II_A, ON(PUT_ACK), always, I),
  NEVER("8.1 MI_A", MI_A, ON(INV) | ON(DATA) | ON(INV_ACK)),
  NEVER("8.1 SI_A", SI_A, ON(FWD_GETS) | ON(FWD_GETM) | ON(DATA) | ON(INV_ACK)),
  NEVER("8.1 II_A", II_A, FORWARDS | ON(DATA) | ON(INV_ACK)),
};

static bool may_replace(const struct step *s) { return 1u << s->state & (S | M); }

static enum permission cache_permission(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & M                    ? PERMISSION_WRITE
         : state & (S | SM_AD | SM_A) ? PERMISSION_READ
                                      : PERMISSION_NONE;
}

/* --- the directory --- */

static unsigned sender(const struct step *s) { return step_sm_of(s, step_incoming(s)->from); }
static unsigned others(const struct step *s) { return s->line->sharers & ~(1u << sender(s)); }
static bool from_owner(const struct step *s) { return sender(s) == s->line->owner; }
static bool not_from_owner(const struct step *s) { return !from_owner(s); }
static bool is_last(const struct step *s) { return !others(s); }
static bool is_not_last(const struct step *s) { return !is_last(s); }

static void add_req(struct step *s) { s->line->sharers |= (uint8_t)(1u << sender(s)); }
static void remove_req(struct step *s) { s->line->sharers &= (uint8_t) ~(1u << sender(s)); }
static void own(struct step *s) { s->line->owner = (uint8_t)sender(s); }
static void disown(struct step *s) { s->line->owner = NO_ONE; }
static void put_ack(struct step *s) { step_send(s, EVENT_PUT_ACK, step_incoming(s)->from); }
static void copy_data(struct step *s) { s->line->memory = step_incoming(s)->data; }

static struct message *data_message(struct step *s) {
  struct message *message = step_send(s, EVENT_DATA, step_incoming(s)->from);
  message->data = s->line->memory;
  return message;
}

static void data(struct step *s) { data_message(s); }
static void data_and_acks(struct step *s) {
  data_message(s)->count = (int8_t)-__builtin_popcount(others(s));
}

static void inv_sharers(struct step *s) {
  for (unsigned set = others(s); set; set &= set - 1)
    step_send(s, EVENT_INV, step_controller_of_sm(s, (unsigned)__builtin_ctz(set)))->requester =
        step_incoming(s)->from;
  s->line->sharers = 0;
}

static void forward(struct step *s, unsigned type) {
  step_send(s, type, step_controller_of_sm(s, s->line->owner))->requester = step_incoming(s)->from;
}

static void fwd_get_s(struct step *s) { forward(s, EVENT_FWD_GETS); }
static void fwd_get_m(struct step *s) { forward(s, EVENT_FWD_GETM); }

/* (A mutant may have lost the owner.) */
static void share_with_owner(struct step *s) {
  s->line->sharers =
      (uint8_t)(1u << sender(s) | (s->line->owner == NO_ONE ? 0 : 1u << s->line->owner));
  s->line->owner = NO_ONE;
}

static const struct row directory_rows[] = {
  ROW("8.2 I/GetS", DIR_I, ON(GETS), always, DIR_S, data, add_req),
  ROW("8.2 I/GetM", DIR_I, ON(GETM), always, DIR_M, data, own),
  ROW("8.2 I/PutS, PutM+data from NonOwner", DIR_I, ON(PUTS) | ON(PUTM), always, SAME, put_ack),
  NEVER("8.2 I", DIR_I, ON(DATA_TO_DIR)),

  ROW("8.2 S/GetS", DIR_S, ON(GETS), always, SAME, data, add_req),
  ROW("8.2 S/GetM", DIR_S, ON(GETM), always, DIR_M, data_and_acks, inv_sharers, own),
  ROW("8.2 S/PutS-NotLast", DIR_S, ON(PUTS), is_not_last, SAME, remove_req, put_ack),
  ROW("8.2 S/PutS-Last", DIR_S, ON(PUTS), is_last, DIR_I, remove_req, put_ack),
  ROW("8.2 S/PutM+data from NonOwner", DIR_S, ON(PUTM), always, SAME, remove_req, put_ack),
  NEVER("8.2 S", DIR_S, ON(DATA_TO_DIR)),

  ROW("8.2 M/GetS", DIR_M, ON(GETS), always, S_D, fwd_get_s, share_with_owner),
  ROW("8.2 M/GetM", DIR_M, ON(GETM), always, SAME, fwd_get_m, own),
  ROW("8.2 M/PutS", DIR_M, ON(PUTS), always, SAME, put_ack),
  ROW("8.2 M/PutM+data from Owner", DIR_M, ON(PUTM), from_owner, DIR_I, copy_data, disown, put_ack),
  ROW("8.2 M/PutM+data from NonOwner", DIR_M, ON(PUTM), not_from_owner, SAME, put_ack),
  NEVER("8.2 M", DIR_M, ON(DATA_TO_DIR)),

  STALL("8.2 S_D", S_D, ON(GETS) | ON(GETM), always),
  ROW("8.2 S_D/PutS, PutM+data from NonOwner", S_D, ON(PUTS) | ON(PUTM), always, SAME, remove_req,
      put_ack),
  ROW("8.2 S_D/Data", S_D, ON(DATA_TO_DIR), always, DIR_S, copy_data),
};

static const struct data *directory_value(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}

SYSTEM(msi) = {
  .name = "msi",
  .title = "the MSI directory protocol of textbooks, as model checkers are compared on it",
  .source = "Primer, 2nd ed., 8.2, tables 8.1 and 8.2",
  .not_modelled = "nothing of the source",
  .kinds = {
    { .name = "cache",
      .table = { cache_rows, sizeof cache_rows / sizeof *cache_rows, cache_states, 11, I | S | M,
                 events, EVENT_COUNT,
                 CACHE_ALPHABET },
      .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .enabled = may_replace,
                       .environment = true } },
      .internal_count = 1, .instances = ONE_PER_SM, .permission = cache_permission,
      .lease = NO_LEASE },
    { .name = "directory",
      .table = { directory_rows, sizeof directory_rows / sizeof *directory_rows, directory_states,
                 4, DIR_I | DIR_S | DIR_M,
                 events, EVENT_COUNT, DIRECTORY_ALPHABET },
      .instances = ONE_PER_BANK, .value = directory_value, .lease = NO_LEASE,
      .shows.sharers = true, .shows.owner = true, .shows.memory = true } },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "request", UNORDERED, 8 }, { "forward", FIFO, 2 }, { "response", UNORDERED, 8 } },
  .network_count = NETWORK_COUNT,
  .messages = {
    [EVENT_GETS] = { "GetS", REQUEST, .lease = NO_LEASE },
    [EVENT_GETM] = { "GetM", REQUEST, .lease = NO_LEASE },
    [EVENT_PUTS] = { "PutS", REQUEST, .lease = NO_LEASE },
    [EVENT_PUTM] = { "PutM+data", REQUEST, .has_data = true, .lease = NO_LEASE },
    [EVENT_FWD_GETS] = { "Fwd-GetS", FORWARD, .has_requester = true, .lease = NO_LEASE },
    [EVENT_FWD_GETM] = { "Fwd-GetM", FORWARD, .has_requester = true, .lease = NO_LEASE },
    [EVENT_INV] = { "Inv", FORWARD, .has_requester = true, .lease = NO_LEASE },
    [EVENT_PUT_ACK] = { "Put-Ack", FORWARD, .lease = NO_LEASE },
    [EVENT_DATA] = { "Data", RESPONSE, .has_data = true, .has_count = true, .lease = NO_LEASE },
    [EVENT_INV_ACK] = { "Inv-Ack", RESPONSE, .lease = NO_LEASE },
    [EVENT_DATA_TO_DIR] = { "Data-to-Dir", RESPONSE, .has_data = true, .lease = NO_LEASE },
  },
  .lower = lower_plain,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "sc" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE),
  .client = LOAD | STORE,
};
