/* Shared by the tests of lines that are explored each by itself (abstract/per_address.c). */
#ifndef TESTS_MODELS_ALONE_H
#define TESTS_MODELS_ALONE_H

#include "machine/machine.h"

/* A line by itself says nothing of deadlocks. */
#define SAFETY (~(uint64_t)CLAIM(PROPERTY_DEADLOCK))

struct setting setting_named(const char *name);
struct machine *machine_of_client(const struct setting *setting, const struct client *client,
                                  const struct machine_options *options);

/* Is the setting refused by line, and so not explored? */
bool alone_is_refused(const struct setting *setting);

/* The first line with the same home as this one. */
unsigned first_with_that_home(const struct client *placed, unsigned line);

/* On every placement on GPMs, or on the one that there is. */
void in_each_placement(const struct client *client,
                       bool (*visit)(void *context, const struct client *placed), void *context);

#endif
