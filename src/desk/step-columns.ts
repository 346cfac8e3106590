import { html } from "../html/html.ts";
import type { Step } from "./step.ts";

/** What is in each column? */
export const columnsStep: Step = {
  id: "columns",
  title: "Columns",
  countOpen: () => Promise.resolve({ said: "", open: 0 }),
  show: () =>
    Promise.resolve(
      html`<h1>What is in each column?</h1>
        <p class="lead">This step is being built.</p>`,
    ),
  act: () => Promise.resolve(null),
};
