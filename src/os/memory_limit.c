/* A container, a batch system or a systemd unit limits the memory of its programs, and kills those
 * that go beyond it.
 *
 * Version 2 of control groups (Linux, Documentation/admin-guide/cgroup-v2.rst) has one hierarchy,
 * the line "0::PATH", and a file memory.max.  Version 1 has one for memory, "N:memory:PATH", and
 * memory.limit_in_bytes.  The limit of a group holds for the groups within it, so all groups on the
 * way up count.  In a container the path may be the host's, while only the group itself is mounted:
 * then its files stand at the mount. */
#include "os/memory_limit.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/memory.h"

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
