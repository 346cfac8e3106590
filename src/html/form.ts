import { type Child, type Html, html } from "./html.ts";
import type { SiteRequest } from "./site-request.ts";

/** Parts of forms that ask for a page: what is chosen in them becomes its query. */

/** The release that the visitor chose, as a form keeps it: what it sends is the whole query. */
export function keepRelease({ chosenRelease }: SiteRequest): Child {
  return chosenRelease !== null && html`<input type="hidden" name="release" value="${chosenRelease}">\n`;
}

/** A control under its name. */
export function field(label: string, control: Html): Html {
  return html`<label><span>${label}</span>${control}</label>\n`;
}

/** A list to choose from; its options may be in groups. */
export function select(name: string, options: Child): Html {
  return html`<select name="${name}">${options}</select>`;
}

/** One choice of a list. */
export function option(value: string, text: string, isSelected: boolean): Html {
  return html`<option value="${value}"${isSelected && html` selected`}>${text}</option>\n`;
}

/** The choices of a list; `chosen` is the value of one of them. */
export function optionsOf(choices: readonly (readonly [value: string, text: string])[], chosen = ""): readonly Html[] {
  return choices.map(([value, text]) => option(value, text, value === chosen));
}
