import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, html } from "../../html/html.ts";
import { describeNearInWords } from "../../say/page-findings.ts";
import type { AnswerOf } from "../subject/subjects.ts";

type AreaDerivation = AnswerOf<"country" | "sector", "derivation">;

/** Links to the companies of a rated area that are one judgement from another band, counted. */
export function renderNearest(
  request: SiteRequest,
  { nearest_to_lower: lower, nearest_to_higher: higher, bands, judgement_count: judgements }: AreaDerivation,
): Child {
  const judged = bands.reduce((sum, { count }) => sum + count, 0);
  // Of companies with one judgement each, all are one judgement away.
  if (judged < request.dataset.method.minimum_companies || judgements === judged) return null;
  const nearest = (side: typeof lower, direction: "downgrade" | "upgrade"): Child => {
    if (side?.flips !== 1) return null;
    const { searchParams } = new URL(side.href);
    searchParams.delete("release");
    const href = request.href("/companies", Object.fromEntries(searchParams));
    return html`<a href="${href}">${describeNearInWords(request.dataset.scale, direction, side.count, judged)}</a> `;
  };
  return [nearest(lower, "downgrade"), nearest(higher, "upgrade")];
}
