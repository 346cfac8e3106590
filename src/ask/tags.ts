/** The groups of operations in documents, with their descriptions. */
export const TAGS = {
  Countries: "Countries with judged companies.",
  Intelligence: "Comparisons of countries and sectors, and the dataset as files.",
  Sectors: "The same statistics by sector.",
  Companies: "The judged companies, with every judgement and its source.",
  Search: "Companies and products by name.",
  Downloads: "The tables of a release as CSV, Parquet and XLSX, with machine-readable descriptions of them.",
  Account: "API keys, which raise the rate limit and own webhooks, and usage.",
  Webhooks: "Requests of the service to you when a release is published, for holders of a key.",
  Feeds: "News about the data for feed readers (Atom). These requests are not counted.",
  Citation: "Citations of a release for reference managers.",
  "Version 1":
    "The deprecated endpoints of version 1, whose retired scores are null. Every response says when they end and what replaces them.",
  Geocoding:
    "The country of a location, and whether the land is disputed. Borders © OpenStreetMap contributors, ODbL 1.0.",
  Reference: "The scale, its pillars, and the releases of the data.",
  Service: "What the service offers, and whether it is well. These requests are not counted.",
} as const;
