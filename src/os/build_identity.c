/* The executable is hashed once, when its identity is first asked for.  Where it cannot be read, no
 * other run counts as one of this program. */
#include "os/build_identity.h"

#include <time.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/source_load.h"

static uint64_t of_this_run(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return hash_combine(hash_combine((uint64_t)getpid(), (uint64_t)now.tv_sec),
                      (uint64_t)now.tv_nsec);
}

static uint64_t of_executable(void) {
  static uint64_t known; /* atomic */
  uint64_t hash = __atomic_load_n(&known, __ATOMIC_RELAXED), none = 0;
  if (hash) return hash;
  struct diagnostic error = { NULL };
  size_t length = 0;
  char *bytes = source_load("/proc/self/exe", &length, &error);
  hash = bytes ? hash_bytes(bytes, length) : of_this_run();
  diagnostic_clear(&error);
  memory_free(bytes);
  bool first =
      __atomic_compare_exchange_n(&known, &none, hash, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return first ? hash : none;
}

static uint64_t loaded;

void build_identity_add(uint64_t hash) { loaded += hash; }

uint64_t build_identity(void) { return of_executable() + loaded; }
