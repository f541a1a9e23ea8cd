"""What tools/plot tells gnuplot: a script for each kind of plot."""

WIDTH, HEIGHT, BAR = 640, 340, 20
# As the pictures of a run: common/show. In grey the dashes, the points and the filling are left.
LIGHT = ["#2f7fd6", "#c2571a", "#2b7a3d", "#8a3fa0", "#7a6400", "#0f7f7f"]
DARK = ["#4d9df2", "#f08a45", "#6fc987", "#d59be6", "#e0c24a", "#5fd0d0"]
POINTS, DASHES = [7, 4, 9, 12, 5, 6], ["1", "(8,4)", "(2,4)", "(10,4,2,4)", "(14,6)", "(4,4)"]
FILLS = ["solid 0.85", "empty", "solid 0.25"]
LETTERS = "ABCDEF"
# A little higher on the left, a little lower on the right: a roof that rises to the right stays clear of both.
SIDES = {"left": "right offset char -0.8,0.35", "right": "left offset char 0.8,-0.35"}


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def height(data):
    return 140 + BAR * len(data["bars"]) if "bars" in data else data.get("height", HEIGHT)


def sides(one):
    """Of each label of a series."""
    side = one.get("side", "right")
    return [side] * len(one["points"]) if isinstance(side, str) else side


def block(name, rows):
    return [f"${name} << EOD", *rows, "EOD"]


def drawn_as(at, one, text):
    """`with …` of a series."""
    style = one.get("as", "line")
    if text:
        return f"with {'points' if style == 'points' else 'linespoints'} pt '{LETTERS[at]}'"
    colour = f"lc rgb '{LIGHT[at]}'"
    dashes = f"dt {DASHES[at]} lw 2 {colour}"
    return {"line": f"with linespoints pt {POINTS[at]} ps 0.8 {dashes}", "points": f"with points pt {POINTS[at]} ps 0.8 lw 1.5 {colour}", "roof": f"with lines {dashes}"}[style]


def lines(data, text):
    """Series of points: lines with points on them, points alone, or a `roof`, a line alone; some points have labels."""
    series = [one for one in data["series"] if one["points"]]
    ticks = data.get("x_ticks") or [[x, f"{x:g}"] for x in sorted({x for one in series for x, _ in one["points"]})]
    script = [f"set title {quoted(data['y'] if text else data['title'])} noenhanced", f"set xlabel {quoted(data['x'])} noenhanced",
              "set xtics (" + ", ".join(f"{quoted(name)} {x:.12g}" for x, name in ticks) + ") noenhanced", "set offsets graph 0.03, graph 0.03, 0, 0", "set border 3"]
    script += [] if text else [f"set ylabel {quoted(data['y'])} noenhanced", "set grid ytics"]
    script += [f"set logscale x {data['log_x']}"] if data.get("log_x") else []
    script += [f"set logscale y {data['log_y']}"] if data.get("log_y") else ["set yrange [0:*]"]
    script += [f"set {axis}range [{data[f'{axis}_range'][0]:g}:{data[f'{axis}_range'][1]:g}]" for axis in "xy" if f"{axis}_range" in data]
    script += ["set ytics (" + ", ".join(f"{quoted(name)} {y:.12g}" for y, name in data["y_ticks"]) + ") noenhanced"] if "y_ticks" in data else []
    plots, names = [], []
    for at, one in enumerate(series):
        script += block(f"s{at}", [f"{x:.9g} {y:.9g}" for x, y in sorted(one["points"])])
        plots.append(f"$s{at} using 1:2 {drawn_as(at, one, text)} title {quoted(one['name'])}")
        for side, placed in SIDES.items():
            labels = [f"{one.get('labels_at', x):.9g} {y:.9g} \"{label}\"" for (x, y), label, where in zip(one["points"], one.get("labels", []), sides(one)) if label and where == side]
            if labels and not text:
                script += block(f"{side}{at}", labels)
                names.append(f"${side}{at} using 1:2:3 with labels {placed} noenhanced notitle")
    return script + ["plot " + ", ".join(plots + names)]


def bars(data):
    """Horizontal bars, the first at the top, each with its number; those of one group look alike. `mark`: a line across all, such as the copy's rate."""
    groups = list(dict.fromkeys(bar["group"] for bar in data["bars"]))
    rows = [(len(data["bars"]) - at, bar) for at, bar in enumerate(data["bars"])]
    longest = max([bar["value"] for bar in data["bars"]] + [data.get("mark", 0)])
    # A title would be centred above the bars, and run out of a picture whose left third is names.
    script = [f"set label {quoted(data['title'])} at screen 0.5, graph 1 center offset 0, char 1.2 noenhanced", f"set xlabel {quoted(data['x'])} noenhanced", "set border 1", "set grid xtics",
              "set ytics (" + ", ".join(f"{quoted(bar['label'])} {y}" for y, bar in rows) + ") scale 0 noenhanced",
              f"set yrange [0.4:{len(rows) + 0.6}]", f"set xrange [0:{1.12 * longest:.4g}]"]
    script += ["set key at screen 0.98, screen 0.985 top right horizontal", "set tmargin 4.5"]     # room for names of groups beside long names of bars
    script += [f"set arrow from {data['mark']:g}, graph 0 to {data['mark']:g}, graph 1 nohead lc rgb 'black'"] if "mark" in data else []
    for at, group in enumerate(groups):
        script += block(f"s{at}", [f"{bar['value']:.9g} {y}" for y, bar in rows if bar["group"] == group])
    script += block("numbers", [f"{1.02 * longest:.9g} {y} {bar['value']:.3f}" for y, bar in rows])
    plots = [f"$s{at} using 1:2:(0):1:($2-0.35):($2+0.35) with boxxyerror fs {FILLS[at]} border lc rgb '{LIGHT[at]}' fc rgb '{LIGHT[at]}' title {quoted(group)}"
             for at, group in enumerate(groups)]
    return script + ["plot " + ", ".join(plots) + ", $numbers using 1:2:3 with labels left noenhanced notitle"]


def script(data, terminal, text):
    common = [f"set terminal {terminal}", "set encoding utf8", "set tics nomirror", "set key tmargin center horizontal noenhanced"]
    return "\n".join([*common, *(bars(data) if "bars" in data else lines(data, text))]) + "\n"
