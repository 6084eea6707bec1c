"""Checks drawings of executions against the same graphs as Graphviz reads them.

  tests/execution_graphs.py DOT SVG             compares two files
  tests/execution_graphs.py TURNSOLE MODELS TEST...
                                                draws each test's condition by each model (separated
                                                by commas) in both formats, and compares

Every event and edge of the first occurs in the second, as often, the cycle's thick.  Only initial
writes that nothing but co touches may be left out, with their edges.  All coordinates lie within the
drawing, which is at most 1,000 points wide where there are at most four threads.  Prints each fault;
exits 1 if any.  It needs nothing but Python's own modules.
"""
import collections
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
QUOTED = r'"((?:[^"\\]|\\.)*)"'


def one_line(label):
    return " ".join(label.split())


def unquoted(text):
    return one_line(re.sub(r"\\(.)", r"\1", text))


def dot_graphs(text):
    """Of each graph: nodes by name, and edges (from, to, label, thick), without what may be left out."""
    for part in re.split(r"^digraph ", text, flags=re.M)[1:]:
        nodes = {n: unquoted(l) for n, l in re.findall(r"^  (\w+) \[pos=\S+ label=" + QUOTED, part, re.M)
                 if not n.startswith("thread")}
        edges = [(a, b, unquoted(l), "penwidth" in rest) for a, b, l, rest in
                 re.findall(r"^  (\w+) -> (\w+) \[label=" + QUOTED + r"([^\]]*)\];", part, re.M)]
        touched = {n for a, b, label, thick in edges if label != "co" or thick for n in (a, b)}
        left_out = {n for n, label in nodes.items() if label.startswith(n + ": initial ") and n not in touched}
        yield ({n: l for n, l in nodes.items() if n not in left_out},
               collections.Counter(e for e in edges if e[0] not in left_out and e[1] not in left_out),
               len(re.findall(r"^  thread\d+ ", part, re.M)))


def svg_graphs(root):
    for figure in root.iter(SVG + "g"):
        if figure.get("class") != "execution":
            continue
        nodes, edges = {}, collections.Counter()
        for group in figure.iter(SVG + "g"):
            if group.get("class") == "event":
                shown = " ".join("".join(t.itertext()) for t in group.iter(SVG + "text"))
                nodes[group.get("data-event")] = shown
            if group.get("class") == "edge":
                for label in group.get("data-labels").split("@"):
                    edges[group.get("data-from"), group.get("data-to"), label, bool(group.get("data-cycle"))] += 1
        if nodes:
            yield nodes, edges


def coordinates(root):
    for element in root.iter():
        number = lambda name: float(element.get(name, 0))
        kind = element.tag.replace(SVG, "")
        if kind == "rect":
            yield number("x"), number("y")
            yield number("x") + number("width"), number("y") + number("height")
        if kind == "line":
            yield number("x1"), number("y1")
            yield number("x2"), number("y2")
        if kind == "text":
            size = 15 if "title" in element.get("class", "") else 10 if "small" in element.get("class", "") else 12
            width = 0.602 * size * len("".join(element.itertext()))
            left = number("x") - {None: 0, "middle": width / 2, "end": width}[element.get("text-anchor")]
            yield left, number("y")
            yield left + width, number("y")
        if kind == "path":
            numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", element.get("d"))]
            yield from zip(numbers[::2], numbers[1::2])


def squeezed(text):
    return re.sub(r"\s|^\w+: P\d+: ", "", text)


def faults(dot, svg):
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        yield f"the drawing is not XML: {error}"
        return
    _, _, width, height = (float(n) for n in root.get("viewBox").split())
    for x, y in coordinates(root):
        if not (-0.1 <= x <= width + 0.1 and -0.1 <= y <= height + 0.1):
            yield f"({x}, {y}) lies outside of the drawing"
    wanted, got = list(dot_graphs(dot)), list(svg_graphs(root))
    if wanted and width > 1000 and max(threads for _, _, threads in wanted) <= 4:
        yield f"it is {width} points wide"
    if len(wanted) != len(got):
        yield f"{len(wanted)} graphs as dot, {len(got)} as svg"
    if not root.findtext(SVG + "desc"):
        yield "nothing tells it in words"
    for (nodes, edges, _), (drawn_nodes, drawn_edges) in zip(wanted, got):
        if set(nodes) != set(drawn_nodes):
            yield f"events differ: {sorted(set(nodes) ^ set(drawn_nodes))}"
        for name, label in nodes.items():
            plain = re.sub(r"^(\w+: )P\d+: ", r"\1", label)
            if squeezed(plain) != squeezed(drawn_nodes.get(name, "")):
                yield f"event {name}: {label!r} as dot, {drawn_nodes.get(name)!r} as svg"
        for edge in (edges - drawn_edges) + (drawn_edges - edges):
            yield f"edge {edge}: {edges[edge]} as dot, {drawn_edges[edge]} as svg"


def condition_of(path):
    with open(path) as file:
        found = re.search(r"^\s*~?\s*(?:exists|forall)\s*(.*)", file.read(), re.M | re.S)
    return " ".join(found.group(1).split()) if found else "true"


def explained(turnsole, model, path, kind):
    command = [turnsole, "allow", "-q", "-m", model, "--why", condition_of(path), "--format", kind, path]
    return subprocess.run(command, capture_output=True, text=True)


def check_all(turnsole, models, paths):
    drawn = 0
    for path in paths:
        for model in models.split(","):
            svg = explained(turnsole, model, path, "svg")
            if not svg.stdout:
                if "not applicable" not in svg.stderr:
                    yield f"{path}, {model}: nothing was drawn: {svg.stderr}"
                continue
            drawn += 1
            dot = explained(turnsole, model, path, "dot")
            for fault in faults(dot.stdout, svg.stdout):
                yield f"{path}, {model}: {fault}"
            if explained(turnsole, model, path, "svg").stdout != svg.stdout:
                yield f"{path}, {model}: drawn twice, it differs"
    print(f"{drawn} drawings")
    if not drawn:
        yield "nothing was drawn"


def main():
    if len(sys.argv) == 3:
        with open(sys.argv[1]) as dot, open(sys.argv[2]) as svg:
            found = list(faults(dot.read(), svg.read()))
    else:
        found = list(check_all(sys.argv[1], sys.argv[2], sys.argv[3:]))
    for fault in found[:20]:
        print(fault)
    sys.exit(bool(found))


main()
