/* Registers of several widths, compared with a machine of four words and some bytes that knows no
 * litmus test.
 *
 * Random programs of one thread move, add, store and load, wide or narrow, and then branch on the
 * result.  Each is written in four dialects with different rules.  A write to half a register
 * clears the rest (AArch64, X86_64) or extends its sign (RISC-V).  Power computes only on whole
 * registers. */
#include "support.h"

static uint64_t random_state = 23;

static unsigned below(unsigned bound) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned)((random_state >> 20) % bound);
}

enum { STEPS = 7, WORDS = 4, CELLS = 3, BYTES = 8 };
enum action { MOVES, SETS, ADDS, SUBTRACTS, STORES, LOADS, ACTIONS };
struct widths_step {
  enum action action;
  unsigned bytes, to, from, other, cell;
  int64_t number;
};
struct widths_machine {
  uint64_t words[WORDS];
  unsigned char cells[CELLS][BYTES];
};
struct architecture {
  const char *name, *registers[WORDS];
  void (*write)(struct text *text, const struct widths_step *step);
  bool signed_halves; /* what is computed for half a register, or loaded as an int, has a sign in
                         the whole one */
  bool has_halves;    /* there is arithmetic on halves */
  unsigned narrowest; /* of loads */
};

static int64_t immediate(void) {
  static const int64_t numbers[] = { 0, 1, -1, 2, -2, 127, 255, -128, 1000, -2000 };
  return numbers[below(sizeof numbers / sizeof *numbers)];
}

static struct widths_step make(const struct architecture *on) {
  static const unsigned sizes[] = { 4, 8, 2, 1 };
  struct widths_step step = { .action = (enum action)below(ACTIONS),
                              .to = below(WORDS),
                              .from = below(WORDS),
                              .other = below(WORDS),
                              .cell = below(CELLS),
                              .number = immediate() };
  bool accesses = step.action == STORES || step.action == LOADS;
  do step.bytes = sizes[below(accesses ? 4 : 2)];
  while (step.action == LOADS && step.bytes < on->narrowest);
  if (!accesses && !on->has_halves) step.bytes = 8;
  return step;
}

static void execute(const struct architecture *on, struct widths_machine *machine,
                    const struct widths_step *step) {
  uint64_t value = machine->words[step->from], *to = &machine->words[step->to];
  switch (step->action) {
  case SETS: value = (uint64_t)step->number; break;
  case ADDS: value += machine->words[step->other]; break;
  case SUBTRACTS: value -= machine->words[step->other]; break;
  case STORES:
    memcpy(machine->cells[step->cell], &value, step->bytes);
    return; /* the host is little-endian, too */
  case LOADS:
    value = 0;
    memcpy(&value, machine->cells[step->cell], step->bytes);
    break;
  default: break;
  }
  bool moves = step->action == MOVES || step->action == SETS;
  bool has_sign = on->signed_halves && !moves && (step->action != LOADS || step->bytes == 4);
  if (step->bytes == 4 && !(on->signed_halves && moves))
    value = has_sign ? (uint64_t)(int64_t)(int32_t)value : (uint32_t)value;
  *to = value;
}

/* ---- the dialects ---- */

static void write_aarch64(struct text *text, const struct widths_step *s) {
  static const char *const names[] = { "MOV", "MOV", "ADD", "SUB", "STR", "LDR" };
  const char *name = names[s->action], kind = s->bytes == 8 ? 'X' : 'W',
             *part = s->bytes == 1   ? "B"
                     : s->bytes == 2 ? "H"
                                     : "";
  switch (s->action) {
  case MOVES: text_add(text, "%s %c%u,%c%u", name, kind, s->to, kind, s->from); break;
  case SETS: text_add(text, "%s %c%u,#%lld", name, kind, s->to, (long long)s->number); break;
  case STORES: text_add(text, "%s%s %c%u,[X1%u]", name, part, kind, s->from, s->cell); break;
  case LOADS: text_add(text, "%s%s %c%u,[X1%u]", name, part, kind, s->to, s->cell); break;
  default: text_add(text, "%s %c%u,%c%u,%c%u", name, kind, s->to, kind, s->from, kind, s->other);
  }
}

static void write_x86_64(struct text *text, const struct widths_step *s) {
  static const char *const wide[] = { "rax", "rbx", "rcx", "rdx" },
                           *const half[] = { "eax", "ebx", "ecx", "edx" },
                           *const two[] = { "ax", "bx", "cx", "dx" },
                           *const one[] = { "al", "bl", "cl", "dl" };
  const char *const *names = s->bytes == 8   ? wide
                             : s->bytes == 4 ? half
                             : s->bytes == 2 ? two
                                             : one;
  char suffix = s->bytes == 8 ? 'q' : s->bytes == 4 ? 'l' : s->bytes == 2 ? 'w' : 'b';
  switch (s->action) {
  case MOVES: text_add(text, "mov%c %%%s,%%%s", suffix, names[s->from], names[s->to]); break;
  case SETS: text_add(text, "mov%c $%lld,%%%s", suffix, (long long)s->number, names[s->to]); break;
  case STORES: text_add(text, "mov%c %%%s,(c%u)", suffix, names[s->from], s->cell); break;
  case LOADS: text_add(text, "mov%c (c%u),%%%s", suffix, s->cell, names[s->to]); break;
  default:
    text_add(text, "%s%c %%%s,%%%s", s->action == ADDS ? "add" : "sub", suffix, names[s->other],
             names[s->to]);
  }
}

static void write_riscv(struct text *text, const struct widths_step *s) {
  const char *half = s->bytes == 4 ? "w" : "", *access = s->bytes == 8   ? "d"
                                                         : s->bytes == 4 ? "w"
                                                         : s->bytes == 2 ? "h"
                                                                         : "b";
  switch (s->action) {
  case MOVES: text_add(text, "mv x%u,x%u", s->to + 5, s->from + 5); break;
  case SETS: text_add(text, "li x%u,%lld", s->to + 5, (long long)s->number); break;
  case STORES: text_add(text, "s%s x%u,0(x1%u)", access, s->from + 5, s->cell); break;
  case LOADS:
    text_add(text, "l%s%s x%u,0(x1%u)", access, s->bytes < 4 ? "u" : "", s->to + 5, s->cell);
    break;
  default:
    text_add(text, "%s%s x%u,x%u,x%u", s->action == ADDS ? "add" : "sub", half, s->to + 5,
             s->from + 5, s->other + 5);
  }
}

static void write_power(struct text *text, const struct widths_step *s) {
  const char *store = s->bytes == 8 ? "std" : s->bytes == 4 ? "stw" : s->bytes == 2 ? "sth" : "stb";
  const char *load = s->bytes == 8 ? "ld" : s->bytes == 4 ? "lwz" : s->bytes == 2 ? "lhz" : "lbz";
  switch (s->action) {
  case MOVES: text_add(text, "mr r%u,r%u", s->to + 1, s->from + 1); break;
  case SETS: text_add(text, "li r%u,%lld", s->to + 1, (long long)s->number); break;
  case STORES: text_add(text, "%s r%u,0(r1%u)", store, s->from + 1, s->cell); break;
  case LOADS: text_add(text, "%s r%u,0(r1%u)", load, s->to + 1, s->cell); break;
  default:
    text_add(text, "%s r%u,r%u,r%u", s->action == ADDS ? "add" : "sub", s->to + 1, s->from + 1,
             s->other + 1);
  }
}

static const struct architecture architectures[] = {
  { "AArch64", { "X0", "X1", "X2", "X3" }, write_aarch64, false, true, 1 },
  { "X86_64", { "rax", "rbx", "rcx", "rdx" }, write_x86_64, false, true, 4 },
  { "RISCV", { "x5", "x6", "x7", "x8" }, write_riscv, true, true, 1 },
  { "PPC", { "r1", "r2", "r3", "r4" }, write_power, false, false, 1 },
};

/* Pointers to the cells, in the registers that the writers name. */
static void write_pointers(struct text *text, const struct architecture *on) {
  char kind = on->write == write_aarch64 ? 'X' : on->write == write_riscv ? 'x' : 'r';
  for (unsigned i = 0; i < CELLS && on->write != write_x86_64; i++)
    text_add(text, " 0:%c1%u=c%u;", kind, i, i);
}

/* The program, and the one outcome that it has by the machine. */
static struct text random_program(const struct architecture *on) {
  struct widths_machine machine = { { 0 }, { { 0 } } };
  struct text text = { 0 };
  text_add(&text, "%s t\n{", on->name);
  for (unsigned i = 0; i < CELLS; i++) text_add(&text, " uint64_t c%u;", i);
  for (unsigned i = 0; i < WORDS; i++) {
    machine.words[i] = below(2) ? random_state : (uint64_t)immediate();
    text_add(&text, " int64_t 0:%s=%lld;", on->registers[i], (long long)machine.words[i]);
  }
  write_pointers(&text, on);
  text_add(&text, " }\n P0 ;\n");
  for (unsigned i = 0; i < STEPS; i++) {
    struct widths_step step = make(on);
    if (on->write == write_x86_64 && (step.action == ADDS || step.action == SUBTRACTS))
      step.from = step.to;
    on->write(&text, &step);
    text_add(&text, " ;\n");
    execute(on, &machine, &step);
  }
  text_add(&text, "forall (true");
  for (unsigned i = 0; i < WORDS; i++)
    text_add(&text, " /\\ 0:%s=%lld", on->registers[i], (long long)machine.words[i]);
  for (unsigned i = 0; i < CELLS; i++) {
    int64_t content;
    memcpy(&content, machine.cells[i], sizeof content);
    text_add(&text, " /\\ c%u=%lld", i, (long long)content);
  }
  text_add(&text, ")");
  return text;
}

static void as_the_machine_does(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
    for (unsigned round = 0; round < 400; round++) {
      struct text text = random_program(&architectures[i]);
      if (answer("sc", text.bytes) != 'A') fail_msg("another outcome:\n%s", text.bytes);
      text_free(&text);
    }
}

/* A branch or an address in half a register uses that half only.  One in the whole register uses
 * the rest, too, as the write of the half left it. */
static void branches_and_addresses(void **unused) {
  static const char *const rows[] = {
    "AArch64 t\n{ 0:X1=c; 0:X2=0x700000000; }\n P0 ;\n CBNZ W2,L ;\n MOV W3,#5 ;\n"
    " STR W3,[X1] ;\n L: ;\nexists (c=5)",
    "AArch64 t\n{ 0:X1=c; 0:X2=-3; }\n P0 ;\n MVN W4,W2 ;\n CMP X4,#2 ;\n B.NE L ;\n"
    " STR W4,[X1] ;\n L: ;\nexists (c=2)",
    "AArch64 t\n{ 0:X1=c; }\n P0 ;\n MOV W4,#-1 ;\n CMP W4,#0 ;\n B.GE L ;\n CMP X4,#0 ;\n"
    " B.LE L ;\n STR W4,[X1] ;\n L: ;\n"
    "exists (c=-1)",
    "AArch64 t\n{ int c[2]={3,4}; uint64_t d=c+4; 0:X5=d; }\n P0 ;\n LDR X1,[X5] ;\n"
    " MOV W2,#-4 ;\n LDR W3,[X1,W2,SXTW] ;\n"
    "exists (0:X3=3)",
    "AArch64 t\n{ int64_t 0:X3; 0:X2=-1; }\n P0 ;\n CMP W2,#0 ;\n CSET W4,LT ;\n"
    " CSEL W3,W2,W4,NE ;\nexists (0:X3=0xffffffff)",
    "AArch64 t\n{ int64_t 0:X3; int64_t 0:X6; 0:X2=-1; }\n P0 ;\n BIC W3,W2,WZR ;\n"
    " ADDS W6,W2,W2 ;\n"
    "exists (0:X3=0xffffffff /\\ 0:X6=0xfffffffe)",
    "AArch64 t\n{ int64_t 0:X3; 0:X2=-1; }\n P0 ;\n MOV X4,#8 ;\n ADD X3,X4,W2,SXTW ;\n"
    "exists (0:X3=7)",
    "X86_64 t\n{ c=0; 0:rbx=-1; }\n P0 ;\n incl %ebx ;\n cmpq $0,%rbx ;\n jne L ;\n"
    " movl $1,(c) ;\n L: ;\nexists (c=1)",
    "X86_64 t\n{ c=0; 0:rbx=1; }\n P0 ;\n subl $2,%ebx ;\n cmpl $0,%ebx ;\n jge L ;\n"
    " cmpq $0,%rbx ;\n jle L ;\n"
    " movl $1,(c) ;\n L: ;\nexists (c=1)",
    "X86_64 t\n{ c=-7; int64_t 0:rax; }\n P0 ;\n movl $1,%eax ;\n xchgl %eax,(c) ;\n"
    "exists (0:rax=0xfffffff9 /\\ c=1)",
    "X86 t\n{ int64_t 0:EAX; }\n P0 ;\n MOV EAX,$-1 ;\nexists (0:EAX=0xffffffff)",
    "PPC t\n{ 0:r2=c; c=-1; }\n P0 ;\n lwz r1,0(r2) ;\n cmpwi r1,0 ;\n bge L ;\n li r3,1 ;\n"
    " stw r3,0(r2) ;\n L: ;\nexists (c=1)",
    "RISCV t\n{ 0:x2=c; c=-5; int64_t 0:x7; }\n P0 ;\n amoadd.w x7,x0,(x2) ;\nexists (0:x7=-5)",
  };
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (answer("sc", rows[i]) != 'A') fail_msg("not so:\n%s", rows[i]);
}

/* A location that an assembly test does not declare is an int.  Its number may have a sign. */
static void undeclared_is_an_int(void **unused) {
  static const char *const rows[] = {
    "RISCV t\n{ 0:x2=c; 0:x1=-2; }\n P0 ;\n sw x1,0(x2) ;\n lw x3,0(x2) ;\n"
    "forall (0:x3=0xfffffffe /\\ c=0xfffffffe)",
    "PPC t\n{ 0:r2=c; 0:r1=-2; }\n P0 ;\n stw r1,0(r2) ;\n lwz r3,0(r2) ;\n"
    "forall (0:r3=-2 /\\ 0:r3=0xfffffffe /\\ c=-2)",
    "AArch64 t\n{ 0:X2=c; 0:X1=0xfffe; }\n P0 ;\n STRH W1,[X2] ;\n LDRH W3,[X2] ;\n"
    "forall (0:X3=65534 /\\ c=65534)",
    "X86_64 t\n{ c=0x11111111; }\n P0 ;\n movb $-1,(c) ;\nforall (c=0x111111ff)",
    "AArch64 t\n{ 0:X1=0x100000000; }\n P0 ;\n MOV X2,X1 ;\nforall (0:X2=0x100000000)",
    "C t\n{ uint8_t c = 511; }\nP0(uint8_t *c) { int r0 = *c; *c = r0 + 2; int r1 = *c; }\n"
    "forall (0:r0=255 /\\ 0:r1=1 /\\ c=1)",
    "C t\n{ int16_t c; }\n"
    "P0(int16_t *c) { uint8_t r0 = -1; *c = 0x18000; int r1 = (int8_t)0x80; int r2 = *c; }\n"
    "forall (0:r0=255 /\\ 0:r1=-128 /\\ 0:r2=-32768 /\\ c=-32768)",
    "C t\n{}\nP0(uint32_t *c) { *c = -1; uint64_t r0 = *c; uint32_t r1 = r0 + 1; }\n"
    "forall (0:r0=0xffffffff /\\ 0:r1=0)",
  };
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (answer("sc", rows[i]) != 'A') fail_msg("not so:\n%s", rows[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(as_the_machine_does),
                                      cmocka_unit_test(branches_and_addresses),
                                      cmocka_unit_test(undeclared_is_an_int) };
  return cmocka_run_group_tests_name("widths", tests, NULL, no_leaks);
}
