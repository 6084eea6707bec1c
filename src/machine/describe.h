/* States, and parts of them, in words. */
#ifndef MACHINE_DESCRIBE_H
#define MACHINE_DESCRIBE_H

#include "base/text.h"
#include "machine/machine_private.h"

void machine_describe_state(const struct model *model, FILE *out, const slot_t *state);
void machine_describe_briefly(const struct model *model, FILE *out, const slot_t *state);

/* The texts of lines, of a controller's own fields and of cores are fields (fields.h). */

/* Is the line one of those that the controller is for?  A bank has some of them only. */
bool describe_serves(const struct machine *machine, unsigned controller, unsigned line);
/* How many lines a controller may hold. */
unsigned describe_line_count(const struct machine *machine, unsigned controller);
/* One line of a controller's content. */
void describe_line(struct text *text, const struct machine *machine,
                   const struct controller_kind *kind, const struct local *local, unsigned at);
/* A controller's fields that belong to no line. */
void describe_own(struct text *text, const struct machine *machine,
                  const struct controller_kind *kind, const struct local *local);
/* A controller's own fields and its lines: "now=3  x: V data=0".  `empty_too`: empty fields, too.
 */
void describe_controller(struct text *text, const struct machine *machine, unsigned controller,
                         uint32_t number, bool empty_too);
void describe_message(struct text *text, const struct machine *machine,
                      const struct message *message);
/* "in flight to L2.0: PUT(x value=1)" */
void describe_in_flight(struct text *text, const struct machine *machine,
                        const struct message *message);
void describe_request(struct text *text, const struct machine *machine,
                      const struct request *request);
/* What a core does, and its registers: "waits for LOAD x", "r0=1".  `number`: its content. */
void describe_core(struct text *text, const struct machine *machine, unsigned core,
                   uint32_t number);

#endif
