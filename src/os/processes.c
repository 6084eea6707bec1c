/* Processes by MPI, or a single process whose combination is its own value and which never gets a
 * message.
 *
 * Messages are sent by MPI_Isend.  Each further one looks which have left, and releases their
 * memory. So two processes that send to each other at once never wait for each other. */
#include "os/processes.h"

#include <stdbool.h>
#include <string.h>
#include "base/memory.h"
#include "base/vector.h"

#ifdef TURNSOLE_MPI
#include <mpi.h>
#include <time.h>

enum { MESSAGE = 1 };

struct sending {
  MPI_Request request;
  void *bytes;
};

static struct {
  bool started;
  int count, own, here;
  VECTOR(struct sending) sendings;
} processes = { .count = 1, .here = 1 };

void processes_start(int *count, char ***arguments) {
  int threads;
  MPI_Comm here;
  MPI_Init_thread(count, arguments, MPI_THREAD_SERIALIZED, &threads);
  MPI_Comm_size(MPI_COMM_WORLD, &processes.count);
  MPI_Comm_rank(MPI_COMM_WORLD, &processes.own);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &processes.here);
  MPI_Comm_free(&here);
  processes.started = true;
}

/* Releases the messages that have left; with `all`, waits for each to leave. */
static void clear_sendings(bool all) {
  size_t kept = 0;
  for (size_t i = 0; i < processes.sendings.length; i++) {
    struct sending *sending = &processes.sendings.items[i];
    int left = 1;
    if (all) MPI_Wait(&sending->request, MPI_STATUS_IGNORE);
    else MPI_Test(&sending->request, &left, MPI_STATUS_IGNORE);
    if (left) memory_free(sending->bytes);
    else processes.sendings.items[kept++] = *sending;
  }
  processes.sendings.length = kept;
}

void processes_end(void) {
  if (!processes.started) return;
  clear_sendings(true);
  vector_free(processes.sendings);
  MPI_Finalize();
}

unsigned processes_count(void) { return (unsigned)processes.count; }
unsigned processes_own(void) { return (unsigned)processes.own; }
unsigned processes_here(void) { return (unsigned)processes.here; }

void processes_combine(uint64_t *values, unsigned count, enum processes_combination how) {
  const MPI_Op by[] = { [PROCESSES_SUM] = MPI_SUM,
                        [PROCESSES_LEAST] = MPI_MIN,
                        [PROCESSES_GREATEST] = MPI_MAX,
                        [PROCESSES_UNION] = MPI_BOR };
  if (processes.count > 1)
    MPI_Allreduce(MPI_IN_PLACE, values, (int)count, MPI_UINT64_T, by[how], MPI_COMM_WORLD);
}

void *processes_share(const void *bytes, size_t *length, unsigned from) {
  uint64_t shared = *length;
  MPI_Bcast(&shared, 1, MPI_UINT64_T, (int)from, MPI_COMM_WORLD);
  char *copy = memory_new(shared ? shared : 1, 1);
  if (processes_own() == from) memcpy(copy, bytes, shared);
  for (uint64_t at = 0, part; at < shared; at += part) { /* MPI counts in int */
    part = shared - at < 1 << 30 ? shared - at : 1 << 30;
    MPI_Bcast(copy + at, (int)part, MPI_BYTE, (int)from, MPI_COMM_WORLD);
  }
  *length = shared;
  return copy;
}

void processes_send(unsigned to, void *bytes, size_t length) {
  struct sending sending = { .bytes = bytes };
  clear_sendings(false);
  MPI_Isend(bytes, (int)length, MPI_BYTE, (int)to, MESSAGE, MPI_COMM_WORLD, &sending.request);
  vector_push(processes.sendings, sending);
}

void *processes_receive(unsigned *from, size_t *length) {
  int there, count;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MESSAGE, MPI_COMM_WORLD, &there, &status);
  if (!there) return NULL;
  MPI_Get_count(&status, MPI_BYTE, &count);
  void *bytes = memory_new((size_t)count + 1, 1);
  MPI_Recv(bytes, count, MPI_BYTE, status.MPI_SOURCE, MESSAGE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *from = (unsigned)status.MPI_SOURCE;
  *length = (size_t)count;
  return bytes;
}

void processes_announce(const uint64_t *sent, uint64_t *announced, void (*meanwhile)(void *context),
                        void *context) {
  const struct timespec moment = { 0, 20000 };
  MPI_Request request;
  int done = 0;
  MPI_Ialltoall(sent, 1, MPI_UINT64_T, announced, 1, MPI_UINT64_T, MPI_COMM_WORLD, &request);
  for (MPI_Test(&request, &done, MPI_STATUS_IGNORE); !done;
       MPI_Test(&request, &done, MPI_STATUS_IGNORE)) {
    meanwhile(context);
    nanosleep(&moment, NULL);
  }
}

#else

void processes_start(int *count, char ***arguments) { (void)count, (void)arguments; }
void processes_end(void) {}
unsigned processes_count(void) { return 1; }
unsigned processes_own(void) { return 0; }
unsigned processes_here(void) { return 1; }

void processes_combine(uint64_t *values, unsigned count, enum processes_combination how) {
  (void)values, (void)count, (void)how;
}

void *processes_share(const void *bytes, size_t *length, unsigned from) {
  void *copy = memory_new(*length ? *length : 1, 1);
  (void)from;
  return memcpy(copy, bytes, *length);
}

void processes_send(unsigned to, void *bytes, size_t length) {
  (void)to, (void)length;
  memory_free(bytes);
}

void *processes_receive(unsigned *from, size_t *length) {
  (void)from, (void)length;
  return NULL;
}

void processes_announce(const uint64_t *sent, uint64_t *announced, void (*meanwhile)(void *context),
                        void *context) {
  (void)sent, (void)meanwhile, (void)context;
  announced[0] = 0;
}

#endif

void processes_gather(const void *bytes, size_t length,
                      void (*take)(void *context, unsigned from, const void *bytes, size_t length),
                      void *context) {
  for (unsigned from = 0; from < processes_count(); from++) {
    size_t shared = length;
    void *copy = processes_share(bytes, &shared, from);
    take(context, from, copy, shared);
    memory_free(copy);
  }
}
