// @ts-check
// Shows of the form for a claim only what completes the claim that is chosen.

for (const form of document.querySelectorAll("form.claim")) {
  const choice = form.querySelector("select[name=is]");
  if (!(choice instanceof HTMLSelectElement)) continue;
  const show = () => {
    for (const label of form.querySelectorAll("label[data-completes]")) {
      const isNeeded = (label.getAttribute("data-completes") ?? "").split(" ").includes(choice.value);
      label.toggleAttribute("hidden", !isNeeded);
      const control = label.querySelector("select, input");
      if (control !== null) control.toggleAttribute("disabled", !isNeeded);
    }
  };
  choice.addEventListener("change", show);
  // A browser that goes back may restore another choice than the page was sent with.
  window.addEventListener("pageshow", show);
  show();
}
