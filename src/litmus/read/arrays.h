/* Arrays: `int x[2] = {1, 2}` in the initial state, x[1] in a condition, x[1] and x+4 as addresses.
 */
#ifndef LITMUS_READ_ARRAYS_H
#define LITMUS_READ_ARRAYS_H

#include "litmus/read/state.h"

bool array_accept(struct reader *reader, unsigned location); /* [2], where it comes next */
/* {1, 2}: a value for each element, or none, for zeros. */
bool array_contents(struct reader *reader, unsigned location,
                    bool (*read)(struct reader *reader, int64_t *value));
bool array_element(struct reader *reader, unsigned elements, int64_t *element); /* [1] */
/* The address behind a location's name: nothing more, [1] or +4. */
bool array_address(struct reader *reader, unsigned location, int64_t *address);

#endif
