import { html } from "../html/html.ts";
import type { Step } from "./step.ts";

/** Which rows are one company? */
export const companiesStep: Step = {
  id: "companies",
  title: "Companies",
  countOpen: () => Promise.resolve({ said: "", open: 0 }),
  show: () =>
    Promise.resolve(
      html`<h1>Which rows are one company?</h1>
        <p class="lead">This step is being built.</p>`,
    ),
  act: () => Promise.resolve(null),
};
