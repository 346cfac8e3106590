// @ts-check
"use strict";

/** Lets the forms of the API reference send their requests, and shows what comes back. */

/** Longer bodies are cut on the page, and say so. */
const SHOWN_CHARACTERS_MAX = 20_000;

/** @typedef {{ method: string, url: string, type: string | null, body: string | null, key: string | null }} Asked */

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
  return { method: form.dataset["method"] ?? "GET", url, type, body, key };
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
function curlLine({ method, url, type, body, key }) {
  /** @param {string} text */
  const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const words = ["curl", "-i"];
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
 * A titled block of preformatted text.
 * @param {string} title
 * @param {string} text
 */
function block(title, text) {
  const heading = document.createElement("h4");
  heading.textContent = title;
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  const code = document.createElement("code");
  code.textContent = text;
  pre.append(code);
  return [heading, pre];
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const place = /** @type {HTMLElement} */ (form.querySelector(".answer"));
  const asked = readForm(form);
  const summary = document.createElement("p");
  summary.className = "status";
  summary.textContent = "Waiting for the answer …";
  // Only the summary is read out; the blocks below it are for looking at.
  place.replaceChildren(summary);
  let shown = form.querySelector(".shown");
  if (shown === null) {
    shown = document.createElement("div");
    shown.className = "shown";
    form.append(shown);
  }
  shown.replaceChildren(...block("Request", curlLine(asked)));
  const startedAt = performance.now();
  try {
    const { method, url, type, body, key } = asked;
    const headers = new Headers();
    if (type !== null) headers.set("Content-Type", type);
    if (key !== null) headers.set("X-SVC-API-Key", key);
    const answer = await fetch(url, { method, headers, ...(type === null ? {} : { body }) });
    const text = await answer.text();
    const milliseconds = Math.round(performance.now() - startedAt);
    summary.textContent = `Status ${answer.status} ${answer.statusText} in ${milliseconds} ms, ${text.length} characters`;
    summary.dataset["status"] = String(answer.status);
    const received = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    shown.append(...block("Headers", received));
    shown.append(...block("Body", readable(text, answer.headers.get("Content-Type") ?? "")));
  } catch (error) {
    summary.textContent = `The request failed: ${error instanceof Error ? error.message : String(error)}`;
    summary.dataset["status"] = "failed";
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

// A link to a folded schema unfolds it.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener("hashchange", unfold);
unfold();
