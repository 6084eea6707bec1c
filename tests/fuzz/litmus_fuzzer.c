/* libFuzzer on the readers of litmus tests: `make fuzz`. */
#include "tests/fuzz/harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  fuzz_litmus(bytes, length);
  if (memory_blocks()) abort(); /* a leak */
  return 0;
}
