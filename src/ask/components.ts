import type { Static, TProperties, TSchema } from "typebox";
import { Type } from "./type.ts";
import { CountryRegion, RegionIdentity } from "./regions.ts";
import { nullable, nullableRef, objectOf, ref } from "./json-shape.ts";
import {
  bandMembers,
  countOf,
  countryMembers,
  entryUrls,
  listedCompanies,
  pillarMembers,
  publicationMembers,
  replyStatusMember,
  sectorMembers,
  slugMember,
  summaryOnRequest,
} from "./named-members.ts";

/** A share of the judged companies. */
function shareOf(description: string) {
  return nullable(Type.Number({ minimum: 0, maximum: 1, description }), "not_judged");
}

/** A number that only ranked countries have. */
function ofRanked(description: string, minimum = 1) {
  return nullable(countOf(description, minimum), "too_few_companies", "not_judged");
}

/** Members that say where a country stands among the others. */
const rankMembers = {
  rank: ofRanked("Standard competition rank (1, 1, 3 …) by the median band alone, best first."),
  tied_with: ofRanked("How many others have the same rank.", 0),
  tie_first: ofRanked("First position of the tie; the same as `rank`."),
  tie_last: ofRanked("Last position of the tie."),
  share_above: shareOf("Share of the judged companies above the median band."),
  share_below: shareOf("Share of the judged companies below the median band."),
} satisfies TProperties;

export const Meta = objectOf(
  {
    title: Type.String({ description: "The publisher's title of the dataset." }),
    publisher: Type.String({ description: "Who publishes the dataset." }),
    year: Type.Integer({ description: "Year of publication." }),
    release: Type.String({
      description: "Id of the release; send it as `release` to get the same data again.",
    }),
    published_at: Type.String({ format: "date-time", description: "When the release was published." }),
    license: Type.String({ description: "SPDX identifier." }),
    citation: Type.String({ description: "How to cite the data, release included." }),
    notice: nullable(Type.String({ description: "A note by the publisher." }), "not_given"),
    mark: nullable(Type.String({ description: "What sentences begin with, such as Fictional." }), "not_given"),
    homepage: nullable(
      Type.String({ format: "uri", description: "The publisher's page about the dataset." }),
      "not_given",
    ),
    completeness: nullable(
      Type.String({
        description:
          "How many rows of the publisher's files the release holds, how many it leaves out, and why; how many companies are in no country.",
      }),
      "nothing_left_out",
    ),
    ...publicationMembers,
  },
  { $id: "Meta", description: "The dataset, its publisher and its release." },
);

/** Members of answers about the scale and about best and worst. */
export const measuresMembers = {
  measures: nullable(Type.String({ description: "What the bands measure, in the publisher's words." }), "not_given"),
  does_not_measure: Type.Array(Type.String(), { description: "What they must not be taken for, in words." }),
} satisfies TProperties;

export const Scale = objectOf(
  {
    id: Type.String({ description: "Name of the scale; bands of another scale cannot be compared with these." }),
    direction: Type.Literal("ascending", { description: "Bands are listed worst first." }),
    median: Type.Literal("lower", {
      description:
        "With n counted things, the band in which the count from the worst band up first reaches ceil(n / 2).",
    }),
    bands: Type.Array(Type.Object(bandMembers), { minItems: 2, description: "Worst first." }),
    href: Type.String({ format: "uri", description: "URL of the scale with the descriptions of its bands." }),
  },
  { $id: "Scale", description: "The ordinal scale of the bands and distributions in the response." },
);

export const ScaleInShort = objectOf(
  {
    id: Type.String({ description: "Name of the scale; bands of another scale cannot be compared with these." }),
    band_ids: Type.Array(Type.String(), { minItems: 2, description: "Ids of the bands, worst first." }),
    href: Type.String({ format: "uri", description: "URL of the scale with labels and descriptions of its bands." }),
  },
  { $id: "ScaleInShort", description: "The ordinal scale of the bands and distributions in a list." },
);

export const Distribution = Type.Unsafe<Record<string, number>>({
  $id: "Distribution",
  type: "object",
  description: "Counts by band id, worst band first. Every band of the scale is present, also with 0.",
  additionalProperties: { type: "integer", minimum: 0 },
});

/** The level of a median band, wherever it stands. */
export const medianLevel = countOf("Level of that band; 1 is the worst.", 1);

/** Members of everything that has a median: the band and its level. */
export const medianMembers = {
  median_band: nullable(
    Type.String({ description: "Id of the lower median band of the distribution." }),
    "not_judged",
    "no_companies",
  ),
  median_level: nullable(medianLevel, "not_judged", "no_companies"),
} satisfies TProperties;

/** Members that say how far a median is from changing. */
export const firmnessMembers = {
  flips_to_lower: nullable(
    countOf("How many of them would have to be re-rated below the median band before it drops.", 1),
    "scale_end",
    "not_judged",
  ),
  flips_to_higher: nullable(
    countOf("How many of them would have to be re-rated above the median band before it rises.", 1),
    "scale_end",
    "not_judged",
  ),
} satisfies TProperties;

/** Members of a country, a sector or a cell of both. */
export const areaMembers = {
  listed_companies: listedCompanies,
  judged_companies: countOf("The companies that the distribution counts, each once, by its median band."),
  ...medianMembers,
  distribution: ref(Distribution),
  ...firmnessMembers,
} satisfies TProperties;

export const CountryIdentity = objectOf(countryMembers, {
  $id: "CountryIdentity",
  description: "A country or territory by its slug, codes and name.",
});

export const SectorIdentity = Type.Object(sectorMembers, {
  $id: "SectorIdentity",
  description: "A sector by its slug and label.",
});

/** Members of a country wherever it stands: in the preview, a ranking and its own answer. */
export const rankedCountryMembers = {
  ...countryMembers,
  ...areaMembers,
  ...rankMembers,
} satisfies TProperties;

/** A country in a list, as a component of this name. */
export function countryEntry($id: string, description: string) {
  return objectOf({ ...rankedCountryMembers, ...summaryOnRequest, ...entryUrls("the country") }, { $id, description });
}

export const CountryEntry = countryEntry("CountryEntry", "A country with its statistics and its rank.");

/** Members of a sector in every answer. */
export const sectorFiguresMembers = {
  ...sectorMembers,
  also_named_by: countOf(
    "Companies that name the sector after another, in which they are counted. No other figure of the sector counts them; `any_sector` of the lists finds them.",
  ),
  ...areaMembers,
} satisfies TProperties;

export const SectorEntry = objectOf(
  { ...sectorFiguresMembers, ...summaryOnRequest, ...entryUrls("the sector") },
  { $id: "SectorEntry", description: "A sector with its statistics." },
);

export const PillarEntry = objectOf(
  {
    ...pillarMembers,
    judged_companies: countOf("Companies judged in this pillar, each counted once, by their median band in it."),
    ...medianMembers,
    distribution: ref(Distribution),
    ...firmnessMembers,
  },
  { $id: "PillarEntry", description: "The statistics of an area in one pillar." },
);

/** The member `other_sectors`, wherever a company stands with its sector. */
export const otherSectorsMember = Type.Array(ref(SectorIdentity), {
  description:
    "Sectors that the company names besides `sector`, ordered by slug. It is counted in none of them; `any_sector` of the lists finds it by each.",
});

/** Members of a company in every answer. */
export const companyMembers = {
  id: Type.String({ description: "The publisher's own id." }),
  slug: slugMember("company"),
  name: Type.String({ description: "The company's name, as the publisher writes it." }),
  country: nullableRef(CountryIdentity, "filed_in_no_country"),
  sector: ref(SectorIdentity),
  other_sectors: otherSectorsMember,
  judgement_count: countOf("Its current judgements, which the distribution counts."),
  ...medianMembers,
  distribution: ref(Distribution),
  ...firmnessMembers,
  reply_status: replyStatusMember("The furthest status of its replies."),
} satisfies TProperties;

const companyUrls = entryUrls("the company");

/** A row of a list that may have a thousand: its summary and its URLs come on request alone. */
export const CompanyEntry = objectOf(
  {
    ...companyMembers,
    ...summaryOnRequest,
    href: Type.Optional(companyUrls.href),
    page: Type.Optional(companyUrls.page),
  },
  {
    $id: "CompanyEntry",
    description:
      "A company with its statistics over all pillars; `summary`, `href` and `page` only where `fields` asks for them.",
  },
);

/** The components that answers of several operations point at, by `$id`. */
export const SHARED_COMPONENTS: readonly TSchema[] = [
  Meta,
  Scale,
  ScaleInShort,
  Distribution,
  CountryIdentity,
  CountryRegion,
  RegionIdentity,
  SectorIdentity,
  CountryEntry,
  SectorEntry,
  PillarEntry,
  CompanyEntry,
];

/** Builds the schema of an answer: its `meta` and `scale`, then its content. */
export function envelope<P extends TProperties>($id: string, content: P) {
  return objectOf({ meta: ref(Meta), scale: ref(Scale), ...content }, { $id });
}

/** Builds the schema of a list whose scale is described; `content` are its own members. */
export function listOf<T extends TSchema, P extends TProperties>($id: string, item: T, content: P) {
  return envelope($id, { ...content, ...listMembers(item) });
}

/** Builds the schema of a list of rows; `content` are its own members. */
export function rowsOf<T extends TSchema, P extends TProperties>($id: string, item: T, content: P) {
  return objectOf({ meta: ref(Meta), scale: ref(ScaleInShort), ...content, ...listMembers(item) }, { $id });
}

function listMembers<T extends TSchema>(item: T) {
  return {
    items: Type.Array(item, { description: "In the order of the list." }),
    total: countOf("Exact number of matching items on all pages."),
    next: nullable(
      Type.String({
        format: "uri",
        description: "URL of the next page, in the same release; null on the last page.",
      }),
      "last_page",
    ),
  };
}

export type MetaJson = Static<typeof Meta>;
export type ScaleJson = Static<typeof Scale>;
export type ScaleInShortJson = Static<typeof ScaleInShort>;
export type DistributionJson = Static<typeof Distribution>;
export type CountryJson = Static<typeof CountryIdentity>;
export type SectorJson = Static<typeof SectorIdentity>;
export type PillarJson = Static<typeof PillarEntry>;
