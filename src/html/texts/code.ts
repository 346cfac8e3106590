/** Texts beside pieces of code, in English. */
export const codeTexts = {
  copy: "Copy",
  request: "Request",
  answer: "Answer",
} as const;
