/* The code of a thread while it is read. */
#ifndef LITMUS_READ_CODE_H
#define LITMUS_READ_CODE_H

#include "litmus/read/reading.h"

/* Line and column of an offset; linear over all calls as long as offsets ascend. */
void reader_position(struct reader *reader, size_t offset, unsigned *line, unsigned *column);

/* Appends thread P`id`, a CTA of its own on one GPU; false if there is such a one, or too many. */
bool reader_thread(struct reader *reader, int64_t id, struct span span);
/* Appends an instruction to a thread; NULL where it has too many. */
struct instruction *reader_instruction(struct reader *reader, unsigned thread, struct span span);

/* Reads a level of a thread's place, "cta 0": its word, or fails with `missing`; and a number up to
 * `most`, called `what` in messages. */
bool reader_level(struct cursor *cursor, const char *word, const char *missing, int64_t most,
                  const char *what, unsigned *number);

/* Labels before the next instruction of the thread. */
bool reader_labels(struct reader *reader, unsigned thread);
/* The label that the last instruction of the thread jumps to; reader_resolve_jumps fills in its
 * target. */
bool reader_jump(struct reader *reader, unsigned thread);
bool reader_resolve_jumps(struct reader *reader);

#endif
