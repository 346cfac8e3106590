import { html } from "../html/html.ts";
import type { Step } from "./step.ts";

/** Where does each band begin? */
export const bandsStep: Step = {
  id: "bands",
  title: "Bands",
  countOpen: () => Promise.resolve({ said: "", open: 0 }),
  show: () =>
    Promise.resolve(
      html`<h1>Where does each band begin?</h1>
        <p class="lead">This step is being built.</p>`,
    ),
  act: () => Promise.resolve(null),
};
