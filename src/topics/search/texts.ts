import { digits } from "../../ask/grammar.ts";

/** The English texts of the search. */
export const searchTexts = {
  title: "Search",
  headline: "Search by name",
  titleOf: (query: string): string => `Search for “${query}”`,
  description: "Countries, sectors, companies and products by name.",
  ask: "Write the name of a country, a sector, a company or a product into the field at the top of the page.",
  nothing: "Try fewer words, or only the beginning of a name. Accents, case and legal forms do not matter.",
  places: "Countries and sectors",
  countries: "Countries",
  whole: (sentence: string): string => `Country. ${sentence}.`,
  place: { country: "Country", sector: "Sector" },
  groups: { company: "Companies", product: "Products" },
  all: {
    company: (total: number): string => `All ${digits(total)} companies`,
    product: (total: number): string => `All ${digits(total)} products`,
  },
  everything: "Everything that matches",
  next: "Next page",
  noCountry: "no country given",
  where: (sector: string, country: string): string => `${sector}, ${country}`,
  known: (name: string): string => `also “${name}”`,
} as const;
