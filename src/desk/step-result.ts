import { html } from "../html/html.ts";
import type { Step } from "./step.ts";

/** What would change? */
export const resultStep: Step = {
  id: "result",
  title: "Result",
  countOpen: () => Promise.resolve({ said: "", open: 0 }),
  show: () =>
    Promise.resolve(
      html`<h1>What would change?</h1>
        <p class="lead">This step is being built.</p>`,
    ),
  act: () => Promise.resolve(null),
};
