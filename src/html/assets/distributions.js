// @ts-check
/*
 * The view of answers of tools, in hosts that show MCP Apps: the distribution of each country,
 * sector or company as a bar whose middle one stands on one line, with how many there are and the
 * tie. It speaks to its host by messages, and loads nothing.
 */

/** @typedef {{ bands: { id: string, label: string, level: number }[] }} Scale worst first */
/**
 * @typedef {object} Shown
 * @property {string} name
 * @property {Record<string, number>} distribution
 * @property {string | null} median_band
 * @property {number | null} [rank]
 * @property {number | null} [tied_with]
 * @property {number} [judged_companies]
 * @property {number} [listed_companies]
 * @property {number} [judgement_count]
 * @property {true} [too_few]
 */

/** @type {Scale} */
const SCALE = JSON.parse(document.getElementById("scale")?.textContent ?? "null");
const root = /** @type {HTMLElement} */ (document.querySelector("main"));

/** What the host is asked first; without its answer no result would be sent. */
const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "ui/initialize",
  params: {
    protocolVersion: "2026-01-26",
    appInfo: { name: "country-trust-distributions", version: "1.0.0" },
    appCapabilities: {},
  },
};

/** @param {object} message */
const tell = (message) => window.parent.postMessage(message, "*");

window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || typeof data !== "object" || data === null) return;
  if (data.id === HELLO.id && "result" in data) {
    dress(data.result?.hostContext);
    tell({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} });
  }
  if (data.method === "ui/notifications/host-context-changed") dress(data.params);
  if (data.method === "ui/notifications/tool-result") show(data.params);
});
tell(HELLO);

/** @param {{ theme?: string } | undefined} context */
function dress(context) {
  if (context?.theme !== undefined) document.documentElement.dataset["theme"] = context.theme;
}

/** @param {{ content?: { type: string, text?: string }[], structuredContent?: object }} result */
function show({ content = [], structuredContent }) {
  const answer = structuredContent ?? parse(content.find(({ type }) => type === "text")?.text ?? "");
  root.replaceChildren(...(answer === null ? [] : draw(answer)));
  const { width, height } = document.documentElement.getBoundingClientRect();
  tell({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { width, height: Math.ceil(height) } });
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} className
 * @param {(Node | string)[]} children
 */
function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/**
 * @param {{ summary?: string, release?: string, items?: Shown[], countries?: Shown[] }} answer
 * @returns {Node[]}
 */
function draw({ summary = "", release = "", items, countries }) {
  const known = new Set(SCALE.bands.map(({ id }) => id));
  const all = (items ?? countries ?? []).filter(({ distribution }) => typeof distribution === "object");
  const shown = all.filter(({ distribution }) => Object.keys(distribution).every((id) => known.has(id)));
  const foot = `Release ${release}${shown.length < all.length ? ". Some figures are on another scale and are not drawn." : "."}`;
  return [
    element("p", "summary", summary),
    ...(shown.length === 0 ? [] : [element("ol", "bars", ...shown.map(drawOne)), drawKey()]),
    element("p", "foot", foot),
  ];
}

/** @param {Shown} shown */
function drawOne({ name, distribution, median_band: median, too_few: isThin, ...counts }) {
  const things = counts.judgement_count === undefined ? "companies" : "judgements";
  const total = Object.values(distribution).reduce((sum, count) => sum + count, 0);
  const label = SCALE.bands.find(({ id }) => id === median)?.label ?? null;
  const listed = counts.listed_companies === undefined ? "" : ` of ${counts.listed_companies} listed`;
  const said = [
    total === 0 || label === null ? "not judged" : isThin ? "too few to be rated" : label,
    `${total}${listed} ${things} judged`.replace("judgements judged", "judgements"),
    ...(counts.rank == null ? [] : [`rank ${counts.rank}${counts.tied_with ? `, tied with ${counts.tied_with}` : ""}`]),
  ].join(" · ");
  const bar = element("div", isThin ? "bar thin" : "bar");
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", `${name}: ${sayCounts(distribution)}`);
  // The middle one, the lower of two, stands on the line in the middle of the row.
  const middle = total === 0 ? 0 : (Math.ceil(total / 2) - 0.5) / total;
  let at = 50 - middle * 50;
  for (const { id, label: band, level } of SCALE.bands) {
    const count = distribution[id] ?? 0;
    if (count === 0) continue;
    const part = element("span", `band band-${level}`);
    const width = (count / total) * 50;
    part.style.setProperty("left", `${at}%`);
    part.style.setProperty("width", `${width}%`);
    part.title = `${band}: ${count}`;
    bar.append(part);
    at += width;
  }
  return element("li", "", element("bdi", "name", name), element("span", "said", said), bar);
}

/** @param {Record<string, number>} distribution */
function sayCounts(distribution) {
  const counts = SCALE.bands.filter(({ id }) => (distribution[id] ?? 0) > 0);
  return counts.map(({ id, label }) => `${distribution[id]} ${label}`).join(", ");
}

function drawKey() {
  const bands = SCALE.bands.map(({ label, level }) => element("li", "", element("span", `band band-${level}`), label));
  return element("ul", "key", ...bands);
}
