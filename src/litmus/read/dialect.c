/* The table of dialects. */
#include "litmus/read/dialect.h"

#define DIALECT_ROW(name) &dialect_##name,
static const struct dialect *const dialects[] = { DIALECTS(DIALECT_ROW) NULL };

const struct dialect *dialect_find(const char *name) {
  for (const struct dialect *const *dialect = dialects; *dialect; dialect++)
    if (text_equal((*dialect)->name, name)) return *dialect;
  return text_equal(name, "Vulkan") ? &dialect_vulkan : NULL;
}

bool dialect_is_known(const char *name) {
  static const char *const known[] = { "AARCH64", "ARM",  "ASL",  "BPF", "CPP",
                                       "JAVA",    "LLVM", "MIPS", NULL };
  const char *const *other = known;
  while (*other && !text_equal(*other, name)) other++;
  return *other;
}

const char *litmus_architecture(const char *word) {
  if (text_equal(word, "RISC-V")) return "RISCV";
  const struct dialect *dialect = dialect_find(word);
  if (dialect && text_equal(dialect->name, word)) return word;
  return dialect_is_known(word) ? word : NULL;
}

void dialect_names(struct text *out) {
  for (const struct dialect *const *dialect = dialects; *dialect; dialect++)
    text_add(out, "%s%s", dialect == dialects ? "" : ", ", (*dialect)->name);
}
