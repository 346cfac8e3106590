import { Type } from "../../ask/type.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import {
  COMPANY_TYPE,
  describeInShort,
  ignoredParameters,
  PROPOSE_PROPERTIES_PATH,
  SUGGEST_COMPANIES_PATH,
  SUGGEST_PROPERTIES_PATH,
  SUGGESTED,
} from "./reconciliation.ts";
import type { Sources } from "../../ask/sources.ts";
import type { SearchResult } from "../../search/search-names.ts";
import { exampleCompany } from "../company/list-companies.ts";
import { findCountryWords } from "../country/country-words.ts";
import { refuseOverload } from "../search/search.ts";
import { type CompanyProperty, findProperties, propertiesOf } from "./company-properties.ts";

const SUGGESTIONS = 20;
/** Maximum cursor: further suggestions are not looked for. */
const CURSOR_MAX = 10_000;
const PREFIX_CHARACTERS_MAX = 200;

export const suggestEntities = defineOperation({
  ...SUGGESTED,
  id: "suggest_entities",
  path: SUGGEST_COMPANIES_PATH,
  summary: "Complete the name of a company",
  description:
    "The suggest service of reconciliation for entities: companies whose name has words that begin like the input, and the one whose id it is.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      prefix: Type.String({ maxLength: PREFIX_CHARACTERS_MAX, description: "What was typed so far." }),
      cursor: Type.Integer({
        minimum: 0,
        maximum: CURSOR_MAX,
        default: 0,
        description: "How many suggestions to skip.",
      }),
      ...ignoredParameters,
    }),
  },
  isConfidential: true,
  examples: (snapshot) => ({ prefix: exampleCompany(snapshot)?.name.slice(0, 4) ?? "trust", cursor: 0 }),
  answer(sources, { prefix, cursor }) {
    const text = prefix.normalize("NFKC").trimStart();
    const countryWords = findCountryWords(sources.atlas, text);
    const request = { text, countryWords, kind: "company", limit: SUGGESTIONS, offset: cursor } as const;
    const found = sources.snapshot.search.find(request);
    const answer = (hits: SearchResult) => {
      return { kind: "json", body: describeSuggestions(sources, prefix.trim(), cursor, hits) } as const;
    };
    return found instanceof Promise ? found.then(answer, refuseOverload) : answer(found);
  },
});

function describeSuggestions(sources: Sources, text: string, cursor: number, { names, nextOffset }: SearchResult) {
  const { snapshot } = sources;
  const named = cursor === 0 ? snapshot.findCompany(text) : undefined;
  const positions = new Set([...(named === undefined ? [] : [named]), ...names.map(({ position }) => position)]);
  const result = Array.from(positions, (position) => {
    const company = snapshot.companyAt(position);
    const { slug: id, name } = company;
    return { id, name, description: describeInShort(sources, company), notable: [COMPANY_TYPE] };
  });
  return { result, ...(nextOffset === null || nextOffset > CURSOR_MAX ? {} : { cursor: nextOffset }) };
}

export const suggestProperties = defineOperation({
  ...SUGGESTED,
  id: "suggest_properties",
  path: SUGGEST_PROPERTIES_PATH,
  summary: "Complete the name of a property",
  description:
    "The suggest service of reconciliation for properties, all at once. `country`, `country_code`, `sector`, `lei` and `company_id` also narrow queries; others are ignored there.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      prefix: Type.String({ maxLength: 200, description: "What was typed so far." }),
      cursor: Type.Integer({ minimum: 0, maximum: 1000, default: 0, description: "How many suggestions to skip." }),
      ...ignoredParameters,
    }),
  },
  examples: () => ({ prefix: "median", cursor: 0 }),
  answer: ({ snapshot }, { prefix, cursor }) => {
    const result = findProperties(snapshot, prefix).slice(cursor).map(describeProperty);
    return { kind: "json", body: { result } };
  },
});

const LIMIT_MAX = 1000;

export const proposeProperties = defineOperation({
  ...SUGGESTED,
  id: "propose_properties",
  path: PROPOSE_PROPERTIES_PATH,
  summary: "The properties of companies",
  description:
    "What data extension can be asked for, and for each property whether it narrows queries: the property proposals of reconciliation.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      type: Type.String({
        maxLength: 200,
        default: "",
        description: "Id of a type, returned unchanged. There is one type, so that it decides nothing.",
      }),
      limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_MAX, description: "How many to propose." }),
    }),
  },
  examples: () => ({ type: "company" }),
  answer: ({ snapshot }, { type, limit }) => {
    const properties = propertiesOf(snapshot).slice(0, limit).map(describeProperty);
    return { kind: "json", body: { properties, type, limit } };
  },
});

function describeProperty({ id, name, description }: CompanyProperty) {
  return { id, name, description };
}
