import { digits } from "../../ask/grammar.ts";

/** English texts about replies on pages, without their sentences. */
export const replyTexts = {
  title: "Right of reply",
  ownWords: "In the company’s own words:",
  wholeText: (characters: number): string => `Read the whole reply (${digits(characters)} characters)`,
  source: "Published at",
  about: "What this means",
} as const;
