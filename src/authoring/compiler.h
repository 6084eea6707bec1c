/* The C compiler: that of CC and CFLAGS in the environment, by default cc, then gcc.
 *
 * It is run with an array of arguments, so no shell reads the names of files. */
#ifndef AUTHORING_COMPILER_H
#define AUTHORING_COMPILER_H

#include <stdbool.h>
#include <stdint.h>
#include "authoring/headers.h"
#include "base/diagnostic.h"
#include "base/vector.h"

struct word_list {
  char **items; /* each of memory_new */
  size_t length, room;
};
void word_list_clear(struct word_list *words);

struct compiler {
  struct word_list command; /* the compiler and its flags */
  uint64_t version;         /* a hash of what --version prints */
};

/* false, with an error: it cannot be run.  compiler_clear releases it in any case. */
bool compiler_find(struct compiler *compiler, const struct author_headers *headers,
                   struct diagnostic *error);
void compiler_clear(struct compiler *compiler);

/* A hash of the preprocessed sources, the compiler's version and the flags.  0: the preprocessor
 * fails. */
uint64_t compiler_key(const struct compiler *compiler, const struct word_list *sources);

/* Compiles the sources into a shared object.  The compiler prints its own messages.  false, with
 * an error that holds the command line: it fails. */
bool compiler_make(const struct compiler *compiler, const struct word_list *sources,
                   const char *object, const char *protocol, struct diagnostic *error);

#endif
