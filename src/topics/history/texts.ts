import { capitalized, counted } from "../../ask/grammar.ts";

/** The English texts about earlier releases. */
export const historyTexts = {
  title: "Release by release",
  newest: (shown: number, all: number): string => `The newest ${shown} of ${all} releases.`,
  ownScale: "Oldest first, each on its own scale",
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
  allChanges: "All changes",
  unmoved: (changed: number, isThin: boolean): string => {
    const companies = `${changed === 0 ? "no company" : counted(changed, "company", "companies")} came, went or ${changed < 2 ? "has" : "have"} another band.`;
    return isThin ? capitalized(companies) : `The median band is the same${changed === 0 ? ", and" : ";"} ${companies}`;
  },
} as const;
