import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { CompanySummary } from "../../release/snapshot.ts";
import type { CompanyProperty } from "./company-properties.ts";
import { countryOf, sectorOf } from "../../ask/describe.ts";
import type { Site, Sources } from "../../ask/sources.ts";
import { labelOf } from "../../ask/words.ts";

/**
 * What the Reconciliation Service API 0.2 calls things, and where they are. Its shapes are those of
 * the specification (W3C Entity Reconciliation Community Group, final report of 2023-04-10): their
 * names are not ours, and a member without a value is missing.
 */
export const RECONCILIATION_VERSION = "0.2";

export const RECONCILIATION_TAG = "Reconciliation";

/** The one type of entity there is. */
export const COMPANY_TYPE = { id: "company", name: "Company" } as const;

/** Where the parts of the service are. */
export const RECONCILE_PATH = "/reconcile";
export const SUGGEST_COMPANIES_PATH = "/reconcile/suggest/entity";
export const SUGGEST_PROPERTIES_PATH = "/reconcile/suggest/property";
export const PROPOSE_PROPERTIES_PATH = "/reconcile/properties";

/** The page that clients show in a frame. */
export const COMPANY_EMBED_PATH = "/embed/companies/{slug}";

/** How many queries a batch may have. */
export const BATCH_SIZE = 50;

/** The problems of what completes input, apart from those of every operation. */
export const SUGGEST_PROBLEMS = [
  "conflicting_credentials",
  "unknown_api_key",
  "insecure_transport",
  "rate_limited",
] as const;

/** The beginning of the URI of every company; its slug is the rest. */
export function identifierSpaceOf({ baseUrl }: Site): string {
  return `${baseUrl}/api/v2/companies/`;
}

/** Where a person reads of a company; `{{id}}` stands for its slug. */
export function viewUrlOf({ baseUrl }: Site): string {
  return `${baseUrl}/companies/{{id}}`;
}

/** Where the short description of a company is that clients show in a frame. */
export function previewUrlOf({ baseUrl }: Site): string {
  return baseUrl + COMPANY_EMBED_PATH.replace("{slug}", "{{id}}");
}

export const EntityType = Type.Object(
  {
    id: Type.String({ description: "Id of the type." }),
    name: Type.String({ description: "The type in words." }),
  },
  { $id: "ReconciliationType", description: "A type of entities. There is one: companies." },
);

export const Property = Type.Object(
  {
    id: Type.String({ description: "Id of the property, as in queries and data extension." }),
    name: Type.String({ description: "The property in words." }),
    description: Type.String({ description: "What its values are." }),
  },
  { $id: "ReconciliationProperty", description: "A property of companies." },
);

export function describeProperty({ id, name, description }: CompanyProperty): Static<typeof Property> {
  return { id, name, description };
}

/** What Cocoda sends with every batch. */
export const languageParameter = {
  language: Type.Optional(
    Type.String({ maxLength: 200, examples: ["en"], description: "Sent by Cocoda; it has no effect." }),
  ),
};

/** What OpenRefine sends with what is typed, with the values that it sends. */
const SENT_BY_OPENREFINE = {
  type: "company",
  spell: "always",
  exact: "false",
  prefixed: "true",
  lang: "en",
  filter: "",
};

export const ignoredParameters = Object.fromEntries(
  Object.entries(SENT_BY_OPENREFINE).map(([name, value]) => [
    name,
    Type.Optional(
      Type.String({ maxLength: 200, examples: [value], description: "Sent by OpenRefine; it has no effect." }),
    ),
  ]),
);

/** Tells companies of the same name apart: `Energy, France; median band: High`. */
export function describeInShort(sources: Sources, { country, sector, median }: CompanySummary): string {
  const { scale } = sources.snapshot.manifest.dataset;
  const band = median === null ? "not judged" : `median band: ${labelOf(scale, median)}`;
  const where = country === null ? "no country given" : countryOf(sources, country).name;
  return `${sectorOf(sources, sector).label}, ${where}; ${band}`;
}
