import { type GatedPair, factTrigger, type Trigger, whereMore } from "./gate-trigger.ts";
import type { GateLimits } from "./gate-limits.ts";
import { firstDayOf, lastDayOf, parseJudgedOn } from "./judged-on.ts";

/** What a release says about itself: its publisher, its rights, its texts and how new it is. */
export function findFactTriggers({ before, after }: GatedPair, limits: GateLimits): Trigger[] {
  const [was, is] = [before.dataset, after.dataset];
  return [
    ...factTrigger("title", was.title, is.title),
    ...factTrigger("publisher", was.publisher, is.publisher),
    ...(is.year < was.year ? factTrigger("year", was.year, is.year) : []),
    ...factTrigger("licence", was.licence, is.licence, limits.licencesChanged),
    ...factTrigger("notice", was.notice ?? NONE, is.notice ?? NONE, limits.noticesChanged),
    ...findTextTriggers({ before, after }, limits),
    ...findDateTriggers({ before, after }, limits),
  ];
}

const NONE = "none";

function findTextTriggers({ before, after }: Pick<GatedPair, "before" | "after">, limits: GateLimits): Trigger[] {
  const names = [...new Set([...before.texts.keys(), ...after.texts.keys()])].toSorted();
  const changes = names
    .map((id) => ({ id, before: before.texts.get(id) ?? NONE, after: after.texts.get(id) ?? NONE }))
    .filter((change) => change.before !== change.after);
  const [count, limit, of] = [changes.length, limits.textsChanged, names.length];
  return whereMore({ kind: "texts", count, limit, of, changes });
}

/** Where nothing is dated any more: older than every date. */
const DAYS_MAX = 1_000_000;

/** Months and years count only where every day of the one is before every day of the other. */
function findDateTriggers({ before, after }: Pick<GatedPair, "before" | "after">, limits: GateLimits): Trigger[] {
  if (before.asOf === null) return [];
  const days =
    after.asOf === null ? DAYS_MAX : firstDayOf(parseJudgedOn(before.asOf)) - lastDayOf(parseJudgedOn(after.asOf));
  const change = { id: "newest_date", before: before.asOf, after: after.asOf ?? NONE };
  return whereMore({ kind: "newest_date", count: days, limit: limits.daysOlder, of: DAYS_MAX, changes: [change] });
}
