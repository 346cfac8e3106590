// @ts-check
// Suggestions below the search of the header: the search page is asked for what stands in the field,
// and its first hits are shown. Down and Up go through them, Escape back to the field. Without it,
// Enter asks for the page.

const WAIT_MILLISECONDS = 150;

/** One letter finds too much. */
const LETTERS_MIN = 2;

const SHOWN_MAX = 8;

const input = document.querySelector("#find");
if (input instanceof HTMLInputElement && input.form !== null) enliven(input, input.form);

/**
 * @param {HTMLInputElement} field
 * @param {HTMLFormElement} form
 */
function enliven(field, form) {
  let timer = 0;
  let asking = new AbortController();
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.hidden = true;
  // A region that was there before is read out when it changes.
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  form.append(list, status);
  field.autocomplete = "off";

  function close() {
    clearTimeout(timer);
    asking.abort();
    list.hidden = true;
    list.replaceChildren();
    status.textContent = "";
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    asking.abort();
    if (field.value.trim().length < LETTERS_MIN) close();
    else timer = setTimeout(() => void ask(), WAIT_MILLISECONDS);
  });
  form.addEventListener("submit", close);
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
  });

  async function ask() {
    asking = new AbortController();
    const { signal } = asking;
    const url = new URL(form.action);
    url.searchParams.set("q", field.value);
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" }, signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (signal.aborted) return;
      const hits = [...page.querySelectorAll(".hits > li")].slice(0, SHOWN_MAX);
      list.replaceChildren(
        ...hits.map((hit) => {
          const item = document.createElement("li");
          const parts = [hit.querySelector("a"), hit.querySelector("small")];
          for (const part of parts) if (part !== null) item.append(document.importNode(part, true), " ");
          return item;
        }),
      );
      list.hidden = hits.length === 0;
      status.textContent = page.querySelector("h1")?.textContent ?? "";
    } catch (error) {
      // Enter still asks for the page and shows what is wrong.
      if (!signal.aborted) console.info(error);
    }
  }

  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!(target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return;
    const links = [...list.querySelectorAll("a")];
    const at = target === field ? -1 : links.findIndex((link) => link === target);
    if (links.length === 0 || (target !== field && at === -1)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined && key !== "Escape") return;
    event.preventDefault();
    const next = step === undefined || at + step < 0 ? field : links[at + step];
    next?.focus();
    if (step === undefined) close();
  });
}
