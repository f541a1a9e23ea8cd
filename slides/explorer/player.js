// A block, played: load by load, the barrier, the sum, thread by thread. `at` counts what threads have done: act by act, all threads in each.
const Player = (() => {
    "use strict";
    const A = Arithmetic;

    const acts = (state) => [...A.fills(state).map((_, k, all) => (all.length > 1 ? `load ${k + 1}` : "load")), "barrier", "sum"];
    const beyond = (state) => acts(state).length * A.threadsOf(state);
    const act = (state, at) => Math.min(Math.floor(at / A.threadsOf(state)), acts(state).length - 1);

    function thread(state, rank) {
        const across = A.side(state, A.axesOf(state)[0]);
        return [rank % across, Math.floor(rank / across)];
    }

    const named = (state, [x, y]) => (state.dims === 1 ? `${x}` : `(${x}, ${y})`);

    /** The output of a thread, or null: it is one of the halo, or outside the input. */
    function output(state, [tx, ty]) {
        const axes = A.axesOf(state), places = [tx, ty].map((t, k) => (state.design === 2 ? t - axes[k].R : t));
        const elements = axes.map((axis, k) => [state.x, state.y][k] * axis.T + places[k]);
        return places.every((place, k) => place >= 0 && place < axes[k].T && elements[k] < axes[k].size) ? elements : null;
    }

    /** What a thread does in an act, in words. */
    function does(state, number, t) {
        const fill = A.fills(state)[number], out = output(state, t);
        if (fill) {
            const place = fill(...t), element = A.instructions(state, state.x, state.y)[number](...t);
            if (!place) return "has nothing to load";
            return element ? `loads element ${named(state, element)} into place ${named(state, place)}` : `stores 0 in place ${named(state, place)}: a ghost`;
        }
        if (acts(state)[number] === "barrier") return "waits at the barrier";
        if (!out) return "has no output";
        return `sums output ${named(state, out)} from ${(2 * state.R + 1) ** state.dims} elements${state.design === 3 ? ", those outside the core from global memory" : ""}`;
    }

    const all = (state, t) => `Thread ${named(state, t)}: ${acts(state).map((name, k) => `${name}: ${does(state, k, t)}`).join("; ")}.`;

    function says(state, at) {
        if (at === 0) return "Nothing is loaded yet.";
        const threads = A.threadsOf(state), last = at - 1, number = act(state, last), rank = last % threads;
        return `${acts(state)[number]}, ${rank + 1} of ${threads} threads: thread ${named(state, thread(state, rank))} ${does(state, number, thread(state, rank))}.`;
    }

    /** Places of shared memory that are filled. */
    function filled(state, at) {
        const threads = A.threadsOf(state);
        return A.fills(state).flatMap((fill, k) => Array.from({ length: Math.max(0, Math.min(threads, at - k * threads)) }, (_, rank) => fill(...thread(state, rank))).filter(Boolean));
    }

    return { acts, beyond, act, thread, output, all, says, filled };
})();
