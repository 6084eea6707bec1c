/* The vocabularies of the dialects.
 *
 * A model is refused when it uses a name that is neither its own, nor a base name, nor here.  A
 * model that uses another dialect's name is refused with the test.  Neither is read as an empty
 * set.  A name of the dialect's own vocabulary may have no event in any test. herd7's library has
 * EX everywhere, and X86 and C have no such accesses.
 *
 * Sources: Dat3M's Tag.java, and annot_sets and barrier_sets of each architecture in herd7 7.58 and
 * its main branch of August 2026 (herd/ *Arch_herd.ml, CAction.ml, BellAction.ml). */
#include "litmus/tags.h"

enum { NAMES_MAX = 40, DIALECTS_MAX = 2 };

static const struct vocabulary {
  const char *dialects[DIALECTS_MAX + 1], *names[NAMES_MAX];
} vocabularies[] = {
  { { "X86", "X86_64" }, { "MFENCE", "LFENCE", "SFENCE", "mfence", "X", "EX", "NT" } },
  { { "AArch64" }, { "DMB.ISH", "DMB.ISHLD", "DMB.ISHST", "DMB.NSH", "DMB.NSHLD", "DMB.NSHST",
                     "DMB.OSH", "DMB.OSHLD", "DMB.OSHST", "DMB.SY",  "DMB.LD",    "DMB.ST",
                     "DSB.ISH", "DSB.ISHLD", "DSB.ISHST", "DSB.NSH", "DSB.NSHLD", "DSB.NSHST",
                     "DSB.OSH", "DSB.OSHLD", "DSB.OSHST", "DSB.SY",  "DSB.LD",    "DSB.ST",
                     "ISB",     "L",         "Q",         "X",       "NoRet",     "EX",
                     "S",       "NT",        "Rreg",      "DATA",    "ADDR",      "BCC" } },
  { { "ARM" }, { "DMB", "DSB" } }, /* there is no reader of it */
  { { "PPC" },
    { "SYNC", "LWSYNC", "EIEIO", "ISYNC", "sync", "lwsync", "eieio", "isync", "X", "EX" } },
  { { "RISCV" },
    { "Fence.r.r", "Fence.r.w", "Fence.r.rw", "Fence.w.r", "Fence.w.w", "Fence.w.rw", "Fence.rw.r",
      "Fence.rw.w", "Fence.rw.rw", "Fence.tso", "Fence.i", "Acq", "Rel", "AcqRel", "Sc", "X", "EX",
      "AMO" } },
  { { "C", "OPENCL" }, { "NA", "NAL", "CONSUME", "STRONG", "LK", "LS", "UL", "X", "EX" } },
  { { "C" }, /* the Linux kernel's accesses and locks */
    { "ONCE", "ACQUIRE", "RELEASE", "MB", "NORETURN", "Once", "Acquire", "Release", "Noreturn" } },
  { { "C" }, /* its fences */
    { "Wmb", "Rmb", "Mb", "Barrier", "Rcu-lock", "Rcu-unlock", "Sync-rcu", "Before-atomic",
      "After-atomic", "After-spinlock", "After-unlock-lock" } },
  { { "C" }, { "After-srcu-read-unlock", "Srcu-lock", "Srcu-unlock", "Sync-srcu" } },
  { { "C" }, { "LKR", "LKW", "LF", "RL", "RU" } },
  { { "OPENCL" }, { "WI", "WG", "DV", "ALL", "GLOBAL", "LOCAL" } },
  { { "VULKAN" }, { "NONPRIV", "ATOM",   "SC0",    "SC1",    "SC2",      "SC3",       "SEMSC0",
                    "SEMSC1",  "SEMSC2", "SEMSC3", "SG",     "WG",       "QF",        "DV",
                    "AV",      "VIS",    "SEMAV",  "SEMVIS", "AVDEVICE", "VISDEVICE", "CBAR" } },
};
enum { VOCABULARIES = sizeof vocabularies / sizeof *vocabularies };

const char *tag_known_name(const char *name) {
  const char *known = NULL;
  for (size_t i = 0; i < VOCABULARIES && !known; i++)
    known = text_among(name, vocabularies[i].names);
  return known;
}

bool tag_is_of(const char *name, const char *dialect) {
  static const char *const of_registers[] = { "Rreg", "DATA", "ADDR", "BCC",
                                              NULL }; /* events only in AArch64 */
  for (size_t i = 0; i < VOCABULARIES; i++)
    if (text_among(dialect, vocabularies[i].dialects) && text_among(name, vocabularies[i].names))
      return true;
  return text_equal(dialect, "LISA") && !text_among(name, of_registers);
}

const char *tag_dialect(const char *name, const char *dialect, bool *shared) {
  const char *found = NULL;
  for (size_t i = 0; i < VOCABULARIES; i++) {
    const struct vocabulary *vocabulary = &vocabularies[i];
    if (!text_among(name, vocabulary->names)) continue;
    if (found) return NULL;
    found = text_among(dialect, vocabulary->dialects) ? dialect : vocabulary->dialects[0];
    *shared = text_equal(vocabulary->dialects[0], "C") && vocabulary->dialects[1];
  }
  return found;
}

void tag_list(struct text *out, const char *dialect) {
  for (size_t i = 0; i < VOCABULARIES; i++) {
    if (!text_among(dialect, vocabularies[i].dialects)) continue;
    for (const char *const *name = vocabularies[i].names; *name; name++)
      text_add(out, "%s%s", out->length ? " " : "", *name);
  }
}

enum tag_source tag_source(const char *name, const char *dialect) {
  static const struct {
    const char *dialect, *name;
    enum tag_source source;
  } derived[] = {
    { "C", "X", TAG_HALVES },
    { "OPENCL", "X", TAG_HALVES },
    { "LISA", "X", TAG_HALVES },
    { "C", "NA", TAG_PLAIN },
    { "OPENCL", "NA", TAG_PLAIN },
    { "C", "STRONG", TAG_HALF_WRITES },
    { "OPENCL", "STRONG", TAG_HALF_WRITES } /* Dat3M's compilation to IMM */
  };
  for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
    if (text_equal(derived[i].name, name) && text_equal(derived[i].dialect, dialect))
      return derived[i].source;
  return TAG_CARRIED;
}

/* Until July 2026 herd7 had all atomic accesses in X.  Since then X has the instructions that read
 * and write.  EX has those of load-reserve and store-conditional. A model that uses EX was written
 * for that. */
bool tag_also(const char *dialect, const char *tag, const char *name, tag_asker *asks,
              const void *context) {
  static const struct {
    const char *dialect, *tag, *name, *unless;
  } wider[] = { { "RISCV", "AMO", "X", NULL },
                { "RISCV", "EX", "X", "EX" },
                { "AArch64", "EX", "X", "EX" },
                { "PPC", "EX", "X", "EX" } };
  for (size_t i = 0; i < sizeof wider / sizeof *wider; i++)
    if (text_equal(wider[i].dialect, dialect) && text_equal(wider[i].tag, tag) &&
        text_equal(wider[i].name, name))
      return !wider[i].unless || !asks(context, wider[i].unless);
  return false;
}
