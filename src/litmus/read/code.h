/* The code of a thread while it is read: its instructions, operands, labels and jumps. */
#ifndef LITMUS_READ_CODE_H
#define LITMUS_READ_CODE_H

#include "litmus/read/names.h"

/* Line and column of an offset; linear over all calls as long as offsets ascend. */
void reader_position(struct reader *reader, size_t offset, unsigned *line, unsigned *column);

/* Appends an instruction to a thread; NULL where it has too many. */
struct instruction *reader_instruction(struct reader *reader, unsigned thread, struct span span);

/* Operands, by the names in the text: the register that an instruction writes, the location that it
 * accesses, and a constant or a register that it reads. */
bool reader_destination(struct reader *reader, unsigned thread, struct instruction *instruction);
bool reader_access(struct reader *reader, struct instruction *instruction);
bool reader_operand(struct reader *reader, unsigned thread, struct operand *operand);

/* Labels before the next instruction of the thread. */
bool reader_labels(struct reader *reader, unsigned thread);
/* The label that the last instruction of the thread jumps to; reader_resolve_jumps fills in its
 * target. */
bool reader_jump(struct reader *reader, unsigned thread);
bool reader_resolve_jumps(struct reader *reader);

#endif
