import { Type } from "../../ask/type.ts";
import type { CompanySummary } from "../../release/snapshot.ts";
import { countryOf, sectorOf } from "../../ask/describe.ts";
import type { Sources } from "../../ask/sources.ts";
import { labelOf } from "../../ask/words.ts";
import { KEY_PROBLEMS } from "../account/account.ts";

/**
 * The names and paths of the Reconciliation Service API 0.2. Its shapes are those of
 * the specification (W3C Entity Reconciliation Community Group, final report of 2023-04-10): their
 * names are not ours, and a member without a value is missing.
 */
export const RECONCILIATION_VERSION = "0.2";

/** Parts that its operations share: the specification describes their answers. */
export const SPECIFIED = {
  tag: "Companies",
  form: {
    kind: "json",
    schema: Type.Unsafe<object>({
      $id: "ReconciliationAnswer",
      type: "object",
      description: "As the Reconciliation Service API 0.2 describes it.",
    }),
  },
  isUndocumented: true,
} as const;

/** Parts that the operations share which complete input. */
export const SUGGESTED = { ...SPECIFIED, problems: KEY_PROBLEMS, admission: "suggest" } as const;

/** The one type of entity there is. */
export const COMPANY_TYPE = { id: "company", name: "Company" } as const;

/** The paths of the parts of the service. */
export const RECONCILE_PATH = "/reconcile";
export const SUGGEST_COMPANIES_PATH = "/reconcile/suggest/entity";
export const SUGGEST_PROPERTIES_PATH = "/reconcile/suggest/property";
export const PROPOSE_PROPERTIES_PATH = "/reconcile/properties";

/** Maximum number of queries of a batch. */
export const BATCH_SIZE = 50;

/** The parameter that Cocoda sends with every batch. */
export const languageParameter = {
  language: Type.Optional(
    Type.String({ maxLength: 200, examples: ["en"], description: "Sent by Cocoda; it has no effect." }),
  ),
};

/** The parameters that OpenRefine sends with a typed text, with their values. */
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
