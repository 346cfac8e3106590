import { digits } from "../../ask/grammar.ts";

/** The English texts of the search over the documentation. */
export const docsSearchTexts = {
  title: "Search the documentation",
  titleOf: (query: string): string => `“${query}” in the documentation`,
  description: "Guides, endpoints, fields, error codes, reasons, settings and words.",
  ask: "Write a word into the field: a subject, an endpoint, a field, an error code, a reason, a setting.",
  nameSearch: "To find companies and products in an application, see",
  headlineOf: (query: string, count: number): string =>
    count === 0
      ? `Nothing in the documentation matches “${query}”`
      : `${digits(count)} ${count === 1 ? "place matches" : "places match"} “${query}”`,
  nothing: "Try one word alone, or its beginning. Companies and products are found with the field in the header.",
  more: (shown: number): string => `The first ${shown} are shown.`,
  kinds: {
    page: "Guide",
    section: "Guide",
    endpoint: "Endpoint",
    field: "Field",
    problem: "Error code",
    reason: "Reason",
    setting: "Setting",
    term: "Word",
    name: "Name",
  },
} as const;
