import { COMPARE_EMBED } from "./comparison/embed.ts";
import type { Embed } from "./embed/embed.ts";
import { SUBJECT_EMBEDS } from "./subject/embed.ts";
import { MAP_EMBED, RANKING_EMBED } from "./ranking/embed.ts";

export const EMBEDS: readonly Embed[] = [...SUBJECT_EMBEDS, MAP_EMBED, RANKING_EMBED, COMPARE_EMBED];
