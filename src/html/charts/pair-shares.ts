import { type Html, html } from "../html.ts";
import { percentOf } from "./figures.ts";

/** A share of pairs as the API publishes it. */
interface Share {
  readonly numerator: number;
  readonly denominator: number;
}

/** Shares of all pairs of one thing from each side, by which one stands higher, if any. */
export interface PairShares {
  readonly higher: Share;
  readonly same: Share;
  readonly lower: Share;
}

/** Draws the shares of pairs as a grey bar: its colours are no bands. `label` says it in words. */
export function pairShares({ higher, same, lower }: PairShares, label: string): Html {
  let before = 0;
  const parts = (
    [
      ["higher", higher],
      ["same", same],
      ["lower", lower],
    ] as const
  ).map(([name, { numerator, denominator }]) => {
    const rect = html`<rect class="${name}" x="${percentOf(before, denominator)}" width="${percentOf(numerator, denominator)}" height="100%"/>`;
    before += numerator;
    return rect;
  });
  return html`<svg class="shares" role="img" aria-label="${label}">${parts}</svg>`;
}
