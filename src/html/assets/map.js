// @ts-check
// The map by keyboard and pointer: the sentence of a country stands above the map while it has the
// pointer or the focus, that of the largest country otherwise. One tab stop; arrow keys go from country to country, Enter opens one.

for (const figure of document.querySelectorAll("figure.world")) {
  const map = figure.querySelector("svg.world-map");
  const note = figure.querySelector(".map-note");
  const maps = figure.querySelector(".maps");
  if (map instanceof SVGElement && note instanceof HTMLElement && maps !== null) enliven(map, note, maps);
}

/**
 * @param {SVGElement} map
 * @param {HTMLElement} note
 * @param {Element} maps The map, and the region that is enlarged.
 */
function enliven(map, note, maps) {
  /** The links of a country: its area, its dot and the sea around it, here and in the region. */
  const shapesOf = (/** @type {string} */ code) => maps.querySelectorAll(`[data-code="${CSS.escape(code)}"]`);
  /**
   * The one link of each country that can be heard, by code. They are links of SVG; the types know
   * the selector "a" as HTML's. @type {Map<string, HTMLAnchorElement>}
   */
  const links = new Map();
  for (const link of map.querySelectorAll("a")) {
    const code = link.getAttribute("data-code") ?? "";
    if (link.hasAttribute("aria-label") && !links.has(code)) links.set(code, link);
    link.setAttribute("aria-hidden", "true");
  }
  const nameOf = (/** @type {string} */ code) => links.get(code)?.getAttribute("aria-label") ?? "";
  const order = [...links.keys()].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const first = note.dataset["first"] ?? "";
  /** The country whose link is the tab stop, and the one that is shown. */
  let stop = order[0] ?? "";
  let current = "";

  /** @param {string} code */
  function show(code) {
    if (code === current) return;
    for (const shape of shapesOf(current)) shape.classList.remove("chosen");
    for (const shape of shapesOf(code)) shape.classList.add("chosen");
    current = code;
    note.textContent = map.querySelector(`[data-code="${CSS.escape(code)}"] title`)?.textContent ?? "";
  }

  /** @param {string} code */
  function makeStop(code) {
    for (const [own, link] of links) {
      link.setAttribute("tabindex", own === code ? "0" : "-1");
      if (own === code) link.removeAttribute("aria-hidden");
      else link.setAttribute("aria-hidden", "true");
    }
    stop = code;
  }

  map.removeAttribute("aria-hidden");
  map.setAttribute("role", "group");
  map.setAttribute("aria-label", note.dataset["label"] ?? "");
  note.setAttribute("aria-live", "polite");
  show(first);
  makeStop(stop);

  maps.addEventListener("pointerover", ({ target }) => {
    const code = target instanceof Element ? target.closest("[data-code]")?.getAttribute("data-code") : null;
    if (code) show(code);
  });
  maps.addEventListener("pointerleave", () => show(first));
  map.addEventListener("focusin", () => show(stop));
  map.addEventListener("focusout", () => show(first));
  map.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) {
      if (event.key === "Escape") show(first);
      return;
    }
    event.preventDefault();
    makeStop(order[(order.indexOf(stop) + step + order.length) % order.length] ?? "");
    links.get(stop)?.focus();
  });
}
