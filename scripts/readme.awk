# Compares what a command printed with what its page shows, and prints what the page should show.
#
#   awk -f scripts/readme.awk SHOWN PRINTED
#
# A line "[...]" in SHOWN stands for any lines, and "[...]" within a line for any text.  Where PRINTED
# fits SHOWN, SHOWN is printed as it stands.  Else the lines that differ are made anew, and the
# elisions stay.  As many lines as before stand before the first elision and behind the last one.
# Lines between two elisions begin at the first line that differs from theirs in numbers alone.
FILENAME == ARGV[1] { shown[++shown_count] = $0; next }
{ printed[++printed_count] = $0 }

function fits(pattern, text,    rest, place, piece, first) {
  if (!index(pattern, "[...]")) return pattern == text
  rest = pattern; first = 1
  while ((place = index(rest, "[...]"))) {
    piece = substr(rest, 1, place - 1)
    rest = substr(rest, place + 5)
    if (first) { if (substr(text, 1, length(piece)) != piece) return 0; text = substr(text, length(piece) + 1) }
    else if (piece != "") { if (!(place = index(text, piece))) return 0; text = substr(text, place + length(piece)) }
    first = 0
  }
  return length(text) >= length(rest) && substr(text, length(text) - length(rest) + 1) == rest
}

function segment_fits(segment, at,    i) {
  for (i = 0; i < size[segment]; i++) if (!fits(shown[start[segment] + i], printed[at + i])) return 0
  return 1
}

function numberless(line) { gsub(/[0-9]+/, "N", line); return line }

# The place at or behind `at` where a segment fits; or begins, if but for numbers; or 0.
function place_of(segment, at, closely,    last) {
  for (last = printed_count - size[segment] + 1; at <= last; at++)
    if (closely ? segment_fits(segment, at) : numberless(printed[at]) == numberless(shown[start[segment]])) return at
  return 0
}

function all_fit(    segment, at) {
  if (count == 1) return shown_count == printed_count && segment_fits(1, 1)
  if (size[1] > printed_count || !segment_fits(1, 1)) return 0
  at = 1 + size[1]
  for (segment = 2; segment < count; segment++) {
    if (!size[segment]) continue
    if (!(at = place_of(segment, at, 1))) return 0
    at += size[segment]
  }
  return printed_count - size[count] + 1 >= at && segment_fits(count, printed_count - size[count] + 1)
}

function anew(    segment, at, i, from) {
  at = 1
  for (segment = 1; segment <= count; segment++) {
    if (segment > 1) print "[...]"
    from = segment == 1 ? 1 : segment == count ? printed_count - size[segment] + 1 : place_of(segment, at, 1)
    if (!from) from = place_of(segment, at, 0)
    if (from < at) from = at
    for (i = 0; i < (count == 1 ? printed_count : size[segment]); i++) {
      if (from + i > printed_count) break
      print fits(shown[start[segment] + i], printed[from + i]) ? shown[start[segment] + i] : printed[from + i]
    }
    at = from + i
  }
}

END {
  count = 1; start[1] = 1; size[1] = 0
  for (i = 1; i <= shown_count; i++)
    if (shown[i] == "[...]") { start[++count] = i + 1; size[count] = 0 }
    else size[count]++
  if (all_fit()) for (i = 1; i <= shown_count; i++) print shown[i]
  else anew()
}
