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
  reasons: "Why a field is null",
  nullWhere: "Null:",
  within: (count: number, holds: "object" | "list" | "map"): string =>
    `${count} ${count === 1 ? "field" : "fields"}${{ object: "", list: " of each item", map: " of each value" }[holds]}`,
  shared: "In every answer",
  events: "What is sent",
  send: "Send",
  sendOf: (summary: string): string => `Send: ${summary}`,
  body: "Body",
  notSent: "(not sent)",
  statusesOf: (summary: string): string => `Statuses: ${summary}`,
  restOfExample: "An ellipsis stands for what is left out.",
  allOf: (group: string, count: number): string =>
    count === 1 ? `${group}: one endpoint` : `${group}: ${count} endpoints`,
};
