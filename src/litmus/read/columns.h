/* Code in columns: cells between `|`, rows ended by `;`.  The first row names the threads; each
 * further cell is empty or has an instruction, with labels before it ("LC00:"). */
#ifndef LITMUS_READ_COLUMNS_H
#define LITMUS_READ_COLUMNS_H

#include "litmus/read/code.h"

/* A dialect reads one cell at a time; the cursor's limit is the end of the cell. */
struct columns {
  bool (*read_place)(struct reader *reader, struct thread *thread); /* behind "P0" */
  bool (*read_instruction)(struct reader *reader, unsigned thread); /* behind its labels */
};

/* Reads the code up to the words that end it, and checks its names, jumps and transactions. */
bool columns_read(struct reader *reader, const struct columns *columns);

#endif
