import type { Static, TProperties } from "typebox";
import { Type } from "../../ask/type.ts";
import type { CompanyQuery } from "../../release/queries.ts";
import type { CompanySummary, CountryRecord, SectorRecord } from "../../release/snapshot.ts";
import type { Distribution } from "../../trust/scale.ts";
import { firmnessOf } from "../../trust/statistics.ts";
import { medianLevel } from "../../ask/components.ts";
import {
  DERIVATION_COMPONENTS,
  derivationMembers,
  describeLine,
  inRelease,
  describeProvenance,
  provenanceMembers,
} from "./derivation.ts";
import { joinMembers, nullableRef, ref, withReasons } from "../../ask/json-shape.ts";
import { slugMember, urlOf } from "../../ask/named-members.ts";
import type { ratedCountry, ratedSector } from "../../say/standing.ts";
import type { Sources } from "../../ask/sources.ts";
import { API } from "../../ask/urls.ts";

/** The derivation of the median of a country or a sector. */

const namedCompany = {
  slug: slugMember("company"),
  name: Type.String({ description: "The company's name." }),
} satisfies TProperties;

const CompanyInLine = Type.Object(
  {
    position: Type.Integer({ minimum: 1, description: "Its position in the line, from 1." }),
    ...namedCompany,
    median_band: Type.String({ description: "Id of its median band." }),
    median_level: medianLevel,
    href: urlOf("the company"),
  },
  { $id: "CompanyInLine", description: "A judged company at its position in the line." },
);

const NearestCompany = Type.Object(
  {
    ...namedCompany,
    judgement_count: Type.Integer({ minimum: 1, description: "Its current judgements." }),
    flips: Type.Integer({
      minimum: 1,
      description:
        "How many of them would have to be re-rated before the company leaves the band in this direction: its own `flips_to_lower` or `flips_to_higher`.",
    }),
    href: urlOf("the company"),
  },
  { $id: "NearestCompany", description: "A company in the median band that few re-ratings would move out of it." },
);

const NearestCompanies = Type.Object(
  {
    count: Type.Integer({
      minimum: 0,
      description: "How many companies need as few re-rated judgements as the first: none of them stands out.",
    }),
    companies: Type.Array(ref(NearestCompany), {
      description: "The first of the companies in the median band: fewest `flips` first, then by name.",
    }),
    href: urlOf("the list of all companies in the median band, in this order"),
  },
  {
    $id: "NearestCompanies",
    description:
      "The companies in the median band that fewest re-rated judgements would move out of it in this direction.",
  },
);

export const areaDerivationMembers = {
  ...derivationMembers("company", CompanyInLine),
  nearest_to_lower: nullableRef(NearestCompanies, "scale_end", "not_judged"),
  nearest_to_higher: nullableRef(NearestCompanies, "scale_end", "not_judged"),
  judgement_count: Type.Integer({ minimum: 0, description: "The current judgements of its companies." }),
  ...provenanceMembers,
  links: Type.Object(
    {
      self: urlOf("this derivation"),
      area: urlOf("the country or sector"),
      line: urlOf("the line: its companies by median band, then by name; those that are not judged come last"),
      judgements: urlOf("the judgements of its companies"),
    },
    { description: "Where to go on, in the release of the figures." },
  ),
} satisfies TProperties;

/** The components of these members. */
export const AREA_DERIVATION_COMPONENTS = [...DERIVATION_COMPONENTS, CompanyInLine, NearestCompany, NearestCompanies];

/** The facts about a country or a sector that its derivation needs. */
export interface DerivedArea {
  readonly kind: "country" | "sector";
  readonly slug: string;
  readonly rated: ReturnType<typeof ratedCountry | typeof ratedSector>;
  readonly record: CountryRecord | SectorRecord;
  /** The query that selects its companies. */
  readonly filter: Pick<CompanyQuery, "countries" | "sectors">;
}

export function describeAreaDerivation(sources: Sources, area: DerivedArea) {
  const { kind, slug, rated, record, filter } = area;
  const { snapshot } = sources;
  const { withoutPillars, provenance } = record;
  const companies = (query: Readonly<Record<string, string>>): string =>
    inRelease(sources, API.companies, { [kind]: slug, ...query });
  return joinMembers(
    describeLine(sources, {
      ...rated,
      hrefOfBand: (band) => companies({ band }),
      inLine: (offset, limit) =>
        snapshot
          .listCompanies({ ...filter, sort: "median_band", offset, limit })
          .rows.map((company) => describeInLine(sources, company)),
      leftOut: withoutPillars.map((each) => ({ ...each, count: each.judgedCompanies })),
    }),
    describeNearest(sources, area, companies),
    { judgement_count: provenance.judgements, ...describeProvenance(snapshot, provenance) },
    {
      links: {
        self: inRelease(sources, `${API[kind]}/derivation`, { slug }),
        area: inRelease(sources, API[kind], { slug }),
        line: companies({ sort: "median_band" }),
        judgements: inRelease(sources, API.judgements, { [kind]: slug }),
      },
    },
  );
}

function describeInLine(sources: Sources, { id, slug, name, median }: CompanySummary) {
  const band = median === null ? undefined : sources.snapshot.manifest.dataset.scale.bands[median - 1];
  if (median === null || band === undefined) throw new Error(`company ${id} stands in a line without a band`);
  return { slug, name, median_band: band.id, median_level: median, href: inRelease(sources, API.company, { slug }) };
}

const NEAREST_MAX = 10;

function describeNearest(
  sources: Sources,
  { record, filter }: DerivedArea,
  companies: (query: Readonly<Record<string, string>>) => string,
) {
  const { snapshot } = sources;
  const nearest = (direction: Direction): Static<typeof NearestCompanies> | null => {
    const { median } = record;
    const band = median === null ? undefined : snapshot.manifest.dataset.scale.bands[median - 1];
    if (median === null || band === undefined || flipsIn(record.distribution, direction) === null) return null;
    const query = { ...filter, bands: [median], sort: direction };
    const found = snapshot.listCompanies({ ...query, limit: NEAREST_MAX, offset: 0 });
    const fewest = flipsIn(found.rows[0]?.distribution ?? [], direction);
    const isNearest = (offset: number): boolean =>
      flipsIn(snapshot.listCompanies({ ...query, limit: 1, offset }).rows[0]?.distribution ?? [], direction) === fewest;
    return {
      count: countFirst(found.total, isNearest),
      companies: found.rows.flatMap(({ slug, name, judgementCount, distribution }) => {
        const flips = flipsIn(distribution, direction);
        const href = inRelease(sources, API.company, { slug });
        return flips === null ? [] : { slug, name, judgement_count: judgementCount, flips, href };
      }),
      href: companies({ band: band.id, sort: direction }),
    };
  };
  const missing = record.median === null ? "not_judged" : "scale_end";
  return withReasons(
    { nearest_to_lower: nearest("flips_to_lower"), nearest_to_higher: nearest("flips_to_higher") },
    { nearest_to_lower: missing, nearest_to_higher: missing },
  );
}

type Direction = "flips_to_lower" | "flips_to_higher";

/** Counts the first items of a sorted list that are alike, by a binary search. */
function countFirst(total: number, isAlike: (offset: number) => boolean): number {
  let count = 0;
  for (let digit = 24; digit >= 0; digit -= 1) {
    const next = count + 2 ** digit;
    if (next <= total && isAlike(next - 1)) count = next;
  }
  return count;
}

/** Returns the number of re-ratings that move the median this way, or null if none can. */
function flipsIn(distribution: Distribution, direction: Direction): number | null {
  const firmness = firmnessOf(distribution);
  return (direction === "flips_to_lower" ? firmness?.flipsToLower : firmness?.flipsToHigher) ?? null;
}
