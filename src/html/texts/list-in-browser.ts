/** What lists of an export say that are narrowed in the browser, in English. */
export const listInBrowserTexts = {
  noCountry: "No country given",
  nothing: "No company is in all of these.",
  company: "company",
  companies: "companies",
  of: "of",
  more: "Show more",
} as const;
