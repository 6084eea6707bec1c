/* The MSI directory protocol, row for row as msi.c has it (its head names the source), for SPIN: one address, one value, one core
 * a cache, which may issue any load or store, and replacements at any time.  -DN=3 sets the number of caches.
 *
 * As in the kit, a core's request and what its cache makes of it are one step, as are an answer and the access that it
 * completes; and a store makes every other copy of the datum grow old in the same step (the kit's ghost state).  Channels are
 * arrays rather than Promela's channels, and every process stays at the head of its loop: so a state of SPIN's is one of the
 * protocol's.  Those of forwarded requests have room for two messages, all others for one; the protocol puts in no more. */
#ifndef N
#define N 3
#endif
#define NOBODY N
#define ALL(n, what) n = 0; do :: n < N -> what; n++ :: else -> n = 0; break od

/* a datum: none, the last store's, or of an earlier one */
#define NONE 0
#define NEWEST 1
#define STALE 2

#define I 0
#define S 1
#define M 2
#define IS_D 3
#define IM_AD 4
#define IM_A 5
#define SM_AD 6
#define SM_A 7
#define MI_A 8
#define SI_A 9
#define II_A 10

#define DIR_I 0
#define DIR_S 1
#define DIR_M 2
#define S_D 3

/* what is in a channel: nothing, or */
#define GETS 1
#define GETM 2
#define PUTS 3
#define PUTM 4
#define FWD_GETS 1
#define FWD_GETM 2
#define INV 3
#define PUT_ACK 4
#define ACK 1
#define DATA_OR(age) (1 + age) /* peer: an acknowledgement, or data of this age */

byte state[N], datum[N];
byte pending[N] = N;                 /* N, and acknowledgements that are in, less those to expect */
byte directory, memory = NEWEST, owner = NOBODY;
bool sharer[N];
byte request[N], request_data[N];    /* cache to directory */
byte first[N], first_for[N] = NOBODY, second[N], second_for[N] = NOBODY; /* directory to cache, and who asked */
byte answer[N], answer_count[N];     /* directory to cache: Data of this age, acknowledgements to expect */
byte to_directory[N];                /* cache to directory: Data of this age */
byte peer[N * N];                    /* to a cache from a cache */
hidden byte i, count;

inline grow_old(age) { if :: age == NEWEST -> age = STALE :: else fi }

inline perform(n) {
  ALL(i, grow_old(datum[i]); grow_old(request_data[i]); grow_old(answer[i]); grow_old(to_directory[i]));
  i = 0;
  do
  :: i < N * N -> if :: peer[i] == DATA_OR(NEWEST) -> peer[i] = DATA_OR(STALE) :: else fi; i++
  :: else -> i = 0; break
  od;
  grow_old(memory);
  datum[n] = NEWEST
}

inline store_done(n) { pending[n] = N; perform(n); state[n] = M }
inline ask(n, what) { assert(request[n] == 0); request[n] = what }
inline take_request(n) { request[n] = 0; request_data[n] = NONE }

inline forward(to, what, for_whom) {
  if
  :: first[to] == 0 -> first[to] = what; first_for[to] = for_whom
  :: else -> assert(second[to] == 0); second[to] = what; second_for[to] = for_whom
  fi
}

inline take_forward(n) { first[n] = second[n]; first_for[n] = second_for[n]; second[n] = 0; second_for[n] = NOBODY }
inline tell(to, from, what) { assert(peer[to * N + from] == 0); peer[to * N + from] = what }
inline take_answer(n) { answer[n] = NONE; answer_count[n] = 0 }

#define MISSES (state[n] == IM_AD || state[n] == SM_AD)
#define MISSES_ACKS (state[n] == IM_A || state[n] == SM_A)

/* what a cache may take from another */
#define FROM(m)                                                                                                          \
  :: d_step { state[n] == IS_D && peer[n * N + m] > ACK -> datum[n] = peer[n * N + m] - 1; peer[n * N + m] = 0; state[n] = S }  \
  :: d_step { MISSES && peer[n * N + m] > ACK -> peer[n * N + m] = 0; store_done(n) }                                     \
  :: d_step { peer[n * N + m] == ACK && (MISSES || MISSES_ACKS && pending[n] + 1 != N) -> peer[n * N + m] = 0; pending[n]++ } \
  :: d_step { peer[n * N + m] == ACK && MISSES_ACKS && pending[n] + 1 == N -> peer[n * N + m] = 0; store_done(n) }

active [N] proctype cache() {
  byte n = _pid;
  do
  :: d_step { state[n] == I -> ask(n, GETS); state[n] = IS_D }
  :: d_step { state[n] == I -> ask(n, GETM); state[n] = IM_AD }
  :: d_step { state[n] == S || state[n] == M -> skip } /* a load hits */
  :: d_step { state[n] == S -> ask(n, GETM); state[n] = SM_AD }
  :: d_step { state[n] == M -> perform(n) }
  :: d_step { state[n] == S -> ask(n, PUTS); state[n] = SI_A }
  :: d_step { state[n] == M -> ask(n, PUTM); request_data[n] = datum[n]; state[n] = MI_A }
  :: d_step { state[n] == IS_D && answer[n] != NONE -> datum[n] = answer[n]; take_answer(n); state[n] = S }
  :: d_step { MISSES && answer[n] != NONE && pending[n] - answer_count[n] == N -> take_answer(n); store_done(n) }
  :: d_step { MISSES && answer[n] != NONE && pending[n] - answer_count[n] != N ->
       datum[n] = answer[n]; pending[n] = pending[n] - answer_count[n]; take_answer(n);
       if :: state[n] == IM_AD -> state[n] = IM_A :: else -> state[n] = SM_A fi }
  :: d_step { first[n] == INV && (state[n] == S || state[n] == SM_AD || state[n] == SI_A) ->
       tell(first_for[n], n, ACK); take_forward(n); datum[n] = NONE;
       if :: state[n] == S -> state[n] = I :: state[n] == SM_AD -> state[n] = IM_AD :: else -> state[n] = II_A fi }
  :: d_step { first[n] == FWD_GETS && (state[n] == M || state[n] == MI_A) ->
       tell(first_for[n], n, DATA_OR(datum[n])); assert(to_directory[n] == NONE); to_directory[n] = datum[n]; take_forward(n);
       if :: state[n] == M -> state[n] = S :: else -> state[n] = SI_A fi }
  :: d_step { first[n] == FWD_GETM && (state[n] == M || state[n] == MI_A) ->
       tell(first_for[n], n, DATA_OR(datum[n])); take_forward(n); datum[n] = NONE;
       if :: state[n] == M -> state[n] = I :: else -> state[n] = II_A fi }
  :: d_step { first[n] == PUT_ACK -> take_forward(n); datum[n] = NONE; state[n] = I }
  FROM(0)
  FROM(1)
#if N > 2
  FROM(2)
#endif
#if N > 3
  FROM(3)
#endif
  od
}

inline send_data(n, acks) { assert(answer[n] == NONE); answer[n] = memory; answer_count[n] = acks }
inline own(n) { owner = n; directory = DIR_M }
inline acknowledge(n) { take_request(n); forward(n, PUT_ACK, NOBODY) }
inline count_others(n) { count = 0; ALL(i, if :: i != n && sharer[i] -> count++ :: else fi) }

/* what the directory makes of a cache's messages */
active [N] proctype home() {
  byte n = _pid - N;
  do
  :: d_step { (directory == DIR_I || directory == DIR_S) && request[n] == GETS ->
       send_data(n, 0); sharer[n] = true; directory = DIR_S; take_request(n) }
  :: d_step { directory == DIR_I && request[n] == GETM -> send_data(n, 0); own(n); take_request(n) }
  :: d_step { directory == DIR_S && request[n] == GETM ->
       count_others(n); send_data(n, count); count = 0;
       ALL(i, if :: i != n && sharer[i] -> forward(i, INV, n) :: else fi; sharer[i] = false);
       own(n); take_request(n) }
  :: d_step { directory == DIR_S && request[n] == PUTS ->
       count_others(n); if :: count == 0 -> directory = DIR_I :: else fi; count = 0; sharer[n] = false; acknowledge(n) }
  :: d_step { directory == S_D && request[n] == PUTS -> sharer[n] = false; acknowledge(n) }
  :: d_step { (directory == DIR_I || directory == DIR_M) && request[n] == PUTS -> acknowledge(n) }
  :: d_step { (directory == DIR_S || directory == S_D) && request[n] == PUTM -> sharer[n] = false; acknowledge(n) }
  :: d_step { directory == DIR_I && request[n] == PUTM -> acknowledge(n) }
  :: d_step { directory == DIR_M && request[n] == PUTM && owner != n -> acknowledge(n) }
  :: d_step { directory == DIR_M && request[n] == PUTM && owner == n ->
       memory = request_data[n]; owner = NOBODY; directory = DIR_I; acknowledge(n) }
  :: d_step { directory == DIR_M && request[n] == GETS ->
       forward(owner, FWD_GETS, n); sharer[n] = true; sharer[owner] = true; owner = NOBODY; directory = S_D; take_request(n) }
  :: d_step { directory == DIR_M && request[n] == GETM -> forward(owner, FWD_GETM, n); own(n); take_request(n) }
  :: d_step { directory == S_D && to_directory[n] != NONE -> memory = to_directory[n]; to_directory[n] = NONE; directory = DIR_S }
  od
}
