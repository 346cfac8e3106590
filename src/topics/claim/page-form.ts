import type { Static } from "typebox";
import type { checkClaim } from "./check-claim.ts";
import { TEXT_CHARACTERS_MAX } from "./check-claims.ts";
import { tellApart } from "../../ask/grammar.ts";
import { CLAIM_WORDS, type ClaimWord, completedBy, completionOf, isRanking } from "./read-claim.ts";
import { listReleases } from "../release/list-releases.ts";
import { regionsWith } from "../../ask/regions.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { claimTexts as texts } from "./texts.ts";
import { field, keepRelease, option, optionsOf, select } from "../../html/form.ts";

/** The parameters of a claim, as the query of the page has them. */
const PARAMETERS = ["subject", "is", "value", "percent", "than", "since", "pillar", "region"] as const;

export type AskedClaim = Readonly<Partial<Record<(typeof PARAMETERS)[number], string | undefined>>>;

/** The controls of the form for a `value` that is a number. */
const NUMBERS = ["rank", "average"] as const;

/** Parameters that the query of a claim may have. */
export const CLAIM_PARAMETERS: readonly string[] = [...PARAMETERS, ...NUMBERS];

/**
 * Reads the claim. The form sends all its controls; those that do not complete this claim are left
 * out, and `isTidy` is true if there were none.
 */
export function readGiven({ query }: SiteRequest): { given: AskedClaim; isTidy: boolean } {
  const own = (name: string): string | undefined => query.get(name) || undefined;
  const is = own("is");
  const needed = completedBy(is);
  const number = NUMBERS.find((name) => name === completionOf(is));
  const value = (number === undefined ? undefined : own(number)) ?? own("value");
  const given: AskedClaim = {
    subject: own("subject"),
    is,
    value: needed === "value" ? value : undefined,
    percent: completionOf(is) === "share" ? own("percent") : undefined,
    than: needed === "than" ? own("than") : undefined,
    since: needed === "since" ? own("since") : undefined,
    pillar: own("pillar"),
    region: isRanking(is) ? own("region") : undefined,
  };
  const isTidy =
    Object.entries(given).every(([name, kept]) => query.get(name) === kept) &&
    NUMBERS.every((name) => query.get(name) === undefined);
  return { given, isTidy };
}

/** Returns the claim that the URL of a check has. */
export function claimOf(href: string): AskedClaim {
  const { searchParams } = new URL(href);
  return Object.fromEntries(PARAMETERS.map((name) => [name, searchParams.get(name) ?? undefined]));
}

/** Renders the form that takes a sentence as somebody wrote it. */
export function sentenceForm(request: SiteRequest, sentence: string): Html {
  const action = request.href("/claims", { release: undefined });
  return html`<form class="choose sentence" method="get" action="${action}" aria-label="${texts.sentenceForm}">
${keepRelease(request)}${field(texts.sentence, html`<input type="text" name="sentence" value="${sentence}" placeholder="${texts.sentenceExample}" maxlength="${TEXT_CHARACTERS_MAX}" autocomplete="off" required>`)}<button type="submit">${texts.submit}</button>
</form>`;
}

/** Returns true if a claim is complete. The API refuses an unknown word. */
export function isComplete(given: AskedClaim): given is AskedClaim & { readonly subject: string; readonly is: string } {
  const needed = completedBy(given.is);
  if (completionOf(given.is) === "share" && given.percent === undefined) return false;
  return given.subject !== undefined && given.is !== undefined && (needed === null || given[needed] !== undefined);
}

/** A company that a claim names; `value` is `company:slug`. */
export interface NamedCompany {
  readonly value: string;
  readonly name: string;
}

/** The form, with what was chosen; `companies` are those that the claim names. */
export async function claimForm(
  request: SiteRequest,
  given: AskedClaim,
  companies: readonly NamedCompany[],
): Promise<Html> {
  const { dataset } = request;
  const ranking = await request.ask(rankCountries);
  const { items: sectors } = await request.ask(listSectors);
  const { items: releases } = await request.ask(listReleases, { release: request.release, limit: "100" });
  const countries = ranking.items.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const earlier = releases.filter(({ id }) => id !== dataset.meta.release);
  const subjects = (chosen: string | undefined): Child => [
    companies.length > 0 &&
      html`<optgroup label="${texts.companies}">${companies.map(({ value, name }) => option(value, name, value === chosen))}</optgroup>\n`,
    html`<optgroup label="${texts.countries}">${countries.map(({ slug, name }) => option(`country:${slug}`, name, `country:${slug}` === chosen))}</optgroup>\n`,
    html`<optgroup label="${texts.sectors}">${sectors.map(({ slug, label }) => option(`sector:${slug}`, label, `sector:${slug}` === chosen))}</optgroup>\n`,
  ];
  const words = CLAIM_WORDS.filter((word) => completedBy(word) !== "since" || earlier.length > 0);
  const numberOf = (control: string): string => (completionOf(given.is) === control ? (given.value ?? "1") : "1");
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
    (word) => ["band", "share"].includes(completionOf(word) ?? ""),
    select(
      "value",
      bands.map(({ id, label }) => option(id, label, id === given.value)),
    ),
  )}${completion(texts.percent, (word) => completionOf(word) === "share", html`<input type="number" name="percent" min="0" max="100" step="any" value="${given.percent ?? "50"}">`)}${completion(texts.rank, (word) => completionOf(word) === "rank", html`<input type="number" name="rank" min="1" max="999999" value="${numberOf("rank")}">`)}${completion(texts.average, (word) => word === "average", html`<input type="number" name="average" step="any" value="${numberOf("average")}">`)}${completion(
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

type CheckedClaim = Static<(typeof checkClaim)["form"]["schema"]>;
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
