/* Programs: release, questions about their code, and names of their parts. */
#include "litmus/program.h"
#include "litmus/condition.h"

#include <string.h>
#include "base/memory.h"

static void thread_clear(struct thread *thread) {
  for (unsigned i = 0; i < thread->register_count; i++) memory_free(thread->registers[i].name);
  memory_free(thread->registers);
  memory_free(thread->instructions);
}

void program_free(struct program *program) {
  if (!program) return;
  for (unsigned i = 0; i < program->remark_count; i++) memory_free(program->remarks[i]);
  for (unsigned i = 0; i < program->note_count; i++) memory_free(program->notes[i]);
  for (unsigned i = 0; i < program->field_count; i++) {
    memory_free(program->fields[i].key);
    memory_free(program->fields[i].value);
  }
  for (unsigned i = 0; i < program->location_count; i++) {
    memory_free(program->locations[i].name);
    memory_free(program->locations[i].contents);
  }
  for (unsigned i = 0; i < program->thread_count; i++) thread_clear(&program->threads[i]);
  for (unsigned i = 0; i < program->own_tag_count; i++) memory_free(program->own_tags[i]);
  condition_free(program->condition);
  condition_free(program->filter);
  text_free(&program->warnings);
  memory_free(program->remarks);
  memory_free(program->notes);
  memory_free(program->beyond);
  memory_free(program->fields);
  memory_free(program->locations);
  memory_free(program->threads);
  memory_free(program->observables);
  memory_free(program->name);
  memory_free(program->dialect);
  memory_free(program->path);
  memory_free(program->text);
  memory_free(program);
}

int program_thread(const struct program *program, int64_t id) {
  for (unsigned i = 0; i < program->thread_count; i++)
    if (program->threads[i].id == id) return (int)i;
  return -1;
}

static bool jumps_back(const struct instruction *i, unsigned at) {
  return (i->opcode == OP_BRANCH || i->opcode == OP_GOTO) && i->target <= at;
}

bool program_has_transactions(const struct program *program) {
  EACH_INSTRUCTION(program, t, k, i) {
    if (i->opcode == OP_TX_BEGIN) return true;
  }
  return false;
}

bool program_has_cluster_scope(const struct program *program) {
  EACH_INSTRUCTION(program, t, k, i) {
    if (i->scope == SCOPE_CLUSTER || i->barrier_of_cluster) return true;
  }
  return false;
}

bool program_has_cluster_barrier(const struct program *program) {
  EACH_INSTRUCTION(program, t, k, i) {
    if (i->barrier_of_cluster) return true;
  }
  return false;
}

bool program_has_parts(const struct program *program) {
  unsigned size = 0;
  for (unsigned i = 0; i < program->location_count; i++)
    if (program->locations[i].elements) return true;
  EACH_INSTRUCTION(program, t, k, access) {
    bool cuts = access->size == 1 || access->size == 2;
    if (access->address.number || cuts || (size && access->size && access->size != size))
      return true;
    if (access->size) size = access->size;
  }
  return false;
}

bool program_has_loop(const struct program *program) {
  EACH_INSTRUCTION(program, t, k, i) {
    if (jumps_back(i, k)) return true;
  }
  return false;
}

static bool one_gpu(const struct program *program) {
  for (unsigned i = 1; i < program->thread_count; i++)
    if (program->threads[i].place.gpu != program->threads[0].place.gpu) return false;
  return true;
}

static bool refreshes(const struct program *program, const struct instruction *i) {
  bool acquires = i->order == ORDER_ACQUIRE || i->order == ORDER_ACQ_REL || i->order == ORDER_SC;
  bool reads = i->opcode == OP_LOAD || i->opcode == OP_RMW || i->opcode == OP_FENCE;
  bool wide = i->scope != SCOPE_CTA && i->scope != SCOPE_CLUSTER;
  return reads && acquires && wide && (i->scope != SCOPE_GPU || one_gpu(program));
}

static bool loop_refreshes(const struct program *program, const struct thread *thread,
                           unsigned jump) {
  for (unsigned i = thread->instructions[jump].target; i < jump; i++)
    if (refreshes(program, &thread->instructions[i])) return true;
  return false;
}

bool program_loops_refresh(const struct program *program) {
  EACH_INSTRUCTION(program, t, k, i) {
    if (jumps_back(i, k) && !loop_refreshes(program, &program->threads[t], k)) return false;
  }
  return true;
}

struct type type_moved(const struct instruction *access, const struct location *location) {
  return access->size ? (struct type){ .bytes = (unsigned char)access->size } : location->type;
}

void memory_name(struct text *out, const struct program *program, unsigned location,
                 int64_t offset) {
  const struct location *named = &program->locations[location];
  unsigned stride = location_stride(named);
  text_add(out, "%s", named->name);
  if (named->elements && offset % stride == 0)
    text_add(out, "[%lld]", (long long)(offset / stride));
  else if (offset) text_add(out, "+%lld", (long long)offset);
}

void observable_name(struct text *out, const struct program *program, const struct observable *cell,
                     const char *thread_mark) {
  if (cell->is_register) {
    const struct thread *thread = &program->threads[cell->thread];
    text_add(out, "%s%u:%s", thread_mark, thread->id, thread->registers[cell->index].name);
    return;
  }
  const struct location *location = &program->locations[cell->index];
  bool is_element = location->elements || strchr(location->name, '['); /* x[1] */
  text_add(out, is_element ? "" : "[");
  memory_name(out, program, cell->index, cell->element * (int64_t)location_stride(location));
  text_add(out, is_element ? "" : "]");
}

unsigned observable_array(const struct program *program, unsigned first) {
  const struct observable *cells = &program->observables[first];
  unsigned elements = cells->whole;
  if (cells->part || first + elements > program->observable_count) return 0;
  for (unsigned k = 1; k < elements; k++)
    if (cells[k].whole != elements || cells[k].part != k || cells[k].hidden != cells->hidden)
      return 0;
  return elements;
}

void observable_array_name(struct text *out, const struct program *program,
                           const struct observable *cell) {
  const char *name = program->locations[cell->index].name; /* "v", or "v[0]" of a split one */
  text_add(out, "%.*s", (int)strcspn(name, "["), name);
}

const char *order_name(enum order order) {
  static const char *const names[] = { "weak", "relaxed", "acquire", "release", "acq_rel", "sc" };
  return names[order];
}

const char *scope_name(enum scope scope) {
  static const char *const names[] = { "", "cta", "gpu", "sys", "cluster" };
  return names[scope];
}

const char *proxy_name(enum proxy proxy) {
  static const char *const names[] = { "generic", "texture", "surface", "constant", "alias" };
  return names[proxy];
}
