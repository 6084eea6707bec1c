/* The names of a test: locations, registers, tags. */
#ifndef LITMUS_READ_NAMES_H
#define LITMUS_READ_NAMES_H

#include "litmus/read/reading.h"

/* The array, with room for one more item; it grows by doubling. */
void *reader_grown(void *items, unsigned count, size_t size);

/* Adds a note for the user, once: a sentence without a period. */
void reader_note(struct reader *reader, const char *text);

/* Each returns an index, or -1 with a message; the reader_find_ functions without one. */
int reader_find_location(const struct reader *reader, struct span name);
int reader_location(struct reader *reader, struct span name);
int reader_declare_location(struct reader *reader, struct span name);
/* A location of the reader's own, whose name no test can write. */
int reader_own_location(struct reader *reader, const char *name);
/* A location whose address the initial state names; it may be declared later. */
int reader_pointed_location(struct reader *reader, struct span name);
/* Declares it unless it is declared. */
int reader_known_location(struct reader *reader, struct span name);
/* A location in the code, which starts at 0 where nothing declares it. */
int reader_address(struct reader *reader, struct span name, bool writes);
/* Every location is declared, written, or named by two loads. */
bool reader_check_locations(struct reader *reader);

int reader_find_register(const struct reader *reader, unsigned thread, struct span name);
int reader_register(struct reader *reader, unsigned thread, struct span name,
                    enum register_use use);
/* A register of the reader's own. */
int reader_own_register(struct reader *reader, unsigned thread, const char *name,
                        enum register_use use);
/* Every register that is read is also written or declared. */
bool reader_check_registers(struct reader *reader);

/* Reads a thread and its colon, "P1:" or "1:", where one comes next. */
bool reader_accept_thread(struct cursor *cursor, int64_t *id, struct span *span);

/* The bit of a tag in the program, which gets the tag if it lacks it.  A name that litmus/tags.h
 * does not know must outlive the program.  reader_tags: names of litmus/tags.h, and base names of
 * memory models ("A", "F", "ACQ", "REL"), between blanks. */
uint64_t reader_tag(struct reader *reader, const char *name);
uint64_t reader_tags(struct reader *reader, const char *names);

/* The type that the word names, of those that assembly dialects declare locations with, or of C's;
 * NULL: none.  A type with 0 bytes says nothing of the size (void, const, struct). */
const struct type *type_in_assembly(const struct cursor *cursor, struct span word);
const struct type *type_in_c(const struct cursor *cursor, struct span word);

#endif
