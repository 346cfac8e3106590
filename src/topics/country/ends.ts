import type { Ask } from "../../ask/page.ts";
import { describeEndInHeadline } from "../../say/page-findings.ts";
import type { Scale } from "../../trust/scale.ts";
import { listCompanies } from "../company/list-companies.ts";
import { subjectInWords } from "../subject/findings.ts";
import type { Country, Sector } from "../subject/subjects.ts";

/** The best and the worst companies of an area. */

type Area = Country | Sector;

export type End = "best" | "worst";

/** Returns the levels of the lowest and the highest band of its companies; null if it is one. */
export function endsOf({ bands }: Scale, { distribution }: Area): Readonly<Record<End, number>> | null {
  const levels = bands.flatMap(({ id }, index) => ((distribution[id] ?? 0) > 0 ? [index + 1] : []));
  const [worst, best] = [levels[0], levels.at(-1)];
  return worst === undefined || best === undefined || worst === best ? null : { best, worst };
}

/** Lists the companies of a band, those furthest from the next band first, and says who it is. */
export async function findEnd(ask: Ask, scale: Scale, area: Area, end: End, level: number) {
  const { bands } = scale;
  const band = bands[level - 1]?.id ?? "";
  const sort = end === "best" ? "-flips_to_lower" : "-flips_to_higher";
  const fields = "name,slug,median_level,judgement_count,distribution";
  const filter = { ["iso2" in area ? "country" : "sector"]: area.slug };
  const { items } = await ask(listCompanies, { ...filter, band, sort, fields, limit: "100" });
  const ordered = (end === "best" ? bands.toReversed() : bands).map(({ id }) => id);
  // Companies that need equally many changes are ordered by their shares of the outermost bands.
  const share = ({ distribution, judgement_count: count }: (typeof items)[number], id: string): number =>
    (distribution[id] ?? 0) / count;
  const companies = items.toSorted((a, b) => ordered.reduce((order, id) => order || share(b, id) - share(a, id), 0));
  const count = area.distribution[band] ?? 0;
  const names = companies.map(({ name }) => name);
  return {
    companies,
    band,
    count,
    finding: describeEndInHeadline(scale, subjectInWords(area), end, { level, count, names }),
  };
}

/** Maximum number of companies that a headline names as higher. */
const HIGHER_MAX = 3;

/** Names the companies of a country in higher bands than its median, where they are few. */
export async function listHigher(ask: Ask, { bands }: Scale, country: Country): Promise<readonly string[]> {
  const { slug, median_level: level, distribution } = country;
  const better = level === null ? [] : bands.slice(level).map(({ id }) => id);
  const count = better.reduce((sum, id) => sum + (distribution[id] ?? 0), 0);
  if (count === 0 || count > HIGHER_MAX) return [];
  const { items } = await ask(listCompanies, { country: slug, band: better.join(","), fields: "name", sort: "name" });
  return items.map(({ name }) => name);
}
