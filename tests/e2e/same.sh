# Do the judge and a machine have the same outcomes?
# shellcheck shell=bash
# shellcheck disable=SC2154 # turnsole and work are lib.sh's

# states FILE: the outcomes of a log
states() { sed -n '/^States/,/^\(Ok\|No\)/p' "$1" | grep '='; }

# same MODEL MACHINE TEST [OPTION]: has it the same outcomes on both sides?
same() {
  "$turnsole" allow -m "$1" "$3" > "$work/allowed" && "$turnsole" explore -q -p "$2" ${4:+"$4"} "$3" > "$work/reached" || return
  diff <(states "$work/allowed") <(states "$work/reached") > "$work/diff"
}

differ() { ! same "$@"; }

