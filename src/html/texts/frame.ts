import { dayInWords } from "../../ask/grammar.ts";
import { READERS_PAGES } from "../../ask/urls.ts";

/** Texts around every page, in English. */
export const frameTexts = {
  language: "en",
  skip: "Skip to the content",
  notice: "Notice",
  mainNavigation: "Main",
  menu: "Menu",
  search: "Search",
  searchHint: "Find a name",
  asJson: "This page as JSON",
  newsOf: (what: string): string => `News: ${what}`,
  releases: "Releases",
  release: (id: string): string => `Release ${id}`,
  releaseStatus: {
    older: "You are looking at an older release.",
    newer: "You are looking at a newer release, which is not the current one.",
    withdrawn: "You are looking at a release that its publisher withdrew.",
    draft: "Draft, not published: do not cite.",
  },
  correction: (at: string): string => `Correction of ${dayInWords(at)}:`,
  allOf: (at: string, id: string): string => `Read all that follows as of ${dayInWords(at)} (release ${id}).`,
  toCurrent: "See what is so now",
  borders: "Borders ©",
  bordersBy: "OpenStreetMap",
  /** The links of the footer to pages of the site. */
  footer: [
    [READERS_PAGES.howToRead, "How to read this"],
    ["/docs/methodology", "Methodology"],
    ["/dashboard", "Your key"],
    ["/about", "About"],
    ["/privacy", "Privacy"],
    ["/terms", "Terms"],
  ] as const,
};
