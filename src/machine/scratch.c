#include "machine/scratch.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/memory.h"
#include "machine/machine_private.h"

enum { GUARD_BYTES = 1 << 20, ROOM = (sizeof(union local_copy) + 65535) / 65536 * 65536 };

/* Guard, room, guard. */
struct scratch {
  char *mapping; /* NULL: none could be had */
  bool is_taken;
};
static _Thread_local struct scratch scratch;
static pthread_key_t key;

static void release(void *mapping) { munmap(mapping, ROOM + 2 * GUARD_BYTES); }

static void make_key(void) {
  if (pthread_key_create(&key, release)) memory_exhausted(1, sizeof key);
}

static void map_room(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_key);
  char *mapping = mmap(NULL, ROOM + 2 * GUARD_BYTES, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return;
  if (mprotect(mapping + GUARD_BYTES, ROOM, PROT_READ | PROT_WRITE) ||
      pthread_setspecific(key, mapping)) {
    release(mapping);
    return;
  }
  scratch.mapping = mapping;
}

/* A step within a step has room without guards. */
struct local *scratch_take(size_t size) {
  if (!scratch.mapping) map_room();
  if (!scratch.mapping || scratch.is_taken) return memory_new(1, size);
  scratch.is_taken = true;
  return (struct local *)(scratch.mapping + GUARD_BYTES + ROOM - size);
}

static bool is_scratch(const struct local *local) {
  uintptr_t at = (uintptr_t)local, from = (uintptr_t)scratch.mapping;
  return scratch.mapping && at >= from && at < from + GUARD_BYTES + ROOM;
}

void scratch_give_back(struct local *local) {
  if (is_scratch(local)) scratch.is_taken = false;
  else memory_free(local);
}
