// What the keyboard needs beside Furo's script: buttons for the side bars, and boxes that scroll.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("button[data-opens]")) {
    const box = document.getElementById(button.dataset.opens);
    button.addEventListener("click", () => box.click());
    box.addEventListener("change", () => button.setAttribute("aria-expanded", String(box.checked)));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const box of document.querySelectorAll(".sidebar-toggle:checked")) box.click();
  });

  // Arrow keys scroll what has the focus: wide code and wide tables.
  const reachable = () => {
    for (const box of document.querySelectorAll("article pre, article .table-wrapper, .sidebar-scroll, .toc-scroll"))
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0; else box.removeAttribute("tabindex");
  };
  reachable();
  window.addEventListener("resize", reachable);
  document.addEventListener("toggle", reachable, true);
});
