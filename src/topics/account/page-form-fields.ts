import { type Child, type Html, html } from "../../html/html.ts";

/** Fields of forms that are posted. */

/** A text of a form that was posted; empty where it is missing or a file. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  // Browsers send line ends as CR LF (HTML §4.10.21.4), and count each as one character.
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}

/** What stands around a control. */
interface FieldParts {
  /** Of the control. */
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** What is wrong with what was sent. */
  readonly fault: string | null;
}

/**
 * A control with its label, what is wrong with it, and a hint; it gets the attributes that lead to
 * them.
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
