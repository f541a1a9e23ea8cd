// One state; sliders, buttons, drags and the address's #fragment change it, and everything is drawn from it.
(() => {
    "use strict";
    const A = Arithmetic, get = (id) => document.getElementById(id);
    const state = { dims: 2, design: 2, T: 16, R: 2, x: 1, y: 1 };      // lab 07
    const FIELDS = Object.keys(state);
    let inputGrid = null, scale = 1, drag = null, at = null, playing = null;      // `at`: as far as the block is played; null: not at all

    const nearest = (values, wanted) => values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));
    const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

    /** Takes what is offered of these values, draws. */
    function change(wanted) {
        pause();
        at = null;
        Object.assign(state, wanted);
        state.dims = nearest([1, 2], state.dims);
        state.design = nearest(A.DESIGNS, state.design);
        for (const name of ["T", "R"]) state[name] = nearest(A.OFFERED[state.dims][name], state[name]);
        const [x, y] = A.axesOf(state);
        state.x = clamp(Math.trunc(state.x), 0, x.blocks - 1);
        state.y = clamp(Math.trunc(state.y), 0, y.blocks - 1);
        draw();
    }

    function slider(id, value, most, words) {
        Object.assign(get(id), { max: most });
        get(id).value = value;
        get(id).setAttribute("aria-valuetext", words);
        get(`${id}-value`).textContent = words;
    }

    function draw() {
        const { dims, design, T, R } = state, offered = A.OFFERED[dims], [x, y] = A.axesOf(state);
        for (const name of ["dims", "design"]) for (const button of document.getElementsByName(name)) button.checked = Number(button.value) === state[name];
        get("design-words").textContent = Numbers.DESIGN_WORDS[design](dims);
        slider("T", offered.T.indexOf(T), offered.T.length - 1, Numbers.product(dims, T));
        slider("R", offered.R.indexOf(R), offered.R.length - 1, `${R}, filter of ${2 * R + 1}${dims === 2 ? ` × ${2 * R + 1}` : ""}`);
        slider("x", state.x, x.blocks - 1, `${state.x} of 0 … ${x.blocks - 1}`);
        slider("y", state.y, y.blocks - 1, `${state.y} of 0 … ${y.blocks - 1}`);
        get("x-name").textContent = dims === 1 ? "Block" : "Block, across";
        get("y-slider").hidden = dims === 1;
        get("input-words").textContent = dims === 1
            ? `${x.size} elements, ${x.blocks} tile${x.blocks === 1 ? "" : "s"}. This is block ${state.x}.`
            : `${x.size} × ${y.size} elements, ${x.blocks} × ${y.blocks} tiles. This is block (${state.x},\u00a0${state.y}).`;
        inputGrid = Pictures.drawInput(get("input-picture"), state);
        drawPlayer();
        scale = Pictures.drawBlock(get("panels"), { ...state, at }, drag?.grip === "block" ? null : drag?.scale ?? null);
        Numbers.write(get("rows"), get("summary"), state);
        const fragment = `#${FIELDS.map((name) => `${name}=${state[name]}`).join("&")}`;
        if (location.hash !== fragment) history.replaceState(null, "", fragment);
    }

    function drawPlayer(words = at === null ? "" : Player.says(state, at)) {
        get("play").textContent = playing ? "Pause" : "Play";
        for (const id of ["play", "next-thread", "next-act"]) get(id).disabled = !A.starts(state);
        get("says").textContent = words;
    }

    function pause() {
        clearInterval(playing);
        playing = null;
    }

    /** Goes on by so many threads; from the end, to the beginning. */
    function advance(threads) {
        const end = Player.beyond(state);
        at = at === end ? 0 : Math.min(end, (at ?? 0) + threads);
        if (at === end) pause();
        draw();
    }

    get("play").addEventListener("click", () => {
        if (playing) pause();
        else {
            playing = setInterval(() => advance(Math.ceil(A.threadsOf(state) / 60)), 60);       // an act in 4 s
            if (at === Player.beyond(state)) at = 0;
        }
        drawPlayer();
    });
    const byHand = (id, threads) => get(id).addEventListener("click", () => { pause(); advance(threads()); });
    byHand("next-thread", () => 1);
    byHand("next-act", () => A.threadsOf(state) - (at ?? 0) % A.threadsOf(state));
    get("panels").addEventListener("pointermove", (event) => {
        const t = event.target.closest?.("svg")?.threadAt?.(event);
        if (t && !playing) drawPlayer(Player.all(state, t));
    });

    for (const name of ["dims", "design"])
        for (const button of document.getElementsByName(name)) button.addEventListener("change", () => change({ [name]: Number(button.value) }));
    for (const name of ["T", "R"]) get(name).addEventListener("input", () => change({ [name]: A.OFFERED[state.dims][name][Number(get(name).value)] }));
    for (const name of ["x", "y"]) get(name).addEventListener("input", () => change({ [name]: Number(get(name).value) }));

    /** The block that has the element below the pointer. */
    function blockAt(event) {
        const box = get("input-picture").getBoundingClientRect(), [x, y] = A.axesOf(state);
        const element = (place, begin, size) => Math.floor((place - begin) / size);
        return {
            x: element(event.clientX - box.left, inputGrid.left, inputGrid.scaleX * x.T),
            y: state.dims === 1 ? 0 : element(event.clientY - box.top, inputGrid.top, inputGrid.scaleY * y.T),
        };
    }

    // The edge stays below the pointer: while it is dragged the scale is what it was, as far as there is room. A step of R is at least 12 px, also where elements are narrower.
    const DRAGS = {
        T: (event) => ({ T: nearest(A.OFFERED[state.dims].T, drag.T + (event.clientX - drag.clientX) / drag.scale) }),
        R: (event) => ({ R: nearest(A.OFFERED[state.dims].R, drag.R + (event.clientX - drag.clientX) / Math.max(drag.scale, 12)) }),
        block: blockAt,
    };

    document.addEventListener("pointerdown", (event) => {
        const grip = event.target.closest?.("[data-grip]")?.dataset.grip;
        if (!grip || event.button !== 0) return;
        event.preventDefault();
        drag = { grip, scale, T: state.T, R: state.R, clientX: event.clientX, pointer: event.pointerId };
    });
    document.addEventListener("pointermove", (event) => {
        if (drag?.pointer !== event.pointerId) return;
        const wanted = DRAGS[drag.grip](event);
        if (Object.keys(wanted).some((name) => wanted[name] !== state[name])) change(wanted);
    });
    for (const end of ["pointerup", "pointercancel"])
        document.addEventListener(end, (event) => {
            if (drag?.pointer !== event.pointerId) return;
            drag = null;
            draw();
        });
    get("input-picture").addEventListener("click", (event) => change(blockAt(event)));

    const fromAddress = () => change(Object.fromEntries([...new URLSearchParams(location.hash.slice(1))]
        .filter(([name, value]) => FIELDS.includes(name) && /^\d+$/.test(value)).map(([name, value]) => [name, Number(value)])));
    window.addEventListener("hashchange", fromAddress);
    new ResizeObserver(draw).observe(get("pictures"));
    Pictures.drawLegend(get("legend"));
    fromAddress();
})();
