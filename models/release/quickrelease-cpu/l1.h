/* The caches of SMs: a CU's read cache, and the CPU cluster's write-back cache, which is that of
 * one SM (`cpu`); guards, actions, and the table.
 *
 * A CU's store goes to wL2 at once: wL1 and S-FIFO1 are quickrelease's matter.  `stall` of a thread
 * ("fence") is 1 + the place of the waiting fence among its operations.  `pending` of a thread: the
 * CPU's stores that wait for their line. */
#ifndef MODELS_QUICKRELEASE_CPU_L1_H
#define MODELS_QUICKRELEASE_CPU_L1_H

#include "models/release/quickrelease-cpu/quickrelease-cpu.h"

enum { OF_CU = I | V | IV | IP, OF_CPU = S | M | IS | IM, ANY = OF_CU | OF_CPU };

GUARD(of_cpu, is_cpu_sm(s->shape, step_own_index(s)))
GUARD(of_cu, !of_cpu(s))
ACTION(drop, data_clear(&s->line->data))
ACTION(install, s->line->data = step_incoming(s)->data)
ACTION(serve, answer_waiting(s))

/* --- a CU --- */

ACTION(read_below, step_send(s, EVENT_RD, directory(s)))
static void write(struct step *s) {
  struct message *message = step_send(s, EVENT_WR, directory(s));
  message->flag = (uint8_t)(1u << s->request->word);
  message->data.word[s->request->word] = s->request->value;
  message->data.age[s->request->word] = AGE_STALE;
}
ACTION(atomic, step_send(s, EVENT_ATOM, directory(s))->request = *s->request)
static void mark(struct step *s) {
  step_send(s, EVENT_MARK, directory(s))->request.core = s->request->core;
  s->local->stall[s->request->core] = (uint8_t)(1 + s->request->entry);
}
static void fence_done(struct step *s) {
  uint8_t *place = &s->local->stall[s->request->core];
  struct request fence = { .core = s->request->core, .entry = (uint8_t)(*place - 1) };
  *place = 0;
  step_reply(s, &fence, 0);
}
ACTION(inv_ack, step_send(s, EVENT_INVACK, directory(s)))

/* --- the CPU cluster --- */

GUARD(cpu_busy, of_cpu(s) && s->local->pending[s->request->core])
GUARD(cpu_idle, of_cpu(s) && !s->local->pending[s->request->core])
ACTION(gets, step_send(s, EVENT_GETS, directory(s)))
static void getm(struct step *s) {
  s->local->pending[s->request->core]++;
  step_send(s, EVENT_GETM, directory(s));
}
static void write_for(struct step *s, const struct request *request) {
  step_reply(s, request, answer_of(request, perform_on(s, &s->line->data, request)));
}
ACTION(write_hit, write_for(s, s->request))
static void write_kept(struct step *s) {
  struct request request = step_dequeue(s, 0);
  s->local->pending[request.core]--;
  write_for(s, &request);
}
static void probe_ack(struct step *s) {
  struct message *message = step_send(s, EVENT_PROBEACK, directory(s));
  message->flag = 1u << s->state == M;
  if (message->flag) message->data = s->line->data;
}

static const struct row l1_rows[] = {
  ROW("3.1.2 a miss", I, LOAD, of_cu, IV, keep, read_below),
  ROW("3.1.2 a hit", V, LOAD, always, SAME, hit),
  INFERRED("IV/Load: it joins", IV, LOAD, always, SAME, keep),
  STALL("IP/Load: the answer may be too old", IP, LOAD, always),
  INFERRED("3.1.1 store, which goes on to wL2 at once", I, STORE, of_cu, I, write, done),
  INFERRED("3.1.1 store, which goes on to wL2 at once", V, STORE, always, I, drop, write, done),
  INFERRED("fetching/Store", IV | IP, STORE, always, IP, write, done),
  INFERRED("3.1.1 atomic, without its write marker", I, ATOMIC, of_cu, IP, atomic),
  INFERRED("3.1.1 atomic, without its write marker", V, ATOMIC, always, IP, drop, atomic),
  STALL("fetching/Atomic", IV | IP, ATOMIC, always),
  INFERRED("AtomResp", IP, AACK, always, I, atomic_done),
  NEVER("AtomResp", I | V | IV | OF_CPU, AACK),
  ROW("3.1.3 a marker", ANY, FENCE, of_cu, SAME, mark),
  ROW("3.1.3 acknowledgement of a release", ANY, RELACK, always, SAME, fence_done),
  INFERRED("IV/Data", IV, DATA, always, V, install, serve),
  INFERRED("IP/Data", IP, DATA, always, I, serve),
  NEVER("Data", I | V | OF_CPU, DATA),
  ROW("3.1.1 invalidation", I, INV, always, SAME, REPAIRED(inv_ack)),
  ROW("3.1.1 invalidation of a block in rL1", V, INV, always, I, drop, REPAIRED(inv_ack)),
  INFERRED("fetching/invalidation", IV | IP, INV, always, IP, inv_ack),
  NEVER("invalidation", OF_CPU, INV),
  INFERRED("a read cache evicts", V | S, EVICT, always, I, drop),
  STALL("a read cache evicts", I | IV | IP | M | IS | IM, EVICT, always),

  INFERRED("3.1.2 CPUs perform loads as normal", I, LOAD, of_cpu, IS, keep, gets),
  INFERRED("3.1.2 CPUs perform loads as normal", S | M, LOAD, always, SAME, hit),
  INFERRED("IS/Load: it joins", IS, LOAD, always, SAME, keep),
  STALL("IM/Load", IM, LOAD, always),
  INFERRED("3.1.1 CPUs perform stores as normal", I, STORE | ATOMIC, of_cpu, IM, keep, getm),
  INFERRED("3.1.1 CPUs perform stores as normal", S, STORE | ATOMIC, always, IM, drop, keep, getm),
  INFERRED("3.1.1 CPUs perform stores as normal", M, STORE | ATOMIC, always, SAME, write_hit),
  STALL("a CPU's line is on its way", IS | IM, STORE | ATOMIC, always),
  INFERRED("a CPU's fence", ANY, FENCE, cpu_idle, SAME, done),
  STALL("a CPU's fence: its stores wait", ANY, FENCE, cpu_busy),
  INFERRED("IS/GrantS", IS, GRANTS, always, S, install, serve),
  INFERRED("IM/GrantM", IM, GRANTM, always, M, install, write_kept),
  NEVER("GrantS", ANY & ~IS, GRANTS),
  NEVER("GrantM", ANY & ~IM, GRANTM),
  INFERRED("Probe", I | S | M, PROBE, always, I, probe_ack, drop),
  INFERRED("Probe, a line on its way", IS | IM, PROBE, always, SAME, probe_ack),
  NEVER("Probe", V | IV | IP, PROBE),
};

#endif
