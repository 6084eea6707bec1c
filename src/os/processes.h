/* The processes of one run over several machines, by MPI (`make MPI=1`).  Without MPI there is one
 * process, and these functions do nothing.
 *
 * All processes call those that combine, share or gather, in the same order.  No two threads of a
 * process call any of these functions at once. */
#ifndef OS_PROCESSES_H
#define OS_PROCESSES_H

#include <stddef.h>
#include <stdint.h>

void processes_start(int *count, char ***arguments);
void processes_end(void);
unsigned processes_count(void);
unsigned processes_own(void);  /* this one's number; 0 is the one that prints */
unsigned processes_here(void); /* how many share this machine's memory */

enum processes_combination {
  PROCESSES_SUM,
  PROCESSES_LEAST,
  PROCESSES_GREATEST,
  PROCESSES_UNION /* of sets of bits */
};

/* Each value becomes the combination of all processes' values. */
void processes_combine(uint64_t *values, unsigned count, enum processes_combination how);
/* Gives the bytes of process `from` to every process.  Owned by the caller. */
void *processes_share(const void *bytes, size_t *length, unsigned from);
/* Gives the bytes of each process to every process, in order. */
void processes_gather(const void *bytes, size_t length,
                      void (*take)(void *context, unsigned from, const void *bytes, size_t length),
                      void *context);

/* Sends a message without waiting.  Messages between two processes stay in order.  Takes over
 * `bytes`. */
void processes_send(unsigned to, void *bytes, size_t length);
/* A message that has come, owned by the caller; NULL: none has. */
void *processes_receive(unsigned *from, size_t *length);
/* Tells each process how many messages this one sent it, and learns the same.  Calls `meanwhile`
 * while it waits, to receive messages. */
void processes_announce(const uint64_t *sent, uint64_t *announced, void (*meanwhile)(void *context),
                        void *context);

#endif
