import { COMPANY_EMBED } from "./company.ts";
import { COMPARE_EMBED } from "./compare.ts";
import { COUNTRY_EMBED } from "./country.ts";
import type { Embed } from "./embed.ts";
import { MAP_EMBED } from "./map.ts";
import { RANKING_EMBED } from "./ranking.ts";

/** Every embed. */
export const EMBEDS: readonly Embed[] = [COUNTRY_EMBED, COMPANY_EMBED, MAP_EMBED, RANKING_EMBED, COMPARE_EMBED];
