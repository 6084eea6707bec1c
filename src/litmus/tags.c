/* The list is closed: a model that names a set that is neither its own, nor a base name, nor here, is told that nothing
 * is called so, rather than given a set that is always empty.  The spellings are those of herd7's and Dat3M's models. */
#include "litmus/tags.h"

#include "base/text.h"

enum { NAMES_MAX = 32 };

/* A name stands with every dialect whose tests may have it: in one group, or in several where it says nothing of the dialect. */
static const struct { const char *dialects[3], *names[NAMES_MAX]; bool shared; } groups[] = {
  {{"X86", "X86_64"}, {"MFENCE", "LFENCE", "SFENCE", "mfence", "X"}},
  {{"AArch64"}, {"DMB.ISH", "DMB.ISHLD", "DMB.ISHST", "DMB.OSH", "DMB.OSHLD", "DMB.OSHST", "DMB.SY", "DMB.LD", "DMB.ST",
                 "DSB.ISH", "DSB.ISHLD", "DSB.ISHST", "DSB.OSH", "DSB.OSHLD", "DSB.OSHST", "DSB.SY", "DSB.LD", "DSB.ST",
                 "ISB", "L", "Q", "X", "NoRet", "EX", "Rreg", "DATA", "ADDR",
                 "BCC"}},
  {{"ARM"}, {"DMB", "DSB"}}, /* there is no reader of it */
  {{"PPC"}, {"SYNC", "LWSYNC", "EIEIO", "ISYNC", "sync", "lwsync", "eieio", "isync"}},
  {{"RISCV"}, {"Fence.r.r", "Fence.r.w", "Fence.r.rw", "Fence.w.r", "Fence.w.w", "Fence.w.rw", "Fence.rw.r", "Fence.rw.w",
               "Fence.rw.rw", "Fence.tso", "Fence.i", "Acq", "Rel", "AcqRel", "Sc", "X", "AMO"}},
  {{"C", "OPENCL"}, {"NA", "NAL", "CONSUME", "STRONG", "LK", "LS", "UL"}, true},
  {{"C"}, /* the Linux kernel's */
   {"ONCE", "ACQUIRE", "RELEASE", "MB", "NORETURN", "Once", "Acquire", "Release", "Noreturn", "Wmb", "Rmb", "Mb", "Barrier",
    "Rcu-lock", "Rcu-unlock", "Sync-rcu", "Before-atomic", "After-atomic", "After-spinlock", "After-unlock-lock",
    "After-srcu-read-unlock", "Srcu-lock", "Srcu-unlock", "Sync-srcu", "LKR", "LKW", "LF", "RL", "RU"}},
  {{"OPENCL"}, {"WI", "WG", "DV", "ALL", "GLOBAL", "LOCAL"}},
  {{"VULKAN"}, {"NONPRIV", "ATOM", "SC0", "SC1", "SC2", "SC3", "SEMSC0", "SEMSC1", "SEMSC2", "SEMSC3", "SG", "WG", "QF", "DV",
                "AV", "VIS", "SEMAV", "SEMVIS", "AVDEVICE", "VISDEVICE", "CBAR"}},
};

static bool holds(const char *const *names, const char *name) {
  while (*names && !text_equal(*names, name)) names++;
  return *names != NULL;
}

const char *tag_known_name(const char *name) {
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    for (const char *const *known = groups[i].names; *known; known++)
      if (text_equal(*known, name)) return *known;
  return NULL;
}

bool tag_is_known(const char *name) { return tag_known_name(name) != NULL; }

const char *tag_dialect(const char *name, const char *dialect, bool *shared) {
  const char *found = NULL;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    if (!holds(groups[i].names, name)) continue;
    if (found) return NULL;
    found = holds(groups[i].dialects, dialect) ? dialect : groups[i].dialects[0];
    *shared = groups[i].shared;
  }
  return found;
}
