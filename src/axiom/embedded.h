/* The memory models that travel inside the program: memmodels/NAME.cat, made into C by scripts/embed. */
#ifndef AXIOM_EMBEDDED_H
#define AXIOM_EMBEDDED_H

struct embedded_model { const char *name, *text; };
extern const struct embedded_model embedded_models[]; /* sorted by name; ends with a NULL name */

#endif
