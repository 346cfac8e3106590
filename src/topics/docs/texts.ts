/** What the pages of the documentation say apart from their own texts, in English. */
export const docsTexts = {
  navigation: "Documentation",
  contents: "On this page",
  allPages: "All pages",
  steps: "Previous and next page",
  previous: "Previous",
  next: "Next",
  search: "Search the documentation",
  searchHint: "Search the docs",
  searchButton: "Search",
  tableOf: (heading: string): string => `Table: ${heading}`,
};

/** How languages are called, by what a fence of Markdown names. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "Shell",
  js: "JavaScript",
  python: "Python",
  r: "R",
  sql: "SQL",
  json: "JSON",
  csv: "CSV",
};
