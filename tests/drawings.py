"""Checks the geometry of a drawing: tests/drawings.py FILE.svg [WIDTH]

The file is well-formed XML.  All texts, boxes and lines lie within the drawing, and no text lies on
another.  With WIDTH, the drawing is at most so many points wide.  Prints each fault; exits 1 if any.
It needs nothing but Python's own modules.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

CHARACTER = 0.602  # the width of a character, in sizes of text (src/report/draw/svg.h)
SIZES = {"small": 10, "title": 15}


def tag(element):
    return element.tag.rsplit("}", 1)[-1]


def text_box(element):
    size = next((SIZES[c] for c in element.get("class", "").split() if c in SIZES), 12)
    text = "".join(element.itertext())
    width = len(text) * size * CHARACTER
    x, y = float(element.get("x")), float(element.get("y"))
    shift = {None: 0, "start": 0, "middle": width / 2, "end": width}[element.get("text-anchor")]
    return (x - shift, y - 0.75 * size, x - shift + width, y + 0.2 * size, text)


def box_of(element):
    """The corners of a shape; None: it has none."""
    number = lambda name: float(element.get(name, 0))
    kind = tag(element)
    if kind == "rect":
        return (number("x"), number("y"), number("x") + number("width"), number("y") + number("height"))
    if kind == "circle":
        r = number("r")
        return (number("cx") - r, number("cy") - r, number("cx") + r, number("cy") + r)
    if kind == "line":
        xs, ys = sorted((number("x1"), number("x2"))), sorted((number("y1"), number("y2")))
        return (xs[0], ys[0], xs[1], ys[1])
    if kind == "path":
        numbers = [float(n) for n in re.findall(r"-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?", element.get("d"))]
        if re.search(r"[a-zAHV]", element.get("d").replace("e", "")):
            return None  # relative, or arcs: not told here
        return (min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2]))
    return None


def inside(box, width, height):
    return box[0] >= -0.5 and box[1] >= -0.5 and box[2] <= width + 0.5 and box[3] <= height + 0.5


def overlap(a, b):
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


def faults(path, widest):
    root = ElementTree.parse(path).getroot()
    _, _, width, height = (float(n) for n in root.get("viewBox").split())
    if widest and width > widest:
        yield f"it is {width} points wide, more than {widest}"
    texts = []
    for element in root.iter():
        if tag(element) == "text":
            box = text_box(element)
            texts.append(box)
            if not inside(box, width, height):
                yield f"a text leaves the drawing: {box}"
        elif (box := box_of(element)) and not inside(box, width, height):
            yield f"a {tag(element)} leaves the drawing: {box}"
    for i, a in enumerate(sorted(texts)):
        for b in sorted(texts)[i + 1:]:
            if b[0] > a[2]:
                break
            if overlap(a, b):
                yield f"two texts lie on each other: {a[4]!r} and {b[4]!r} at {a[:2]}, {b[:2]}"


def main():
    found = list(faults(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0))
    for fault in found[:20]:
        print(fault)
    sys.exit(1 if found else 0)


main()
