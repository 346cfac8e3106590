import { type Child, type Html, html } from "../../html/html.ts";

/** Fields of forms that are posted. */

/** Returns a text of a posted form; empty if it is missing or a file. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  // Browsers send line ends as CR LF (HTML §4.10.21.4), and count each as one character.
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}

/** The label, hint and fault around a control. */
interface FieldParts {
  /** The id of the control. */
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** The fault of the value that was sent. */
  readonly fault: string | null;
}

/**
 * Renders a control with its label, its fault and a hint. The control gets the attributes that lead
 * to them.
 */
export function hintedField({ id, label, hint, fault }: FieldParts, control: (described: Html) => Html): Child {
  const described =
    fault === null
      ? html` aria-describedby="${id}-hint"`
      : html` aria-describedby="${id}-fault ${id}-hint" aria-invalid="true"`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${fault !== null && html`<p class="fault" id="${id}-fault">${fault}</p>\n`}${control(described)}
<p class="hint" id="${id}-hint">${hint}</p>
</div>`;
}
