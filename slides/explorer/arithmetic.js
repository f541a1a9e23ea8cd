// What a tiled convolution costs, counted as the CPU engine counts it. No page, no picture: numbers in, numbers out.
//
// A setting is {dims, design, T, R}: T outputs a tile and a radius R along each of `dims` axes. 1-D is 2-D with one row and no radius along y.
//   design 1   a block of T threads loads the input tile in phases (labs 04, 09)
//   design 2   a block of T + 2R threads loads it in one step, and those of the halo compute nothing (labs 05, 07)
//   design 3   a block of T threads loads the core; the sum reads the halo from global memory (labs 06, 08)
const Arithmetic = (() => {
    "use strict";

    const WARP = 32, BLOCK_LIMIT = 1024, FLOAT_BYTES = 4;

    // A multiprocessor of compute capability 9.0; NVIDIA's CUDA C++ Programming Guide. Registers are left out.
    const CARD = { name: "NVIDIA H200", warps: 64, blocks: 32, sharedBytes: 228 * 1024, reservedBytes: 1024, grainBytes: 128 };

    // Every value that the page offers; the test runs them all.
    const OFFERED = {
        1: { width: 203, height: 1, T: [8, 16, 32, 64, 128, 256], R: [1, 2, 3, 4] },
        2: { width: 67, height: 45, T: [4, 8, 12, 16, 24, 28, 32], R: [1, 2, 3, 4] },
    };
    const DESIGNS = [1, 2, 3];

    const product = (numbers) => numbers.reduce((all, number) => all * number, 1);
    const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
    const range = (first, beyond) => Array.from({ length: Math.max(0, beyond - first) }, (_, k) => first + k);

    /** Size of the input, T, R, and the number of blocks, along x and along y. */
    function axesOf({ dims, T, R }) {
        const { width, height } = OFFERED[dims];
        return [{ size: width, T, R }, dims === 2 ? { size: height, T, R } : { size: 1, T: 1, R: 0 }]
            .map((axis) => ({ ...axis, blocks: Math.ceil(axis.size / axis.T) }));
    }

    /** Elements from `first` to before `beyond` that lie inside the input. */
    const inside = (axis, first, beyond) => Math.max(0, Math.min(beyond, axis.size) - Math.max(first, 0));

    /** Threads of a block along an axis. */
    const side = (setting, axis) => (setting.design === 2 ? axis.T + 2 * axis.R : axis.T);
    const threadsOf = (setting) => product(axesOf(setting).map((axis) => side(setting, axis)));
    const starts = (setting) => threadsOf(setting) <= BLOCK_LIMIT;

    const sharedBytes = (setting) =>
        FLOAT_BYTES * product(axesOf(setting).map((axis) => (setting.design === 3 ? axis.T : axis.T + 2 * axis.R)));

    /** Along an axis, what block `b` has inside the input: outputs, elements of its tile, products, and products with elements of its core. */
    function along(axis, b) {
        const begin = b * axis.T, end = begin + axis.T;
        const outputs = range(begin, Math.min(end, axis.size));
        const core = (i) => Math.min(i + axis.R + 1, end, axis.size) - Math.max(i - axis.R, begin);
        return {
            outputs: outputs.length,
            tile: inside(axis, begin - axis.R, end + axis.R),
            products: sum(outputs.map((i) => inside(axis, i - axis.R, i + axis.R + 1))),
            coreProducts: sum(outputs.map(core)),
        };
    }

    /** The loads before the barrier: for each, the place of shared memory that thread (tx, ty) fills, or null. */
    function fills(setting) {
        const [x, y] = axesOf(setting), phases = (axis) => range(0, Math.ceil((axis.T + 2 * axis.R) / axis.T)).map((phase) => phase * axis.T);
        const within = (place, axis) => place < axis.T + 2 * axis.R;
        if (setting.design !== 1) return [(tx, ty) => [tx, ty]];
        return phases(y).flatMap((oy) => phases(x).map((ox) => (tx, ty) => (within(tx + ox, x) && within(ty + oy, y) ? [tx + ox, ty + oy] : null)));
    }

    /** The load instructions of a thread of block (bx, by), in order: for each, the element that thread (tx, ty) loads, or null. */
    function instructions(setting, bx, by) {
        const [x, y] = axesOf(setting), left = bx * x.T, top = by * y.T;
        const element = (ex, ey) => (inside(x, ex, ex + 1) && inside(y, ey, ey + 1) ? [ex, ey] : null);
        if (setting.design !== 3) return fills(setting).map((fill) => (tx, ty) => {
            const place = fill(tx, ty);
            return place && element(left - x.R + place[0], top - y.R + place[1]);
        });
        const inCore = (tx, ty) => tx >= 0 && tx < x.T && ty >= 0 && ty < y.T;
        const neighbours = range(-y.R, y.R + 1).flatMap((dy) => range(-x.R, x.R + 1).map((dx) => [dx, dy]));
        const own = (tx, ty) => element(left + tx, top + ty);
        return [own, ...neighbours.map(([dx, dy]) => (tx, ty) =>
            (own(tx, ty) && !inCore(tx + dx, ty + dy) ? element(left + tx + dx, top + ty + dy) : null))];
    }

    /** Load instructions of whole warps: one for each warp of which a thread loads. */
    function requests(setting, bx, by) {
        const across = side(setting, axesOf(setting)[0]), ranks = range(0, threadsOf(setting));
        const warps = range(0, Math.ceil(ranks.length / WARP)).map((warp) => ranks.slice(warp * WARP, (warp + 1) * WARP));
        const loads = (instruction) => (rank) => instruction(rank % across, Math.floor(rank / across)) !== null;
        return sum(instructions(setting, bx, by).map((instruction) => warps.filter((warp) => warp.some(loads(instruction))).length));
    }

    /** One block. `tile` counts the elements that it needs, `ghosts` those of them that lie outside the input and are not loaded. */
    function ofBlock(setting, bx, by) {
        const axes = axesOf(setting), parts = [along(axes[0], bx), along(axes[1], by)];
        const total = (name) => product(parts.map((part) => part[name]));
        const threads = threadsOf(setting), tile = product(axes.map((axis) => axis.T + 2 * axis.R));
        const loads = setting.design === 3 ? total("outputs") + total("products") - total("coreProducts") : total("tile");
        return {
            threads, outputs: total("outputs"), idle: threads - total("outputs"), tile, ghosts: tile - total("tile"), loads,
            requests: requests(setting, bx, by),
        };
    }

    const blocksOf = (setting) => {
        const [x, y] = axesOf(setting);
        return range(0, y.blocks).flatMap((by) => range(0, x.blocks).map((bx) => [bx, by]));
    };

    /** All blocks together. */
    function ofLaunch(setting) {
        const blocks = blocksOf(setting).map(([bx, by]) => ofBlock(setting, bx, by));
        const total = (name) => sum(blocks.map((block) => block[name]));
        return { blocks: blocks.length, threads: total("threads"), idle: total("idle"), loads: total("loads"), requests: total("requests") };
    }

    /** Loads of a kernel without a tile: every output loads its neighbours, ghosts are not loaded. */
    const basicLoads = (setting) =>
        product(axesOf(setting).map((axis) => sum(range(0, axis.size).map((i) => inside(axis, i - axis.R, i + axis.R + 1)))));

    /** Loads of a block that no edge cuts. */
    function uncutLoads(setting) {
        const axes = axesOf(setting), products = (axis) => axis.T * (2 * axis.R + 1);
        if (setting.design !== 3) return product(axes.map((axis) => axis.T + 2 * axis.R));
        return product(axes.map((axis) => axis.T)) + product(axes.map(products)) - product(axes.map((axis) => products(axis) - axis.R * (axis.R + 1)));
    }

    /** How many times fewer loads: of the whole input, counted, and of a tile that no edge cuts. */
    const exactRatio = (setting) => basicLoads(setting) / ofLaunch(setting).loads;
    const closedRatio = (setting) => product(axesOf(setting).map((axis) => axis.T * (2 * axis.R + 1))) / uncutLoads(setting);

    /** Blocks that a multiprocessor holds at once, how many each of its limits would allow, and which is the least. */
    function occupancy(threads, bytes) {
        const warps = Math.ceil(threads / WARP);
        const taken = Math.ceil(bytes / CARD.grainBytes) * CARD.grainBytes + CARD.reservedBytes;
        const limits = { threads: Math.floor(CARD.warps / warps), shared: Math.floor(CARD.sharedBytes / taken), blocks: CARD.blocks };
        const blocks = Math.min(...Object.values(limits));
        return { blocks, warps: blocks * warps, share: (blocks * warps) / CARD.warps, limits, limit: Object.keys(limits).find((name) => limits[name] === blocks) };
    }

    return { WARP, BLOCK_LIMIT, FLOAT_BYTES, CARD, OFFERED, DESIGNS, axesOf, side, threadsOf, starts, sharedBytes, fills, instructions, ofBlock, blocksOf, ofLaunch, basicLoads, uncutLoads, exactRatio, closedRatio, occupancy };
})();
