// The pictures: the input under its tiles, and one block in panels: what it needs, what it keeps in shared memory, its threads, its filter.
const Pictures = (() => {
    "use strict";
    const { make, patterns, Sheet, Grid } = Drawing;

    const HIGH = 38;            // of a row in 1-D
    const PATCH_SHARE = 0.62;   // of its panel: room to drag the edges outwards
    const cut = ([x1, y1, x2, y2], [X1, Y1, X2, Y2]) => [Math.max(x1, X1), Math.max(y1, Y1), Math.max(Math.min(x2, X2), x1, X1), Math.max(Math.min(y2, Y2), y1, Y1)];

    /** Rectangles of elements [x1, y1, x2, y2]: the input, this block's outputs and the tile they need. */
    function places(state) {
        const [x, y] = Arithmetic.axesOf(state), left = state.x * x.T, top = state.y * y.T;
        const core = [left, top, left + x.T, top + y.T];
        return { x, y, input: [0, 0, x.size, y.size], core, tile: [left - x.R, top - y.R, left + x.T + x.R, top + y.T + y.R] };
    }

    /** Input, halo and ghosts of a tile. */
    function tile(grid, { input, core, tile: whole }) {
        grid.region(whole, "ghost");
        grid.region(cut(whole, input), "halo");
        grid.region(cut(core, input), "input");
        grid.lines(whole);
    }

    function frame(grid, [x1, y1, x2, y2], kind = "edge") {
        grid.sheet.add("rect", { class: kind, x: grid.x(x1), y: grid.y(y1), width: (x2 - x1) * grid.scaleX, height: (y2 - y1) * grid.scaleY });
    }

    /** Elements that the largest overhang and halo take, across and down: the input keeps its place and size, whatever the tile. */
    function most(dims) {
        const { T: tiles, R: radii } = Arithmetic.OFFERED[dims], reach = (axis) => axis.blocks * axis.T + 2 * axis.R;
        const all = tiles.flatMap((T) => radii.map((R) => Arithmetic.axesOf({ dims, T, R }).map(reach)));
        return [0, 1].map((k) => Math.max(...all.map((reaches) => reaches[k])));
    }

    /** Returns the grid, for dragging. */
    function drawInput(svg, state) {
        const at = places(state), { x, y } = at, sheet = new Sheet(svg, svg.parentElement.clientWidth), flat = state.dims === 1;
        const [wide, high] = most(state.dims), scale = Math.min((sheet.width - 4) / wide, flat ? Infinity : 340 / high), begin = 2 + Math.max(...Arithmetic.OFFERED[state.dims].R) * scale;
        const grid = new Grid(sheet, begin, flat ? 6 : begin, scale, flat ? HIGH : scale);
        grid.region([-x.R, -y.R, x.size + x.R, y.size + y.R], "ghost");
        grid.region(at.input, "input");
        tile(grid, at);
        const tiled = [0, 0, x.blocks * x.T, y.blocks * y.T];
        grid.lines(tiled, [x.T, y.T], "tiles", 3);
        frame(grid, tiled, "tiles");
        frame(grid, at.core);
        const held = at.core.map((edge, k) => (k % 2 ? grid.y(edge) : grid.x(edge)));
        const [width, height] = [Math.max(44, held[2] - held[0]), Math.max(44, held[3] - held[1])];
        sheet.add("rect", { class: "target held", "data-grip": "block", x: (held[0] + held[2] - width) / 2, y: (held[1] + held[3] - height) / 2, width, height });
        sheet.end(flat ? HIGH + 12 : high * scale + 4,
            `The input of ${flat ? x.size : `${x.size} × ${y.size}`} elements under ${x.blocks}${flat ? "" : ` × ${y.blocks}`} tiles; block ${flat ? state.x : `(${state.x}, ${state.y})`} is marked, with its halo`);
        return grid;
    }

    /** The tile that the block needs, with grips. `scale`: as it was when a drag began. */
    function drawNeeded(sheet, state, scale) {
        const at = places(state), { x, y, tile: whole } = at, flat = state.dims === 1;
        const grid = new Grid(sheet, 0, 0, scale, flat ? HIGH : scale);
        grid.left = 12 - whole[0] * scale;
        grid.top = 34 - whole[1] * grid.scaleY;
        tile(grid, at);
        grid.labels(whole, (element) => element);
        frame(grid, at.core);
        const bottom = grid.y(whole[3]);
        sheet.grip("R", grid.x(whole[2]), grid.y(whole[1]), bottom + 18);
        sheet.grip("T", grid.x(at.core[2]), bottom, 15);
        const ghosts = Arithmetic.ofBlock(state, state.x, state.y).ghosts;
        sheet.end(bottom + 34, `The tile that the block needs: ${x.T}${flat ? "" : ` × ${y.T}`} outputs and ${x.R} elements of halo on each side; ${ghosts} elements are ghosts`);
    }

    /** What the block keeps in shared memory, with the phases that fill it. */
    function drawShared(sheet, state, scale) {
        const at = places(state), { x, y } = at, flat = state.dims === 1, whole = state.design === 3 ? at.core : at.tile;
        const grid = new Grid(sheet, 12 - (flat ? at.tile[0] : whole[0]) * scale, 4, scale, flat ? HIGH : scale);
        grid.top -= whole[1] * grid.scaleY;
        if (state.at === null) tile(grid, { ...at, tile: whole });
        else {
            grid.region(whole, "plain");
            for (const [px, py] of Player.filled(state, state.at)) {
                const one = [whole[0] + px, whole[1] + py, whole[0] + px + 1, whole[1] + py + 1], has = (rect) => one[0] >= rect[0] && one[1] >= rect[1] && one[2] <= rect[2] && one[3] <= rect[3];
                grid.region(one, `${!has(at.input) ? "ghost" : has(at.core) ? "input" : "halo"} bare`);
            }
            grid.lines(whole);
        }
        if (state.design === 1) {
            for (let oy = 0; oy < y.T + 2 * y.R; oy += y.T)
                for (let ox = 0; ox < x.T + 2 * x.R; ox += x.T) frame(grid, cut([whole[0] + ox, whole[1] + oy, whole[0] + ox + x.T, whole[1] + oy + y.T], whole), "phase");
        } else frame(grid, whole, "phase");
        grid.labels(whole, (element) => element - whole[0]);
        sheet.end(grid.y(whole[3]) + 4, `Shared memory: ${state.design === 3 ? "the core alone" : "core and halo"}`);
    }

    /** The threads, each at the element whose output it computes, or would. */
    function drawThreads(sheet, state, scale) {
        const at = places(state), flat = state.dims === 1, whole = state.design === 2 ? at.tile : at.core;
        const grid = new Grid(sheet, 12 - (flat ? at.tile[0] : whole[0]) * scale, 4, scale, flat ? HIGH : scale);
        grid.top -= whole[1] * grid.scaleY;
        grid.region(whole, "idle");
        if (state.at === null) grid.region(cut(at.core, at.input), "output");
        else {
            const threads = Arithmetic.threadsOf(state), act = Player.act(state, state.at - 1), sums = act === Player.acts(state).length - 1;
            for (let rank = 0; rank < state.at - Math.max(act, 0) * threads; ++rank) {
                const t = Player.thread(state, rank), left = whole[0] + t[0], top = whole[1] + t[1];
                if (!sums || Player.output(state, t)) grid.region([left, top, left + 1, top + 1], `${sums ? "output" : "thread"} bare`);
            }
        }
        grid.lines(whole);
        frame(grid, whole);
        grid.labels(whole, (element) => element - whole[0]);
        sheet.svg.threadAt = (event) => {
            const box = sheet.svg.getBoundingClientRect(), t = [Math.floor((event.clientX - box.left - grid.x(whole[0])) / grid.scaleX), Math.floor((event.clientY - box.top - grid.y(whole[1])) / grid.scaleY)];
            return t[0] >= 0 && t[1] >= 0 && t[0] < whole[2] - whole[0] && t[1] < whole[3] - whole[1] ? t : null;
        };
        sheet.end(grid.y(whole[3]) + 4, `The block's threads; ${Arithmetic.ofBlock(state, state.x, state.y).idle} of them compute no output`);
    }

    /** The weights; in 1-D where the first output of the block lays them. */
    function drawFilter(sheet, state, scale) {
        const { x, y } = places(state), flat = state.dims === 1, all = [0, 0, 2 * x.R + 1, 2 * y.R + 1];
        const grid = new Grid(sheet, 12, 4, scale, flat ? HIGH : scale);
        grid.region(all, "weight");
        grid.lines(all);
        frame(grid, [x.R, y.R, x.R + 1, y.R + 1]);
        sheet.end(grid.y(all[3]) + 4, `The filter of ${2 * x.R + 1}${flat ? "" : ` × ${2 * y.R + 1}`} weights`);
    }

    const PANELS = [
        { draw: drawNeeded, name: () => "Input tile: what its outputs need" },
        { draw: drawShared, name: (state) => ["", "Shared memory, filled in phases", "Shared memory, filled in one step", "Shared memory: the core"][state.design] },
        { draw: drawThreads, name: (state) => (state.at === null ? "Threads, when they sum" : "Threads") },
        { draw: drawFilter, name: (state) => (state.dims === 1 ? "Filter, at the first output" : "Filter") },
    ];

    /** `held`: the scale of the first picture while an edge is dragged, kept as far as the tile fits. Returns the scale. */
    function drawBlock(panels, state, held = null) {
        const flat = state.dims === 1, { x } = places(state), across = x.T + 2 * x.R;
        panels.className = flat ? "flat" : "square";
        const parts = flat ? [PANELS[0], PANELS[3], PANELS[1], PANELS[2]] : PANELS;
        while (panels.children.length > parts.length) panels.lastChild.remove();
        while (panels.children.length < parts.length) {
            const panel = document.createElement("div");
            panel.append(document.createElement("h3"), make("svg", { role: "img" }));
            panels.append(panel);
        }
        let first = null;
        parts.forEach((part, k) => {
            const [title, svg] = panels.children[k].children, width = panels.children[k].clientWidth;
            const own = ((k === 0 || flat ? PATCH_SHARE * width : width - 24)) / across;
            const scale = held !== null && (k === 0 || flat) ? Math.min(held, (width - 36) / across) : own;
            first ??= scale;
            title.textContent = part.name(state);
            part.draw(new Sheet(svg, width), state, scale);
        });
        return first;
    }

    const LEGEND = [["input", "input: core of the tile"], ["halo", "halo"], ["ghost", "ghost: outside, counts as 0"], ["output", "thread with an output"], ["thread", "thread that is done"], ["idle", "idle thread"], ["weight", "weight"]];

    function drawLegend(list) {
        const shared = make("svg", { width: 0, height: 0, style: "position: absolute; width: 0", "aria-hidden": "true" });
        shared.append(patterns());
        document.body.prepend(shared);
        for (const [kind, words] of LEGEND) {
            const item = document.createElement("li"), svg = make("svg", { "aria-hidden": "true" });
            item.className = `of-${kind}`;
            new Sheet(svg, 28).box(1, 1, 26, 18, kind);
            item.append(svg, words);
            list.append(item);
        }
    }

    return { drawInput, drawBlock, drawLegend };
})();
