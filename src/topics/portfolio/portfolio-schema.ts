import type { TProperties } from "typebox";
import { Type } from "../../ask/type.ts";
import {
  companyMembers,
  Distribution,
  firmnessMembers,
  listOf,
  medianMembers,
  PillarEntry,
} from "../../ask/components.ts";
import { nullable, nullableRef, objectOf, oneOf, ref } from "../../ask/json-shape.ts";
import { COMPANY_CHANGES } from "../../trust/company-changes.ts";
import { METHOD_PARTS } from "../../trust/method-change.ts";
import { CompanyThen } from "../change/changed-company.ts";
import { MATCHED_BY } from "../reconciliation/match-companies.ts";
import { LIST_AMBIGUITIES } from "./list-rows.ts";
import { countryMembers, sectorMembers, summaryMember, urlOf } from "../../ask/named-members.ts";

/** The schema of the answer about a caller's list of companies. */

const { id, slug, name, country, sector } = companyMembers;
const namedMembers = { id, slug, name, country, sector };

const matchedCompanyMembers = {
  ...namedMembers,
  ...medianMembers,
  href: urlOf("the company"),
} satisfies TProperties;

export const MatchedCompany = objectOf(matchedCompanyMembers, {
  $id: "MatchedCompany",
  description: "The company that a row of the list means.",
});

const aliasMember = {
  matched_name: nullable(
    Type.String({ description: "The alias that was compared with the row, if it is not the company's own name." }),
    "own_name",
  ),
};

export const MatchCandidate = objectOf(
  {
    ...matchedCompanyMembers,
    ...aliasMember,
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "How alike the names are, without legal forms: twice the pairs of neighbouring characters they share, divided by the pairs of both. 1 for equal names and identifiers alone.",
    }),
  },
  { $id: "MatchCandidate", description: "A company that a row of the list may mean." },
);

const MatchedBy = oneOf(MATCHED_BY, {
  $id: "MatchedBy",
  description:
    "What the company was found by. `name`: an equal name of this company alone; `name_without_legal_form`: equal apart from the legal form.",
});

const Ambiguity = oneOf(LIST_AMBIGUITIES, {
  $id: "Ambiguity",
  description:
    "Why no company is certain. `identifiers_disagree`: the identifiers, or one of them and the name, mean different companies; `several_companies`: several have the name or LEI; `similar_names`: none has the name, some have a similar one; `country_unclear`: the country of the row can be several ones, or is none, and the name alone decides nothing.",
});

export const PortfolioRow = objectOf(
  {
    row: Type.Integer({ minimum: 1, description: "Number of the row in the list; the header is not counted." }),
    id: nullable(Type.String({ description: "The caller's own id of the row." }), "not_given"),
    name: nullable(Type.String({ description: "The name in the row." }), "not_given"),
    status: oneOf(["matched", "ambiguous", "unmatched"], { description: "Whether one company is meant for certain." }),
    matched_by: nullableRef(MatchedBy, "ambiguous", "unmatched"),
    ...aliasMember,
    company: nullableRef(MatchedCompany, "ambiguous", "unmatched"),
    duplicate_of: nullable(
      Type.Integer({ minimum: 1, description: "The first row that means the same company, which counts once." }),
      "first_row",
      "ambiguous",
      "unmatched",
    ),
    ambiguity: nullableRef(Ambiguity, "matched", "unmatched"),
    candidates: Type.Array(ref(MatchCandidate), {
      description: "Of an ambiguous row: the companies that may be meant, at most five, best first.",
    }),
    changes: nullable(
      Type.Array(oneOf(COMPANY_CHANGES), {
        description:
          "What happened to the company since the release `since`, as in `/api/v2/changes`; `removed` if that release lists it and this one does not, so that the row is not matched.",
      }),
      "not_compared",
      "ambiguous",
      "unmatched",
    ),
    before: nullableRef(CompanyThen, "not_compared", "not_in_release", "ambiguous", "unmatched"),
  },
  { $id: "PortfolioRow", description: "A row of the list, with the company it means." },
);

const companiesMembers = {
  companies: Type.Integer({
    minimum: 0,
    description: "Different companies that rows are matched with, judged or not.",
  }),
  judged_companies: Type.Integer({
    minimum: 0,
    description: "Those of them that the distribution counts, each once, by its median band.",
  }),
  unjudged_companies: Type.Integer({ minimum: 0, description: "Those of them that have no current judgement." }),
  ...medianMembers,
  distribution: ref(Distribution),
  ...firmnessMembers,
} satisfies TProperties;

const PortfolioCountry = objectOf(
  { ...countryMembers, ...companiesMembers, href: urlOf("the country") },
  { $id: "PortfolioCountry", description: "The companies of the list in one country." },
);

const PortfolioSector = objectOf(
  { ...sectorMembers, ...companiesMembers, href: urlOf("the sector") },
  { $id: "PortfolioSector", description: "The companies of the list in one sector." },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Portfolio = listOf("Portfolio", ref(PortfolioRow), {
  ...summaryMember,
  since: nullable(Type.String({ description: "The release that `since` names, by its id." }), "not_compared"),
  method_change: nullable(
    Type.Array(oneOf(METHOD_PARTS), {
      description: "What of the method differs since: with anything in it no company is called re-rated.",
    }),
    "not_compared",
  ),
  matched: count("Rows that are matched with one company."),
  ambiguous: count("Rows with candidates only. They count nowhere."),
  unmatched: count("Rows without any. They count nowhere."),
  duplicates: count("Matched rows whose company an earlier row means, too."),
  ...companiesMembers,
  pillars: Type.Array(ref(PillarEntry), {
    description: "The same companies in each pillar, in the publisher's order.",
  }),
  countries: Type.Array(ref(PortfolioCountry), {
    description: "By country, in the order of their ISO 3166-1 alpha-3 codes.",
  }),
  sectors: Type.Array(ref(PortfolioSector), { description: "By sector, in the order of their slugs." }),
});

export const PORTFOLIO_COMPONENTS = [
  CompanyThen,
  MatchedBy,
  Ambiguity,
  MatchedCompany,
  MatchCandidate,
  PortfolioRow,
  PortfolioCountry,
  PortfolioSector,
];
