import { COMPANY_EMBED } from "./company/embed.ts";
import { COMPARE_EMBED } from "./comparison/embed.ts";
import { COUNTRY_EMBED } from "./country/embed.ts";
import type { Embed } from "./embed/embed.ts";
import { MAP_EMBED, RANKING_EMBED } from "./ranking/embed.ts";

/** Every embed. */
export const EMBEDS: readonly Embed[] = [COUNTRY_EMBED, COMPANY_EMBED, MAP_EMBED, RANKING_EMBED, COMPARE_EMBED];
