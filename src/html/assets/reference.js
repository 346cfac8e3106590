// @ts-check
"use strict";

/** Lets the forms of the API reference send their requests, and shows what comes back. */

/** Longer bodies are cut on the page, and say so. */
const SHOWN_CHARACTERS_MAX = 20_000;

/**
 * @typedef {{ method: string, url: string, type: string | null, body: string | null,
 *   key: string | null, redirects: boolean }} Asked
 */

/**
 * What a form asks. Empty fields are not sent.
 * @param {HTMLFormElement} form
 * @returns {Asked}
 */
function readForm(form) {
  let path = form.dataset["path"] ?? "";
  const query = new URLSearchParams();
  /** @type {string | null} */ let type = null;
  /** @type {string | null} */ let body = null;
  for (const field of form.querySelectorAll("input, select, textarea")) {
    const { name, value, dataset } = /** @type {HTMLInputElement} */ (field);
    if (dataset["in"] === "path") path = path.replace(`{${name}}`, encodeURIComponent(value.trim()));
    else if (dataset["in"] === "query" && value.trim() !== "") query.append(name, value.trim());
    else if (dataset["in"] === "body") [type, body] = [dataset["type"] ?? "application/json", value];
  }
  const search = query.toString();
  const url = location.origin + path + (search === "" ? "" : `?${search}`);
  const key = "takesKey" in form.dataset ? keyField?.value.trim() || null : null;
  return { method: form.dataset["method"] ?? "GET", url, type, body, key, redirects: "redirects" in form.dataset };
}

/** Where this tab keeps the key until it is closed. */
const KEY_PLACE = "country-trust-api-key";

const keyField = /** @type {HTMLInputElement | null} */ (document.getElementById("api-key"));

/** Shows the field for the key, and keeps what is typed there for this tab alone. */
function openKeyField() {
  if (keyField === null) return;
  keyField.closest("[hidden]")?.removeAttribute("hidden");
  try {
    keyField.value = sessionStorage.getItem(KEY_PLACE) ?? "";
  } catch {
    // Without storage the key is gone with the page.
  }
  keyField.addEventListener("input", () => {
    const key = keyField.value.trim();
    try {
      if (key === "") sessionStorage.removeItem(KEY_PLACE);
      else sessionStorage.setItem(KEY_PLACE, key);
    } catch {
      // As above.
    }
  });
}

/**
 * The same request for a shell; the key stays out of it, as it should of any shell's history.
 * @param {Asked} asked
 */
function curlLine({ method, url, type, body, key, redirects }) {
  /** @param {string} text */
  const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  // Other names of the same thing redirect to it.
  const words = ["curl", redirects ? "-iL" : "-i"];
  if (method !== "GET") words.push("-X", method);
  if (type !== null && body !== null) words.push("-H", quote(`Content-Type: ${type}`), "-d", quote(body));
  if (key !== null) words.push("-H", '"X-SVC-API-Key: $API_KEY"');
  return [...words, quote(url)].join(" ");
}

/**
 * A body as people read it, cut if it is long.
 * @param {string} text
 * @param {string} mediaType
 */
function readable(text, mediaType) {
  let shown = text;
  try {
    if (/[/+]json/u.test(mediaType)) shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Shown as it came.
  }
  const rest = shown.length - SHOWN_CHARACTERS_MAX;
  return rest > 0 ? `${shown.slice(0, SHOWN_CHARACTERS_MAX)}\n… ${rest} more characters are not shown` : shown;
}

/**
 * A block of text with its title.
 * @param {string} title
 * @param {string} text
 * @param {string} [role] `request` or `answer`
 */
function block(title, text, role = "answer") {
  const figure = document.createElement("figure");
  figure.className = `code ${role}`;
  const caption = document.createElement("figcaption");
  const strong = document.createElement("strong");
  strong.textContent = title;
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  const code = document.createElement("code");
  code.id = `shown-${(blocks += 1)}`;
  code.textContent = text;
  // The script of all copy buttons listens for this one, too.
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "quiet";
  copy.dataset["copy"] = code.id;
  copy.textContent = "Copy";
  caption.append(strong, copy);
  pre.append(code);
  figure.append(caption, pre);
  return figure;
}
let blocks = 0;

/** @param {Response} answer */
function fileNameOf(answer) {
  const named = /filename="([^"]+)"/u.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  return named ?? new URL(answer.url).pathname.split("/").at(-1) ?? "answer";
}

/**
 * A link that saves what came back.
 * @param {Blob} blob
 * @param {string} name
 */
function saveLink(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.textContent = `Save ${name} (${blob.size.toLocaleString("en")} bytes)`;
  return link;
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const status = /** @type {HTMLElement} */ (form.querySelector(".status"));
  const asked = readForm(form);
  // Only the summary is read out; the blocks below it are for looking at.
  const summary = document.createElement("p");
  summary.textContent = "Waiting for the answer …";
  status.replaceChildren(summary);
  let shown = form.querySelector(".shown");
  if (shown === null) {
    shown = document.createElement("div");
    shown.className = "shown";
    form.append(shown);
  }
  for (const link of shown.querySelectorAll("a[download]")) URL.revokeObjectURL(link.getAttribute("href") ?? "");
  shown.replaceChildren(block("Request", curlLine(asked), "request"));
  const startedAt = performance.now();
  try {
    const { method, url, type, body, key } = asked;
    const headers = new Headers();
    if (type !== null) headers.set("Content-Type", type);
    if (key !== null) headers.set("X-SVC-API-Key", key);
    const answer = await fetch(url, { method, headers, ...(type === null ? {} : { body }) });
    const blob = await answer.blob();
    const milliseconds = Math.round(performance.now() - startedAt);
    const said = `Status ${answer.status} ${answer.statusText} in ${milliseconds} ms, ${blob.size} bytes`;
    const received = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    shown.append(block("Headers", received));
    const mediaType = answer.headers.get("Content-Type") ?? "";
    const isText = /^text\/|[/+](?:json|xml|yaml)|bibtex/u.test(mediaType);
    if (isText) shown.append(block("Answer", readable(await blob.text(), mediaType)));
    if (!isText || answer.headers.has("Content-Disposition")) {
      const link = saveLink(blob, fileNameOf(answer));
      const place = document.createElement("p");
      place.append(link);
      shown.append(place);
      // What nobody can read goes to the disk at once.
      if (!isText) link.click();
    }
    summary.textContent = isText ? said : `${said}, saved as ${fileNameOf(answer)}`;
    status.dataset["status"] = String(answer.status);
  } catch (error) {
    summary.textContent = `The request failed: ${error instanceof Error ? error.message : String(error)}`;
    status.dataset["status"] = "failed";
  }
}

openKeyField();
for (const form of document.querySelectorAll("form.try")) {
  if (!(form instanceof HTMLFormElement)) continue;
  form.querySelector("button")?.removeAttribute("hidden");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}

// A link to a folded field unfolds what it is in.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest("details");
  if (target === null || folded === null || folded === undefined || folded.open) return;
  folded.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();
