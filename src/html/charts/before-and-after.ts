import type { Html } from "../html.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandLabel } from "./band-label.ts";
import type { BandFigures, Bands } from "./figures.ts";
import { middleLineBar } from "./middle-line-bar.ts";
import { barTable } from "./ranked-bars.ts";

/** Figures of the same thing at one of two times, on the scale of that time. */
export interface Then extends Pick<BandFigures, "median_level" | "distribution"> {
  /** The name of the time. */
  readonly name: string;
  readonly bands: Bands;
  readonly count: number;
  readonly isThin: boolean;
}

/** Draws two bars over one line: the same thing before and after. */
export function beforeAndAfter(caption: string, times: readonly [Then, Then]): Html {
  const rows = times.map((then) => {
    const { name, bands, count, isThin, median_level: level } = then;
    return [name, middleLineBar(bands, then, isThin), bandLabel(bands, level, isThin), count];
  });
  return barTable({ caption, name: chartTexts.when }, rows, "then");
}
