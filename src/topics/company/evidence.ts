import { type TProperties, Type } from "typebox";
import type { CompanyJudgement, ProductRecord, Snapshot } from "../../release/snapshot.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import { OPTIONAL_JUDGEMENT_COLUMNS, type OptionalJudgementColumnName } from "../../trust/judgement-columns.ts";
import { CountryIdentity, SectorIdentity } from "../../ask/components.ts";
import { companyCountry, hrefOf, sectorOf } from "../../ask/describe.ts";
import { joinMembers, nullable, nullableRef, ref, withReasons } from "../../ask/json-shape.ts";
import { replyStatusMember, slugMember, urlOf } from "../../ask/named-members.ts";
import type { Sources } from "../../ask/sources.ts";

/** What a company has: judgements and products, in its own answer and in lists. */

/** A text that the publisher may leave out. */
export const given = (description: string) => nullable(Type.String({ description }), "not_given");

export const productMembers = {
  id: given("The publisher's own id."),
  slug: Type.String({ description: "The name in lower case, for links." }),
  name: Type.String({ description: "The product's name." }),
  brand: given("The brand it is sold under."),
  aliases: Type.Array(Type.String(), { description: "Other names that people use." }),
} satisfies TProperties;

export function describeProduct({ id, slug, name, brand, aliases }: ProductRecord) {
  return withReasons({ id, slug, name, brand, aliases: [...aliases] }, { id: "not_given", brand: "not_given" });
}

/** A value for each column that may be empty, by its name. */
function byColumn<T>(valueOf: (column: (typeof OPTIONAL_JUDGEMENT_COLUMNS)[number]) => T) {
  const entries = OPTIONAL_JUDGEMENT_COLUMNS.map((column) => [column.name, valueOf(column)]);
  return Object.fromEntries(entries) as Record<OptionalJudgementColumnName, T>;
}

const optionalMembers = byColumn(({ type, description }) =>
  nullable(Type.String(type === "date" ? { pattern: JUDGED_ON_PATTERN, description } : { description }), "not_given"),
);

const NOT_GIVEN = byColumn(() => "not_given" as const);

export const judgementMembers = {
  pillar: Type.String({ description: "Id of the pillar." }),
  band: Type.String({ description: "Id of the band." }),
  band_level: Type.Integer({ minimum: 1, description: "Level of the band; 1 is the worst." }),
  ...optionalMembers,
  reply_status: replyStatusMember(
    "Status of the company's reply to this judgement, or to those of its pillar; `/api/v2/replies` has the reply.",
  ),
} satisfies TProperties;

export function describeJudgement({ manifest }: Snapshot, judgement: CompanyJudgement) {
  const { pillars, scale } = manifest.dataset;
  return joinMembers(
    {
      pillar: pillars[judgement.pillar]!.id,
      band: scale.bands[judgement.band - 1]!.id,
      band_level: judgement.band,
    },
    withReasons(
      byColumn(({ name }) => judgement[name]),
      NOT_GIVEN,
    ),
    withReasons({ reply_status: judgement.replyStatus }, { reply_status: "not_asked" }),
  );
}

/** The company of something, as an object within it. */
export function ownerIdentity(description: string) {
  return Type.Object(
    {
      id: Type.String({ description: "The publisher's own id." }),
      slug: slugMember("company"),
      name: Type.String({ description: "The company's name." }),
      href: urlOf("the company"),
    },
    { description },
  );
}

/** Members that name the company of something, and where that company is filed. */
export const ownerMembers = {
  company: ownerIdentity("The company it belongs to."),
  country: nullableRef(CountryIdentity, "filed_in_no_country"),
  sector: ref(SectorIdentity),
} satisfies TProperties;

export function describeOwner(sources: Sources, position: number) {
  const { id, slug, name, country, sector } = sources.snapshot.companyAt(position);
  return joinMembers(
    { company: { id, slug, name, href: hrefOf(sources.site, "companies", slug) } },
    companyCountry(sources, country),
    { sector: sectorOf(sources, sector) },
  );
}
