// measured() measures every slide of a built deck as Chromium draws it.
// Injected by look.py. Facts only; look.py judges them. All lengths are px of a 1280 × 720 slide.
"use strict";

const showAll = document.createElement("style");
showAll.textContent = `
  html, body, [id=":$p"] { position: static !important; height: auto !important; width: auto !important; overflow: visible !important; }
  svg[data-marpit-svg] { display: block !important; position: static !important; visibility: visible !important; opacity: 1 !important;
    content-visibility: visible !important; width: 1280px !important; height: 720px !important; contain: none !important; transition: none !important; }
  .bespoke-marp-osc { display: none !important; }`;

const rectOf = (r, from) => ({ left: r.left - from.left, top: r.top - from.top, right: r.right - from.left, bottom: r.bottom - from.top });
const words = (text) => text.replace(/\s+/g, " ").trim().slice(0, 60);
const colour = (text) => (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
const over = (top, below) => [0, 1, 2].map((i) => top[i] * (top[3] ?? 1) + below[i] * (1 - (top[3] ?? 1)));

function contrast(a, b) {
  const light = (c) => c.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** Marp shrinks code and headings that don't fit: by how much. */
function shrunk(element) {
  if (![...element.closest("section").querySelectorAll("*")].some((one) => one.tagName.startsWith("MARP-") && one.contains(element))) return 1;
  const probe = document.createElement("span");
  probe.style.cssText = "display: inline-block; width: 100px; height: 1px";
  element.append(probe);
  const scale = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return scale;
}

function code(pre) {
  const range = document.createRange(), box = pre.getBoundingClientRect();
  range.selectNodeContents(pre);
  const rects = [...range.getClientRects()].filter((rect) => rect.width > 1), tops = [];
  for (const rect of rects) if (!tops.some((top) => Math.abs(top - rect.top) < rect.height / 2)) tops.push(rect.top);
  return { lines: pre.textContent.replace(/\n$/, "").split("\n"), rows: tops.length, wide: Math.max(...rects.map((rect) => rect.right)) - box.right };
}

/** What an HTML element covers. */
function background(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) layers.push(colour(getComputedStyle(at).backgroundColor));
  return layers.reverse().reduce((below, top) => over(top.length === 3 ? [...top, 1] : top, below), [255, 255, 255]);
}

/** What an SVG text covers: the last shape drawn before it that holds its middle. */
function behind(text, figure) {
  const r = text.getBoundingClientRect(), x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;
  let found = null;
  for (const shape of figure.querySelectorAll("rect, circle, ellipse, polygon")) {
    if (!(text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_PRECEDING)) continue;
    const s = shape.getBoundingClientRect();
    if (s.left <= x && x <= s.right && s.top <= y && y <= s.bottom && getComputedStyle(shape).fill !== "none") found = shape;
  }
  return found;
}

function opacity(element) {
  let all = 1;
  for (let at = element; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
  return all;
}

function text(element, said, rect, size, ink, paper) {
  const seen = over([...ink.slice(0, 3), (ink[3] ?? 1) * opacity(element)], paper);
  return { words: words(said), rect, size, contrast: contrast(seen, paper) };
}

/** Title, paragraph, list, code, table, figure: what stands beside each other on a slide. */
function blocks(parent) {
  return [...parent.children].flatMap((child) => {
    const drawn = child.getBoundingClientRect();
    if (["STYLE", "SCRIPT"].includes(child.tagName) || getComputedStyle(child).display === "none" || drawn.width === 0) return [];
    if (child.tagName === "P" && child.children.length === 1 && child.firstElementChild.matches("svg[role=img], img")
        && ![...child.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) return [child.firstElementChild];
    return child.tagName === "DIV" ? blocks(child) : [child];
  });
}

/** What a reader sees of a block: its letters; of what has a frame, the frame. */
function seen(block) {
  if (!/^(H[1-6]|P|UL|OL)$/.test(block.tagName)) return block.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(block);
  return range.getBoundingClientRect().width ? range.getBoundingClientRect() : block.getBoundingClientRect();
}

function pageNumber(section, from) {
  const style = getComputedStyle(section, "::after");
  if (style.content === "none" || style.display === "none" || !parseFloat(style.width)) return null;
  const right = 1280 - parseFloat(style.right), bottom = 720 - parseFloat(style.bottom);
  return { what: "page number", rect: { left: right - parseFloat(style.width), top: bottom - parseFloat(style.height), right, bottom },
           size: parseFloat(style.fontSize), contrast: contrast(over(colour(style.color), background(section)), background(section)) };
}

function figure(svg, from) {
  const scale = (element) => Math.abs(element.getScreenCTM().d);
  const labels = [...svg.querySelectorAll("text")].map((label) => {
    const shape = behind(label, svg), paper = shape ? over(colour(getComputedStyle(shape).fill), background(svg.parentElement)) : background(svg.parentElement);
    const cell = label.previousElementSibling;
    return { ...text(label, label.textContent, rectOf(label.getBoundingClientRect(), from), parseFloat(getComputedStyle(label).fontSize) * scale(label),
                     colour(getComputedStyle(label).fill), paper),
             cell: label.matches('[class^="on-"]') && cell?.tagName === "rect" ? rectOf(cell.getBoundingClientRect(), from) : null };
  });
  return { what: words(svg.getAttribute("aria-label") || ""), alt: svg.getAttribute("aria-label") || svg.querySelector("title")?.textContent || "",
           rect: rectOf(svg.getBoundingClientRect(), from), labels };
}

/** How many clicks a slide takes: what the page hides at first, by itself or with the cells that it covers. */
function builds(section) {
  const hidden = (element) => getComputedStyle(element).visibility === "hidden";
  const cells = (mark) => mark.matches("[data-column]") ? [...mark.closest("table").querySelectorAll(`td:nth-child(${mark.dataset.column})`)] : mark.matches("[data-row]") ? [mark.closest("tr")] : [mark];
  return [...section.querySelectorAll('[data-bespoke-marp-fragment="inactive"]')].filter((mark) => cells(mark).every(hidden)).length;
}

function slide(section) {
  const from = section.getBoundingClientRect(), texts = [];
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const holder = node.parentElement, range = document.createRange();
    if (!node.data.trim() || holder.closest("svg:not([data-marpit-svg]), style, script, mjx-assistive-mml") || getComputedStyle(holder).visibility === "hidden") continue;
    range.selectNodeContents(node);
    texts.push(text(holder, node.data, rectOf(range.getBoundingClientRect(), from), shrunk(holder) * parseFloat(getComputedStyle(holder).fontSize),
                    colour(getComputedStyle(holder).color), background(holder)));
  }
  // Formulas are drawn as shapes, 1000 units an em.
  for (const part of section.querySelectorAll("mjx-container [data-mml-node]:has(> path), mjx-container [data-mml-node]:has(> use)"))
    texts.push(text(part, "formula: " + part.getAttribute("data-mml-node"), rectOf(part.getBoundingClientRect(), from), 1000 * Math.abs(part.getScreenCTM().d),
                    colour(getComputedStyle(part).fill), background(part.closest("mjx-container").parentElement)));
  const figures = [...section.querySelectorAll("svg[role=img], img")].filter((svg) => !svg.closest("mjx-container"));
  return {
    number: section.getAttribute("data-marpit-pagination"), title: words(section.querySelector("h1")?.textContent || ""), classes: [...section.classList],
    boxes: blocks(section).map((block) => ({ what: `${block.tagName.toLowerCase()} "${words(block.getAttribute("aria-label") ?? block.textContent)}"`, rect: rectOf(seen(block), from) })),
    builds: Number(section.dataset.builds), page: pageNumber(section, from), texts,
    code: [...section.querySelectorAll("pre, marp-pre")].map(code),
    figures: figures.map((svg) => svg.tagName === "IMG" ? { what: svg.src.slice(0, 60), alt: svg.alt, rect: rectOf(svg.getBoundingClientRect(), from), labels: [] } : figure(svg, from)),
  };
}

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
const drawn = () => [...document.querySelectorAll("svg[data-marpit-svg] section")].map(slide);

/** What is drawn once nothing moves any more: Marp scales what does not fit a frame or two after it is shown, later on a busy machine. */
async function settled() {
  for (let before = "", round = 0; round < 50; ++round) {
    for (let frames = 0; frames < 5; ++frames) await frame();
    const now = drawn(), text = JSON.stringify(now);
    if (round > 0 && text === before) return now;
    before = text;
  }
  throw new Error("the slides never came to rest");
}

async function measured() {
  const result = { errors: [] };
  try {
    document.head.append(showAll);
    await document.fonts.ready;
    for (const section of document.querySelectorAll("svg[data-marpit-svg] section")) section.dataset.builds ??= builds(section);
    for (const mark of document.querySelectorAll("[data-bespoke-marp-fragment]")) mark.dataset.bespokeMarpFragment = "active";      // the rest is of whole slides
    const slides = await settled();
    result.dark = matchMedia("(prefers-color-scheme: dark)").matches;
    result.paper = getComputedStyle(document.querySelector("section")).backgroundColor;
    result.requests = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => !name.startsWith("data:"));
    result.slides = slides;
  } catch (error) { result.errors.push(String(error.stack)); }
  return result;
}
