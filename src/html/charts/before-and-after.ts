import { type Html, html } from "../html.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandLabel } from "./band-label.ts";
import type { BandFigures, Bands } from "./figures.ts";
import { middleLineBar } from "./middle-line-bar.ts";
import { plainHead } from "./ranked-bars.ts";

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
  const rows = times.map(
    (then) =>
      html`<tr><th scope="row">${then.name}</th><td>${middleLineBar(then.bands, then, then.isThin)}</td><td class="median">${bandLabel(then.bands, then.median_level)}</td><td class="number">${then.count}</td></tr>\n`,
  );
  return html`<table class="bars labelled then">
${plainHead({ caption, name: chartTexts.when })}
<tbody>
${rows}</tbody>
</table>`;
}
