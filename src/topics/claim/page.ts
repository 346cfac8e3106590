import type { Static } from "typebox";
import { countryInWords, dayInWords, tellApart } from "../../ask/grammar.ts";
import { checkClaim } from "./check-claim.ts";
import { checkClaims } from "./check-claims.ts";
import { getCompany } from "../subject/company.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { segmentsOf, totalOf } from "../../html/charts/figures.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { measuresNote, section } from "../../html/components.ts";
import { claimTexts as texts } from "./texts.ts";
import { SHARE } from "../../trust/claims.ts";
import { countOf } from "../../trust/statistics.ts";
import { PAGES } from "../../ask/urls.ts";
import { chartFoot } from "../../html/exits.ts";
import { marked } from "../../ask/mark.ts";
import { RANKED_COUNTRIES, TEXT_CHARACTERS_MAX } from "./claim-subject.ts";
import { CLAIM_WORDS, type ClaimWord, completedBy, completionOf, isRanking } from "./read-claim.ts";
import { listReleases } from "../release/list-releases.ts";
import { regionsWith } from "../../ask/regions.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { field, keepRelease, option, optionsOf, select } from "../../html/form.ts";

type CheckedClaim = Static<(typeof checkClaim)["form"]["schema"]>;

const ASSETS = { styles: ["tools.css"], scripts: ["claims.js"] } as const;

/** The page that tells whether a sentence may be printed, and what to print instead. */
export const CLAIMS_PAGE = definePage({
  path: "/claims",
  section: "claims",
  dependsOn: "releases",
  async render(request) {
    const written = request.query.get("sentence")?.trim() ?? "";
    if (written !== "") return renderSentence(request, written);
    const { given, isTidy } = readGiven(request);
    if (!isTidy) return { redirectTo: "/claims", query: { ...given } };
    return isComplete(given) ? renderChecked(request, given) : renderEmpty(request, given);
  },
});

async function renderEmpty(request: SiteRequest, given: AskedClaim): Promise<PageContent> {
  const company = await findCompany(request, given.subject);
  const subject = company?.value ?? given.subject;
  const form = await claimForm(request, { ...given, subject }, company === null ? [] : [company]);
  const main = html`<h1>${texts.emptyTitle}</h1>
<p class="standfirst">${texts.empty}</p>
${await sentenceForm(request, "")}
${section({ id: "build", heading: texts.build }, form)}`;
  return { title: texts.title, description: texts.empty, main, ...ASSETS };
}

/** Checks a sentence as somebody wrote it. One claim, not denied, has the page of that claim. */
async function renderSentence(request: SiteRequest, given: string): Promise<PageContent> {
  const { items } = await request.ask(checkClaims, {}, { statements: [given] });
  const { verdict = null, checks = [], problem = null } = items[0] ?? {};
  const [only, ...more] = checks;
  if (only !== undefined && more.length === 0 && !only.negated) {
    const claim = claimOf(only.href);
    if (isComplete(claim)) return renderChecked(request, claim, given);
  }
  const named = given.replace(/\.$/u, "");
  const isUntold = problem?.code === "release_not_found";
  const title = texts.verdicts[verdict ?? (isUntold ? "cannot_be_told" : "not_understood")](named);
  const lead = problem?.detail ?? (checks.length === 0 ? texts.ownSentence : "");
  const parts = checks.map((check) => {
    const { claim, negated, because, say_instead: instead, href } = check;
    return html`<p>${formatReleaseIds(claim)}${negated && ` ${texts.opposite}`} ${formatReleaseIds(because)} <a href="${request.href("/claims", { ...claimOf(href) })}">${texts.look}</a></p>
${instead !== null && html`<blockquote><p>${formatReleaseIds(marked(instead, request.dataset.meta.mark))}</p></blockquote>\n`}`;
  });
  const main = html`<h1>${sentence(title)}</h1>
${lead !== "" && html`<p class="standfirst">${sentence(lead)}</p>\n`}${await sentenceForm(request, given)}
${parts.length > 0 && section({ id: "understood", heading: texts.understood, className: "instead" }, html`${parts}`)}
${section({ id: "build", heading: texts.build }, await claimForm(request, {}, []))}`;
  return { title, description: texts.empty, main, ...ASSETS };
}

/** The company that an unfinished claim is about; null where it is about none. */
async function findCompany(request: SiteRequest, subject: string | undefined): Promise<NamedCompany | null> {
  const slug = /^company:(.+)$/su.exec(subject ?? "")?.[1];
  if (slug === undefined) return null;
  const { slug: found, name } = await request.ask(getCompany, { slug });
  return { value: `company:${found}`, name };
}

async function renderChecked(
  request: SiteRequest,
  given: AskedClaim & { subject: string; is: string },
  written = "",
): Promise<PageContent> {
  const checked = await request.ask(checkClaim, { ...given });
  const { subject, than, verdict, because, say_instead: instead } = checked;
  const value = `${subject.type}:${subject.slug}`;
  const companies = [subject, than].flatMap((named) =>
    named?.type === "company" ? [{ value: `company:${named.slug}`, name: named.name }] : [],
  );
  const chosen = { ...given, subject: value };
  const form = await claimForm(request, chosen, companies);
  const title = texts.verdicts[verdict](checked.claim.replace(/\.$/u, ""));
  // The sentence to print instead may begin with the grounds, or the other way round.
  const isRepeated = instead !== null && (instead.startsWith(because) || because.startsWith(instead));
  const lead = isRepeated ? "" : because;
  const together = listCompanions(checked, given.is);
  const main = html`<h1>${sentence(nameReleasesByDay(title))}</h1>
${lead !== "" && html`<p class="standfirst">${formatReleaseIds(lead)}</p>\n`}${together.length > 0 && html`<p class="sub">${texts.together(together)}</p>\n`}${completionOf(given.is) === "nothing" && measuresNote(checked)}${
    instead !== null &&
    section(
      { id: "instead", heading: texts.instead, className: "instead" },
      html`<blockquote><p>${formatReleaseIds(marked(instead, request.dataset.meta.mark))}</p></blockquote>`,
    )
  }
${written !== "" && section({ id: "understood", heading: texts.understood }, html`${await sentenceForm(request, written)}\n${form}`)}
${section(
  { id: "figures", heading: texts.figures },
  html`<p class="sub">${texts.figuresNote}</p>
${bandKey(request.dataset.bands)}
${renderFigures(request, checked, given)}
${renderLinks(request, checked)}`,
)}
${written === "" && section({ id: "another", heading: texts.another }, html`${await sentenceForm(request, "")}\n${form}`)}`;
  return { title, description: because, main, json: request.api(checkClaim.path, { ...given }), ...ASSETS };
}

/** Returns true for claims that a number completes, which has a field of its own in the form. */
function isOfNumber(is: string | undefined): boolean {
  return completedBy(is) === "value" && !isOfBands(is);
}

/** Returns true for claims about bands, or companies in them. */
function isOfBands(is: string | undefined): boolean {
  return ["band", "half", "share"].includes(completionOf(is) ?? "");
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
    coverage: isOfBands(is) && subject.type !== "countries" ? words.unjudged(unjudged) : words.ranked(ranked),
    narrow: words.narrow(flips ?? 1, subject.type),
    opposite_pairs: words.oppositePairs(than?.name ?? ""),
    composition: words.composition,
    common_pillars: words.commonPillars,
  };
  return companions.map((companion) => listed[companion]);
}

const judgedIn = ({ distribution }: CheckedClaim["subject"]): number => countOf(Object.values(distribution));

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
    const query = type === "countries" ? { pillar: given.pillar } : { slug, ...(isBefore ? { release } : {}) };
    return {
      ...figures,
      name: nameFigures(request, figures),
      href: request.href(type === "countries" ? "/rankings" : PAGES[type], query),
      count: totalOf(segmentsOf(request.dataset.bands, figures)),
      isThin: figures.reasons.rank === "too_few_companies",
    };
  });
  return html`${plainBars(request.dataset.bands, rows, { caption: texts.figures, name: texts.subject }, true)}
${chartFoot(request, null, { finding: texts.figures, anchor: "content", picture: "/claim", query: { ...given } })}`;
}

/** Renders links to the same figures elsewhere. */
function renderLinks(request: SiteRequest, { subject, than, pillar, region }: CheckedClaim): Html {
  const counted = subject.type === "company" ? "judgements" : "companies";
  const own = pillar ?? undefined;
  const list = request.href(`/api/v2/${counted}`, { [subject.type]: subject.slug, pillar: own });
  const ranking =
    (subject.type === "country" || subject.type === "countries") &&
    html`<a href="${request.href("/rankings", { pillar: own, region: region?.slug })}">${texts.ranking}</a>`;
  const pair =
    than?.type === "country" &&
    than.slug !== subject.slug &&
    html`<a href="${request.href("/compare", { countries: `${subject.slug},${than.slug}`, pillar: own })}">${texts.compare}</a>`;
  if (subject.type === "countries") return html`<p class="pages">${ranking}</p>`;
  return html`<p class="pages">${ranking}${pair}<a href="${list}">${texts.counted[counted]} (JSON)</a></p>`;
}

/** The parameters of a claim, as the query of the page has them. */
export const CLAIM_PARAMETERS = ["subject", "is", "value", "percent", "than", "since", "pillar", "region"] as const;

type AskedClaim = Readonly<Partial<Record<(typeof CLAIM_PARAMETERS)[number], string | undefined>>>;

/**
 * Reads the claim. The form sends all its controls; those that do not complete this claim are left
 * out, and `isTidy` is true if there were none.
 */
export function readGiven({ query }: SiteRequest): { given: AskedClaim; isTidy: boolean } {
  const is = query.get("is");
  const needed = completedBy(is);
  const takes: Readonly<Record<string, boolean>> = {
    value: needed === "value",
    percent: completionOf(is) === "share",
    than: needed === "than",
    since: needed === "since",
    region: isRanking(is),
  };
  const own = (name: string): string | undefined => ((takes[name] ?? true) ? query.get(name) || undefined : undefined);
  const all: AskedClaim = Object.fromEntries(CLAIM_PARAMETERS.map((name) => [name, own(name)]));
  const given = isOfNumber(is) ? { ...all, value: query.get("number") ?? all.value } : all;
  const isTidy = !query.has("number") && Object.entries(given).every(([name, kept]) => query.get(name) === kept);
  return { given, isTidy };
}

/** Returns the claim that the URL of a check has. */
function claimOf(href: string): AskedClaim {
  const { searchParams } = new URL(href);
  return Object.fromEntries(CLAIM_PARAMETERS.map((name) => [name, searchParams.get(name) ?? undefined]));
}

/** Renders the form that takes a sentence; its example is about the largest country. */
export async function sentenceForm(request: SiteRequest, written: string): Promise<Html> {
  const { items } = await request.ask(rankCountries);
  const [largest] = items.toSorted((a, b) => b.judged_companies - a.judged_companies);
  const example = largest && texts.sentenceExample(countryInWords(largest));
  return html`<form class="choose sentence" method="get" action="${request.href("/claims", { release: undefined })}" aria-label="${texts.sentenceForm}">
${keepRelease(request)}${field(texts.sentence, html`<input type="text" name="sentence" value="${written}" placeholder="${example}" maxlength="${TEXT_CHARACTERS_MAX}" autocomplete="off" required>`)}<button type="submit">${texts.submit}</button>
</form>`;
}

/** Returns true if a claim is complete. The API refuses an unknown word. */
function isComplete(given: AskedClaim): given is AskedClaim & { readonly subject: string; readonly is: string } {
  const needed = completedBy(given.is);
  if (completionOf(given.is) === "share" && given.percent === undefined) return false;
  return given.subject !== undefined && given.is !== undefined && (needed === null || given[needed] !== undefined);
}

/** A company that a claim names; `value` is `company:slug`. */
interface NamedCompany {
  readonly value: string;
  readonly name: string;
}

/** The form, with what was chosen; `companies` are those that the claim names. */
async function claimForm(request: SiteRequest, given: AskedClaim, companies: readonly NamedCompany[]): Promise<Html> {
  const { dataset } = request;
  const ranking = await request.ask(rankCountries);
  const { items: sectors } = await request.ask(listSectors);
  const { items: releases } = await request.ask(listReleases, { release: request.release, limit: "100" });
  const countries = ranking.items.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const earlier = releases.filter(({ id }) => id !== dataset.meta.release);
  const subjects = (chosen: string | undefined): Child => [
    companies.length > 0 &&
      html`<optgroup label="${texts.companies}">${companies.map(({ value, name }) => option(value, name, value === chosen))}</optgroup>\n`,
    html`<optgroup label="${texts.countries}">${chosen === RANKED_COUNTRIES && option(chosen, texts.rankedCountries, true)}${countries.map(({ slug, name }) => option(`country:${slug}`, name, `country:${slug}` === chosen))}</optgroup>\n`,
    request.dimensions.has("sector") &&
      html`<optgroup label="${texts.sectors}">${sectors.map(({ slug, label }) => option(`sector:${slug}`, label, `sector:${slug}` === chosen))}</optgroup>\n`,
  ];
  const words = CLAIM_WORDS.filter((word) => completedBy(word) !== "since" || earlier.length > 0);
  const subject = given.subject ?? `country:${countries[0]?.slug ?? ""}`;
  const other = countries.find(({ slug }) => `country:${slug}` !== subject);
  const than = given.than ?? (other === undefined ? undefined : `country:${other.slug}`);
  const bands = dataset.bands.toReversed();
  const pillars = dataset.pillars.map(({ id, label }) => [id, label] as const);
  const regions = regionsWith(request.atlas, countries).map(({ slug, name }) => [slug, name] as const);
  const nameTime = tellApart(releases.map(({ published_at: at }) => at));
  const since = earlier.map(({ id, published_at: at }) => [id, texts.release(nameTime(at), id)] as const);
  return html`<form class="choose claim" method="get" action="${request.href("/claims", { release: undefined })}" aria-label="${texts.form}">
${keepRelease(request)}${field(texts.subject, select("subject", subjects(subject)))}${field(
    texts.claim,
    select(
      "is",
      words.map((word) => option(word, texts.claims[word], word === given.is)),
    ),
  )}${completion(
    texts.value,
    isOfBands,
    select(
      "value",
      bands.map(({ id, label }) => option(id, label, id === given.value)),
    ),
  )}${completion(texts.number, isOfNumber, html`<input type="number" name="number" step="any" value="${isOfNumber(given.is) ? (given.value ?? "1") : "1"}">`)}${completion(texts.percent, (word) => completionOf(word) === "share", html`<input type="text" name="percent" pattern="${SHARE.source}" value="${given.percent ?? "50"}">`)}${completion(
    texts.than,
    (word) => completedBy(word) === "than",
    select("than", subjects(than)),
  )}${
    earlier.length > 0 &&
    completion(texts.since, (word) => completedBy(word) === "since", select("since", optionsOf(since, given.since)))
  }${regions.length > 0 && completion(texts.region, isRanking, select("region", optionsOf([["", texts.wholeWorld], ...regions], given.region)))}${field(texts.pillar, select("pillar", optionsOf([["", texts.allPillars], ...pillars], given.pillar)))}<button type="submit">${texts.submit}</button>
</form>`;
}

/** Renders a control that completes some claims; a script hides it for the others. */
function completion(label: string, completes: (word: ClaimWord) => boolean, control: Html): Html {
  const words = CLAIM_WORDS.filter(completes).join(" ");
  return html`<label data-completes="${words}"><span>${label}</span>${control}</label>\n`;
}

type Figures = CheckedClaim["subject"];

/** Returns the figures of the subject, and of what it is compared with on the same scale. */
export function figuresOf({ subject, than, before, reason }: CheckedClaim): readonly Figures[] {
  const isOtherScale = reason === "method_change" || reason === "other_dataset";
  // Two parts of one country have the figures of that country.
  const other = than?.slug === subject.slug ? null : than;
  return [subject, other, isOtherScale ? null : before].filter((figures) => figures !== null);
}

/** Names a subject, with its release unless that is the one shown. */
export function nameFigures(
  { dataset }: { readonly dataset: { readonly meta: { readonly release: string } } },
  { name, release }: Pick<Figures, "name" | "release">,
): string {
  return release === dataset.meta.release ? name : texts.inRelease(name, release);
}
