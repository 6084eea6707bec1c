# Writes the litmus tests of the matrix: awk -v dir=DIR -f generate.awk shapes.tsv expected.tsv programs.txt
#
# Each shape of shapes.tsv is dressed as each of its variants in expected.tsv says; programs.txt has its programs
# written out.  DIR/index gets a line a test: its name, and what each model says of it.  DIR/vulkan has the same tests
# in Vulkan's dialect.  A weak access is available and visible at device scope.  An ordering access names the storage
# class of the locations, and makes available and visible.  Scopes cta, gpu and sys are wg, qf and dv.

BEGIN { FS = "\t"; index_file = dir "/index" }
/^#/ || /^$/ { next }

FILENAME ~ /shapes/ { threads_of[$1] = $2; outcome_of[$1] = $3; next }

FILENAME ~ /expected/ {
  dress($2)
  count = split(threads_of[$1], thread, / *[|] */)
  for (t = 1; t <= count; t++) {
    code[t] = instructions(thread[t])
    place[t] = same_cta ? "0,0" : other_gpu ? "0," (t - 1) : (t - 1) ",0"
  }
  write_test($1 " " $2, $3, outcome_of[$1])
  next
}

FILENAME ~ /programs/ {
  word = $0; sub(/[ :].*/, "", word)
  rest = $0; sub(/^[^ ]* /, "", rest)
  if (word == "test") title = rest
  else if (word == "expect") marks = rest
  else if (word == "places") count = split(rest, place, " ")
  else if (word == "exists") write_test(title, marks, rest)
  else code[substr(word, 2) + 1] = rest
}

# The variant's words: how a load and a store are spelt, what fence stands between accesses, where threads are.
function dress(variant,  scope) {
  scope = match(variant, /acqrel\.[a-z]+/) ? substr(variant, RSTART + 7, RLENGTH - 7) : "sys"
  load = variant ~ /^plain/ ? "ld.weak" : variant ~ /^rlx/ ? "ld.relaxed.sys" : "ld.acquire." scope
  store = variant ~ /^plain/ ? "st.weak" : variant ~ /^rlx/ ? "st.relaxed.sys" : "st.release." scope
  fence = ""
  if (match(variant, /F\.(ar|sc)\.[a-z]+/)) {
    fence = substr(variant, RSTART + 2, RLENGTH - 2)
    sub(/^ar/, "acq_rel", fence)
    fence = "fence." fence
  }
  same_cta = variant ~ /same cta/
  other_gpu = variant ~ /diff gpu/
}

function instructions(thread,  accesses, n, a, word, reads, text) {
  n = split(thread, accesses, /, */)
  reads = 0
  for (a = 1; a <= n; a++) {
    split(accesses[a], word, " ")
    if (a > 1) text = text "; " (fence ? fence "; " : "")
    text = text (word[1] == "W" ? store " " word[2] ", " word[3] : load " r" reads++ ", " word[2])
  }
  return text
}

function write_test(title, marks, outcome,  name) {
  name = title
  gsub(/[^A-Za-z0-9.+]+/, "-", name)
  write_dialect("PTX", name, dir "/" name ".litmus", outcome)
  write_dialect("VULKAN", name, dir "/vulkan/" name ".litmus", outcome)
  print name "\t" marks > index_file
}

function write_dialect(dialect, name, file, outcome,  vulkan, t, row, rows, cell, header, n, at) {
  vulkan = dialect == "VULKAN"
  rows = 0
  for (t = 1; t <= count; t++) {
    split(place[t], at, ",")
    header = header " P" (t - 1) (vulkan ? "@sg 0,wg " : "@cta ") at[1] (vulkan ? ",qf " : ",gpu ") at[2]
    header = header (t < count ? " |" : " ;")
    n = split(code[t], cell, /; */)
    for (row = 1; row <= n; row++) grid[row, t] = vulkan ? in_vulkan(cell[row]) : cell[row]
    for (row = n + 1; row <= 64; row++) grid[row, t] = ""
    if (n > rows) rows = n
  }
  print dialect " " name "\n{ x=0; y=0; z=0; }\n" header > file
  for (row = 1; row <= rows; row++)
    for (t = 1; t <= count; t++) printf " %s %s", grid[row, t], t < count ? "|" : ";\n" > file
  print "exists (" outcome ")" > file
  close(file)
}

# An instruction of PTX as Vulkan's: the operation, its order, its scope; the rest stays.
function in_vulkan(text,  word, n, part, scope, order, operands, both) {
  split(text, word, " ")
  n = split(word[1], part, ".")
  operands = substr(text, length(word[1]) + 1)
  order = part[2]
  scope = part[3] == "cta" ? "wg" : part[3] == "gpu" ? "qf" : "dv"
  both = ".semsc0.semav.semvis"
  if (part[1] == "ld" && order == "weak") return "ld.vis.dv.sc0" operands
  if (part[1] == "ld" && order == "acquire") return "ld.atom.acq." scope ".sc0.semsc0.semvis" operands
  if (part[1] == "ld") return "ld.atom." scope ".sc0" operands
  if (part[1] == "st" && order == "weak") return "st.av.dv.sc0" operands
  if (part[1] == "st" && order == "release") return "st.atom.rel." scope ".sc0.semsc0.semav" operands
  if (part[1] == "st") return "st.atom." scope ".sc0" operands
  if (part[1] == "fence") return "membar.acq_rel." scope both
  if (part[1] == "bar") return "cbar.acq_rel.wg" both operands
  if (part[1] == "atom") return "rmw.atom." (order == "acq_rel" ? "acq_rel." scope ".sc0" both : scope ".sc0") \
    (part[4] == "exch" ? "" : "." part[4]) operands
  return text
}
