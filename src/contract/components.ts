import { type Static, type TProperties, type TSchema, Type } from "typebox";
import { nullable, reason, ref } from "./json-shape.ts";

const count = Type.Integer({ minimum: 0 });

export const Meta = Type.Object(
  {
    title: Type.String({ description: "Title of the dataset." }),
    publisher: Type.String(),
    year: Type.Integer({ description: "Year of publication." }),
    release: Type.String({
      description: "Id of the release; send it as `release` to get the same data again.",
    }),
    published_at: Type.String({ format: "date-time" }),
    license: Type.String({ description: "SPDX identifier." }),
    citation: Type.String({ description: "How to cite the data, release included." }),
    notice: nullable(Type.String({ description: "A note by the publisher." })),
    notice_reason: reason("not_given"),
    source: Type.Object({
      title: Type.String({ description: "The publisher's own title of the source." }),
      homepage: nullable(Type.String({ format: "uri" })),
      homepage_reason: reason("not_given"),
    }),
  },
  { $id: "Meta", description: "The dataset, its publisher and its release." },
);

export const Scale = Type.Object(
  {
    id: Type.String(),
    direction: Type.Literal("ascending", { description: "Bands are listed worst first." }),
    median: Type.Literal("lower", {
      description:
        "With n counted things, the band in which the count from the worst band up first reaches ceil(n / 2).",
    }),
    bands: Type.Array(
      Type.Object({
        id: Type.String(),
        rank: Type.Integer({
          minimum: 1,
          description: "1 is the worst. Only the order has meaning: never add or average ranks.",
        }),
        label: Type.String(),
        description: nullable(Type.String()),
        description_reason: reason("not_given"),
      }),
      { minItems: 2 },
    ),
  },
  { $id: "Scale", description: "The ordinal scale of the bands and distributions in the response." },
);

export const Distribution = Type.Unsafe<Record<string, number>>({
  $id: "Distribution",
  type: "object",
  description: "Counts by band id, worst band first. Every band is present, also with 0.",
  additionalProperties: { type: "integer", minimum: 0 },
});

/** Members of everything that has a median: the band, its rank and why there is none. */
export const medianMembers = {
  median_band: nullable(Type.String({ description: "Id of the lower median band of the distribution." })),
  median_rank: nullable(Type.Integer({ minimum: 1 })),
  median_reason: reason("not_judged", "no_companies"),
} satisfies TProperties;

/** Members that say how far a median is from changing. */
export const firmnessMembers = {
  flips_to_lower: nullable(
    Type.Integer({
      minimum: 1,
      description: "How many of them would have to be re-rated below the median band before it drops.",
    }),
  ),
  flips_to_lower_reason: reason("scale_end", "not_judged"),
  flips_to_higher: nullable(
    Type.Integer({
      minimum: 1,
      description: "How many of them would have to be re-rated above the median band before it rises.",
    }),
  ),
  flips_to_higher_reason: reason("scale_end", "not_judged"),
} satisfies TProperties;

/** Members of a country, a sector or a cell of both. */
export const areaMembers = {
  listed_companies: count,
  judged_companies: Type.Integer({
    minimum: 0,
    description: "The companies that the distribution counts, each once, by its median band.",
  }),
  ...medianMembers,
  distribution: ref(Distribution),
  ...firmnessMembers,
} satisfies TProperties;

/** Members that name a country, always together. */
export const countryMembers = {
  slug: Type.String({ pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" }),
  iso2: Type.String({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 alpha-2." }),
  iso3: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 3166-1 alpha-3." }),
  name: Type.String(),
  code_status: Type.Unsafe<"official" | "user_assigned">({
    type: "string",
    enum: ["official", "user_assigned"],
    description: "`user_assigned`: the codes are in common use but not part of ISO 3166-1 (Kosovo's XK).",
  }),
} satisfies TProperties;

export const CountryIdentity = Type.Object(countryMembers, { $id: "CountryIdentity" });

export const SectorIdentity = Type.Object({ slug: Type.String(), label: Type.String() }, { $id: "SectorIdentity" });

export const CountryEntry = Type.Object(
  { ...countryMembers, ...areaMembers, href: Type.String({ format: "uri" }) },
  { $id: "CountryEntry", description: "A country with its statistics." },
);

export const SectorEntry = Type.Object(
  { slug: Type.String(), label: Type.String(), ...areaMembers, href: Type.String({ format: "uri" }) },
  { $id: "SectorEntry", description: "A sector with its statistics." },
);

export const PillarEntry = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    judged_companies: Type.Integer({
      minimum: 0,
      description: "Companies judged in this pillar, each counted once, by their median band in it.",
    }),
    ...medianMembers,
    distribution: ref(Distribution),
    ...firmnessMembers,
  },
  { $id: "PillarEntry", description: "The statistics of an area in one pillar." },
);

/** Members of a company in every answer. */
export const companyMembers = {
  id: Type.String({ description: "The publisher's own id." }),
  slug: Type.String(),
  name: Type.String(),
  country: ref(CountryIdentity),
  sector: ref(SectorIdentity),
  judgement_count: Type.Integer({ minimum: 0, description: "Its current judgements, which the distribution counts." }),
  ...medianMembers,
  distribution: ref(Distribution),
  ...firmnessMembers,
} satisfies TProperties;

export const CompanyEntry = Type.Object(
  { ...companyMembers, href: Type.String({ format: "uri" }) },
  { $id: "CompanyEntry", description: "A company with its statistics over all pillars." },
);

/** Members that say where a country stands in a ranking; `rank_reason` accounts for all four. */
export const rankMembers = {
  rank: nullable(
    Type.Integer({
      minimum: 1,
      description: "Standard competition rank (1, 1, 3 …) by the median band alone, best first.",
    }),
  ),
  rank_reason: reason("too_few_companies", "not_judged"),
  tied_with: nullable(Type.Integer({ minimum: 0, description: "How many others have the same rank." })),
  rank_best: nullable(Type.Integer({ minimum: 1, description: "First position of the tie group." })),
  rank_worst: nullable(Type.Integer({ minimum: 1, description: "Last position of the tie group." })),
} satisfies TProperties;

/** The components that answers of several operations point at, by `$id`. */
export const SHARED_COMPONENTS: readonly TSchema[] = [
  Meta,
  Scale,
  Distribution,
  CountryIdentity,
  SectorIdentity,
  CountryEntry,
  SectorEntry,
  PillarEntry,
  CompanyEntry,
];

/** An answer: what it is and on which scale, then its content. */
export function envelope<P extends TProperties>($id: string, content: P) {
  return Type.Object({ meta: ref(Meta), scale: ref(Scale), ...content }, { $id });
}

/** A list: its items, how many match in all, and where it continues. */
export function listOf<T extends TSchema, P extends TProperties>($id: string, item: T, content: P) {
  return envelope($id, {
    ...content,
    items: Type.Array(item),
    total: Type.Integer({ minimum: 0, description: "Exact number of matching items on all pages." }),
    next: nullable(
      Type.String({
        format: "uri",
        description: "URL of the next page, in the same release; null on the last page.",
      }),
    ),
  });
}

export type MetaJson = Static<typeof Meta>;
export type ScaleJson = Static<typeof Scale>;
export type DistributionJson = Static<typeof Distribution>;
export type CountryJson = Static<typeof CountryIdentity>;
export type SectorJson = Static<typeof SectorIdentity>;
export type PillarJson = Static<typeof PillarEntry>;
