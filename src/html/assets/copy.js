// @ts-check
// A button with `data-copy` copies the text of the element whose id it names, or the value of that
// field. Without this script the buttons stay hidden, and the text can be selected.

const SHOWN_MILLISECONDS = 2000;

for (const button of document.querySelectorAll("[data-copy]")) button.removeAttribute("hidden");

// A region that was there before is read out when it changes.
const status = document.createElement("p");
status.className = "hidden";
status.setAttribute("role", "status");
document.body.append(status);

// One listener for all, also for buttons that another script adds later.
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  const source = document.getElementById(button?.getAttribute("data-copy") ?? "");
  if (button instanceof HTMLElement && source !== null) void copy(button, source);
});

/**
 * @param {HTMLElement} button
 * @param {HTMLElement} source
 */
async function copy(button, source) {
  const isField = source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement;
  try {
    // Browsers offer the clipboard only to pages that came over HTTPS or from this machine.
    await navigator.clipboard.writeText(
      isField ? source.value : (source.textContent ?? "").replaceAll("\u00ad", "").trimEnd(),
    );
    report(button, button.dataset["copied"] ?? "Copied");
  } catch {
    // What is not shown cannot be selected.
    source.hidden = false;
    if (isField) source.select();
    else getSelection()?.selectAllChildren(source);
    report(button, "Selected: press Ctrl+C");
  }
}

/**
 * Says on the button what happened, for a moment.
 * @param {HTMLElement} button
 * @param {string} text
 */
function report(button, text) {
  const label = (button.dataset["label"] ??= button.textContent ?? "");
  button.textContent = text;
  status.textContent = text;
  setTimeout(() => {
    button.textContent = label;
    status.textContent = "";
  }, SHOWN_MILLISECONDS);
}
