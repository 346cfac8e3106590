// @ts-check
// The matrix by keyboard: one tab stop; arrow keys go from square to square, Home and End to the
// ends of a row, Enter opens. The heads of the row and the column that one is at stand out, and the
// pointer shows what a square says.

for (const table of document.querySelectorAll("table.heat")) {
  if (table instanceof HTMLTableElement) enliven(table);
}

/** @param {HTMLTableElement} table */
function enliven(table) {
  const linkAt = (/** @type {number} */ row, /** @type {number} */ column) =>
    table.rows[row]?.cells[column]?.querySelector("a") ?? null;
  const links = [...table.querySelectorAll("a")];
  const [first] = [...(table.tBodies[0]?.querySelectorAll("td a") ?? [])];
  for (const link of links) link.tabIndex = link === first ? 0 : -1;
  table.setAttribute("role", "grid");

  /** @param {EventTarget | null} target */
  function placeOf(target) {
    const cell = target instanceof Element ? target.closest("th, td") : null;
    const row = cell?.parentElement;
    if (!(cell instanceof HTMLTableCellElement) || !(row instanceof HTMLTableRowElement)) return null;
    return { row: row.rowIndex, column: cell.cellIndex };
  }

  /** The nearest link in a direction; squares without companies are skipped. */
  function step(
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {number} */ down,
    /** @type {number} */ right,
  ) {
    const width = table.rows[0]?.cells.length ?? 0;
    for (
      let [y, x] = [row + down, column + right];
      y >= 0 && x >= 0 && y < table.rows.length && x < width;
      y += down, x += right
    ) {
      const link = linkAt(y, x);
      if (link !== null) return link;
    }
    return null;
  }

  table.addEventListener("keydown", (event) => {
    const at = placeOf(event.target);
    if (at === null || event.altKey || event.metaKey || event.ctrlKey) return;
    const { row, column } = at;
    const width = table.rows[0]?.cells.length ?? 0;
    const moves = {
      ArrowDown: () => step(row, column, 1, 0),
      ArrowUp: () => step(row, column, -1, 0),
      ArrowRight: () => step(row, column, 0, 1),
      ArrowLeft: () => step(row, column, 0, -1),
      Home: () => step(row, -1, 0, 1),
      End: () => step(row, width, 0, -1),
    };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (move === undefined) return;
    event.preventDefault();
    move()?.focus();
  });

  table.addEventListener("focusin", ({ target }) => {
    for (const link of links) link.tabIndex = link === target ? 0 : -1;
    mark(target);
  });
  table.addEventListener("pointerover", ({ target }) => {
    if (target instanceof HTMLAnchorElement) target.title = target.ariaLabel ?? "";
    mark(target);
  });
  table.addEventListener("pointerleave", () => mark(null));

  /** @param {EventTarget | null} target */
  function mark(target) {
    for (const head of table.querySelectorAll(".here")) head.classList.remove("here");
    const at = placeOf(target);
    if (at === null || at.row === 0 || at.column === 0) return;
    table.rows[0]?.cells[at.column]?.classList.add("here");
    table.rows[at.row]?.cells[0]?.classList.add("here");
  }
}
