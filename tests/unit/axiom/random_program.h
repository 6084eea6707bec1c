/* Random PTX programs for differential tests: two or three threads of a few instructions each, on
 * two locations. */
#ifndef TESTS_AXIOM_RANDOM_PROGRAM_H
#define TESTS_AXIOM_RANDOM_PROGRAM_H

#include "support.h"

static uint64_t random_state = 1;
static bool random_alike; /* every thread has the same code, and the same place */

static inline unsigned below(unsigned bound) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned)((random_state >> 20) % bound);
}

#define PICK(...)         \
  ((const char *const[]){ \
      __VA_ARGS__ }[below(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))])

static inline void random_instruction(struct text *text, unsigned row) {
  const char *location = PICK("x", "y"), *scope = PICK("cta", "gpu", "sys");
  switch (below(10)) {
  case 0:
  case 1: text_add(text, " ld.weak r%u, %s", row, location); break;
  case 2:
    text_add(text, " ld.%s.%s r%u, %s", PICK("relaxed", "acquire"), scope, row, location);
    break;
  case 3: text_add(text, " st.weak %s, %u", location, 1 + below(3)); break;
  case 4:
    text_add(text, " st.%s.%s %s, %u", PICK("relaxed", "release"), scope, location, 1 + below(3));
    break;
  case 5: text_add(text, " st.relaxed.sys %s, r%u", location, below(row + 1)); break;
  case 6: text_add(text, " fence.%s.%s", PICK("sc", "acq_rel"), scope); break;
  case 7:
    text_add(text, " atom.%s.%s.%s r%u, %s, %u", PICK("relaxed", "acquire", "release", "acq_rel"),
             scope, PICK("add", "exch"), row, location, 1 + below(2));
    break;
  case 8:
    text_add(text, " atom.relaxed.%s.cas r%u, %s, 0, %u", scope, row, location, 1 + below(2));
    break;
  default: text_add(text, " %s r%u, %u, LC0", PICK("beq", "bne"), below(row + 1), below(2)); break;
  }
}

/* The text of a program whose condition names every register and location.  To be freed with
 * text_free. */
static inline struct text random_program(unsigned threads, unsigned rows) {
  struct text text = { 0 };
  text_add(&text, "PTX random\n{ x=0; y=0;");
  for (unsigned t = 0; t < threads; t++)
    for (unsigned row = 0; row < rows; row++) text_add(&text, " P%u:r%u=0;", t, row);
  text_add(&text, " }\n");
  for (unsigned t = 0; t < threads; t++)
    text_add(&text, "%s P%u@cta %u,gpu %u", t ? " |" : "", t, random_alike ? 0 : below(2),
             random_alike ? 0 : below(2));
  text_add(&text, " ;\n");
  for (unsigned row = 0; row < rows; row++) {
    uint64_t before = random_state;
    for (unsigned t = 0; t < threads; t++) {
      text_add(&text, t ? " |" : "");
      if (random_alike) random_state = before;
      random_instruction(&text, row);
    }
    text_add(&text, " ;\n");
  }
  for (unsigned t = 0; t < threads; t++) text_add(&text, "%s LC0:", t ? " |" : "");
  text_add(&text, " ;\nexists (x = 0 /\\ y = 0");
  for (unsigned t = 0; t < threads; t++)
    for (unsigned row = 0; row < rows; row++) text_add(&text, " /\\ P%u:r%u = 0", t, row);
  text_add(&text, ")\n");
  return text;
}

#endif
