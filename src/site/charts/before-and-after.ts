import { type Html, html } from "../html.ts";
import { chartTexts } from "../texts/chart-texts.ts";
import { bandLabel } from "./band-label.ts";
import type { BandFigures, Bands } from "./figures.ts";
import { middleLineBar } from "./middle-line-bar.ts";

/** Figures of the same thing at one of two times, on the scale of that time. */
export interface Then extends Pick<BandFigures, "median_level" | "distribution"> {
  /** When. */
  readonly name: string;
  readonly bands: Bands;
  readonly count: number;
  readonly isThin: boolean;
}

/** Two bars over one line: the same thing before and after. */
export function beforeAndAfter(caption: string, times: readonly [Then, Then]): Html {
  const columns = [caption, chartTexts.judgedCompanies, chartTexts.median, chartTexts.count];
  const rows = times.map(
    (then) =>
      html`<tr><th scope="row">${then.name}</th><td>${middleLineBar(then.bands, then, then.isThin)}</td><td class="median">${bandLabel(then.bands, then.median_level)}</td><td class="number">${then.count}</td></tr>\n`,
  );
  return html`<table class="bars labelled then">
<caption class="hidden">${caption}</caption>
<thead><tr>${columns.map((text) => html`<th scope="col"><span class="hidden">${text}</span></th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}
