import type { Ask } from "../../ask/page.ts";
import { listCompanies } from "./list-companies.ts";

/**
 * Counts the companies that match the filters other than `band`: all, those in each band by its
 * level, and the judged ones.
 */
export async function countCompanies(
  ask: Ask,
  bands: readonly { readonly id: string; readonly level: number }[],
  filter: Readonly<Partial<Record<"country" | "region" | "sector" | "pillar", string | undefined>>>,
) {
  const count = async (band: string | undefined): Promise<number> =>
    (await ask(listCompanies, { ...filter, band, limit: "1" })).total;
  const counts = new Map<number, number>();
  for (const { id, level } of bands) counts.set(level, await count(id));
  const listed = await count(undefined);
  const inBands = [...counts.values()].reduce((sum, each) => sum + each, 0);
  // With `pillar`, a company may be in several bands; all that are listed are judged then.
  return { listed, counts, judged: filter.pillar === undefined ? inBands : listed };
}
