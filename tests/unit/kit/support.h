/* What the tests of the kit share: a memory that takes a request at once and serves it later, and
 * questions to it.
 *
 * `split` is one controller for all memory.  A request waits on its line until the controller
 * serves it, of itself, any one of those that wait: so whatever order a core gives up shows.  A
 * fence is answered at once.  `interlocked` is the same with same_address_interlock. */
#ifndef TESTS_KIT_SUPPORT_H
#define TESTS_KIT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "machine/machine.h"
#include "litmus/read/reader.h"
#include "search/search.h"

/* Two threads and locations x, y, z at 0; `cta` is the second thread's.  The rows end in " ;\n". */
struct program *program_of(unsigned cta, const char *rows, const char *condition);
struct program *read_program(const char *text);

struct setting setting_for(const char *system, const char *core);

struct support_seen {
  bool reached;
  unsigned outcomes;
  uint64_t broken, states;
};
/* Does some run end in the program's condition?  In the first placement. */
struct support_seen explore(const struct setting *setting, const struct program *program);
/* The same in one go, for program_of(0, ...). */
struct support_seen ask(const char *system, const char *core, const char *rows,
                        const char *condition);

/* The first placement (every location a line). */
struct placement first_placement(const struct program *program);

#endif
