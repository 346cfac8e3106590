// @ts-check
// The map by keyboard and pointer: the sentence of a country stands on the map while it has the
// pointer or the focus. One tab stop; arrow keys go from country to country, Enter opens one.

for (const figure of document.querySelectorAll("figure.world")) {
  const map = figure.querySelector("svg.world-map");
  const note = figure.querySelector(".map-note");
  if (map instanceof SVGElement && note instanceof HTMLElement) enliven(map, note);
}

/**
 * @param {SVGElement} map
 * @param {HTMLElement} note
 */
function enliven(map, note) {
  /** The links of a country: its area, its dot and the sea around it. */
  const shapesOf = (/** @type {string} */ code) => map.querySelectorAll(`[data-code="${CSS.escape(code)}"]`);
  const order = [
    ...new Set([...map.querySelectorAll("a[data-code]")].map((link) => link.getAttribute("data-code") ?? "")),
  ];
  order.sort((a, b) => titleOf(a).localeCompare(titleOf(b)));
  let current = "";

  /** @param {string} code */
  function titleOf(code) {
    return shapesOf(code)[0]?.querySelector("title")?.textContent ?? "";
  }

  /** @param {string} code */
  function show(code) {
    for (const shape of shapesOf(current)) shape.classList.remove("chosen");
    for (const shape of shapesOf(code)) shape.classList.add("chosen");
    current = code;
    note.textContent = code === "" ? "" : titleOf(code);
  }

  map.removeAttribute("aria-hidden");
  map.setAttribute("role", "application");
  map.setAttribute("aria-label", note.dataset["label"] ?? "");
  map.setAttribute("tabindex", "0");
  note.setAttribute("aria-live", "polite");

  map.addEventListener("pointerover", ({ target }) => {
    const code = target instanceof Element ? target.closest("[data-code]")?.getAttribute("data-code") : null;
    if (code) show(code);
  });
  map.addEventListener("pointerleave", () => show(""));
  map.addEventListener("blur", () => show(""));
  map.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined && order.length > 0) {
      event.preventDefault();
      const at = order.indexOf(current);
      show(order[at < 0 && step < 0 ? order.length - 1 : (at + step + order.length) % order.length] ?? "");
    } else if (event.key === "Enter") {
      const href = shapesOf(current)[0]?.getAttribute("href");
      if (href) location.assign(href);
    } else if (event.key === "Escape") {
      show("");
    }
  });
}
