/* No deadlock among any number of addresses: what a state of one address waits for.
 *
 * In a deadlock of several addresses each address is in a state of its own, and others hold up all
 * steps of this state.  The search notes the kind of each state of one address in which something
 * is outstanding:
 *   - the channels that hold messages, and those that begin with one that stalls;
 *   - the steps that go, with the contexts that stop them and the channels that they send by;
 *   - the context that its lines give to other addresses.
 * wait_steps.c lists the steps, and wait_kinds.c notes the kinds.  waits_solve.c removes each kind
 * that has a step which no remaining kind can hold up.  If none remains, there is no deadlock.
 * docs/internals/per-address.md has the argument.
 *
 * A step is held up by one of three things:
 *   - its message stands behind another address's, in a FIFO channel;
 *   - its controller holds another line that makes it wait (kind_promises.context);
 *   - a channel has no room for a message that it sends.
 *
 * The search must meet all states in which something is outstanding, so it uses no ample sets and
 * no deferred evictions.  Messages that nothing holds up and whose taking commutes with all other
 * steps are exempt (message_promises.commutes).  The argument never relies on an eviction, or on
 * another unrequested event, to come.  waits_close adds the kinds of states that symmetry leaves
 * out.
 *
 * It relies on the promises of per_address.c.  tests/unit/models/waits_test.c checks for each
 * record what this argument asks of `context` and `while_context`. */
#include "abstract/waits.h"

#include "abstract/wait_kinds.h"
#include "base/memory.h"
#include "machine/machine_private.h"

struct waits *waits_new(void) {
  struct waits *waits = memory_new(1, sizeof *waits);
  waits->kinds = intern_new();
  waits->steps = intern_new();
  return waits;
}

void waits_free(struct waits *waits) {
  if (!waits) return;
  intern_free(waits->kinds);
  intern_free(waits->steps);
  memory_free(waits->left);
  memory_free(waits);
}

size_t waits_held(const struct waits *waits) {
  return waits ? intern_held(waits->kinds) + intern_held(waits->steps) : 0;
}

void waits_attach(struct waits *waits, struct machine_options *options) {
  options->waits = waits;
  options->note_state = waits ? wait_kinds_note : NULL;
}

void waits_close(struct waits *waits, struct machine *machine) {
  wait_kinds_add_images(waits, machine);
  machine->options.waits = NULL;
  machine->options.note_state = NULL;
}
