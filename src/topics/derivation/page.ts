import type { Static } from "typebox";
import { counted, digits, labelInWords, monthInWords, percent } from "../../ask/grammar.ts";
import type { deriveCompany } from "./derive-company.ts";
import type { deriveCountry, deriveSector } from "./derive-areas.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, join, labelElement, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { basisTexts as texts } from "./texts.ts";
import { PAGES } from "../../ask/urls.ts";

/** How the median of a country or a sector comes about. */
export type AreaDerivation = Static<(typeof deriveCountry | typeof deriveSector)["form"]["schema"]>;
type CompanyDerivation = Static<(typeof deriveCompany)["form"]["schema"]>;

/** So many of the companies that are nearest to change are named. */
const NEAREST_MAX = 3;

/** The box on what the median of an area rests on: pillars, judgements, judges and sources. */
export function renderBasis(request: SiteRequest, derivation: AreaDerivation): Child {
  const { judgement_count: judgements, without_pillar_summary: summary } = derivation;
  if (judgements === 0) return null;
  return section(
    { id: "basis", heading: texts.title },
    html`${summary !== null && html`<p>${sentence(summary)}</p>\n`}<p>${texts.judgements(judgements, digits(judgements))}${describeEvidence(derivation)}</p>
${renderNearest(request, derivation)}`,
  );
}

/** The box on how the median of a company depends on its pillars; its standfirst says the rest. */
export function renderPillarBasis({ without_pillar_summary: summary }: CompanyDerivation): Child {
  if (summary === null) return null;
  return section({ id: "basis", heading: texts.title }, html`<p>${sentence(summary)}</p>`);
}

/** What the band of a judged company rests on, as its standfirst. */
export function describeCompanyBasis(derivation: CompanyDerivation, pillars: number): string {
  const { judgement_count: count } = derivation;
  const judgements = counted(count, "judgement", "judgements");
  const where = pillars < 2 ? null : counted(pillars, "pillar", "pillars");
  return texts.restsOn(judgements, where, describeEvidence(derivation));
}

/** ` from January 2024 to June 2026, by four judges, 47% of them by …. 724 sources are named.` */
function describeEvidence({ judged_on: dates, judges, sources }: AreaDerivation | CompanyDerivation): string {
  const { oldest, newest } = dates;
  const months = oldest === null || newest === null ? "" : texts.months(monthInWords(oldest), monthInWords(newest));
  const judgeCount = judges.different ?? 0;
  const by = judgeCount === 0 ? "" : texts.judges(counted(judgeCount, "judge", "judges"));
  const { largest } = judges;
  const most =
    largest === null || judgeCount < 2
      ? ""
      : texts.largest(percent(largest.numerator, largest.denominator), labelInWords(largest.label));
  const sourceCount = sources.different ?? 0;
  const from = sourceCount === 0 ? "" : ` ${texts.sources(counted(sourceCount, "source is", "sources are"))}`;
  return `${months}${by}${most}.${from}`;
}

/** The companies in the median band that one re-rated judgement may take out of it. */
function renderNearest(
  request: SiteRequest,
  { nearest_to_lower: lower, nearest_to_higher: higher }: AreaDerivation,
): Child {
  const nearest = (side: typeof lower, would: (flips: number) => string): Child => {
    const [first] = side?.companies ?? [];
    if (first === undefined) return null;
    const alike = side?.companies.filter(({ flips }) => flips === first.flips).slice(0, NEAREST_MAX) ?? [];
    const links = alike.map((company) => link(request, company));
    const last = links.pop();
    // A name that ends in a full stop ends the sentence, too: Tourlipandine Énergie S.A.
    const stop = alike.at(-1)?.name.endsWith(".") === true ? "" : ".";
    return html`<p>${would(first.flips)} ${join(links, ", ")}${links.length > 0 && ` ${texts.and} `}${last}${stop}</p>\n`;
  };
  return [nearest(lower, texts.wouldLower), nearest(higher, texts.wouldRaise)];
}

function link(request: SiteRequest, { slug, name }: { slug: string; name: string }): Html {
  return html`<a href="${request.href(PAGES.company, { slug })}">${labelElement(name)}</a>`;
}
