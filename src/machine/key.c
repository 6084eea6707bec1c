/* The key of a machine: equal keys of one system mean equal states, under any names.
 *
 * It covers the setting, the placement, the options that change the search, the lowered code, and
 * initial values of registers and locations.  It also covers the setting's claims and losses.  Dead
 * values (dead_values.c), claims of steps (claims.h) and histories (history.c) depend on them.
 * Placements that differ only in unused parts have different keys. */
#include <string.h>
#include "base/hash.h"
#include "machine/key.h"
#include "machine/machine_private.h"
#include "machine/mutant.h"

/* Field by field, since the padding of a struct is not defined. */
static uint64_t hash_operand(uint64_t hash, const struct operand *operand) {
  hash = hash_combine(hash, (uint64_t)operand->kind << 32 | operand->index);
  return hash_combine(hash, (uint64_t)operand->number);
}

/* What cuts a number, and with which sign it is read. */
static uint64_t of_type(struct type type) { return type.bytes | (uint64_t)type.has_sign << 8; }

static uint64_t hash_micro(uint64_t hash, const struct micro *micro) {
  hash = hash_combine(hash, (uint64_t)micro->kind << 32 | (uint64_t)micro->event);
  hash = hash_combine(hash, micro->waits | micro->blocks << 1 | micro->arrives << 2 |
                                micro->awaits << 3 | micro->of_cluster << 4 | micro->line << 8 |
                                micro->word << 16 | (uint64_t)micro->scope << 24);
  hash = hash_combine(hash, (uint64_t)micro->arithmetic << 32 | (uint64_t)micro->comparison);
  hash = hash_combine(hash, (uint64_t)(uint32_t)micro->destination << 32 | micro->target);
  hash = hash_combine(hash, micro->instance);
  hash = hash_combine(hash, of_type(micro->moved) << 16 | of_type(micro->loaded));
  hash = hash_operand(hash_operand(hash, &micro->left), &micro->value);
  return hash_operand(hash_operand(hash, &micro->barrier_id), &micro->quorum);
}

static uint64_t hash_placement(uint64_t hash, const struct placement *placement) {
  hash = hash_combine(hash, placement->sms | placement->lines << 8 | placement->banks << 16);
  hash = hash_combine(hash, hash_bytes(placement->sm_of_thread, sizeof placement->sm_of_thread));
  hash = hash_combine(hash,
                      hash_bytes(placement->line_of_location, sizeof placement->line_of_location));
  hash = hash_combine(hash,
                      hash_bytes(placement->word_of_location, sizeof placement->word_of_location));
  hash = hash_combine(hash, placement->topology.gpus | placement->topology.gpms << 8);
  hash = hash_combine(hash, hash_bytes(placement->gpm_of_sm, sizeof placement->gpm_of_sm));
  hash = hash_combine(hash, hash_bytes(placement->home_of_line, sizeof placement->home_of_line));
  return hash_combine(hash, hash_bytes(placement->bank_of_line, sizeof placement->bank_of_line));
}

static uint64_t hash_options(uint64_t hash, const struct machine *machine) {
  const struct machine_options *options = &machine->options;
  hash = hash_combine(
      hash, (uint64_t)machine->shape.setting.core << 8 | options->cold |
                options->no_evictions << 1 | options->no_reduction << 2 | options->back_off << 3 |
                (machine->shape.outdates && !machine->shape.is_client) << 5 |
                machine->shape.watches_loads << 6 | (uint64_t)options->capacity << 16 |
                (uint64_t)options->only_line << 32 |
                (uint64_t)options->no_deferred_evictions << 48 |
                (uint64_t)options->no_dead_values << 49 | (uint64_t)options->no_ample << 50 |
                (uint64_t)options->audit << 51 | (uint64_t)options->share_bank << 52 |
                (uint64_t)options->readers << 56);
  hash = hash_combine(hash, hash_bytes(options->virtual_network, sizeof options->virtual_network));
  hash = hash_combine(hash, (uint64_t)setting_invariants(&machine->shape.setting) << 32 |
                                setting_losses(&machine->shape.setting));
  return options->mutant ? hash_combine(hash, hash_bytes(options->mutant, sizeof *options->mutant))
                         : hash;
}

static uint64_t hash_place(uint64_t hash, const struct place *place) {
  hash = hash_combine(hash, (uint64_t)place->cta << 32 | place->gpu);
  return place->cluster ? hash_combine(hash, place->cluster) : hash;
}

static uint64_t hash_core(uint64_t hash, const struct machine *machine, unsigned core) {
  const struct lowered *code = &machine->lowered[core_code(machine, core)];
  hash = hash_combine(hash, code->length);
  hash = hash_combine(hash, core_size(machine, core));
  for (unsigned i = 0; i < code->length; i++) hash = hash_micro(hash, &code->micros[i]);
  if (core_is_free(machine, core)) return hash;
  const struct thread *thread = &machine->program->threads[core];
  for (unsigned r = 0; r < thread->register_count; r++)
    hash = hash_combine(hash, (uint64_t)thread->registers[r].initial);
  if (machine->shape.has_barriers) hash = hash_place(hash, &thread->place);
  return hash;
}

uint64_t machine_key(const struct machine *machine) {
  uint64_t hash = hash_bytes(machine->shape.system->name, strlen(machine->shape.system->name));
  hash = hash_combine(
      hash, hash_bytes(machine->shape.setting.values, sizeof machine->shape.setting.values));
  hash = hash_options(hash, machine);
  if (machine->shape.has_barriers && machine->program->barriers != BARRIERS_BY_CTA)
    hash = hash_combine(hash, (uint64_t)machine->program->barriers);
  hash = hash_placement(hash, &machine->shape.placement);
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    hash = hash_core(hash, machine, core);
  for (unsigned i = 0; machine->program && i < machine->program->location_count; i++) {
    hash = hash_combine(hash, machine->program->locations[i].physical);
    hash = hash_combine(hash, (uint64_t)machine->program->locations[i].initial);
  }
  return hash;
}
