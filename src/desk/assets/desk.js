// @ts-check
// Sends forms without a new page: the answer is a whole page, of which the parts that can change
// are swapped. Without this script, every form has its button.

document.documentElement.classList.add("js");

const PARTS = [".top", ".steps", "#content", ".next"];
/** @type {Promise<unknown>} */
let turn = Promise.resolve();

/** @param {string} text @param {string} url */
function swap(text, url) {
  const next = new DOMParser().parseFromString(text, "text/html");
  const active = document.activeElement;
  const focused = active instanceof HTMLElement ? { id: active.id, name: active.getAttribute("name") } : null;
  const open = [...document.querySelectorAll("details[open][id]")].map(({ id }) => id);
  const scrolled = [...document.querySelectorAll("[data-scroll]")].map((each) => [
    each.id,
    each.scrollTop,
    each.scrollLeft,
  ]);
  for (const part of PARTS) {
    const [now, then] = [document.querySelector(part), next.querySelector(part)];
    if (now !== null && then !== null) now.replaceWith(then);
  }
  document.title = next.title;
  if (url !== location.href) history.pushState(null, "", url);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [id, top, left] of scrolled) document.getElementById(String(id))?.scrollTo(Number(left), Number(top));
  const refused = document.getElementById("refused");
  if (refused !== null) refused.scrollIntoView({ block: "nearest" });
  if (focused !== null && focused.id !== "") document.getElementById(focused.id)?.focus({ preventScroll: true });
  waitForFiles();
}

/** @param {string} url @param {() => RequestInit} request */
async function answer(url, request) {
  document.body.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(url, request());
    swap(await response.text(), response.url);
  } catch {
    const saved = document.getElementById("saved");
    if (saved !== null) saved.textContent = "Not saved: the desk does not answer. Is the program still running?";
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

/** One after another. @param {string} url @param {() => RequestInit} request */
async function ask(url, request) {
  const before = turn;
  turn = (async () => {
    await before;
    await answer(url, request);
  })();
  await turn;
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} [submitter] */
function post(form, submitter = null) {
  const data = new FormData(form, submitter);
  const isUpload = form.enctype === "multipart/form-data";
  const url = form.getAttribute("action") ?? location.href;
  return ask(url, () => {
    // What this page sent before has changed the documents: it is made of those now.
    const digest = document.querySelector("input[name=digest]");
    if (digest instanceof HTMLInputElement) data.set("digest", digest.value);
    /** @type {[string, string][]} */
    const fields = [];
    for (const [name, value] of data) if (typeof value === "string") fields.push([name, value]);
    return { method: "POST", body: isUpload ? data : new URLSearchParams(fields) };
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  event.preventDefault();
  void post(form, event.submitter);
});

document.addEventListener("change", (event) => {
  const control = event.target;
  if (!(
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
  ))
    return;
  const form = control.form;
  if (form === null || !form.hasAttribute("data-auto") || control.hasAttribute("data-quiet")) return;
  if (form.reportValidity()) form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  const target = event.target;
  const isText =
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && /text|number|search/.test(target.type));
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.shiftKey && !isText) {
    const form = document.getElementById("undo");
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void post(form);
  }
  if (
    target instanceof HTMLInputElement &&
    target.hasAttribute("data-cut") &&
    /^Arrow(?:Left|Right|Up|Down)$/.test(event.key)
  ) {
    const value = Number(target.value.replace(",", "."));
    if (Number.isNaN(value) || event.key === "ArrowLeft" || event.key === "ArrowRight") return;
    event.preventDefault();
    const step = Number(target.dataset["step"] ?? 1) * (event.shiftKey ? 5 : 1) * (event.key === "ArrowUp" ? 1 : -1);
    target.value = String(Number((value + step).toFixed(6)));
    target.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

/** Shows what the cuts would give that stand in their fields, before they are saved. @param {HTMLFormElement} form */
async function tryCuts(form) {
  const data = new FormData(form);
  /** @param {string} name */
  const typed = (name) => data.getAll(name).filter((value) => typeof value === "string");
  const url = new URL(location.href);
  url.searchParams.set("cuts", typed("cut").join("|"));
  url.searchParams.set("lower", typed("lower").join(""));
  const text = await fetch(url).then(
    (response) => response.text(),
    () => "",
  );
  const then = new DOMParser().parseFromString(text, "text/html").getElementById("gives");
  if (then !== null) document.getElementById("gives")?.replaceWith(then);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let trying;
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !field.hasAttribute("data-cut")) return;
  const { form } = field;
  clearTimeout(trying);
  if (form !== null) trying = setTimeout(() => void tryCuts(form), 150);
});

// Rows that are pasted beside the fields of the first step are put into its field.
document.addEventListener("paste", (event) => {
  const field = document.getElementById("pasted");
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!(field instanceof HTMLTextAreaElement) || !text.includes("\n")) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  document.getElementById("paste")?.setAttribute("open", "");
  field.value = text;
  field.focus();
});

// Columns are dragged onto a pillar; ticking and moving does the same.
/** @type {string | null} */
let dragged = null;
document.addEventListener("dragstart", (event) => {
  const item = event.target instanceof HTMLElement ? event.target.closest("[data-column]") : null;
  dragged = item?.getAttribute("data-column") ?? null;
});
document.addEventListener("dragover", (event) => {
  const target = event.target instanceof HTMLElement ? event.target.closest("[data-pillar], .drop") : null;
  for (const each of document.querySelectorAll(".target, .drop.over")) each.classList.remove("target", "over");
  if (target === null) return;
  const isDrop = target.classList.contains("drop");
  if (!isDrop && dragged === null) return;
  event.preventDefault();
  target.classList.add(isDrop ? "over" : "target");
});
document.addEventListener("drop", (event) => {
  const target = event.target instanceof HTMLElement ? event.target.closest("[data-pillar], .drop") : null;
  if (target === null) return;
  event.preventDefault();
  const form = target.closest("form");
  if (form === null) return;
  const files = event.dataTransfer?.files;
  const input = form.querySelector("input[type=file]");
  if (target.classList.contains("drop") && files !== undefined && input instanceof HTMLInputElement) {
    input.files = files;
    void post(form);
    return;
  }
  const to = form.elements.namedItem("to");
  if (dragged === null || !(to instanceof HTMLSelectElement)) return;
  for (const box of form.querySelectorAll("input[name=chosen]"))
    if (box instanceof HTMLInputElement) box.checked = box.value === dragged;
  to.value = target.getAttribute("data-pillar") ?? "";
  dragged = null;
  void post(form);
});

window.addEventListener("popstate", () => void ask(location.href, () => ({})));

/** Files that are being read are asked about until they are there. */
function waitForFiles() {
  if (document.querySelector("[data-waiting]") === null) return;
  setTimeout(() => void ask(location.href, () => ({})), 300);
}
waitForFiles();
