/* Large blocks are mapped directly and ask for huge pages: with small pages, most random accesses
 * to a table would miss the TLB, too.  A mapping that the kernel refuses counts as an exhausted
 * budget, so the search ends as inconclusive with its results so far.  Small blocks come from the
 * ordinary allocator: most searches are small, and a mapping would cost more than they take. */
#include "os/budget.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/memory.h"

struct budget budget_of(uint64_t max) {
  if (max == 0) max = memory_of_machine() / 2;
  return (struct budget){ .max = max };
}

static void raise_peak(struct budget *budget, uint64_t held) {
  uint64_t peak = __atomic_load_n(&budget->peak, __ATOMIC_RELAXED);
  while (peak < held && !__atomic_compare_exchange_n(&budget->peak, &peak, held, true,
                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    continue;
}

void budget_charge(struct budget *budget, uint64_t bytes) {
  raise_peak(budget, __atomic_add_fetch(&budget->held, bytes, __ATOMIC_RELAXED));
}

void budget_discharge(struct budget *budget, uint64_t bytes) {
  __atomic_sub_fetch(&budget->held, bytes, __ATOMIC_RELAXED);
}

void budget_reserve(struct budget *budget, uint64_t bytes) {
  __atomic_store_n(&budget->reserved, bytes, __ATOMIC_RELAXED);
}

bool budget_exceeded(const struct budget *budget) {
  return __atomic_load_n(&budget->held, __ATOMIC_RELAXED) +
             __atomic_load_n(&budget->reserved, __ATOMIC_RELAXED) >
         budget->max;
}

static void *take_small(struct budget *budget, size_t bytes) {
  __atomic_add_fetch(&budget->small, bytes, __ATOMIC_RELAXED);
  return memory_new(1, bytes);
}

void *budget_take(struct budget *budget, size_t bytes) {
  uint64_t held = __atomic_add_fetch(&budget->held, bytes, __ATOMIC_RELAXED);
  void *block = NULL;
  if (!budget_exceeded(budget))
    block = bytes < HUGE_PAGE ? take_small(budget, bytes) : memory_map(bytes);
  if (block) raise_peak(budget, held);
  else budget_discharge(budget, bytes);
  return block;
}

void budget_give(struct budget *budget, void *block, size_t bytes) {
  if (!block) return;
  if (bytes < HUGE_PAGE) {
    __atomic_sub_fetch(&budget->small, bytes, __ATOMIC_RELAXED);
    memory_free(block);
  } else {
    memory_unmap(block, bytes);
  }
  budget_discharge(budget, bytes);
}

/* A container, a batch system or a systemd unit limits the memory of its programs, and kills those
 * that go beyond it.
 *
 * Version 2 of control groups (Linux, Documentation/admin-guide/cgroup-v2.rst) has one hierarchy,
 * the line "0::PATH", and a file memory.max.  Version 1 has one for memory, "N:memory:PATH", and
 * memory.limit_in_bytes.  The limit of a group holds for the groups within it, so all groups on the
 * way up count.  In a container the path may be the host's, while only the group itself is mounted:
 * then its files stand at the mount. */

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The number in a file; UINT64_MAX for "max", and where there is no such file. */
static uint64_t limit_in(const char *folder, const char *file) {
  char *path = memory_format("%s/%s", folder, file);
  FILE *in = fopen(path, "r");
  uint64_t limit = UINT64_MAX;
  memory_free(path);
  if (!in) return UINT64_MAX;
  if (fscanf(in, "%" SCNu64, &limit) != 1) limit = UINT64_MAX;
  fclose(in);
  return limit;
}

/* The least limit on the way from a group up to the mount. */
static uint64_t limit_upwards(const char *mount, const char *group, const char *file) {
  char *folder = memory_format("%s%s", mount, group);
  uint64_t limit = limit_in(mount, file);
  while (strlen(folder) > strlen(mount)) {
    limit = least(limit, limit_in(folder, file));
    *strrchr(folder, '/') = '\0';
  }
  memory_free(folder);
  return limit;
}

/* Is `name` in a list separated by commas? */
static bool has_name(const char *names, const char *name) {
  size_t length = strlen(name);
  for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
    if (strncmp(at, name, length) == 0 && (at[length] == '\0' || at[length] == ',')) return true;
  return false;
}

/* A line is "NUMBER:CONTROLLERS:PATH". */
static uint64_t limit_of_line(char *line, const char *mount) {
  char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
  if (!group || group[1] != '/') return UINT64_MAX;
  *group++ = '\0';
  group[strcspn(group, "\n")] = '\0';
  if (controllers[1] == '\0') return limit_upwards(mount, group, "memory.max");
  if (!has_name(controllers + 1, "memory")) return UINT64_MAX;
  char *folder = memory_format("%s/memory", mount);
  uint64_t limit = limit_upwards(folder, group, "memory.limit_in_bytes");
  memory_free(folder);
  return limit;
}

uint64_t memory_of_groups(const char *groups, const char *mount) {
  FILE *in = fopen(groups, "r");
  uint64_t limit = UINT64_MAX;
  char *line = NULL;
  size_t room = 0;
  while (in && getline(&line, &room, in) > 0) limit = least(limit, limit_of_line(line, mount));
  free(line);
  if (in) fclose(in);
  return limit;
}

static uint64_t limit_of_process(void) {
  struct rlimit space, data;
  if (getrlimit(RLIMIT_AS, &space) || getrlimit(RLIMIT_DATA, &data)) return UINT64_MAX;
  return least(space.rlim_cur, data.rlim_cur); /* RLIM_INFINITY is the greatest number */
}

/* Looked up once: a matrix is thousands of searches. */
uint64_t memory_of_machine(void) {
  static uint64_t known; /* atomic */
  uint64_t memory = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (memory) return memory;
  memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  memory = least(memory, memory_of_groups("/proc/self/cgroup", "/sys/fs/cgroup"));
  memory = least(memory, limit_of_process());
  __atomic_store_n(&known, memory, __ATOMIC_RELAXED);
  return memory;
}

void memory_heed_limit(void) {
  enum { ARENA = 64 << 20, ARENAS_PART = 4 }; /* bytes that the C library reserves for a thread */
  struct rlimit space;
  if (getrlimit(RLIMIT_AS, &space) || space.rlim_cur == RLIM_INFINITY) return;
  rlim_t arenas = space.rlim_cur / ARENAS_PART / ARENA;
  if (arenas < 1 << 10) mallopt(M_ARENA_MAX, 1 + (int)arenas);
}
