#!/usr/bin/env python3
"""Random kernels of one thread: what `turnsole ptx` extracts ends as an interpreter of PTX says.

    tests/random_kernels.py TURNSOLE FOLDER FIRST COUNT

Kernel number N is made of the seed N: loads, stores, atomics, arithmetic, predicates, jumps forward
and a loop that counts, over 12 words of memory.  The judge has to find one outcome, the
interpreter's.  Prints how many agree, differ, and are refused; exits 1 where one differs.
"""
import random
import re
import subprocess
import sys

REGISTERS, WORDS, BITS = 6, 12, 0xFFFFFFFF
COUNTER, GOES_ON = 6, 3  # the register and the predicate of the loop


def signed(number):
    number &= BITS
    return number - (1 << 32) if number >> 31 else number


# --- making: (word, guard or None, operand...); an operand that is read is ("r", N) or ("i", N) ---


def operand(rng):
    if rng.random() < 0.65:
        return ("r", rng.randrange(REGISTERS))
    return ("i", rng.choice([0, 1, 2, 3, 5, -1]))


def instruction(rng):
    guard = (rng.randrange(3), rng.random() < 0.5) if rng.random() < 0.35 else None
    register = rng.randrange(REGISTERS)
    kind = rng.random()
    if kind < 0.15:
        return ("ld", guard, register, rng.randrange(4))
    if kind < 0.32:
        return ("st", guard, operand(rng), rng.randrange(6))
    if kind < 0.40:
        return ("atom", guard, register, rng.randrange(4), operand(rng))
    if kind < 0.62:
        word = rng.choice(["add.s32", "sub.s32", "and.b32", "or.b32", "xor.b32", "mul.lo.s32"])
        return ("compute", guard, word, register, ("r", rng.randrange(REGISTERS)), operand(rng))
    if kind < 0.75:
        compares = rng.choice(["eq", "ne", "lt", "ge"])
        left = ("r", rng.randrange(REGISTERS))
        return ("setp", guard, rng.randrange(3), compares, left, operand(rng), rng.choice("su"))
    if kind < 0.82:
        return ("selp", guard, register, operand(rng), operand(rng), rng.randrange(3))
    if kind < 0.86:
        word = rng.choice(["and", "or", "xor"])
        return ("join", guard, word, rng.randrange(3), rng.randrange(3), rng.randrange(3))
    if kind < 0.90:
        return ("mov", guard, register, rng.choice([0, 1, 2, 9]))
    if not guard and rng.random() < 0.8:
        guard = (rng.randrange(3), rng.random() < 0.5)
    return ("bra", guard, None)


def beginning(rng):
    code = [("mov", None, COUNTER, 0)]
    for register in range(REGISTERS):
        if rng.random() < 0.5:
            code.append(("ld", None, register, rng.randrange(4)))
        else:
            code.append(("mov", None, register, rng.choice([0, 1, 2, 3, -1, 7])))
    for predicate in range(3):
        compares = rng.choice(["eq", "ne", "lt"])
        left, right = ("r", rng.randrange(REGISTERS)), ("i", rng.choice([0, 1, 2]))
        code.append(("setp", None, predicate, compares, left, right, rng.choice("su")))
    return code


def kernel(rng):
    code = beginning(rng)
    first = len(code)
    code += [instruction(rng) for _ in range(rng.randrange(6, 22))]
    for at in range(first, len(code)):
        if code[at][0] == "bra":
            code[at] = ("bra", code[at][1], rng.randrange(at + 1, len(code) + 1))
    if rng.random() < 0.5:  # a loop from somewhere to here, which a loaded predicate may end
        start = rng.randrange(first, len(code) + 1)
        code.append(("compute", None, "add.s32", COUNTER, ("r", COUNTER), ("i", 1)))
        limit = ("i", rng.choice([2, 3, 4]))
        code.append(("setp", None, GOES_ON, "lt", ("r", COUNTER), limit, "s"))
        if rng.random() < 0.5:
            code.append(("join", None, "and", GOES_ON, GOES_ON, rng.randrange(3)))
        code.append(("bra", (GOES_ON, False), start))
    return code + [("st", None, ("r", r), REGISTERS + r) for r in range(REGISTERS)]


# --- running ---

COMPUTES = {
    "add.s32": lambda a, b: a + b,
    "sub.s32": lambda a, b: a - b,
    "and.b32": lambda a, b: a & b,
    "or.b32": lambda a, b: a | b,
    "xor.b32": lambda a, b: a ^ b,
    "mul.lo.s32": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "ge": lambda a, b: a >= b,
}


def final_memory(code, memory):
    registers, predicates, at = [0] * 8, [0] * 4, 0

    def value(of):
        return registers[of[1]] if of[0] == "r" else of[1] & BITS

    while at < len(code):
        word, guard, *rest = code[at]
        at += 1
        if guard and bool(predicates[guard[0]]) == guard[1]:
            continue
        if word == "ld":
            registers[rest[0]] = memory[rest[1]]
        elif word == "st":
            memory[rest[1]] = value(rest[0])
        elif word == "atom":
            added = value(rest[2])
            registers[rest[0]] = memory[rest[1]]
            memory[rest[1]] = (memory[rest[1]] + added) & BITS
        elif word == "mov":
            registers[rest[0]] = rest[1] & BITS
        elif word == "compute":
            registers[rest[1]] = COMPUTES[rest[0]](value(rest[2]), value(rest[3])) & BITS
        elif word == "setp":
            left, right = value(rest[2]), value(rest[3])
            if rest[4] == "s":
                left, right = signed(left), signed(right)
            predicates[rest[0]] = int(COMPUTES[rest[1]](left, right))
        elif word == "selp":
            registers[rest[0]] = value(rest[1] if predicates[rest[3]] else rest[2])
        elif word == "join":
            predicates[rest[1]] = COMPUTES[rest[0]](predicates[rest[2]], predicates[rest[3]])
        else:
            at = rest[0]
    return memory


# --- printing ---

HEAD = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_param_0)
{
  .reg .pred %p<5>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [k_param_0];
"""


def shown(of):
    return f"%r{of[1]}" if of[0] == "r" else str(of[1])


def printed(word, rest):
    if word == "ld":
        return f"ld.global.u32 %r{rest[0]}, [%rd1+{4 * rest[1]}]"
    if word == "st":
        return f"st.global.u32 [%rd1+{4 * rest[1]}], {shown(rest[0])}"
    if word == "atom":
        return f"atom.global.add.u32 %r{rest[0]}, [%rd1+{4 * rest[1]}], {shown(rest[2])}"
    if word == "mov":
        return f"mov.u32 %r{rest[0]}, {rest[1]}"
    if word == "compute":
        return f"{rest[0]} %r{rest[1]}, {shown(rest[2])}, {shown(rest[3])}"
    if word == "setp":
        return f"setp.{rest[1]}.{rest[4]}32 %p{rest[0]}, {shown(rest[2])}, {shown(rest[3])}"
    if word == "selp":
        return f"selp.b32 %r{rest[0]}, {shown(rest[1])}, {shown(rest[2])}, %p{rest[3]}"
    if word == "join":
        return f"{rest[0]}.pred %p{rest[1]}, %p{rest[2]}, %p{rest[3]}"
    return f"bra $L{rest[0]}"


def text_of(code):
    targets = {line[2] for line in code if line[0] == "bra"}
    text = HEAD
    for at, (word, guard, *rest) in enumerate(code):
        label = f"$L{at}: " if at in targets else ""
        predicate = f"@{'!' if guard[1] else ''}%p{guard[0]} " if guard else ""
        text += f"  {label}{predicate}{printed(word, rest)};\n"
    return text + "  ret;\n}\n"


# --- comparing ---


def extract(turnsole, folder, memory):
    """The words that the test has; None: it is refused."""
    call = [turnsole, "ptx", f"{folder}/k.ptx", "--thread", "P0=k", "--param", "k.0=a"]
    call += ["-o", f"{folder}/k.litmus"]
    if subprocess.run(call, stderr=subprocess.DEVNULL, check=False).returncode:
        return None
    with open(f"{folder}/k.litmus", encoding="ascii") as test:
        initial = next(line for line in test if line.startswith("{"))
    words = [int(word) for word in re.findall(r"a_(\d+)=", initial)]
    for word in words:
        call += ["--init", f"a[{word}]={signed(memory[word])}"]
    subprocess.run(call, check=True)
    return words


def outcome(turnsole, folder):
    """What the one outcome has in each word; None: the judge has no whole answer."""
    call = [turnsole, "allow", "-m", "ptx-8", "--unroll", "6", f"{folder}/k.litmus"]
    log = subprocess.run(call, capture_output=True, text=True, check=False)
    states = re.search(r"^States (\d+)\n(.*)", log.stdout, re.M)
    if log.returncode not in (0, 1) or not states:
        return None
    cells = re.findall(r"\[a_(\d+)\]=(-?\d+)", states[2])
    return {int(word): int(number) & BITS for word, number in cells} if states[1] == "1" else {}


def compare(turnsole, folder, seed):
    rng = random.Random(seed)
    code = kernel(rng)
    before = [rng.choice([0, 1, 2, 3, BITS]) for _ in range(WORDS)]
    after = final_memory(code, list(before))
    with open(f"{folder}/k.ptx", "w", encoding="ascii") as file:
        file.write(text_of(code))
    words = extract(turnsole, folder, before)
    found = outcome(turnsole, folder) if words is not None else None
    if found is None:
        return "refused"
    same = all(found.get(word, before[word]) == after[word] for word in range(WORDS))
    if not same:
        print(f"seed {seed}: the judge has {found}, the interpreter {after}")
    return "agree" if same else "differ"


def main():
    turnsole, folder, first, count = sys.argv[1:]
    counts = {"agree": 0, "differ": 0, "refused": 0}
    for seed in range(int(first), int(first) + int(count)):
        counts[compare(turnsole, folder, seed)] += 1
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    sys.exit(counts["differ"] > 0)


main()
