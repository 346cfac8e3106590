// @ts-check
// The map that is clicked sends the place as the form does without JavaScript, in pixels, of which
// `data-scale` are a unit of the map; and the device is asked where it is, if it can be.

const pick = document.querySelector(".pick");
const typed = document.querySelector("form.locate");
const button = document.querySelector("button.device");
const status = document.querySelector("#at-fault");
if (pick instanceof HTMLElement && typed instanceof HTMLFormElement) enliven(pick, typed);
if (button instanceof HTMLButtonElement && status !== null && "geolocation" in navigator && isSecureContext)
  offer(button, status);

/**
 * @param {HTMLElement} frame Of the map.
 * @param {HTMLFormElement} form
 */
function enliven(frame, form) {
  const scale = Number(frame.dataset["scale"]);
  const map = frame.querySelector("svg");
  map?.addEventListener("click", ({ clientX, clientY }) => {
    const place = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM()?.inverse());
    open(form, { "map.x": (place.x * scale).toFixed(3), "map.y": (place.y * scale).toFixed(3) });
  });
}

/**
 * @param {HTMLButtonElement} device
 * @param {Element} told
 */
function offer(device, told) {
  for (const part of document.querySelectorAll(".device")) part.removeAttribute("hidden");
  device.addEventListener("click", () => {
    told.textContent = device.dataset["asks"] ?? "";
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        told.textContent = "";
        if (device.form !== null)
          open(device.form, { at: `${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}` });
      },
      () => (told.textContent = device.dataset["failed"] ?? ""),
      { timeout: 20_000, maximumAge: 60_000 },
    );
  });
}

/**
 * Asks for what a form would, with some of its values replaced.
 *
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} values
 */
function open(form, values) {
  const url = new URL(form.action);
  const release = new FormData(form).get("release");
  if (typeof release === "string") url.searchParams.set("release", release);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  location.assign(url);
}
