/* German's protocol, rule for rule as german.c has it (its head names the source), for SPIN.  -DN=4 sets the number of clients.
 *
 * Channels are arrays rather than Promela's channels, and every process stays at the head of its loop: so a state of SPIN's is
 * one of the protocol's; but for the first, in which nobody has said yet which of the two values memory begins with. */
#ifndef N
#define N 4
#endif
#define NOBODY N

#define I 0
#define S 1
#define E 2

#define EMPTY 0
#define REQ_S 1
#define REQ_E 2
#define INV 3
#define INV_ACK 4
#define GNT_S 5
#define GNT_E 6

byte state[N], datum[N]; /* a datum: 1 or 2; 0 is undefined */
byte chan1[N], chan2[N], chan2_datum[N], chan3[N], chan3_datum[N];
bool to_invalidate[N], sharer[N], exclusive;
byte command, requester = NOBODY;
byte memory, last; /* last: what was stored last */
hidden byte j;

#if N == 3
#define SHARED (sharer[0] || sharer[1] || sharer[2])
#elif N == 4
#define SHARED (sharer[0] || sharer[1] || sharer[2] || sharer[3])
#else
#define SHARED (sharer[0] || sharer[1] || sharer[2] || sharer[3] || sharer[4])
#endif

inline note(n) {
  j = 0; do :: j < N -> to_invalidate[j] = sharer[j]; j++ :: else -> j = 0; break od;
  command = chan1[n]; requester = n; chan1[n] = EMPTY
}

active [N] proctype client() {
  byte n = _pid;
  do
  :: d_step { n == 0 && memory == 0 -> memory = 1; last = 1 }
  :: d_step { n == 0 && memory == 0 -> memory = 2; last = 2 }
  :: d_step { memory != 0 && chan1[n] == EMPTY && state[n] == I -> chan1[n] = REQ_S }
  :: d_step { memory != 0 && chan1[n] == EMPTY && state[n] != E -> chan1[n] = REQ_E }
  :: d_step { command == EMPTY && chan1[n] != EMPTY -> note(n) }
  :: d_step { chan2[n] == EMPTY && to_invalidate[n] && (command == REQ_E || command == REQ_S && exclusive) ->
       chan2[n] = INV; to_invalidate[n] = false }
  :: d_step { chan2[n] == INV && chan3[n] == EMPTY ->
       chan2[n] = EMPTY; chan3[n] = INV_ACK;
       if :: state[n] == E -> chan3_datum[n] = datum[n] :: else fi;
       state[n] = I; datum[n] = 0 }
  :: d_step { chan3[n] == INV_ACK && command != EMPTY ->
       chan3[n] = EMPTY; sharer[n] = false;
       if :: exclusive -> exclusive = false; memory = chan3_datum[n]; chan3_datum[n] = 0 :: else fi }
  :: d_step { command == REQ_S && requester == n && chan2[n] == EMPTY && !exclusive ->
       chan2[n] = GNT_S; chan2_datum[n] = memory; sharer[n] = true; command = EMPTY; requester = NOBODY }
  :: d_step { command == REQ_E && requester == n && chan2[n] == EMPTY && !exclusive && !SHARED ->
       chan2[n] = GNT_E; chan2_datum[n] = memory; sharer[n] = true; exclusive = true; command = EMPTY; requester = NOBODY }
  :: d_step { chan2[n] == GNT_S -> state[n] = S; datum[n] = chan2_datum[n]; chan2[n] = EMPTY; chan2_datum[n] = 0 }
  :: d_step { chan2[n] == GNT_E -> state[n] = E; datum[n] = chan2_datum[n]; chan2[n] = EMPTY; chan2_datum[n] = 0 }
  :: d_step { state[n] == E -> datum[n] = 1; last = 1 }
  :: d_step { state[n] == E -> datum[n] = 2; last = 2 }
  od
}
