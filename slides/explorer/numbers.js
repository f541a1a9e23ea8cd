// The numbers, each with the words that explain it.
const Numbers = (() => {
    "use strict";
    const A = Arithmetic;

    const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
    const ratio = (number) => number.toFixed(2);
    const percent = (share) => `${Math.round(100 * share)}\u00a0%`;
    const plural = (number, one) => `${count(number)} ${one}${number === 1 ? "" : "s"}`;
    /** `20`, or `20 × 20 = 400` in 2-D. */
    const product = (dims, number) => (dims === 2 ? `${number} × ${number} = ${count(number * number)}` : String(number));

    const DESIGN_WORDS = {
        1: (dims) => `A thread for each output. The block loads tile and halo in phases, so some threads load more often than others (${dims === 1 ? "lab 04" : "lab 09"}).`,
        2: (dims) => `A thread for each element of the input tile. One step loads all; then the halo's threads are idle (${dims === 1 ? "lab 05" : "lab 07"}).`,
        3: (dims) => `A thread for each output. Only the core is in shared memory; the sum reads the halo through the caches, once for each product (${dims === 1 ? "lab 06" : "lab 08"}).`,
    };

    const LIMITS = { threads: "the room for threads", shared: "the size of its shared memory", blocks: `the limit of ${A.CARD.blocks} blocks` };

    // Launches are the same for all blocks of a setting.
    const launches = new Map();
    function launchOf(state) {
        const key = [state.dims, state.design, state.T, state.R].join();
        if (!launches.has(key)) launches.set(key, A.ofLaunch(state));
        return launches.get(key);
    }

    /** [id, name, explanation, this block, the launch] of each row. */
    function rows(state) {
        const { dims, design, T, R } = state, M = 2 * R + 1, [x, y] = A.axesOf(state);
        const block = A.ofBlock(state, state.x, state.y), launch = launchOf(state), basic = A.basicLoads(state);
        const threads = A.threadsOf(state), bytes = A.sharedBytes(state), held = A.occupancy(threads, bytes);
        const warps = Math.ceil(threads / A.WARP), outputs = x.size * y.size;
        const span = (axis, b) => [...new Set([b * axis.T, Math.min((b + 1) * axis.T, axis.size) - 1])].join("\u00a0…\u00a0");
        const own = design === 3
            ? `${block.outputs} for the core, ${count(block.loads - block.outputs)} in the sum, from beyond it`
            : block.ghosts ? `${product(dims, T + 2 * R)} elements of the tile, but ${plural(block.ghosts, "ghost")} ${block.ghosts === 1 ? "is" : "are"} not loaded` : `${product(dims, T + 2 * R)} elements of the tile`;
        const overhang = (dims === 2 ? T * T : T) - block.outputs;
        const idle = [design === 2 ? `${count(threads - (dims === 2 ? T * T : T))} of the halo` : null, overhang ? `${count(overhang)} in the overhang` : null].filter(Boolean).join(", ");
        return [
            ["outputs", "Outputs", dims === 1 ? `as many as inputs; this block's are ${span(x, state.x)}` : `${x.size} × ${y.size}, as many as inputs; this block's are x\u00a0${span(x, state.x)}, y\u00a0${span(y, state.y)}`,
                count(block.outputs), count(outputs)],
            ["threads", "Threads", `${product(dims, A.side(state, x))} a block, ${plural(warps, "warp")}; ${plural(launch.blocks, "block")}`, count(threads), count(launch.threads)],
            ["idle", "Idle threads", `store no output${idle ? `: here ${idle}` : "; here none"}`, count(block.idle), count(launch.idle)],
            ["loads", "Loads from global memory", own, count(block.loads), count(launch.loads)],
            ["requests", "Load requests", "a warp's load instruction, if at least one of its threads loads", count(block.requests), count(launch.requests)],
            ["shared", "Shared memory", `bytes: ${product(dims, design === 3 ? T : T + 2 * R)} elements of ${A.FLOAT_BYTES}`, count(bytes), "–"],
            ["exact", "Reuse ratio, exact", `whole input: ${count(basic)} loads without a tile, over ${count(launch.loads)}`, "–", ratio(A.exactRatio(state))],
            ["closed", "Reuse ratio, closed form", `a tile that no edge cuts: ${closedWords(state)}`, ratio(A.closedRatio(state)), "–"],
            ["occupancy", "Occupancy", `blocks on a multiprocessor at once, ${A.CARD.name} (compute capability 9.0): threads allow ${held.limits.threads}, shared memory ${held.limits.shared}, the limit of blocks ${held.limits.blocks}. `
                + `${held.blocks === 1 ? "That is" : "Those are"} ${held.warps} of ${A.CARD.warps} warps: ${percent(held.share)}. Registers, which may allow fewer, are left out`, count(held.blocks), "–"],
        ].map(([id, name, words, ofBlock, ofLaunch]) => ({ id, name, words, block: ofBlock, launch: ofLaunch }));

        function closedWords() {
            if (design !== 3) return `${dims === 2 ? "(" : ""}T·M / (T + M − 1)${dims === 2 ? ")²" : ""}, M = ${M}`;
            return `${count((T * M) ** dims)} products, over ${count(T ** dims)} loads of the core and ${count(A.uncutLoads(state) - T ** dims)} from beyond it`;
        }
    }

    function refused(state) {
        return `A block of ${product(state.dims, A.side(state, A.axesOf(state)[0]))} threads is refused: ${count(A.BLOCK_LIMIT)} is the most. Choose a smaller T or R, or a design with a thread for each output.`;
    }

    function summary(state) {
        if (!A.starts(state)) return refused(state);
        const block = A.ofBlock(state, state.x, state.y), held = A.occupancy(A.threadsOf(state), A.sharedBytes(state));
        return `${plural(block.loads, "load")} for ${plural(block.outputs, "output")} in this block. A basic kernel makes ${ratio(A.exactRatio(state))} times as many loads for the whole input. `
            + `A multiprocessor holds ${plural(held.blocks, "such block")} at once; ${LIMITS[held.limit]} stops one more.`;
    }

    function write(body, status, state) {
        status.textContent = summary(state);
        body.closest("table").hidden = !A.starts(state);
        if (!A.starts(state)) return;
        const make = (name, properties, ...children) => {
            const element = Object.assign(document.createElement(name), properties);
            element.append(...children);
            return element;
        };
        body.replaceChildren(...rows(state).flatMap(({ id, name, words, block, launch }) => [
            make("tr", { id: `row-${id}` }, make("th", { scope: "row" }, name), make("td", {}, block), make("td", {}, launch)),
            make("tr", { className: "told" }, make("td", { colSpan: 3 }, words)),
        ]));
    }

    return { write, product, DESIGN_WORDS };
})();
