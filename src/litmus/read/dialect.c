/* The dialects that there are readers for, by the first word of their files, and those that only
 * others read. */
#include "litmus/read/dialect.h"
#include "litmus/read/reader.h"

static const struct dialect *const dialects[] = { &dialect_ptx,   &dialect_c,      &dialect_opencl,
                                                  &dialect_x86,   &dialect_x86_64, &dialect_aarch64,
                                                  &dialect_riscv, &dialect_ppc,    &dialect_vulkan,
                                                  &dialect_lisa };

static const char *const known[] = {
  "AARCH64", "ARM", "ASL", "BPF", "CPP", "JAVA", "LLVM", "MIPS"
};

const struct dialect *dialect_find(const char *name) {
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    if (text_equal(dialects[i]->name, name)) return dialects[i];
  return text_equal(name, "Vulkan") ? &dialect_vulkan : NULL;
}

bool dialect_is_known(const char *name) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (text_equal(known[i], name)) return true;
  return false;
}

const char *litmus_architecture(const char *word) {
  if (text_equal(word, "RISC-V")) return "RISCV";
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    if (text_equal(dialects[i]->name, word)) return word;
  return dialect_is_known(word) ? word : NULL;
}

void dialect_names(struct text *out) {
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    text_add(out, "%s%s", i ? ", " : "", dialects[i]->name);
}
