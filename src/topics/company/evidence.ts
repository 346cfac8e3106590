import type { TArray, TProperties, TString } from "typebox";
import { Type } from "../../ask/type.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { type DatasetFacts, labelOfText } from "../../trust/dataset.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import { type CompanyJudgement, OPTIONAL_JUDGEMENT_COLUMNS } from "../../tables/judgements.ts";
import { PRODUCT_DETAILS, type ProductRecord } from "../../tables/products.ts";
import { CountryIdentity, SectorIdentity } from "../../ask/components.ts";
import { companyCountry, sectorOf } from "../../ask/describe.ts";
import { joinMembers, nullable, nullableRef, ref, withReasons } from "../../ask/json-shape.ts";
import { replyStatusMember, slugMember, urlOf } from "../../ask/named-members.ts";
import type { Sources } from "../../ask/sources.ts";
import { hrefOf } from "../../ask/urls.ts";

/** Judgements and products of a company, in its own answer and in lists. */

/** Returns the schema of a text that the publisher may leave out. */
export const given = (description: string) => nullable(Type.String({ description }), "not_given");

/** A declared column that a publisher may leave empty. */
interface OptionalColumn {
  readonly name: string;
  readonly type: "label" | "url" | "lei" | "names" | "date";
  readonly description: string;
}

type TextNames<Columns extends readonly OptionalColumn[]> = Exclude<
  Columns[number],
  { readonly type: "names" }
>["name"];

type ListNames<Columns extends readonly OptionalColumn[]> = Extract<
  Columns[number],
  { readonly type: "names" }
>["name"];

type OptionalMembers<Columns extends readonly OptionalColumn[]> = Record<TextNames<Columns>, ReturnType<typeof given>> &
  Record<ListNames<Columns>, TArray<TString>>;

type OptionalValues<Columns extends readonly OptionalColumn[]> = Record<TextNames<Columns>, string | null> &
  Record<ListNames<Columns>, string[]> & { readonly reasons: Partial<Record<TextNames<Columns>, "not_given">> };

/** Returns members for declared columns: a text that is not given is null, names are a list. */
export function optionalMembers<const Columns extends readonly OptionalColumn[]>(
  columns: Columns,
): OptionalMembers<Columns>;
export function optionalMembers(columns: readonly OptionalColumn[]): object {
  return Object.fromEntries(
    columns.map(({ name, type, description }) => {
      if (type === "names") return [name, Type.Array(Type.String(), { description })];
      if (type !== "date") return [name, given(description)];
      return [name, nullable(Type.String({ pattern: JUDGED_ON_PATTERN, description }), "not_given")];
    }),
  );
}

/** Returns the values of these members. */
export function describeOptional<const Columns extends readonly OptionalColumn[]>(
  columns: Columns,
  row: Readonly<Record<TextNames<Columns>, string | null> & Record<ListNames<Columns>, readonly string[]>>,
): OptionalValues<Columns>;
export function describeOptional(columns: readonly OptionalColumn[], row: Readonly<Record<string, unknown>>): object {
  const members: Record<string, unknown> = {};
  const reasons: Record<string, "not_given"> = {};
  for (const { name, type } of columns) {
    members[name] = row[name];
    if (row[name] === null && type !== "names") reasons[name] = "not_given";
  }
  return Object.assign(members, { reasons });
}

export const productMembers = {
  id: given("The publisher's own id."),
  slug: Type.String({ description: "The name in lower case, for links." }),
  name: Type.String({ description: "The product's name." }),
  ...optionalMembers(PRODUCT_DETAILS),
} satisfies TProperties;

export function describeProduct(product: ProductRecord) {
  const { id, slug, name } = product;
  return joinMembers(withReasons({ id, slug, name }, { id: "not_given" }), describeOptional(PRODUCT_DETAILS, product));
}

export const judgementMembers = {
  pillar: Type.String({ description: "Id of the pillar." }),
  band: Type.String({ description: "Id of the band." }),
  band_level: Type.Integer({ minimum: 1, description: "Level of the band; 1 is the worst." }),
  ...optionalMembers(OPTIONAL_JUDGEMENT_COLUMNS),
  criterion_label: given("The criterion as readers see it."),
  judge_label: given("The judge as readers see it."),
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
    describeOptional(OPTIONAL_JUDGEMENT_COLUMNS, judgement),
    describeLabels(manifest.dataset, judgement),
    withReasons({ reply_status: judgement.replyStatus }, { reply_status: "not_asked" }),
  );
}

function describeLabels(
  { criterionLabels, judgeLabels }: DatasetFacts,
  { criterion, judge }: Pick<CompanyJudgement, "criterion" | "judge">,
) {
  const members = {
    criterion_label: criterion === null ? null : labelOfText(criterionLabels, criterion),
    judge_label: judge === null ? null : labelOfText(judgeLabels, judge),
  };
  return withReasons(members, { criterion_label: "not_given", judge_label: "not_given" });
}

/** Returns the schema of a company to which something belongs. */
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

/** Members that name the company of something, with its country and sector. */
export const ownerMembers = {
  company: ownerIdentity("The company it belongs to."),
  country: nullableRef(CountryIdentity, "filed_in_no_country"),
  sector: ref(SectorIdentity),
} satisfies TProperties;

/** Returns a function that describes the company at a position, once for all of its rows. */
export function describeOwners(sources: Sources) {
  const { snapshot, site } = sources;
  const describe = (position: number) => {
    const { id, slug, name, country, sector } = snapshot.companyAt(position);
    return joinMembers(
      { company: { id, slug, name, href: hrefOf(site, "company", slug) } },
      companyCountry(sources, country),
      { sector: sectorOf(sources, sector) },
    );
  };
  const owners = new Map<number, ReturnType<typeof describe>>();
  return (position: number) => {
    const owner = owners.get(position) ?? describe(position);
    owners.set(position, owner);
    return owner;
  };
}
