"""gnuplot's SVG without what draws nothing: empty groups, points that no series uses, attributes that every group repeats; strokes and fills that look alike are one path."""
import html
import re
import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def tag(element):
    return element.tag.removeprefix(NAMESPACE)


def short(numbers):
    """`12.50 , 3.00` as `12.5,3`."""
    return re.sub(r"(\d+\.\d*?)0+(?!\d)", lambda found: found[1].rstrip("."), " ".join(numbers.split()))


def stroke(path):
    """What a path draws: moves that no line follows are left out."""
    return short(re.sub(r"(?:M[\d.,-]+\s*)+(?=M|$)", "", path.strip()))


def written(name, attributes, content=""):
    words = "".join(f' {key}="{html.escape(value)}"' for key, value in attributes.items() if value)
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>"


def drawn_in(element, width=""):
    """(element's name, attributes, content) of all that an element draws. `width`: of lines, as its groups have set it."""
    width = element.get("stroke-width", width)
    moved = re.fullmatch(r"translate\(([\d.-]+),([\d.-]+)\)( rotate\(270\))?", element.get("transform", ""))
    for part in element:
        if tag(part) == "g":
            yield from drawn_in(part, width)
        elif tag(part) == "text":
            place = {"transform": short(element.get("transform"))} if moved[3] else {"x": short(moved[1]), "y": short(moved[2])}
            yield "text", place | {"text-anchor": element.get("text-anchor").replace("start", "")}, html.escape("".join(part.itertext()).strip(), quote=False)
        elif tag(part) == "use":
            yield "use", {"href": part.get(HREF), "transform": short(part.get("transform"))}, ""
        elif tag(part) == "polygon":
            corners = part.get("points").split()
            yield "path", {"class": "filled", "fill-opacity": short(part.get("fill-opacity")), "d": short("M" + " L".join(corners) + "Z")}, ""
        elif tag(part) == "path" and (line := stroke(part.get("d"))):
            yield "path", {"class": part.get("class"), "stroke-width": short(width) if float(width) != 1 else "", "stroke-dasharray": part.get("stroke-dasharray"), "d": line}, ""


def joined(drawn):
    """The same, with one path for all that look alike."""
    alike = {}
    for at, (name, attributes, content) in enumerate(drawn):
        look = name, *[(key, value) for key, value in attributes.items() if key != "d"], at if name != "path" else ""
        if look in alike:
            alike[look][1]["d"] += " " + attributes["d"]
        else:
            alike[look] = [name, dict(attributes), content]
    return [written(*parts) for parts in alike.values()]


def shapes(defined, used):
    """The definitions of these points, and of those that they are made of."""
    known = {part.get("id"): part for part in defined}
    for name in sorted(used):
        used = used | {part.removeprefix("#") for part in [known[name].get(HREF, "")] if part}
    for name, part in known.items():
        if name in used:
            yield written(tag(part), {key.replace(HREF, "href"): short(value) for key, value in part.items()})


def compact(text, title, numbers, style, mark):
    """An SVG of what gnuplot drew: title, numbers in words, style sheet, axes, a group for each series. `mark`: what it was drawn from."""
    canvas = next(part for part in ElementTree.fromstring(text.encode()) if part.get("id") == "gnuplot_canvas")
    width, height = (canvas.find(f"{NAMESPACE}rect").get(key) for key in ("width", "height"))
    axes, series = [], []
    for part in canvas:
        if (part.get("id") or "").startswith("gnuplot_plot_"):
            series += [f'<g id="{part.get("id")}">', *joined(drawn_in(part)), "</g>"]
        elif tag(part) == "g":
            axes += drawn_in(part)
    points = list(shapes(canvas.find(f"{NAMESPACE}defs"), set(re.findall(r'href="#(gpPt\d+)"', "\n".join(series)))))
    head = {"role": "img", "aria-label": title, "data-of": mark, "width": width, "height": height, "viewBox": f"0 0 {width} {height}", "xmlns": NAMESPACE[1:-1],
            "fill": "none", "font-family": "system-ui,sans-serif", "font-size": "12"}
    return [written("svg", head).removesuffix("/>") + ">", written("title", {}, html.escape(title)), written("desc", {}, html.escape(numbers)), style,
            *(["<defs>", *points, "</defs>"] if points else []), written("rect", {"width": width, "height": height}), *joined(axes), *series, "</svg>"]
