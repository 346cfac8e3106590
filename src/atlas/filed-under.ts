import type { Territory } from "./territories.ts";

/**
 * States and the territories that lists write in front of them, as in "British Virgin Islands
 * (United Kingdom)" or "Taiwan, China". The table only serves to read such values as the territory;
 * it makes no statement about sovereignty.
 */
const TERRITORIES_BY_STATE = `
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
  TERRITORIES_BY_STATE.trim()
    .split("\n")
    .flatMap((line) =>
      line
        .slice(4)
        .split(" ")
        .map((iso2) => [iso2, line.slice(0, 2)] as const),
    ),
);

/** Whether lists write the name of `state` after that of `territory`. */
export function isFiledUnder(territory: Territory, state: Territory): boolean {
  return STATE_BY_TERRITORY.get(territory.iso2) === state.iso2;
}
