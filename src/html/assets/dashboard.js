// @ts-check
// Keeps the key of the dashboard in this tab, so that it need not be entered again. The forms of the
// page are sent by the script, as they are, and the content is replaced by that of the answer.
// Without it they are sent by the browser.

/** Where this tab keeps the key until it is closed; the API reference finds it there, too. */
const KEY_PLACE = "country-trust-api-key";

const content = document.querySelector("#content");
if (content instanceof HTMLElement) enliven(content);

/** @param {HTMLElement} main */
function enliven(main) {
  let key = readKey();
  let isBusy = false;
  // A region that was there before is read out when it changes.
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  main.after(status);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post" || !main.contains(form)) return;
    event.preventDefault();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
    void send(form.action, fields, true);
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.target.closest("[data-forget]") === null) return;
    keep("");
    location.reload();
  });
  const first = main.querySelector("form");
  if (key !== "" && first !== null) void send(first.action, new URLSearchParams({ key }), false);

  /**
   * @param {string} url
   * @param {URLSearchParams} fields
   * @param {boolean} isAsked whether the visitor waits for it
   */
  async function send(url, fields, isAsked) {
    if (isBusy) return;
    isBusy = true;
    main.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, { method: "POST", body: fields, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.querySelector("#content");
      if (found === null) throw new Error(`the answer with status ${answer.status} has no content`);
      main.replaceChildren(...found.childNodes);
      document.title = page.title;
      // Other refusals say nothing about the key.
      if (answer.ok || answer.status === 400) {
        const isGood = main.querySelector("[data-key-works]") !== null;
        keep(main.querySelector("#new-key")?.textContent ?? (isGood ? (fields.get("key") ?? "").trim() : ""));
      }
      prepare();
      const heading = main.querySelector("h1");
      status.textContent = heading?.textContent ?? "";
      const wrong = main.querySelector("[aria-invalid]");
      if (isAsked) (wrong instanceof HTMLElement ? wrong : main).focus();
    } catch (error) {
      console.info(error);
      report("The service did not answer. Try again.");
    } finally {
      isBusy = false;
      main.removeAttribute("aria-busy");
    }
  }

  /** Fits what was sent for everybody to a tab that holds the key and runs scripts. */
  function prepare() {
    for (const button of main.querySelectorAll("[data-copy], [data-forget]")) button.removeAttribute("hidden");
    for (const field of main.querySelectorAll("[data-key-again]")) {
      const input = field.querySelector("input");
      if (input !== null) input.value = key;
      field.setAttribute("hidden", "");
    }
  }

  /** @param {string} text */
  function report(text) {
    const fault = main.querySelector("[data-report]") ?? document.createElement("p");
    fault.setAttribute("data-report", "");
    fault.className = "fault";
    fault.textContent = text;
    main.prepend(fault);
    status.textContent = text;
  }

  /** @param {string} next empty for none */
  function keep(next) {
    key = next;
    try {
      if (key === "") sessionStorage.removeItem(KEY_PLACE);
      else sessionStorage.setItem(KEY_PLACE, key);
    } catch {
      // Without storage the key is gone with the page.
    }
  }
}

function readKey() {
  try {
    return sessionStorage.getItem(KEY_PLACE) ?? "";
  } catch {
    return "";
  }
}
