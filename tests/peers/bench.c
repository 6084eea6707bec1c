/* The measurements of scripts/bench-explorer, one figure a run:
 *
 *   bench prove MODEL SMS THREADS LINES VALUES [plain] [whole] [-jN]   one search
 *       plain: without symmetry; whole: without all other reductions
 *   bench insert MILLIONS [-jN]                                        the bare loop
 *       random keys into the same table
 *
 * Each run prints one line of fields, NAME=VALUE, divided by tabs.  `processor` is the processor's
 * seconds; rates of a search are by these.  Besides the models of models/, those of this folder are
 * linked in: protocols that other model checkers are compared on. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "engine/machine_search.h"
#include "base/memory.h"
#include "machine/clients.h"
#include "machine/machine.h"
#include "states/words.h"

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double now(void) { return seconds_of(CLOCK_MONOTONIC); }

struct bench_asked {
  bool plain, whole;
  unsigned threads;
};

static struct bench_asked read_asked(char **arguments) {
  struct bench_asked asked = { .threads = 1 };
  for (; *arguments; arguments++) {
    asked.plain |= !strcmp(*arguments, "plain");
    asked.whole |= !strcmp(*arguments, "whole");
    if (!strncmp(*arguments, "-j", 2)) asked.threads = (unsigned)atoi(*arguments + 2);
  }
  return asked;
}

/* ---- a search ---- */

static int prove(char **arguments, struct bench_asked asked) {
  struct client client = { .sms = (unsigned)atoi(arguments[1]),
                           .threads = (unsigned)atoi(arguments[2]),
                           .lines = (unsigned)atoi(arguments[3]),
                           .values = (unsigned)atoi(arguments[4]) };
  struct machine_options options = { .no_symmetry = asked.plain,
                                     .no_reduction = asked.whole,
                                     .keep_symmetry = true,
                                     .together = true,
                                     .unwatched = true };
  struct search_options limits = { .threads = asked.threads };
  struct diagnostic error = { NULL };
  struct setting setting;
  for (unsigned i = 0; i < client.threads; i++) client.sm_of_thread[i] = i < client.sms ? i : 0;
  bool known = setting_parse(&setting, arguments[0], &error);
  struct machine *machine = known ? machine_new_client(&setting, &client, &options, &error) : NULL;
  if (!machine) {
    fprintf(stderr, "bench: %s\n", error.message);
    return 2;
  }
  double began = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  struct search_result result = machine_search(machine, &limits);
  double processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - began, states = (double)result.states;
  printf("model=%s\tstates=%lu\ttransitions=%lu\tdepth=%u\tbroken=%lx\tfull=%d\tend=%d\tseconds=%."
         "3f\tprocessor=%.3f\t"
         "states_per_second=%.0f\tbytes_per_state=%.1f\tgroup=%u\n",
         arguments[0], (unsigned long)result.states, (unsigned long)result.transitions,
         result.depth, (unsigned long)result.broken, result.blocked, result.end, result.seconds,
         processor, states / processor, (double)result.bytes / states, machine_symmetries(machine));
  int status = result.end == SEARCH_COMPLETE ? 0 : 1;
  search_result_clear(&result);
  machine_free(machine);
  return status;
}

/* ---- the bare loop ---- */

enum { RING = 32 };

struct bench_inserter {
  struct words *words;
  unsigned number;
  uint64_t count;
  pthread_t thread;
};

static uint64_t random_next(uint64_t *state) {
  uint64_t x = *state += 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

/* As a commit does it: lines are fetched ahead, then looked at. */
static void *insert_all(void *context) {
  struct bench_inserter *inserter = context;
  uint64_t keys[RING], hashes[RING], state = inserter->number;
  bool added;
  for (uint64_t done = 0; done < inserter->count; done += RING) {
    for (unsigned i = 0; i < RING; i++) {
      keys[i] = random_next(&state) >> 1;
      hashes[i] = words_hash(&keys[i], 1);
      words_prefetch(inserter->words, hashes[i]);
    }
    for (unsigned i = 0; i < RING; i++)
      words_add(inserter->words, inserter->number, &keys[i], hashes[i], &added);
  }
  return NULL;
}

/* The table is made as large as it will be beforehand: the loop measures the memory and nothing
 * else. */
static int insert(char **arguments, struct bench_asked asked) {
  uint64_t count = (uint64_t)atoll(arguments[0]) * 1000000;
  struct budget budget = budget_of(0);
  struct words words;
  struct bench_inserter *inserters = memory_new(asked.threads, sizeof *inserters);
  if (!words_init(&words, 1, asked.threads, UINT32_MAX, &budget)) return 1;
  while (words.table.limit < count + count / 8)
    if (!words_make_room(&words)) return 1;
  double began = now(), processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  for (unsigned i = 0; i < asked.threads; i++) {
    inserters[i] = (struct bench_inserter){ &words, i, count / asked.threads, 0 };
    if (pthread_create(&inserters[i].thread, NULL, insert_all, &inserters[i])) return 1;
  }
  for (unsigned i = 0; i < asked.threads; i++) pthread_join(inserters[i].thread, NULL);
  double seconds = now() - began;
  processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - processor;
  printf("inserts=%lu\tseconds=%.3f\tprocessor=%.3f\tinserts_per_second=%.0f\n",
         (unsigned long)words_count(&words), seconds, processor,
         (double)words_count(&words) / processor);
  words_destroy(&words);
  memory_free(inserters);
  return 0;
}

int main(int count, char **arguments) {
  if (count >= 7 && !strcmp(arguments[1], "prove"))
    return prove(arguments + 2, read_asked(arguments + 7));
  if (count >= 3 && !strcmp(arguments[1], "insert"))
    return insert(arguments + 2, read_asked(arguments + 3));
  fprintf(stderr, "usage: bench prove MODEL SMS THREADS LINES VALUES [plain] [whole] [-jN]\n"
                  "       bench insert MILLIONS [-jN]\n");
  return 2;
}
