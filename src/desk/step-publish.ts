import { html } from "../html/html.ts";
import type { Step } from "./step.ts";

/** Who may read it? */
export const publishStep: Step = {
  id: "publish",
  title: "Publish",
  countOpen: () => Promise.resolve({ said: "", open: 0 }),
  show: () =>
    Promise.resolve(
      html`<h1>Who may read it?</h1>
        <p class="lead">This step is being built.</p>`,
    ),
  act: () => Promise.resolve(null),
};
