import { inARow } from "../../ask/grammar.ts";

/** The English texts of the world map. */
export const mapTexts = {
  built:
    "A world map in the Equal Earth projection. Each country has the colour of its median band; darker is worse. Countries without a rank are pale or hatched, territories without data are grey, disputed land is striped.",
  group: (label: string, names: readonly string[]): string => `${label}: ${inARow(names)}.`,
  unranked: (names: readonly string[]): string => `Not ranked: ${inARow(names)}.`,
  notListed: (name: string): string => `${name} has no company in the data.`,
  borders: (attribution: string): string =>
    `Borders of the geocoder, disputed land striped. Small states are dots. ${attribution}.`,
  enlarged: (region: string): string => `${region}, enlarged`,
  label: "Map of median bands. Arrow keys go from country to country, Enter opens one.",
};
