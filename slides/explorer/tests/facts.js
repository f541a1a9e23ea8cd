// Injected by browser_test: what the explorer's page looks like. Facts only; the test judges them.
({
    width: innerWidth,
    wide: document.documentElement.scrollWidth,
    paper: getComputedStyle(document.body).backgroundColor,
    texts: (() => {
        const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const colour = (text) => (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
        const behind = (element) => {
            for (let at = element; at; at = at.parentElement) {
                const paper = colour(getComputedStyle(at).backgroundColor);
                if (paper.length === 3 || paper[3] > 0) return paper;
            }
            return [255, 255, 255];
        };
        // A shape's fill, if a label lies on one; patterns and transparent targets are not paper.
        const shape = (label) => {
            const box = label.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
            const shapes = [...label.closest("svg").querySelectorAll("rect, circle")].filter((one) => {
                const r = one.getBoundingClientRect();
                return r.left <= x && x <= r.right && r.top <= y && y <= r.bottom && one.compareDocumentPosition(label) & Node.DOCUMENT_POSITION_FOLLOWING && /^rgb\(/.test(getComputedStyle(one).fill);
            });
            return shapes.length ? colour(getComputedStyle(shapes.at(-1)).fill) : null;
        };
        for (let node; (node = walker.nextNode());) {
            const holder = node.parentElement, style = getComputedStyle(holder), range = document.createRange();
            if (!node.data.trim() || holder.closest("script, style, [hidden], defs")) continue;
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect(), svg = holder.closest("svg"), frame = (svg ?? document.documentElement).getBoundingClientRect();
            const light = (c) => c.slice(0, 3).map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
            const [high, low] = [light(colour(svg ? style.fill : style.color)), light((svg && shape(holder)) || behind(svg ? svg.parentElement : holder))].sort((a, b) => b - a);
            const cell = holder.closest("td, th, label, output, li");
            found.push({
                words: node.data.trim().slice(0, 40), size: parseFloat(style.fontSize), contrast: (high + 0.05) / (low + 0.05),
                beyond: Math.max(0, box.right - (svg ? frame.right : innerWidth), (svg ? frame.left : 0) - box.left, cell ? box.right - cell.getBoundingClientRect().right : 0),
            });
        }
        return found;
    })(),
    unnamed: [...document.querySelectorAll("input")].filter((input) => !input.labels.length).map((input) => input.id).concat(
        [...document.querySelectorAll("svg[role=img]")].filter((svg) => !svg.getAttribute("aria-label")).map(() => "a picture")),
})
