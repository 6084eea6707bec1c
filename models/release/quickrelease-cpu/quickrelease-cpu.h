/* The common part of quickrelease-cpu's controllers: states, events, messages, parameters.
 * quickrelease-cpu.c tells the protocol. */
#ifndef MODELS_QUICKRELEASE_CPU_H
#define MODELS_QUICKRELEASE_CPU_H

#include "models/lib/release_cache.h"
#include "models/lib/s_fifo.h"
#include "protocol/states.h"

/* Of a CU's read cache: I, V, IV, IP; of the CPU cluster: I, S, M, IS, IM. */
#define L1_STATES(X) \
  X(I, "I"), X(V, "V"), X(IV, "IV"), X(IP, "IP"), X(S, "S"), X(M, "M"), X(IS, "IS"), X(IM, "IM")
/* U: memory has the line; D_S, D_O: the CPU may have a copy, owns it; D_P: it has been probed; D_G:
 * its store waits until the GPU's read caches are told. */
#define DIRECTORY_STATES(X) X(D_U, "U"), X(D_S, "S"), X(D_O, "O"), X(D_P, "P"), X(D_G, "G")
DECLARE_STATES(l1_states, L1_STATES);
DECLARE_STATES(directory_states, DIRECTORY_STATES);

enum { REQUEST_NETWORK, RESPONSE_NETWORK, ACK_NETWORK, CPU_REQUEST_NETWORK, CPU_RESPONSE_NETWORK };
#define MESSAGES(M_)                                                          \
  M_(RD, "Rd", REQUEST_NETWORK)                                               \
  M_(WR, "Wr", REQUEST_NETWORK, .has_data = true, .flag = "words")            \
  M_(ATOM, "Atom", REQUEST_NETWORK, .has_core = true, .has_value = true)      \
  M_(MARK, "Mark", REQUEST_NETWORK, .has_core = true, .no_line = true)        \
  M_(INVACK, "InvAck", ACK_NETWORK)                                           \
  M_(PROBEACK, "ProbeAck", ACK_NETWORK, .has_data = true, .flag = "dirty")    \
  M_(DATA, "Data", RESPONSE_NETWORK, .has_data = true)                        \
  M_(AACK, "AtomResp", RESPONSE_NETWORK, .has_core = true, .has_value = true) \
  M_(INV, "Inv", RESPONSE_NETWORK)                                            \
  M_(RELACK, "RelAck", RESPONSE_NETWORK, .has_core = true, .no_line = true)   \
  M_(GETS, "GetS", CPU_REQUEST_NETWORK)                                       \
  M_(GETM, "GetM", CPU_REQUEST_NETWORK)                                       \
  M_(GRANTS, "GrantS", CPU_RESPONSE_NETWORK, .has_data = true)                \
  M_(GRANTM, "GrantM", CPU_RESPONSE_NETWORK, .has_data = true)                \
  M_(PROBE, "Probe", CPU_RESPONSE_NETWORK)
#define INSIDE(E) E(WRITE_THROUGH, "WRITE_THROUGH") E(MARKER, "MARKER") E(RECALL, "RECALL")
DECLARE_EVENTS(MESSAGES, INSIDE);

enum { PARAMETER_CPU, PARAMETER_LAZY, PARAMETER_UNTOLD, PARAMETER_FORWARDED, PARAMETER_UNPROBED };
enum { PARAMETER_EARLY_READ = PARAMETER_UNPROBED + 1 };
enum { LAZY_IN_ORDER = 1, LAZY_UNORDERED };

static bool is_cpu_sm(const struct shape *shape, unsigned sm) {
  return (int)sm == shape_parameter(shape, PARAMETER_CPU);
}
static unsigned directory(const struct step *s) { return step_controller_at(s, 1, 0); }

#endif
