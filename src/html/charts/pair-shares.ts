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

/** Within this share from an edge, a label is set inwards, to stay in view on a phone. */
const LABEL_EDGE = 0.3;

/**
 * Draws the shares of pairs as a grey bar: its colours are no bands. `label` says the same in
 * words, `labelOfSame` stands above the share in the middle.
 */
export function pairShares({ higher, same, lower }: PairShares, label: string, labelOfSame?: string): Html {
  const isLabelled = labelOfSame !== undefined;
  const top = isLabelled ? 26 : 0;
  let before = 0;
  const parts = (
    [
      ["higher", higher],
      ["same", same],
      ["lower", lower],
    ] as const
  ).map(([name, { numerator, denominator }]) => {
    const rect = html`<rect class="${name}" x="${percentOf(before, denominator)}" y="${top}" width="${percentOf(numerator, denominator)}" height="${isLabelled ? 24 : 14}"/>`;
    before += numerator;
    return rect;
  });
  return html`<svg class="shares${isLabelled && " named"}" role="img" aria-label="${label}">${parts}${isLabelled && nameSame({ higher, same }, labelOfSame)}</svg>`;
}

function nameSame({ higher, same }: Pick<PairShares, "higher" | "same">, label: string): Html {
  const centre = higher.numerator + 0.5 * same.numerator;
  const share = centre / same.denominator;
  const side = share < LABEL_EDGE ? "start" : share > 1 - LABEL_EDGE ? "end" : "centre";
  const x = percentOf(centre, same.denominator);
  return html`<line x1="${x}" x2="${x}" y1="18" y2="26"/><text class="${side}" x="${x}" y="13">${label}</text>`;
}
