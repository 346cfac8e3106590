import { countryInWords, digits, percent, possessive } from "../../ask/grammar.ts";
import { type PairShares, pairShares } from "../../html/charts/pair-shares.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { labelled, labelledNumeric, section, table } from "../../html/components.ts";
import { compareTexts as texts } from "./texts.ts";
import type { Choice } from "./page-form.ts";
import type { CountryComparisons } from "./page-finding.ts";

export type ComparedCountry = CountryComparisons["countries"][number];
export type Pair = CountryComparisons["items"][number];

/** Renders the shares of all pairs of companies of two countries; nothing of a few. */
export function renderPair({ pairs, reason }: Pair, first: ComparedCountry, second: ComparedCountry): Child {
  if (pairs === null || reason === "too_few_companies") return null;
  const { higher, same, lower } = pairs;
  const [ofOne, ofSame, ofOther] = [higher, same, lower].map(percentOfPairs);
  const [oneHigher, otherHigher] = [first, second].map((side) => texts.higher(possessive(countryInWords(side))));
  const label = `${ofOne} ${oneHigher}, ${ofSame} ${texts.same}, ${ofOther} ${otherHigher}`;
  return section(
    { id: "draw", heading: texts.draw, note: texts.drawNote(digits(higher.denominator)) },
    html`${pairShares(pairs, label, `${ofSame} ${texts.same}`)}
<div class="shares-ends"><span><b>${ofOne}</b> ${oneHigher}</span> <span><b>${ofOther}</b> ${otherHigher}</span></div>`,
  );
}

function percentOfPairs({ numerator, denominator }: PairShares["higher"]): string {
  return percent(numerator, denominator);
}

const COLUMNS = [
  texts.pair,
  texts.byMedian,
  { text: texts.share, className: "drawn" },
  labelled(texts.leads),
  labelledNumeric(texts.toTie),
];

/** Renders every pair of three or more countries as a row of a table. */
export function renderPairs(request: SiteRequest, { items, countries }: CountryComparisons, chosen: Choice): Html {
  const bySlug = new Map(countries.map((country) => [country.slug, country]));
  const rows = items.flatMap((pair) => {
    const [first, second] = [bySlug.get(pair.first), bySlug.get(pair.second)];
    return first === undefined || second === undefined ? [] : [cellsOf(request, pair, [first, second], chosen)];
  });
  return section(
    { id: "pairs", heading: texts.pairs, note: texts.pairsNote },
    table({ className: "pairs cards", caption: texts.pairs, columns: COLUMNS, rows }),
  );
}

const UNTOLD = { pairs: null, dominance: null, flips_to_tie: null } as const;

function cellsOf(
  request: SiteRequest,
  pair: Pair,
  sides: readonly [ComparedCountry, ComparedCountry],
  { pillar, sector }: Choice,
): readonly Child[] {
  const [first, second] = sides;
  const { pairs, dominance, flips_to_tie: flips } = pair.reason === "too_few_companies" ? UNTOLD : pair;
  const leader = dominance === "first" ? first.name : dominance === "second" ? second.name : null;
  return [
    html`<a href="${request.href("/compare", { countries: `${first.slug},${second.slug}`, pillar, sector })}">${first.name} ${texts.and} ${second.name}</a>`,
    verdict(pair, sides),
    pairs === null ? texts.unknown : sharesOf(pairs, sides),
    leader ?? (dominance === null ? texts.unknown : texts.none),
    flips ?? texts.unknown,
  ];
}

function sharesOf(pairs: PairShares, [first, second]: readonly [ComparedCountry, ComparedCountry]): Html {
  const [higher, same, lower] = [pairs.higher, pairs.same, pairs.lower].map(percentOfPairs);
  const parts = [`${first.name} ${higher}`, `${texts.equal} ${same}`, `${second.name} ${lower}`];
  return html`${pairShares(pairs, parts.join(", "))}<small class="shares-parts">${parts.map((part) => html`<span>${part}</span> `)}</small>`;
}

function verdict({ by_median: answer, reason }: Pair, [first, second]: readonly [ComparedCountry, ComparedCountry]) {
  if (answer === "higher") return texts.above(first.name);
  if (answer === "lower") return texts.above(second.name);
  if (reason === "not_judged") return texts.notJudged;
  if (reason === "different_pillars") return texts.otherPillars;
  return reason === "too_few_companies" ? texts.tooFew : texts.shared;
}
