// Sorts and filters the table of students. The page says the same without it.
"use strict";
(() => {
  const table = document.getElementById("class");
  if (!table) return;
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells], shown = document.getElementById("shown");
  const firstLab = heads.findIndex((head) => "lab" in head.dataset);
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const collator = new Intl.Collator("en", { numeric: true });

  const rows = [...body.rows].map((row) => {
    const cells = [...row.cells];
    return {
      row, cells,
      text: plain([[...cells[0].children].map((part) => part.textContent).join(" "), row.dataset.section].join("\n")),
      section: row.dataset.section,
      keys: cells.map((cell) => "value" in cell.dataset ? (cell.dataset.value === "" ? NaN : Number(cell.dataset.value)) : cell.textContent),
      found: cells.map((cell) => (cell.dataset.found || "").split(" ")),
    };
  });
  let sorted = "";

  // Rows without a value come last in both directions: they are not the worst.
  const compare = (column, numbers, down) => (a, b) => {
    const x = a.keys[column], y = b.keys[column];
    if (!numbers) return down ? collator.compare(y, x) : collator.compare(x, y);
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
    return down ? y - x : x - y;
  };

  const say = () => {
    const count = rows.filter((one) => !one.row.hidden).length;
    shown.textContent = `${count} of ${rows.length} ${rows.length === 1 ? "student" : "students"}${sorted}`;
  };

  const sort = (head, column) => {
    const numbers = head.dataset.sort === "number", before = head.getAttribute("aria-sort");
    const down = before ? before === "ascending" : numbers;
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...[...rows].sort(compare(column, numbers, down)).map((one) => one.row));
    sorted = `, by ${head.querySelector("button").textContent.trim()}, ${numbers ? (down ? "most first" : "fewest first") : (down ? "Z to A" : "A to Z")}`;
    say();
  };

  const value = (id) => document.getElementById(id)?.value ?? "";
  const filter = () => {
    const words = plain(value("text")).split(/\s+/).filter(Boolean), verdict = value("verdict"), section = value("section"), lab = value("lab");
    const only = lab === "" ? -1 : firstLab + Number(lab);
    for (const one of rows) {
      const fits = words.every((word) => one.text.includes(word)) && (section === "" || one.section === section)
        && (verdict === "" || (only < 0 ? one.found.some((found) => found.includes(verdict)) : one.found[only].includes(verdict)));
      if (one.row.hidden === fits) one.row.hidden = !fits;
    }
    for (const cells of [heads, ...rows.map((one) => one.cells)])
      for (let column = firstLab; column < cells.length && firstLab >= 0; ++column) {
        const away = only >= 0 && column !== only;
        if (cells[column].hidden !== away) cells[column].hidden = away;
      }
    say();
  };

  heads.forEach((head, column) => {
    const button = document.createElement("button"), label = head.querySelector("span");
    button.type = "button";
    button.append(...(label ? [label] : head.childNodes));
    head.prepend(button);
    button.addEventListener("click", () => sort(head, column));
  });
  const form = document.querySelector(".controls");
  form.querySelector(".scripted").hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  filter();
})();
