import type { Territory } from "./territories.ts";

/**
 * The state whose name lists put behind the name of a territory, as in "British Virgin Islands (United Kingdom)" or
 * "Taiwan, China". It serves to read such cells as the territory, and says nothing of sovereignty.
 */
const NAME_BEHIND = `
AU: CC CX HM NF
CN: HK MO TW
DK: FO GL
FI: AX
FR: BL GF GP MF MQ NC PF PM RE TF WF YT
GB: AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG
IL: PS
MA: EH
NL: AW BQ CW SX
NO: BV SJ
NZ: CK NU TK
RS: XK
US: AS GU MP PR UM VI
`;

const STATE_BY_TERRITORY: ReadonlyMap<string, string> = new Map(
  NAME_BEHIND.trim()
    .split("\n")
    .flatMap((line) =>
      line
        .slice(4)
        .split(" ")
        .map((iso2) => [iso2, line.slice(0, 2)] as const),
    ),
);

/** Tells whether lists write `territory` with the name of `state` behind it. */
export function isFiledUnder(territory: Territory, state: Territory): boolean {
  return STATE_BY_TERRITORY.get(territory.iso2) === state.iso2;
}
