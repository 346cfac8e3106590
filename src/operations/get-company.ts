import { Type } from "typebox";
import { Problem } from "../problem.ts";
import { companyWriterOf, exampleCompany } from "./companies.ts";
import { detailWriterOf } from "./company-details.ts";
import { companyMembers, Distribution, envelope, firmnessMembers, medianMembers } from "../contract/components.ts";
import { nullable, reason, ref } from "../contract/json-shape.ts";
import { defineOperation, describeParameters } from "../contract/operation.ts";
import { releaseParameter } from "../contract/parameters.ts";
import { quote } from "../contract/read-parameters.ts";

const link = Type.String({ format: "uri" });
const given = nullable(Type.String());
const notGiven = reason("not_given");

const CompanyPillar = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    judgement_count: Type.Integer({ minimum: 0 }),
    ...medianMembers,
    distribution: ref(Distribution),
    ...firmnessMembers,
  },
  { $id: "CompanyPillar", description: "A company's current judgements in one pillar." },
);

const Product = Type.Object(
  { id: given, id_reason: notGiven, slug: Type.String(), name: Type.String(), brand: given, brand_reason: notGiven },
  { $id: "Product" },
);

const Judgement = Type.Object(
  {
    pillar: Type.String({ description: "Id of the pillar." }),
    band: Type.String({ description: "Id of the band." }),
    band_rank: Type.Integer({ minimum: 1 }),
    criterion: given,
    criterion_reason: notGiven,
    judge: given,
    judge_reason: notGiven,
    judged_on: nullable(Type.String({ format: "date" })),
    judged_on_reason: notGiven,
    source_url: given,
    source_url_reason: notGiven,
  },
  { $id: "Judgement", description: "The newest judgement of a pillar, criterion and judge." },
);

const CompanyDetail = envelope("CompanyDetail", {
  ...companyMembers,
  website: given,
  website_reason: notGiven,
  lei: nullable(Type.String({ description: "Legal Entity Identifier, ISO 17442." })),
  lei_reason: notGiven,
  aliases: Type.Array(Type.String()),
  pillars: Type.Array(ref(CompanyPillar), { description: "In the publisher's order." }),
  products: Type.Array(ref(Product)),
  judgements: Type.Array(ref(Judgement), { description: "All current judgements with their sources." }),
  links: Type.Object({ self: link, country: link, sector: link }),
});

export const getCompany = defineOperation({
  id: "get_company",
  method: "GET",
  path: "/api/v2/companies/{slug}",
  tag: "Companies",
  summary: "One company with its judgements",
  description:
    "A company's median band and distribution, the same per pillar, its products, and every current judgement with its source. The publisher's id is redirected to the slug.",
  parameters: {
    path: Type.Object({
      slug: Type.String({
        minLength: 1,
        maxLength: 300,
        description: "Slug of a company. Its id is redirected to it.",
      }),
    }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "json", schema: CompanyDetail, components: [CompanyPillar, Product, Judgement] },
  problems: ["company_not_found"],
  redirects: true,
  dependsOn: "release",
  bulkPath: "/api/v2/data/companies.csv",
  examples(snapshot) {
    const company = exampleCompany(snapshot);
    return company === undefined ? {} : { slug: company.slug };
  },
  answer(sources, { slug }) {
    const { snapshot } = sources;
    const position = companyWriterOf(sources).positionOf(slug);
    if (position !== undefined) return { kind: "written", sheet: detailWriterOf(sources)(position, slug) };
    const byId = snapshot.companyById(slug);
    if (byId !== undefined) return { kind: "redirect", path: { slug: byId.slug } };
    throw new Problem(
      "company_not_found",
      `Release ${snapshot.manifest.id} has no company with the slug or id ${quote(slug)}; /api/v2/companies lists those it has.`,
    );
  },
});
