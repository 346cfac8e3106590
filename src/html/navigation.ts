/** The parts of the site that every page leads to, in the order the header shows them. */
export const NAVIGATION = [
  { section: "countries", path: "/rankings", text: "Countries" },
  { section: "sectors", path: "/sectors", text: "Sectors" },
  { section: "companies", path: "/companies", text: "Companies" },
  { section: "compare", path: "/compare", text: "Compare" },
  { section: "changes", path: "/changes", text: "Changes" },
  { section: "claims", path: "/claims", text: "Check a sentence" },
  { section: "data", path: "/data", text: "Data" },
  { section: "docs", path: "/docs", text: "Docs" },
] as const;

/** A part of the site. */
export type Section = (typeof NAVIGATION)[number]["section"];
