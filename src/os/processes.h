/* The processes of one run that are spread over machines, by MPI (`make MPI=1`).  Without it there
 * is one rank, and all of this does nothing.
 *
 * Calls that combine, share or gather are made by all ranks, in the same order.  No two threads of
 * a rank call anything at once. */
#ifndef OS_PROCESSES_H
#define OS_PROCESSES_H

#include <stddef.h>
#include <stdint.h>

void processes_start(int *count, char ***arguments);
void processes_end(void);
unsigned processes_count(void);
unsigned processes_own(void);  /* 0 is the one that speaks */
unsigned processes_here(void); /* those that share this machine's memory */

enum processes_combination {
  PROCESSES_SUM,
  PROCESSES_LEAST,
  PROCESSES_GREATEST,
  PROCESSES_UNION /* of sets of bits */
};

/* Each value becomes the combination of the ranks' values. */
void processes_combine(uint64_t *values, unsigned count, enum processes_combination how);
/* What `from` gives, for every rank, in memory of its own. */
void *processes_share(const void *bytes, size_t *length, unsigned from);
/* What each rank gives, for every rank, in the order of the ranks. */
void processes_gather(const void *bytes, size_t length,
                      void (*take)(void *context, unsigned rank, const void *bytes, size_t length),
                      void *context);

/* Messages: in order from each rank to each other one, and on their way when the call returns;
 * `bytes` belongs to processes_send. */
void processes_send(unsigned to, void *bytes, size_t length);
/* A message that has come, in memory of its own; NULL: none now. */
void *processes_receive(unsigned *from, size_t *length);
/* Tells each rank how many messages it was sent by this one, and is told the same; meanwhile
 * messages are to be received. */
void processes_announce(const uint64_t *sent, uint64_t *announced, void (*meanwhile)(void *context),
                        void *context);

#endif
