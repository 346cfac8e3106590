import type { Static } from "typebox";
import { countryInWords, dayInWords } from "../../ask/grammar.ts";
import { checkClaim } from "./check-claim.ts";
import { getCompany } from "../subject/company.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { segmentsOf, totalOf } from "../../html/charts/figures.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { measuresNote, section } from "../../html/components.ts";
import { sentences } from "../../ask/words.ts";
import { claimTexts as texts } from "./texts.ts";
import {
  type ClaimChoices,
  type AskedClaim,
  type NamedCompany,
  claimForm,
  isComplete,
  readGiven,
  figuresOf,
  nameFigures,
} from "./page-form.ts";
import { PAGES } from "../../ask/urls.ts";
import { chartExits } from "../../html/exits.ts";
import { marked } from "../../ask/mark.ts";
import { completionOf } from "./read-claim.ts";

type CheckedClaim = Static<(typeof checkClaim)["form"]["schema"]>;

const ASSETS = { styles: ["tools.css"], scripts: ["claims.js"] } as const;

/** The page that tells whether a sentence may be printed, and what to print instead. */
export const CLAIMS_PAGE = definePage({
  path: "/claims",
  section: "claims",
  dependsOn: "releases",
  async render(request) {
    const { given, isTidy } = readGiven(request);
    if (!isTidy) return { redirectTo: "/claims", query: { ...given } };
    return isComplete(given) ? renderChecked(request, given) : renderEmpty(request, given);
  },
});

async function renderEmpty(request: SiteRequest, given: AskedClaim): Promise<PageContent> {
  const company = await findCompany(request, given.subject);
  const subject = company?.value ?? given.subject;
  const { countries, form } = await claimForm(request, { ...given, subject }, company === null ? [] : [company]);
  const main = html`<h1>${texts.emptyTitle}</h1>
<p class="standfirst">${texts.empty}</p>
${form}
${renderSuggestions(request, countries)}`;
  return { title: texts.title, description: texts.empty, main, ...ASSETS };
}

/** The company that an unfinished claim is about; null where it is about none. */
async function findCompany(request: SiteRequest, subject: string | undefined): Promise<NamedCompany | null> {
  const slug = /^company:(.+)$/su.exec(subject ?? "")?.[1];
  if (slug === undefined) return null;
  const { slug: found, name } = await request.ask(getCompany, { slug });
  return { value: `company:${found}`, name };
}

/** Suggests two claims: one about the first country, one about the last two. */
function renderSuggestions(request: SiteRequest, countries: ClaimChoices["countries"]): Child {
  const ranked = countries.filter(({ rank }) => rank !== null);
  const [first, second, last] = [ranked[0], ranked.at(-2), ranked.at(-1)];
  if (first === undefined || second === undefined || last === undefined) return null;
  const suggest = (query: Readonly<Record<string, string>>, text: string): Html =>
    html`<li><a href="${request.href("/claims", query)}">${text}</a></li>\n`;
  const above = { subject: `country:${second.slug}`, is: "above", than: `country:${last.slug}` };
  return section(
    { id: "try", heading: texts.tryOne },
    html`<ul class="plain">
${suggest({ subject: `country:${first.slug}`, is: "best" }, texts.alone(countryInWords(first)))}${suggest(above, texts.above(countryInWords(second), countryInWords(last)))}</ul>`,
  );
}

async function renderChecked(
  request: SiteRequest,
  given: AskedClaim & { subject: string; is: string },
): Promise<PageContent> {
  const checked = await request.ask(checkClaim, { ...given });
  const { subject, than, verdict, because, say_instead: instead } = checked;
  const value = `${subject.type}:${subject.slug}`;
  const companies = [subject, than].flatMap((named) =>
    named?.type === "company" ? [{ value: `company:${named.slug}`, name: named.name }] : [],
  );
  const chosen = { ...given, subject: value };
  const { form } = await claimForm(request, chosen, companies);
  const title = texts.verdicts[verdict](checked.claim.replace(/\.$/u, ""));
  const { lead, figures } = divideGrounds(checked, given.is);
  const together = listCompanions(checked, given.is);
  const main = html`<h1>${sentence(nameReleasesByDay(title))}</h1>
${lead !== "" && html`<p class="standfirst">${formatReleaseIds(lead)}</p>\n`}${together.length > 0 && html`<p class="sub">${texts.together(together)}</p>\n`}${completionOf(given.is) === "nothing" && measuresNote(checked)}${
    instead !== null &&
    section(
      { id: "instead", heading: texts.instead, className: "instead" },
      html`<blockquote><p>${formatReleaseIds(marked(instead, request.dataset.meta.mark))}</p></blockquote>`,
    )
  }
${section(
  { id: "figures", heading: texts.figures },
  html`${figures !== "" && html`<p>${formatReleaseIds(figures)}</p>\n`}<p class="sub">${texts.figuresNote}</p>
${bandKey(request.dataset.bands)}
${renderFigures(request, checked, given)}
${renderLinks(request, checked)}`,
)}
${section({ id: "another", heading: texts.another }, form)}`;
  return { title, description: because, main, json: request.api(checkClaim.path, { ...given }), ...ASSETS };
}

/**
 * Divides the grounds into the lead below the headline and the text beside the figures. No sentence
 * is repeated, although `because` and `say_instead` of the answer share sentences. The grounds of a
 * claim about several bands do not say by how much it holds.
 */
function divideGrounds(
  { subject, verdict, reason, because, say_instead: instead, flips_to_change: flips }: CheckedClaim,
  is: string,
): { readonly lead: string; readonly figures: string } {
  const turning = flips === null ? "" : texts.flips[verdict === "holds" ? "holds" : "fails"](flips, subject.type);
  if (reason === null || instead === null)
    return { lead: isOfBands(is) && is !== "band" ? sentences(because, turning) : because, figures: "" };
  // Only the grounds name the part and its country.
  if (reason === "part_of") return { lead: because, figures: "" };
  const isRepeated = instead.startsWith(because);
  const figures = isRepeated ? "" : because.startsWith(instead) ? because.slice(instead.length).trim() : because;
  const why = reason === "other_median_band" ? texts.otherBand(is) : texts.reasons[reason];
  return { lead: sentences(why, verdict === "does_not_hold" ? turning : ""), figures };
}

/** Returns true for claims about bands, or companies in them. */
function isOfBands(is: string): boolean {
  return ["band", "share"].includes(completionOf(is) ?? "");
}

/** Lists what to print along with a claim that holds; `say_instead` contains it already. */
function listCompanions(checked: CheckedClaim, is: string): string[] {
  const { subject, than, verdict, companions, flips_to_change: flips, ranked_countries: ranked } = checked;
  if (verdict !== "holds") return [];
  const judged = judgedIn(subject);
  const unjudged = (subject.listed_companies ?? 0) - judged;
  const words = texts.companions;
  const listed = {
    tie: words.tie(subject.tied_with ?? 0),
    thin: words.thin(than === null ? judged : Math.min(judged, judgedIn(than))),
    coverage: isOfBands(is) ? words.unjudged(unjudged) : words.ranked(ranked),
    narrow: words.narrow(flips ?? 1, subject.type),
    opposite_pairs: words.oppositePairs(than?.name ?? ""),
    composition: words.composition,
    common_pillars: words.commonPillars,
  };
  return companions.map((companion) => listed[companion]);
}

function judgedIn({ distribution }: CheckedClaim["subject"]): number {
  return Object.values(distribution).reduce((sum, count) => sum + count, 0);
}

/** Returns a headline that names releases by their day, with which their ids begin. */
function nameReleasesByDay(title: string): string {
  return title.replace(/release (\d{4}-\d{2}-\d{2})-[0-9a-f]{12}/u, (_, day: string) => texts.ofDay(dayInWords(day)));
}

/** Keeps ids of releases in a text from being broken into two lines. */
function formatReleaseIds(text: string): Child {
  return text
    .split(RELEASE_ID)
    .map((part, index) => (index % 2 === 0 ? sentence(part) : html`<span class="whole">${part}</span>`));
}

const RELEASE_ID = /(\d{4}-\d{2}-\d{2}-[0-9a-f]{12})/u;

/** The bars of what a claim is about. */
function renderFigures(request: SiteRequest, checked: CheckedClaim, given: AskedClaim): Html {
  const rows = figuresOf(checked).map((figures): BarRow => {
    const { type, slug, release } = figures;
    const isBefore = release !== request.dataset.meta.release;
    return {
      ...figures,
      name: nameFigures(request, figures),
      href: request.href(PAGES[type], { slug, ...(isBefore ? { release } : {}) }),
      count: totalOf(segmentsOf(request.dataset.bands, figures)),
      isThin: figures.reasons.rank === "too_few_companies",
    };
  });
  return html`${plainBars(request.dataset.bands, rows, { caption: texts.figures, name: texts.subject }, true)}
${chartExits(request, { path: "/claim", query: { ...given }, name: texts.figures })}`;
}

/** Renders links to the same figures elsewhere. */
function renderLinks(request: SiteRequest, { subject, than, pillar, region }: CheckedClaim): Html {
  const counted = subject.type === "company" ? "judgements" : "companies";
  const own = pillar ?? undefined;
  const list = request.href(`/api/v2/${counted}`, { [subject.type]: subject.slug, pillar: own });
  const both = than?.type === "country" && than.slug !== subject.slug && `${subject.slug},${than.slug}`;
  const ranking =
    subject.type === "country" &&
    html`<a href="${request.href("/rankings", { pillar: own, region: region?.slug })}">${texts.ranking}</a>`;
  const pair =
    both !== false &&
    html`<a href="${request.href("/compare", { countries: both, pillar: own })}">${texts.compare}</a>`;
  return html`<p class="pages">${ranking}${pair}<a href="${list}">${texts.counted[counted]} (JSON)</a></p>`;
}
