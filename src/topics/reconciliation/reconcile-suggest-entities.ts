import { type Static, Type } from "typebox";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import {
  COMPANY_TYPE,
  EntityType,
  RECONCILIATION_TAG,
  SUGGEST_PROBLEMS,
  SUGGEST_COMPANIES_PATH,
  describeInShort,
  ignoredParameters,
} from "./reconciliation.ts";
import { ref } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import type { SearchResult } from "../../search/search-names.ts";
import { exampleCompany } from "../company/list-companies.ts";
import { findCountryWords } from "../country/country-words.ts";
import { refuseOverload } from "../search/search.ts";

const SUGGESTIONS = 20;
/** Further ones are not looked for. */
const CURSOR_MAX = 10_000;
const PREFIX_CHARACTERS_MAX = 200;

const Suggestions = Type.Object(
  {
    result: Type.Array(
      Type.Object({
        id: Type.String({ description: "Slug of the company." }),
        name: Type.String({ description: "The company's name." }),
        description: Type.String({ description: "Its sector, country and median band." }),
        notable: Type.Array(ref(EntityType), { description: "Its types." }),
      }),
      { description: "Best first." },
    ),
    cursor: Type.Optional(
      Type.Integer({ description: "Send it to get the following ones; missing on the last page." }),
    ),
  },
  { $id: "SuggestedEntities", description: "Companies whose names begin like the input." },
);

export const suggestEntities = defineOperation({
  id: "suggest_entities",
  method: "GET",
  path: SUGGEST_COMPANIES_PATH,
  tag: RECONCILIATION_TAG,
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
  form: { kind: "json", schema: Suggestions, components: [EntityType] },
  problems: SUGGEST_PROBLEMS,
  dependsOn: "release",
  admission: "suggest",
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

function describeSuggestions(
  sources: Sources,
  text: string,
  cursor: number,
  { names, nextOffset }: SearchResult,
): Static<typeof Suggestions> {
  const { snapshot } = sources;
  const named = cursor === 0 ? snapshot.findCompany(text) : undefined;
  const positions = new Set([...(named === undefined ? [] : [named]), ...names.map(({ position }) => position)]);
  const result = Array.from(positions, (position) => {
    const company = snapshot.companyAt(position);
    const { slug: id, name } = company;
    return { id, name, description: describeInShort(sources, company), notable: [{ ...COMPANY_TYPE }] };
  });
  return { result, ...(nextOffset === null || nextOffset > CURSOR_MAX ? {} : { cursor: nextOffset }) };
}
