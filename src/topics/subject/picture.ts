import { capitalized, countryInWords, dayInWords, labelInWords } from "../../ask/grammar.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import type { Dataset } from "../../html/frame.ts";
import { legible } from "../../html/pictures/legible.ts";
import { type NamedBar, drawBars, drawOneBar } from "../../html/pictures/share-charts.ts";
import type { SharedFinding } from "../../html/pictures/share-picture.ts";
import { replyStatusIn } from "../company/replies.ts";
import { type Find, areaBar, countryBar, inOrder } from "../picture/picture-bars.ts";
import { pictureTexts as texts } from "../picture/texts.ts";
import { getCompany } from "./company.ts";
import { getCountry } from "./country.ts";
import { getSector } from "./sector.ts";
import { subjectFinding } from "./findings.ts";
import { type Country, type Sector, type SubjectHistory, type SubjectKind, SUBJECTS } from "./subjects.ts";

/** Pictures of countries, sectors and companies. */

/** A subject in pictures, in letters that the fonts have. */
interface Drawn {
  readonly slug: string;
  readonly name: string;
  /** The headline of the picture with its own bar, and the bar. */
  readonly headline: string;
  readonly chart: SharedFinding["chart"];
  /** Its other charts of bars, by the end of their paths. */
  readonly bars: Readonly<Record<string, { readonly headline: string; readonly bars: readonly NamedBar[] }>>;
}

const DRAW: Readonly<Record<SubjectKind, (request: SiteRequest, dataset: Dataset, slug: string) => Promise<Drawn>>> = {
  async country({ ask }, dataset, slug) {
    const asked = await ask(getCountry, { slug });
    const country = { ...asked, name: legible(asked.name, asked.iso3) };
    const name = countryInWords(country);
    const { minimum_companies: minimum } = dataset.method;
    const sectors = country.sectors.map((sector, index) =>
      areaBar(sector, minimum, sector.label, texts.nthSector(index + 1)),
    );
    const headline = await subjectFinding({ dataset }, country);
    return drawArea(
      dataset,
      country,
      { name, headline },
      {
        sectors: { headline: texts.bySector(name), bars: inOrder(sectors) },
      },
    );
  },
  async sector({ ask }, dataset, slug) {
    const sector = await ask(getSector, { slug });
    const name = labelInWords(legible(sector.label, texts.thisSector));
    const countries = sector.countries.map((country) => countryBar(country, dataset.method.minimum_companies));
    return drawArea(
      dataset,
      sector,
      { name, headline: capitalized(name) },
      {
        countries: { headline: texts.byCountry(name), bars: inOrder(countries) },
      },
    );
  },
  async company({ ask }, dataset, slug) {
    const asked = await ask(getCompany, { slug });
    const company = { ...asked, name: legible(asked.name, texts.thisCompany) };
    const { name, judgement_count: judgements, reply_status: reply } = company;
    const bars = company.pillars
      .filter(({ judgement_count: count }) => count > 0)
      .map((pillar, index): NamedBar => {
        const fallback = texts.nthPillar(index + 1);
        return { ...pillar, name: pillar.label, fallback, count: pillar.judgement_count, isThin: false };
      });
    return {
      slug: company.slug,
      name,
      headline: await subjectFinding({ dataset }, company),
      chart: drawOneBar(dataset.bands, company, false, texts.judgements(judgements, replyStatusIn(reply))),
      bars: { pillars: { headline: texts.byPillar(name), bars } },
    };
  },
};

/** Draws the bar of all companies of a country or a sector, those by pillar, and its `own` ones. */
function drawArea(
  { bands, method }: Dataset,
  area: Country | Sector,
  named: Pick<Drawn, "name" | "headline">,
  own: Drawn["bars"],
): Drawn {
  const { slug, judged_companies: judged, listed_companies: listed } = area;
  const { minimum_companies: minimum } = method;
  const pillars = area.pillars.map((pillar, index) =>
    areaBar(pillar, minimum, pillar.label, texts.nthPillar(index + 1)),
  );
  const chart = drawOneBar(bands, area, judged < minimum, texts.judged(judged, listed));
  return { slug, ...named, chart, bars: { pillars: { headline: texts.byPillar(named.name), bars: pillars }, ...own } };
}

/** Returns one bar per release, oldest first, each on its own scale. */
function historyBars({ method }: Dataset, { items }: SubjectHistory): readonly NamedBar[] {
  return items.map((entry) => {
    const name = dayInWords(entry.published_at);
    const isArea = "judged_companies" in entry;
    const count = isArea ? entry.judged_companies : entry.judgement_count;
    const isThin = isArea && count < method.minimum_companies;
    return { ...entry, name, fallback: name, count, isThin, scale: entry.scale.bands };
  });
}

/** Height of a chart: as much as the picture of a link has room for. */
const OWN_HEIGHT = 340;

/** Finds the picture of a link to the page of a subject. */
export function findSubject(kind: SubjectKind): Find {
  return findDrawn(kind, ({ headline, chart }, address) => ({ headline, address, chart }));
}

/** Finds the charts of a subject, by the end of their paths. */
export function findSubjectCharts(kind: SubjectKind): Readonly<Record<string, Find>> {
  const own = findDrawn(kind, ({ headline, chart }, address) => ({
    headline,
    address,
    chart,
    chartHeight: OWN_HEIGHT,
  }));
  const history = findDrawn(kind, async ({ slug, name }, address, request, dataset) => {
    const operation = SUBJECTS[kind].history;
    const found = await request.ask<typeof operation.form.schema>(operation, { slug, to: request.release });
    return { headline: texts.byRelease(name), address, ...drawBars(dataset.bands, historyBars(dataset, found)) };
  });
  const barsOf = (chart: string): Find =>
    findDrawn(kind, ({ bars }, address, _request, dataset) => {
      const { headline, bars: shown } = bars[chart] ?? { headline: "", bars: [] };
      return { headline, address, ...drawBars(dataset.bands, shown) };
    });
  const [first, ...others] = CHARTS[kind];
  return { [first]: own, ...Object.fromEntries(others.map((chart) => [chart, barsOf(chart)])), history };
}

/** The charts besides the history: that of its own bar first. */
const CHARTS = {
  country: ["companies", "pillars", "sectors"],
  sector: ["companies", "pillars", "countries"],
  company: ["judgements", "pillars"],
} as const;

function findDrawn(
  kind: SubjectKind,
  show: (
    drawn: Drawn,
    address: string,
    request: SiteRequest,
    dataset: Dataset,
  ) => SharedFinding | Promise<SharedFinding>,
): Find {
  return async (request, dataset) => {
    const { slug = "" } = request.path;
    const drawn = await DRAW[kind](request, dataset, slug);
    const address = urlTo(PAGES[kind], { slug: drawn.slug });
    return drawn.slug === slug ? show(drawn, address, request, dataset) : { redirectTo: address };
  };
}
