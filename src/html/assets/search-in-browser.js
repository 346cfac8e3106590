// @ts-check
// Search on a site of files: the index of names is loaded once, and searched here. What is said of a
// hit is read from a table, a block of lines at a time. All of that is in a folder that is named by
// its content: where another release takes its place meanwhile, all is loaded again. Down and Up go
// through what was found.

const WAIT_MILLISECONDS = 150;
const HITS = 10;
const FAILED = "The search could not be loaded. Look at your connection, and try again.";

const script = document.currentScript;
const field = document.querySelector("#find");
const content = document.querySelector("#content");
if (script instanceof HTMLScriptElement && field instanceof HTMLInputElement && content instanceof HTMLElement)
  enliven(field, content, new URL("search/", script.src));

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} main
 * @param {URL} folder
 */
function enliven(input, main, folder) {
  let timer = 0;
  let asked = 0;
  const root = folder.pathname.replace(/\/assets\/search\/$/u, "");
  const empty = [...main.childNodes];
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  main.after(status);
  /** @type {Promise<Awaited<ReturnType<typeof load>>> | undefined} */
  let loaded;

  input.value = new URLSearchParams(location.search).get("q") ?? "";
  if (input.value === "") input.focus();
  else void ask();
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), WAIT_MILLISECONDS);
  });
  input.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void ask();
  });

  async function ask() {
    const turn = ++asked;
    const query = input.value.normalize("NFKC").trimStart().slice(0, 200);
    const url = new URL(location.href);
    if (query.trim() === "") url.searchParams.delete("q");
    else url.searchParams.set("q", query);
    history.replaceState(null, "", url);
    if (query.trim() === "") return main.replaceChildren(...empty);
    main.setAttribute("aria-busy", "true");
    /** @param {(string | Node)[]} parts */
    const show = (parts) => {
      if (turn !== asked) return;
      main.replaceChildren(...parts);
      status.textContent = main.querySelector("h1, .standfirst")?.textContent ?? "";
    };
    const attempt = async () => show(await find(await (loaded ??= load(folder, (text) => show([say(text)]))), query));
    try {
      // Another release may have taken the place of the one that was loaded.
      await attempt().catch(() => {
        loaded = undefined;
        kept.clear();
        return attempt();
      });
    } catch (error) {
      loaded = undefined;
      console.info(error);
      show([say(FAILED)]);
    } finally {
      if (turn === asked) main.removeAttribute("aria-busy");
    }
  }

  /** @param {Awaited<ReturnType<typeof load>>} search @param {string} query */
  async function find({ files, facts, reader, searchNames, tokenize }, query) {
    const words = tokenize(query).map((/** @type {{ text: string }} */ { text }) => text);
    const places = facts.places.filter((/** @type {[string]} */ [name]) => {
      const own = tokenize(name).map((/** @type {{ text: string }} */ { text }) => text);
      return words.every((/** @type {string} */ word) =>
        own.some((/** @type {string} */ each) => each.startsWith(word)),
      );
    });
    const [companies, products] = ["company", "product"].map((kind) =>
      searchNames(reader, { text: query, kind, offset: 0, limit: HITS }),
    );
    const counts = [
      count(places.length, "country or sector", "countries and sectors"),
      count(companies.total, "company", "companies"),
      count(products.total, "product", "products"),
    ].filter((part) => part !== null);
    const isNothing = counts.length === 0;
    const heading = element("h1", [`“${query.trim()}”: ${isNothing ? "nothing found" : counts.join(", ")}`]);
    const found = element("div", [
      section(facts.texts.places, places.slice(0, HITS).map(showPlace)),
      section(facts.texts.groups.company, await Promise.all(companies.names.map(showHit("companies")))),
      section(facts.texts.groups.product, await Promise.all(products.names.map(showHit("products")))),
    ]);
    found.className = "two found";
    return isNothing ? [heading, say(facts.texts.nothing)] : [heading, found];

    /** @param {[string, string, string, number | null]} place */
    function showPlace([name, href, kind, level]) {
      return hit(root + href, [name], kind, facts.bands[level ?? "none"]);
    }

    /** @param {"companies" | "products"} table */
    function showHit(table) {
      return async (/** @type {any} */ { position, name, highlights, alias }) => {
        const [slug, country, sector, level, owner] = await readLine(files, table, facts.lines_per_block, position);
        const where = `${sector}, ${country ?? facts.texts.noCountry}`;
        const place = owner === undefined ? where : `${owner} · ${where}`;
        const detail = alias === null ? place : `${place} · also “${alias}”`;
        return hit(`${root}/companies/${slug}`, markParts(name, highlights), detail, facts.bands[level ?? "none"]);
      };
    }
  }

  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!(target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return;
    const links = [...main.querySelectorAll(".hits a")];
    const at = target === input ? -1 : links.indexOf(target);
    if (target !== input && at === -1) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined && (key !== "Escape" || target === input)) return;
    const next = step === undefined || at + step < 0 ? input : links[at + step];
    if (!(next instanceof HTMLElement) || next === target) return;
    event.preventDefault();
    next.focus();
  });
}

/**
 * @param {URL} folder
 * @param {(text: string) => void} onLarge What is said while a large index is loaded.
 */
async function load(folder, onLarge) {
  const facts = await get(new URL("facts.json", folder), { cache: "no-cache" }).then((response) => response.json());
  const files = new URL(`${facts.folder}/`, folder);
  const megabytes = Math.round(facts.index_bytes / 1e6);
  if (megabytes > 0) onLarge(`Loading the names (${megabytes} MB), once …`);
  /** @param {string} name @returns {Promise<any>} */
  const module = (name) => import(new URL(name, files).href);
  const [{ findSections }, { readIndex }, { searchNames }, { tokenize }, index] = await Promise.all([
    module("index-sections.js"),
    module("read-index.js"),
    module("search-names.js"),
    module("tokenize.js"),
    get(new URL("names.idx", files)).then((response) => response.arrayBuffer()),
  ]);
  return { files, facts, searchNames, tokenize, reader: readIndex(findSections(new Uint8Array(index))) };
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * One line of a table.
 *
 * @param {URL} folder @param {string} table @param {number} linesPerBlock @param {number} position
 */
async function readLine(folder, table, linesPerBlock, position) {
  const offsets = await once(`${table}.offsets`, async () => {
    const response = await get(new URL(`${table}.offsets`, folder));
    return new Uint32Array(await response.arrayBuffer());
  });
  const block = Math.floor(position / linesPerBlock);
  const lines = await once(`${table} ${block}`, async () => {
    const [start, end] = [offsets[block], offsets[block + 1]];
    const headers = { Range: `bytes=${start}-${end - 1}` };
    const response = await get(new URL(`${table}.ndjson`, folder), { headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    // A host without ranges sends the whole table.
    const part = response.status === 206 ? bytes : bytes.subarray(start, end);
    return new TextDecoder().decode(part).split("\n");
  });
  return JSON.parse(lines[position % linesPerBlock]);
}

/** @param {string} name @param {() => Promise<any>} make */
function once(name, make) {
  const made = kept.get(name) ?? make();
  kept.set(name, made);
  made.catch(() => kept.delete(name));
  return made;
}

/** @param {URL} url @param {RequestInit} options */
async function get(url, options = {}) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response;
}

/** @param {number} number @param {string} one @param {string} many */
function count(number, one, many) {
  return number === 0 ? null : `${number} ${number === 1 ? one : many}`;
}

/** @param {string} text */
function say(text) {
  const sentence = element("p", [text]);
  sentence.className = "standfirst";
  return sentence;
}

/** @param {string} title @param {Element[]} hits */
function section(title, hits) {
  if (hits.length === 0) return "";
  const list = element("ul", hits);
  list.className = "hits";
  return element("section", [element("h2", [title]), list]);
}

/** @param {string} href @param {(string | Node)[]} name @param {string} detail @param {string} band */
function hit(href, name, detail, band) {
  const link = element("a", name);
  link.setAttribute("href", href);
  const item = element("li", [link, element("small", [detail])]);
  item.insertAdjacentHTML("beforeend", band);
  return item;
}

/**
 * A name with the parts that match the query.
 *
 * @param {string} name
 * @param {{ start: number, end: number }[]} parts
 */
function markParts(name, parts) {
  let end = 0;
  const pieces = parts.flatMap((part) => {
    const before = name.slice(end, part.start);
    end = part.end;
    return [before, element("mark", [name.slice(part.start, part.end)])];
  });
  return [...pieces, name.slice(end)];
}

/** @param {string} name @param {(string | Node)[]} children */
function element(name, children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}
