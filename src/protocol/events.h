/* A model's events and messages, from one list.
 *
 * The list names each event once.  `#define EVENTS(E) E(GETS, "GETS"), E(WRITE, "WRITE"), ...`
 * makes the events' numbers (EVENT_GETS), sets of one event for tables (GETS), and the names that
 * are printed.  A list of messages, `#define MESSAGES(M) M(GETS, "GETS", NETWORK) ...`, has no
 * commas between its entries.  It makes the messages too: after the name stand the network, and
 * what the message carries. */
#ifndef PROTOCOL_EVENTS_H
#define PROTOCOL_EVENTS_H

#include "protocol/system.h"

#define EVENT_NUMBER(event_, name_) EVENT_##event_
#define EVENT_SET(event_, name_) event_ = 1ull << EVENT_##event_
#define EVENT_NAME(event_, name_) name_

#define MESSAGE_NUMBER(event_, ...) EVENT_##event_,
#define MESSAGE_SET(event_, ...) event_ = 1ull << EVENT_##event_,
#define MESSAGE_NAME(event_, name_, ...) name_,
#define MESSAGE_KIND(event_, ...) MESSAGE(event_, __VA_ARGS__),
/* A message without a lease, for the record: its event, its name, its network, what it carries. */
#define MESSAGE(event_, name_, network_, ...) \
  [EVENT_##event_] = { name_, network_, .lease = NO_LEASE, __VA_ARGS__ }

/* The names of the events that every system has. */
#define SYSTEM_EVENT_NAMES \
  "LOAD", "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT", "EXPIRY"

/* A model's events: its messages, and then the events inside a controller, a list as well. */
#define DECLARE_EVENTS(messages, others)                           \
  enum {                                                           \
    EVENTS_BEGIN = EVENT_OWN - 1,                                  \
    messages(MESSAGE_NUMBER) others(MESSAGE_NUMBER) EVENT_COUNT    \
  };                                                               \
  enum { SET_OF_NONE, messages(MESSAGE_SET) others(MESSAGE_SET) }; \
  static const char *const events[] = { SYSTEM_EVENT_NAMES,        \
                                        messages(MESSAGE_NAME) others(MESSAGE_NAME) }
#define NO_EVENTS(E)

/* For the record: the events, of which `messages` lists the messages. */
#define RECORD_EVENTS(messages_) \
  .events = events, .event_count = EVENT_COUNT, .messages = { messages_(MESSAGE_KIND) }

#endif
