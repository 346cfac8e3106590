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
  within: (count: number): string => (count === 1 ? "1 field" : `${count} fields`),
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

/** The English texts of the API reference besides those of the OpenAPI document. */
export const referenceTexts = {
  ofReasons: "Which members are null, and why; empty if none is.",
  title: "API reference",
  titleOf: (group: string): string => `${group}: API reference`,
  description: "Every endpoint of the API with its parameters, the fields of its answers, and examples to send.",
  deprecated: "deprecated",
  required: "required",
  parameters: "Parameters",
  answerFields: "Fields of the answer",
  bodyFields: "Fields of the body",
  statuses: "Statuses",
  rest: "Example, parameters, fields and statuses",
  nullWhere: "Null:",
  shared: "In every answer",
  events: "What is sent",
  send: "Send",
  sendOf: (summary: string): string => `Send: ${summary}`,
  body: "Body",
  notSent: "(not sent)",
};
