// SVG in CSS pixels, so that text keeps its size on every screen. A sheet is drawn afresh each time.
const Drawing = (() => {
    "use strict";

    const make = (name, attributes = {}, words = null) => {
        const element = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        if (words !== null) element.textContent = words;
        return element;
    };

    /** Halo and idle threads differ from their neighbours in a pattern too: they are told apart in grey. */
    const patterns = () => {
        const defs = make("defs");
        const halo = make("pattern", { id: "hatch-halo", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
        halo.append(make("line", { class: "mark", x1: 0, y1: 0, x2: 0, y2: 8 }));
        const idle = make("pattern", { id: "hatch-idle", width: 7, height: 7, patternUnits: "userSpaceOnUse" });
        idle.append(make("circle", { class: "dot-mark", cx: 2, cy: 2, r: 1 }));
        defs.append(halo, idle);
        return defs;
    };

    const PATTERNED = { halo: "hatch", idle: "dots" };

    class Sheet {
        constructor(svg, width) {
            this.svg = svg;
            this.width = width;
            svg.threadAt = null;        // the picture of the threads answers which one is below the pointer
            svg.replaceChildren();
        }
        add(name, attributes, words = null) {
            const element = make(name, attributes, words);
            this.svg.append(element);
            return element;
        }
        box(x, y, width, height, kind) {
            if (width <= 0 || height <= 0) return;
            this.add("rect", { class: kind, x, y, width, height });
            const pattern = PATTERNED[kind.split(" ")[0]];
            if (pattern) this.add("rect", { class: pattern, x, y, width, height });
        }
        line(x1, y1, x2, y2, kind) {
            this.add("line", { class: kind, x1, y1, x2, y2 });
        }
        text(x, y, words, anchor = "middle") {
            this.add("text", { x, y, "text-anchor": anchor }, words);
        }
        /** What can be dragged along x, at the end of a line: `name` is T or R. */
        grip(name, x, y1, y2) {
            this.line(x, y1, x, y2, "grip-line");
            const grip = make("g", { class: "grip", "data-grip": name });
            grip.append(make("circle", { cx: x, cy: y2, r: 12 }), make("text", { x, y: y2 }, name), make("rect", { class: "target", x: x - 22, y: y2 - 22, width: 44, height: 44 }));
            this.svg.append(grip);
        }
        end(height, label) {
            this.svg.setAttribute("width", this.width);
            this.svg.setAttribute("height", height);
            this.svg.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
            this.svg.setAttribute("aria-label", label);
        }
    }

    /** Places of elements on a sheet: element (ex, ey) begins at (x(ex), y(ey)). */
    class Grid {
        constructor(sheet, left, top, scaleX, scaleY = scaleX) {
            Object.assign(this, { sheet, left, top, scaleX, scaleY });
        }
        x(ex) { return this.left + ex * this.scaleX; }
        y(ey) { return this.top + ey * this.scaleY; }
        /** The elements from (x1, y1) to before (x2, y2), in one colour. */
        region([x1, y1, x2, y2], kind) {
            this.sheet.box(this.x(x1), this.y(y1), (x2 - x1) * this.scaleX, (y2 - y1) * this.scaleY, kind);
        }
        /** Lines between elements, where they are wide enough to be told apart. */
        lines([x1, y1, x2, y2], step = [1, 1], kind = "grid", least = 6) {
            if (step[0] * this.scaleX >= least)
                for (let x = x1 + step[0]; x < x2; x += step[0]) this.sheet.line(this.x(x), this.y(y1), this.x(x), this.y(y2), kind);
            if (step[1] * this.scaleY >= least)
                for (let y = y1 + step[1]; y < y2; y += step[1]) this.sheet.line(this.x(x1), this.y(y), this.x(x2), this.y(y), kind);
        }
        /** A number in each element of a row, where it fits. */
        labels([x1, y1, x2, y2], words) {
            const wide = Math.max(...[x1, x2 - 1].map((x) => String(words(x)).length));
            if (y2 - y1 !== 1 || this.scaleX < 9 * wide + 6) return;
            for (let x = x1; x < x2; ++x) this.sheet.text(this.x(x + 0.5), this.y(y1 + 0.5), words(x));
        }
    }

    return { make, patterns, Sheet, Grid };
})();
