import { counted } from "../../ask/grammar.ts";

/** What pages say about earlier releases, in English. */
export const historyTexts = {
  title: "Release by release",
  note: (shown: number, all: number): string =>
    shown < all
      ? `The newest ${shown} of ${all} releases, oldest first, each on its own scale.`
      : "Oldest first, each release on its own scale.",
  release: "Release",
  companies: "Judged companies",
  judgements: "Judgements",
  id: (release: string): string => `Release ${release}`,
  breaks: {
    dataset: "Another dataset begins here: what is above cannot be compared with what is below.",
    scale: "The scale changed here: what is above cannot be compared with what is below.",
    pillars: "The pillars changed here: what is above cannot be compared with what is below.",
    rule: "The rule of medians changed here: what is above cannot be compared with what is below.",
  },
  allChanges: "All that changed",
  since: (day: string): string => `Since ${day}`,
  unmoved: (changed: number): string =>
    changed === 0
      ? "The median band is the same, and no company changed."
      : `The median band is the same; ${counted(changed, "company", "companies")} changed.`,
} as const;
