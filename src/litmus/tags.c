/* The list is closed: a model that names a set that is neither its own, nor a base name, nor here, is told that nothing
 * is called so, rather than given a set that is always empty.  The spellings are those of herd7's and Dat3M's models. */
#include "litmus/tags.h"

#include "base/text.h"

static const char *const tags[] = {
  /* X86 */
  "MFENCE", "LFENCE", "SFENCE", "mfence", "X",
  /* AArch64 */
  "DMB.ISH", "DMB.ISHLD", "DMB.ISHST", "DMB.OSH", "DMB.OSHLD", "DMB.OSHST", "DMB.SY", "DMB.LD", "DMB.ST", "DSB.ISH",
  "DSB.ISHLD", "DSB.ISHST", "DSB.OSH", "DSB.OSHLD", "DSB.OSHST", "DSB.SY", "DSB.LD", "DSB.ST", "ISB", "L", "Q", "NoRet",
  "EX", "Rreg", "DATA", "BCC",
  /* Arm, older */
  "DMB", "DSB",
  /* Power */
  "SYNC", "LWSYNC", "EIEIO", "ISYNC", "sync", "lwsync", "eieio", "isync",
  /* RISC-V */
  "Fence.r.r", "Fence.r.w", "Fence.r.rw", "Fence.w.r", "Fence.w.w", "Fence.w.rw", "Fence.rw.r", "Fence.rw.w",
  "Fence.rw.rw", "Fence.tso", "Fence.i", "Acq", "Rel", "AcqRel", "Sc", "AMO",
  /* C11, and its mutexes */
  "NA", "NAL", "CONSUME", "STRONG", "LK", "LS", "UL",
  /* The Linux kernel */
  "ONCE", "ACQUIRE", "RELEASE", "MB", "NORETURN", "Once", "Acquire", "Release", "Noreturn", "Wmb", "Rmb", "Mb", "Barrier",
  "Rcu-lock", "Rcu-unlock", "Sync-rcu", "Before-atomic", "After-atomic", "After-spinlock", "After-unlock-lock",
  "After-srcu-read-unlock", "Srcu-lock", "Srcu-unlock", "Sync-srcu", "LKR", "LKW", "LF", "RL", "RU",
  /* OpenCL */
  "WI", "WG", "DV", "ALL", "GLOBAL", "LOCAL",
  /* Vulkan */
  "NONPRIV", "ATOM", "SC0", "SC1", "SC2", "SC3", "SEMSC0", "SEMSC1", "SEMSC2", "SEMSC3", "SG", "QF", "AV", "VIS", "SEMAV",
  "SEMVIS", "AVDEVICE", "VISDEVICE", "CBAR",
};

const char *tag_known_name(const char *name) {
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (text_equal(tags[i], name)) return tags[i];
  return NULL;
}

bool tag_is_known(const char *name) { return tag_known_name(name) != NULL; }
