// @ts-check
// Search as you type: the page is asked for what stands in the field, and its content replaced. Down
// and Up go through what was found, Escape back to the field. Without it, Enter asks for the page.

const WAIT_MILLISECONDS = 150;

// A search of its own goes before that of the header.
const input = document.querySelector("#docs-find") ?? document.querySelector("#find");
const main = document.querySelector("#content");
if (input instanceof HTMLInputElement && main instanceof HTMLElement) enliven(input, main);

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} content
 */
function enliven(field, content) {
  let timer = 0;
  let asking = new AbortController();
  // A region that was there before is read out when it changes; one that is replaced is not.
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  content.after(status);
  if (field.value === "") field.focus();

  field.addEventListener("input", () => {
    clearTimeout(timer);
    asking.abort();
    timer = setTimeout(() => void ask(), WAIT_MILLISECONDS);
  });
  field.form?.addEventListener("submit", () => {
    clearTimeout(timer);
    asking.abort();
  });

  async function ask() {
    asking = new AbortController();
    const { signal } = asking;
    const url = new URL(location.href);
    for (const name of ["type", "cursor"]) url.searchParams.delete(name);
    if (field.value.trim() === "") url.searchParams.delete("q");
    else url.searchParams.set("q", field.value);
    content.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" }, signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.querySelector("#content");
      if (signal.aborted || found === null) return;
      content.replaceChildren(...found.childNodes);
      document.title = page.title;
      history.replaceState(null, "", url);
      status.textContent = content.querySelector("h1")?.textContent ?? "";
    } catch (error) {
      // What was found stays; Enter still asks for the page and shows what is wrong.
      if (!signal.aborted) console.info(error);
    } finally {
      if (!signal.aborted) content.removeAttribute("aria-busy");
    }
  }

  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!(target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return;
    const links = [...content.querySelectorAll(".hits a")];
    const at = target === field ? -1 : links.indexOf(target);
    if (target !== field && at === -1) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined && (key !== "Escape" || target === field)) return;
    const next = step === undefined || at + step < 0 ? field : links[at + step];
    if (!(next instanceof HTMLElement) || next === target) return;
    event.preventDefault();
    next.focus();
  });
}
