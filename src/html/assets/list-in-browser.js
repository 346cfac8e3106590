// @ts-check
// The list of companies on a site of files: the page has the first rows, and this narrows, sorts and
// continues them from a list of all companies. Without it the form is not shown.

const ROWS_AT_FIRST = 25;
const ROWS_MORE = 100;

// Columns of a row of the list.
const NAME = 0;
const SLUG = 1;
const COUNTRY = 2;
const SECTOR = 3;
const LEVEL = 4;
const JUDGEMENTS = 5;
const REPLY = 6;
/** Those of the table. */
const COLUMNS = /** @type {const} */ ([NAME, COUNTRY, SECTOR, LEVEL, JUDGEMENTS]);

/** @typedef {[string, string, number | null, number, number, number, string?]} Row */
/**
 * @typedef {object} List
 * @property {Record<"noCountry" | "nothing" | "company" | "companies" | "of" | "more", string>} texts
 * @property {string[]} bands
 * @property {string[]} band_ids
 * @property {[string, string][]} countries
 * @property {[string, string][]} sectors
 * @property {Row[]} rows
 */

const script = document.currentScript;
const table = document.querySelector("table.companies");
if (script instanceof HTMLScriptElement && table instanceof HTMLTableElement)
  void fetch(new URL("companies.json", script.src))
    .then((response) => response.json())
    .then((list) => enliven(table, list, new URL("..", script.src).pathname.replace(/\/$/u, "")))
    .catch((error) => console.info(error));

/** @typedef {{ sort: { column: number, isDescending: boolean }, limit: number }} View */

/**
 * @param {HTMLTableElement} shown
 * @param {List} list
 * @param {string} root
 */
function enliven(shown, list, root) {
  const form = document.querySelector("form.filters");
  const heads = [...shown.querySelectorAll("thead th")];
  const heading = document.querySelector("h1");
  const ofAll = heading?.textContent ?? "";
  /** @type {View} */
  const view = { sort: { column: LEVEL, isDescending: false }, limit: ROWS_AT_FIRST };
  const { status, more } = addStatus(shown, list.texts.more);
  makeSortable(heads, view, show);
  if (form instanceof HTMLFormElement)
    openForm(form, () => {
      view.limit = ROWS_AT_FIRST;
      show();
    });
  more.addEventListener("click", () => {
    view.limit += ROWS_MORE;
    show();
  });
  show();

  function show() {
    const filters = form instanceof HTMLFormElement ? filtersOf(form) : [];
    const found = sortRows(
      list.rows.filter((row) => filters.every(([name, value]) => isIn(list, row, name, value))),
      view.sort,
    );
    const rows = found.slice(0, view.limit).map((row) => showRow(list, row, root));
    shown.tBodies[0]?.replaceChildren(...rows);
    markSorted(heads, view.sort);
    status.textContent = describeFound(list.texts, rows.length, found.length);
    more.hidden = rows.length === found.length;
    // What the page says of all companies is not said of some, and its files are of all.
    for (const part of [
      document.querySelector("section.counted"),
      shown.closest("section")?.querySelector("p.buttons"),
    ])
      if (part instanceof HTMLElement) part.hidden = filters.length > 0;
    const [some, all] = [found, list.rows].map(({ length }) => length.toLocaleString("en"));
    if (heading !== null)
      heading.textContent = filters.length === 0 ? ofAll : `${some} ${list.texts.of} ${all} ${list.texts.companies}`;
  }
}

/**
 * Says below the table how many rows there are, with a button for more of them.
 *
 * @param {HTMLTableElement} shown
 * @param {string} text
 */
function addStatus(shown, text) {
  const more = document.createElement("button");
  more.type = "button";
  more.className = "quiet";
  more.textContent = text;
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  shown.closest("section")?.querySelector("p.pages")?.replaceChildren(status, " ", more);
  return { status, more };
}

/**
 * Makes buttons of the heads of columns that can be sorted.
 *
 * @param {Element[]} heads
 * @param {View} view
 * @param {() => void} show
 */
function makeSortable(heads, view, show) {
  for (const [index, column] of COLUMNS.entries()) {
    if (![NAME, LEVEL, JUDGEMENTS].includes(column)) continue;
    const head = heads[index];
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = head?.textContent ?? "";
    head?.replaceChildren(button);
    button.addEventListener("click", () => {
      // The first click on judgements asks for most of them.
      const isDescending = view.sort.column === column ? !view.sort.isDescending : column === JUDGEMENTS;
      view.sort = { column, isDescending };
      show();
    });
  }
}

/** @param {Element[]} heads @param {View["sort"]} sort */
function markSorted(heads, { column, isDescending }) {
  for (const [index, each] of COLUMNS.entries()) {
    if (each === column) heads[index]?.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    else heads[index]?.removeAttribute("aria-sort");
  }
}

/**
 * Shows the form, filled in as the address says, and writes there what is chosen in it.
 *
 * @param {HTMLFormElement} form
 * @param {() => void} show
 */
function openForm(form, show) {
  form.hidden = false;
  // The list says nothing of pillars.
  form.querySelector('[name="pillar"]')?.closest("label")?.remove();
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement) field.value = value;
  }
  const narrow = () => {
    const url = new URL(location.href);
    url.search = new URLSearchParams(filtersOf(form)).toString();
    history.replaceState(null, "", url);
    show();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    narrow();
  });
  form.addEventListener("change", narrow);
}

/** @param {List["texts"]} texts @param {number} shown @param {number} found */
function describeFound(texts, shown, found) {
  if (found === 0) return texts.nothing;
  const all = `${found.toLocaleString("en")} ${found === 1 ? texts.company : texts.companies}`;
  return shown < found ? `${shown} ${texts.of} ${all}` : all;
}

/** @param {HTMLFormElement} form @returns {[string, string][]} */
function filtersOf(form) {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? [/** @type {[string, string]} */ ([name, value])] : [],
  );
}

/** @param {List} list @param {Row} row @param {string} name @param {string} value */
function isIn(list, row, name, value) {
  if (name === "band") return row[LEVEL] === list.band_ids.indexOf(value) + 1;
  if (name === "country") {
    const country = row[COUNTRY] === null ? "none" : list.countries[row[COUNTRY]]?.[0];
    return country === value;
  }
  return list.sectors[row[SECTOR]]?.[0] === value;
}

/**
 * Rows come in the order of their names, which equal ones keep; what has no value comes last.
 *
 * @param {Row[]} rows
 * @param {{ column: number, isDescending: boolean }} sort
 */
function sortRows(rows, { column, isDescending }) {
  if (column === NAME) return isDescending ? rows.toReversed() : rows;
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [Number(a[column]), Number(b[column])];
    if (left === right) return 0;
    return left === 0 ? 1 : right === 0 ? -1 : sign * (left - right);
  });
}

/** @param {List} list @param {Row} row @param {string} root */
function showRow({ countries, sectors, bands, texts }, row, root) {
  const line = document.createElement("tr");
  for (const column of COLUMNS) {
    const cell = document.createElement(column === NAME ? "th" : "td");
    if (column === NAME) {
      cell.scope = "row";
      cell.append(link(`${root}/companies/${encodeURIComponent(row[SLUG])}`, row[NAME]));
      cell.insertAdjacentHTML("beforeend", row[REPLY] ?? "");
    } else if (column === COUNTRY) {
      const country = row[COUNTRY] === null ? undefined : countries[row[COUNTRY]];
      cell.append(country === undefined ? texts.noCountry : link(`${root}/countries/${country[0]}`, country[1]));
    } else if (column === SECTOR) {
      const [slug, label] = sectors[row[SECTOR]] ?? ["", ""];
      cell.append(link(`${root}/sectors/${slug}`, label));
    } else if (column === LEVEL) cell.innerHTML = bands[row[LEVEL]] ?? "";
    else {
      cell.className = "number";
      cell.append(String(row[JUDGEMENTS]));
    }
    line.append(cell);
  }
  return line;
}

/** @param {string} href @param {string} text */
function link(href, text) {
  const made = document.createElement("a");
  made.href = href;
  made.append(text);
  return made;
}
