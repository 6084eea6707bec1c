# Shared by the end-to-end tests.  A test sources this, calls `turnsole` through `run`, states its
# expectations of the call, and ends with `finish`:
#
#   run explore -p sc "$file"     keeps what turnsole printed in $out and $err (files), and its exit status in $status
#   expect_status 0               each expectation is one check, named after the call
#   expect_contains out 'Observation MP Never'
#   finish
#
# A check that fails prints the expectation, the result, and the call.
# shellcheck shell=bash

set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
turnsole=${TURNSOLE:-$root/build/turnsole}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$work/out err=$work/err
call='nothing yet' status=0 checks=0 failures=0
cd "$root" || exit 1

# in_class CLASS TEXT: is this a run of test-ci, or of test-all (scripts/test)?  If not, the summary
# has TEXT as left to `make CLASS`.
in_class() {
  case $1 in
    test-ci)  [ -z "${TEST_CI-}${WHOLE-}" ] || return 0 ;;
    test-all) [ -z "${WHOLE-}" ] || return 0 ;;
    *)        failed "there is no class $1 of runs" ;;
  esac
  printf '# left to make %s: %s\n' "$1" "$2"
  return 1
}

passed() { checks=$((checks + 1)); printf 'ok %d - %s\n' "$checks" "$1"; }
failed() { # name, detail...
  checks=$((checks + 1)) failures=$((failures + 1))
  printf 'not ok %d - %s\n' "$checks" "$1"; shift
  local line
  for line in "$@"; do printf '%s\n' "$line" | head -n 30 | cut -c1-300 | sed 's/^/#   /'; done
}

# check NAME COMMAND...: a check that passes when the command succeeds.
check() {
  local name=$1 said; shift
  if said=$("$@" 2>&1); then passed "$name"; else failed "$name" "failed: $*" "$said"; fi
}

run_command() { # any program; turnsole's own calls go through run
  call=$(printf '%q ' "$@" | cut -c1-200)
  "$@" >"$out" 2>"$err" </dev/null
  status=$?
  if [ "$status" -ge 99 ] || grep -qE 'Sanitizer|runtime error:' "$err"; then
    failed "$call: dies" "exit status $status" "$(head -n 40 "$err")"
  fi
}
run() { run_command "$turnsole" "$@"; call="turnsole ${call#* }"; }

# terminate JOB [again]: ends a job in the background, by one signal, or (again) by signals until it ends.  Then
# expect_status looks at its status.
terminate() {
  kill -TERM "$1"
  while [ "${2-}" = again ] && kill -TERM "$1" 2>/dev/null; do :; done
  wait "$1"; status=$?; call="SIGTERM${2:+, again and again}"
}

# The statuses of DESIGN: 0 holds, 1 violation or expectation not met, 2 bad usage or input, 3 inconclusive.
expect_status() {
  if [ "$status" -eq "$1" ]; then passed "$call: exit status $1"
  else failed "$call: exit status $1" "got $status" "$(tail -n 5 "$out")" "$(tail -n 5 "$err")"; fi
}
expect_contains() { # out|err, text
  if grep -qF -- "$2" "$work/$1"; then passed "$call: std$1 says '$2'"
  else failed "$call: std$1 says '$2'" "it says:" "$(tail -n 15 "$work/$1")"; fi
}
expect_lacks() { # out|err, text
  if grep -qF -- "$2" "$work/$1"; then failed "$call: std$1 does not say '$2'" "$(grep -F -- "$2" "$work/$1")"
  else passed "$call: std$1 does not say '$2'"; fi
}
expect_matches() { # out|err, extended regular expression
  if grep -qE -- "$2" "$work/$1"; then passed "$call: std$1 matches '$2'"
  else failed "$call: std$1 matches '$2'" "it says:" "$(tail -n 15 "$work/$1")"; fi
}
expect_empty() { # out|err
  if [ ! -s "$work/$1" ]; then passed "$call: std$1 is empty"
  else failed "$call: std$1 is empty" "$(head -n 10 "$work/$1")"; fi
}
expect_same() { # name, file, file
  local difference
  if difference=$(diff "$2" "$3" 2>&1); then passed "$1"; else failed "$1" "$difference"; fi
}

# Bad input or bad usage: exit status 2, nothing on stdout, and one message on stderr that a person can act on.  It has
# at most `limit` lines (the place, the line itself, a caret, what was expected).  No line is longer than a screen or
# two.
expect_refused() { # [text that the message must hold]
  local lines longest
  lines=$(wc -l <"$err")
  longest=$(awk '{ if (length($0) > most) most = length($0) } END { print most + 0 }' "$err")
  if [ "$status" -ne 2 ]; then failed "$call: refused" "exit status $status, not 2" "$(tail -n 5 "$out")" "$(tail -n 5 "$err")"
  elif [ "$lines" -lt 1 ] || [ "$lines" -gt 6 ]; then failed "$call: refused" "a message of $lines lines:" "$(head -n 20 "$err")"
  elif [ "$longest" -gt 500 ]; then failed "$call: refused" "a line of $longest characters"
  elif [ -s "$out" ]; then failed "$call: refused" "it printed on stdout:" "$(head -n 10 "$out")"
  elif [ $# -gt 0 ] && ! grep -qF -- "$1" "$err"; then failed "$call: refused" "no '$1' in:" "$(head -n 20 "$err")"
  else passed "$call: refused${1:+ with '$1'}"; fi
}

# All commands that --help names, a line each; those of a family by two words, such as "frames run".
commands() { # [family]
  local name rest
  # shellcheck disable=SC2086 # no family, or one word
  "$turnsole" ${1-} --help | sed -nE "s/^  turnsole ${1:+$1 +}([a-z]+) +/\\1 /p" | while read -r name rest; do
    if [ "$rest" = 'COMMAND ...' ]; then commands "$name"; else echo "${1:+$1 }$name"; fi
  done
}

# The states of each test in a log, as sorted lines "TEST: STATE": what an explore and an allow are compared by.  How
# often a state was seen ("5:>0:r0=1;") is left out.
states_of() { # log
  awk '/^Test /   { test = $2; left = 0; next }
       /^States / { left = $2; next }
       left > 0   { sub(/^[0-9]+ *:>/, ""); gsub(/[ \t]+/, ""); print test ": " $0; left-- }' "$1" | LC_ALL=C sort
}

finish() { printf '1..%d\n' "$checks"; [ "$failures" -eq 0 ]; exit; }
