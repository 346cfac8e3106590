import { type Child, type Html, html } from "./html.ts";
import type { SiteRequest } from "./site-request.ts";

/** Parts of forms that ask for a page: the choices in them become its query. */

/** Renders a field that keeps the release of the visitor: a form sends the whole query. */
export function keepRelease({ chosenRelease }: SiteRequest): Child {
  return chosenRelease !== null && html`<input type="hidden" name="release" value="${chosenRelease}">\n`;
}

/** Renders a control under its name. */
export function field(label: string, control: Html): Html {
  return html`<label><span>${label}</span>${control}</label>\n`;
}

/** Renders a list to choose from; its options may be in groups. */
export function select(name: string, options: Child): Html {
  return html`<select name="${name}">${options}</select>`;
}

/** Renders one choice of a list. */
export function option(value: string, text: string, isSelected: boolean): Html {
  return html`<option value="${value}"${isSelected && html` selected`}>${text}</option>\n`;
}

/** Renders the choices of a list; `chosen` is the value of one of them. */
export function optionsOf(choices: readonly (readonly [value: string, text: string])[], chosen = ""): readonly Html[] {
  return choices.map(([value, text]) => option(value, text, value === chosen));
}
