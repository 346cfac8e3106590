import { Type } from "../../ask/type.ts";
import { sectorInWords } from "../../ask/grammar.ts";
import { checkClaim } from "./check-claim.ts";
import {
  type Caution,
  cautionCompany,
  cautionMeasures,
  NO_SAMPLE,
  NO_SAMPLE_OF_COMPANY,
  refusalOf,
  scopeOf,
} from "../../mcp/cautions.ts";
import { VERDICTS } from "./checked-claim.ts";
import { orNull, reasonsOf } from "../../mcp/figures.ts";
import { pillarArgument, releaseArgument } from "../../mcp/shared-arguments.ts";
import { argumentOf, type Tool } from "../../mcp/tool.ts";
import { urlTo } from "../../ask/urls.ts";
import { OF_EXTREMES } from "./read-claim.ts";

export const checkClaimTool: Tool = {
  name: checkClaim.id,
  title: "Check whether a sentence may be written",
  description:
    "Checks one claim about a country, sector or company against the figures before you write it: its band, its rank, whether it is rated above another, what share of its companies is in a band, whether it rose or fell. Use it for every sentence of that kind in an answer. `holds`: write it, with what `companions` name. `misleading` (true as arithmetic, false as readers take it) and `does_not_hold`: write `say_instead`. `cannot_be_told`: write neither the claim nor its opposite. Averages, causes and sentences about companies in general never hold; ask all the same to learn what can be said. It knows no predictions.",
  operations: [checkClaim],
  arguments: {
    subject: argumentOf(checkClaim, "subject", {
      description:
        "What the claim is about: a country by name or code; for others `sector:` or `company:` before the slug.",
    }),
    is: argumentOf(checkClaim, "is", {
      description:
        "The claim. With `value`: `band`, `at_least`, `at_most` (its median band), `most`, `most_at_least`, `most_at_most` (more than half of its companies), `share` (so many `percent` of its judged companies are in the band), `rank`, `rank_alone` (with no other country on it), `shares_rank`, `average`. With `than`: `above`, `below` (by median band), `companies_better`, `companies_worse` (its companies in general). With `since`: `risen`, `fallen`, `unchanged`, `moved` (another band, for whatever reason), `caused` (it moved because its companies act differently). Alone: `best`, `worst` (alone first or last in the ranking).",
    }),
    value: argumentOf(checkClaim, "value", {
      description:
        "A band, by id or label as `describe_dataset` lists them, or a number for `rank`, `rank_alone`, `shares_rank` and `average`.",
    }),
    percent: argumentOf(checkClaim, "percent", { description: "For `share`: a number from 0 to 100." }),
    than: argumentOf(checkClaim, "than", {
      description: "The other one, for `above`, `below`, `companies_better` and `companies_worse`.",
    }),
    since: argumentOf(checkClaim, "since", {
      description:
        "An earlier release for `risen`, `fallen`, `unchanged`, `moved` and `caused`: its id, a date, or `previous`.",
    }),
    pillar: pillarArgument(checkClaim),
    release: releaseArgument(checkClaim),
  },
  content: {
    claim: Type.String({ description: "The claim as a sentence, true or not." }),
    verdict: Type.String({ enum: [...VERDICTS] }),
    companions: Type.Array(Type.String(), { description: "Facts that must stand in the same sentence." }),
    reason: orNull("string", "Why, as a code; null where the claim holds."),
    say_instead: orNull("string", "A true sentence to write instead; null where the claim holds."),
    flips_to_change: orNull("integer", "How many changed ratings would change the verdict."),
    subject: Type.Unsafe({ type: "object", description: "The figures of the subject, with the reasons of nulls." }),
    than: Type.Unsafe({ type: ["object", "null"], description: "Those of the other one." }),
    before: Type.Unsafe({ type: ["object", "null"], description: "Those of the subject in the earlier release." }),
    reasons: Type.Record(Type.String(), Type.String(), { description: "Why a member is null." }),
  },
  async answer({ ask, given, baseUrl }) {
    const checked = await ask(checkClaim, given);
    const {
      meta,
      scale,
      claim,
      verdict,
      companions,
      reason,
      because,
      say_instead,
      flips_to_change,
      subject,
      than,
      before,
      minimum_companies,
    } = checked;
    const shown = { claim, verdict, companions, reason, say_instead, flips_to_change, subject, than, before };
    const scope = scopeOf(checked.pillar);
    const query = { ...given, release: meta.release };
    return {
      meta,
      scale,
      summary: because,
      cautions: [
        ...{
          holds: [],
          misleading: [{ not: `Do not write: “${claim}” It misleads.` }],
          does_not_hold: [{ not: `Do not write: “${claim}” It does not hold.` }],
          cannot_be_told: [{ not: `Write neither “${claim}” nor its opposite: it cannot be told.` }],
        }[verdict],
        ...(OF_EXTREMES.has(given["is"] ?? "") ? cautionMeasures(checked) : []),
        ...cautionFigures({ ...subject, minimum_companies }, because, scope),
        ...(than === null
          ? []
          : [
              ...cautionFigures({ ...than, minimum_companies }, because, scope),
              than.type === "company" ? NO_SAMPLE_OF_COMPANY : NO_SAMPLE,
            ]),
        // A place says little without those that share it, which the sentence names.
        ...((subject.tied_with ?? 0) > 0 && companions.includes("tie") ? [{ say: because }] : []),
      ],
      content: { ...shown, reasons: reasonsOf(shown, checked.reasons) },
      links: { api: baseUrl + urlTo(checkClaim.path, query), page: baseUrl + urlTo("/claims", query) },
      cuttable: {},
    };
  },
};

interface ClaimedFigures {
  readonly type: string;
  readonly name: string;
  readonly median_band: string | null;
  readonly minimum_companies: number;
  readonly distribution: Readonly<Record<string, number>>;
}

/** What not to write of the figures of a claim; `because` says how few companies they are of. */
function cautionFigures(figures: ClaimedFigures, because: string, scope: string): Caution[] {
  const { type, name, distribution } = figures;
  if (type === "company") {
    const replied = { not: `Name no judgement of “${name}” without its replies, which \`get_company\` has.` };
    return [...cautionCompany({ ...figures, replies: [] }, scope), replied];
  }
  const judged_companies = Object.values(distribution).reduce((sum, count) => sum + count, 0);
  const inWords = type === "sector" ? sectorInWords(name) : name;
  const not = refusalOf({ ...figures, name: inWords, judged_companies });
  return not === null ? [] : [{ say: because, not }];
}
