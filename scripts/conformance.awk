# Judges the runs of scripts/conformance: reads the reviewed list, the run of each case, and the cases; prints the report.
# A run's log is herd's, followed by the line "exit STATUS".

FILENAME ~ /reviewed$/ { reason_for[$1 SUBSEP $2 SUBSEP $3] = $4; next }
FILENAME ~ /runs$/ { run_of[FNR] = $1; next }

{
  group = $2 "\t" $3 "\t" $8
  if (!(group in judged)) { groups[++group_count] = group; judged[group] = $8 }
  key = $2 SUBSEP $3 SUBSEP $5
  was_run[key] = 1
  if ($4 ~ /^-/) unsupported(substr($4, 3))
  else {
    read_run(run_of[FNR])
    if (status == 2) unsupported(complaint(run_of[FNR]))
    else if (status == 124 || status == 3 && !certain($1)) count["undecided", group]++
    else if (status != 0 && status != 3) differ("an answer", "exit status " status)
    else compare($1, $6, $7, $4 ~ /\.cat$/ ? $9 : "")
  }
}

function unsupported(why) {
  count["unsupported", group]++
  if (!why_count[group, why]++) reasons[group] = reasons[group] "\t" why
}

function differ(expected, got) {
  count["disagree", group]++
  differs[key] = 1
  where[++difference_count] = key
  difference[difference_count] = "expected " expected ", got " got ($8 ~ /\// ? " (" $8 ")" : "")
}

# What a run said: status, holds (Ok or No), quantifier, observation, states, flags, racy, and
# whether it has no outcome at all.
function read_run(number,  file, line, in_states, remaining) {
  file = work "/" number ".log"
  status = 0; holds = observation = quantifier = states = flags = ""; racy = remaining = nothing = 0
  while ((getline line < file) > 0) {
    if (line ~ /^exit /) status = substr(line, 6) + 0
    else if (remaining) { states = states (states == "" ? "" : "|") line; remaining-- }
    else if (line ~ /^States /) remaining = substr(line, 8) + 0
    else if (line ~ /^(Loop )?(Ok|No)$/) holds = substr(line, length(line) - 1)
    else if (line ~ /^Flag /) { flags = flags " " substr(line, 6); if (line ~ /rac[ey]/) racy = 1 }
    else if (line ~ /^Condition /) { split(line, condition, " "); quantifier = condition[2] }
    else if (line ~ /^Observation /) observation = observation_of(line)
  }
  close(file)
  file = work "/" number ".err"
  while ((getline line < file) > 0) if (line ~ /no outcome is allowed/) nothing = 1
  close(file)
}

function complaint(number,  file, line, first) {
  file = work "/" number ".err"
  while ((getline line < file) > 0) if (line ~ /unsupported/ || first == "") first = line
  close(file)
  while (sub(/^[^ ]*: /, "", first)) { }
  return first == "" ? "no reason given" : first
}

# A run that may have missed outcomes is certain all the same if it found a witness, a counterexample or a race.
# It is also certain if there is no outcome at all.  Dartagnan says of an empty set whatever is asked of all
# outcomes.
function certain(kind) {
  if (nothing) return 1
  if (kind != "verdict") return 0
  if ($3 ~ /-race$/) return racy
  return quantifier == "exists" ? holds == "Ok" : holds == "No"
}

function observation_of(line) {
  return line ~ / Never / ? "Never" : line ~ / Always / ? "Always" : line ~ / Sometimes / ? "Sometimes" : ""
}

# As many flags, and each of them, in any order; expected: "flags NAME...", or nothing known.  (Of an undefined test no other
# flag was recorded.)
function same_flags(expected, got,  wanted, raised, n, i) {
  if (expected == "") return 1
  if (expected ~ /\*undef\*/) return index(got, "*undef*") > 0
  n = split(substr(expected, 7), wanted, /[ ,;|]+/)
  if (n != split(substr(got, 2), raised, " ")) return 0
  for (i = 1; i <= n; i++) if (index(got " ", " " wanted[i] " ") == 0) return 0
  return 1
}

function compare(kind, expected, expected_states, expected_flags,  got) {
  if (kind == "verdict") {
    got = ($3 ~ /-race$/) ? !racy : nothing ? quantifier != "exists" : holds == "Ok"
    if (got == expected) count["agree", group]++
    else differ(expected, got + 0)
    return
  }
  expected = observation_of(expected " ")
  if (observation != expected) differ(expected, observation)
  else if (sorted_states(states) != sorted_states(expected_states)) differ("the states " expected_states, states)
  else if (!same_flags(expected_flags, flags)) differ("the " expected_flags, flags)
  else count["agree", group]++
}

# "1:r0=0; [x]=1; | ..." with the cells of each state and the states in order.
function sorted_states(text,  n, i, m, j, state, cell, line, all) {
  n = split(text, state, /[|]/)
  for (i = 1; i <= n; i++) {
    gsub(/ /, "", state[i])
    m = split(state[i], cell, ";")
    sort(cell, m)
    line = ""
    for (j = 1; j <= m; j++) if (cell[j] != "") line = line cell[j] ";"
    state[i] = line
  }
  sort(state, n)
  for (i = 1; i <= n; i++) all = all "|" state[i]
  return all
}

function sort(list, n,  i, j, held) {
  for (i = 2; i <= n; i++) {
    held = list[i]
    for (j = i - 1; j >= 1 && list[j] > held; j--) list[j + 1] = list[j]
    list[j + 1] = held
  }
}

END {
  printf "%-16s %-24s %7s %9s %10s %12s  %s\n", "suite", "model", "agree", "disagree", "undecided", "unsupported", "judged by"
  for (g = 1; g <= group_count; g++) report(groups[g])
  for (d = 1; d <= difference_count; d++) {
    split(where[d], part, SUBSEP)
    known = where[d] in reason_for
    if (!known) unexpected++
    reason = known ? " (" reason_for[where[d]] ")" : ""
    printf "%s %s %s: %s%s\n", known ? "reviewed:" : "DISAGREES:", part[2], part[3], difference[d], reason
  }
  for (k in reason_for)
    if ((k in was_run) && !(k in differs)) {
      split(k, part, SUBSEP)
      print "NO LONGER: " part[2] " " part[3] " is in the reviewed list and does not disagree"
      unexpected++
    }
  print difference_count + 0 " disagreements, " unexpected + 0 " not as reviewed"
  exit unexpected > 0
}

function report(group,  part, n, r, i, rest) {
  split(group, part, "\t")
  printf "%-16s %-24s %7d %9d %10d %12d  %s\n", part[1], part[2], count["agree", group], count["disagree", group],
    count["undecided", group], count["unsupported", group], judged[group] ~ /^-/ ? "nothing" : judged[group]
  n = split(reasons[group], r, "\t")
  for (i = 2; i <= n && i <= 11; i++) printf "    %5d unsupported: %s\n", why_count[group, r[i]], r[i]
  for (rest = 0; i <= n; i++) rest += why_count[group, r[i]]
  if (rest) printf "    %5d unsupported for other reasons\n", rest
}
