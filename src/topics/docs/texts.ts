/** The English texts that surround the content of the pages of the documentation. */
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

/** The names of languages, by the info string of a fenced code block. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ["sh", "Shell"],
  ["js", "JavaScript"],
  ["python", "Python"],
  ["r", "R"],
  ["sql", "SQL"],
  ["json", "JSON"],
  ["csv", "CSV"],
]);
