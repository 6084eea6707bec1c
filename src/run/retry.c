#include "run/retry.h"

struct machine *retry_until(struct subject *subject,
                            bool (*search)(void *context, struct machine *machine,
                                           struct machine_options *options),
                            void *context, struct diagnostic *error) {
  for (;;) {
    struct machine *machine = subject_machine(subject, error);
    if (!machine || search(context, machine, &subject->options)) return machine;
    machine_free(machine);
  }
}
