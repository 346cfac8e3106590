import { byId } from "./gate-companies.ts";
import type { GateChange, GatedCompany, GatedPair, Trigger } from "./gate-trigger.ts";
import { whereMore } from "./gate-trigger.ts";
import type { GateLimits } from "./gate-limits.ts";

/**
 * Companies that are probably one and were not before: the same name in the same country but for
 * its legal form and spelling, or the same LEI. Each is named with another one.
 */
export function findDuplicateTriggers({ after, earlier }: GatedPair, limits: GateLimits): Trigger[] {
  const found = new Map<string, GateChange>();
  for (const keyOf of [nameAndCountry, ({ lei }: GatedCompany) => lei]) {
    for (const [key, alike] of Map.groupBy(after.companies, keyOf)) {
      if (key === null) continue;
      // One of those that were alike before, and each that was not there.
      const seen = new Map<string, GatedCompany>();
      for (const company of alike) {
        const was = earlier.get(company.id);
        const wasKey = was === undefined ? `new ${company.id}` : `key ${keyOf(was) ?? company.id}`;
        const [first, second] = seen.keys();
        const other = seen.get((first === wasKey ? second : first) ?? "");
        if (other !== undefined) found.set(company.id, { id: company.id, before: other.id, after: company.name });
        if (!seen.has(wasKey)) seen.set(wasKey, company);
      }
    }
  }
  const [count, limit, of] = [found.size, limits.newDuplicates, after.companies.length];
  return whereMore({ kind: "new_duplicates", count, limit, of, changes: byId([...found.values()]) });
}

function nameAndCountry({ nameKey, country }: GatedCompany): string | null {
  return nameKey === "" ? null : `${country ?? ""} ${nameKey}`;
}
