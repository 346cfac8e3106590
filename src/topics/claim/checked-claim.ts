import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { type Companion, COMPANIONS } from "../../trust/statements.ts";
import type { StatementReason } from "../../trust/claims.ts";
import { type ClaimSubject, SUBJECT_KINDS } from "./claim-subject.ts";
import { Distribution, firmnessMembers, medianMembers } from "../../ask/components.ts";
import { describeBands } from "../../ask/describe.ts";
import { joinMembers, nullable, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { listedCompanies, slugMember, urlOf } from "../../ask/named-members.ts";
import type { Site } from "../../ask/sources.ts";
import { hrefOf } from "../../ask/urls.ts";

/** The schemas of a checked claim, and the figures of its subject. */

export const VERDICTS = ["holds", "misleading", "does_not_hold", "cannot_be_told"] as const;

export const Verdict = oneOf(VERDICTS, {
  $id: "ClaimVerdict",
  description:
    "Whether the claim may be printed. `misleading`: it is true as arithmetic and false as readers take it; print `say_instead`. What cannot be told must not be printed either.",
});

export const Companions = Type.Unsafe<Companion[]>({
  $id: "ClaimCompanions",
  type: "array",
  items: { type: "string", enum: [...COMPANIONS] },
  description:
    "Facts that must stand in the same sentence as the claim. `tie`: others share the rank. `thin`: fewer companies are judged than the release asks for. `coverage`: some are listed and not judged, or have no rank. `narrow`: few re-ratings undo the lead. `opposite_pairs`: in more pairs the other one is rated higher. `composition`: companies or judgements came or went between the releases. `common_pillars`: the two are compared over the pillars that both are judged in.",
});

const REASONS_OF_VERDICTS: readonly StatementReason[] = [
  "other_median_band",
  "same_median_band",
  "other_rank",
  "shared_rank",
  "not_most",
  "other_share",
  "no_average",
  "no_sample",
  "no_cause",
  "not_judged",
  "too_few_companies",
  "method_change",
  "other_dataset",
  "taken_back",
  "different_pillars",
  "part_of",
  "composition",
  "rounded",
  "not_shared",
  "only_ranked",
  "opposite_holds",
];

export const VerdictReason = oneOf(REASONS_OF_VERDICTS, {
  $id: "VerdictReason",
  description:
    "Why the claim does not hold: another median band, the same one, another rank, a rank that others share, a rank that none shares, no more than half, another share, an average, which bands do not have, or, of a claim that is denied, that it holds. Why it is misleading: others share the rank, no other country is ranked, companies or judgements that came or went moved the band, or rounding makes none or all of what is neither. Or why it cannot be told: no judgements, too few judged companies, another method (scale, pillars or rule) or another dataset; a release that its publisher went back from; no pillar in which both are judged; it is a part of a country; judged companies are no sample of all; the data do not say why something moved.",
});

export const ClaimFigures = objectOf(
  {
    type: oneOf(SUBJECT_KINDS, { description: "What it is." }),
    slug: slugMember("country, sector or company"),
    name: Type.String({ description: "Its name or label." }),
    release: Type.String({ description: "Id of the release that the figures are of." }),
    listed_companies: nullable(listedCompanies, "one_company"),
    ...medianMembers,
    distribution: ref(Distribution),
    ...firmnessMembers,
    rank: nullable(
      Type.Integer({ minimum: 1, description: "Rank of the country, as in the ranking." }),
      "too_few_companies",
      "not_judged",
      "only_countries",
    ),
    tied_with: nullable(
      Type.Integer({ minimum: 0, description: "How many others have the same rank." }),
      "too_few_companies",
      "not_judged",
      "only_countries",
    ),
    href: urlOf("it, in that release"),
  },
  {
    $id: "ClaimFigures",
    description: "A subject with its figures. The distribution counts judged companies; that of a company, judgements.",
  },
);

/** Describes the figures of the subject of a claim. */
export function describeFigures(site: Site, subject: ClaimSubject): Static<typeof ClaimFigures> {
  const { kind, slug, label, ranked, ranking, snapshot } = subject;
  const { id, dataset } = snapshot.manifest;
  const { median, entry } = ranked;
  const place = ranking === null ? { rank: null, tied_with: null } : { rank: ranked.rank, tied_with: ranked.tiedWith };
  const why = ranking === null ? "only_countries" : ranked.rankReason;
  return joinMembers(
    { type: kind, slug, name: label, release: id },
    withReasons({ listed_companies: subject.listedCompanies }, { listed_companies: "one_company" }),
    describeBands(dataset.scale, { median, distribution: entry.distribution }),
    withReasons(place, { rank: why, tied_with: why }),
    { href: hrefOf(site, kind, slug, id) },
  );
}
