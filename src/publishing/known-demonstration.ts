import { readFileSync } from "node:fs";
import path from "node:path";
import demonstration from "../../data/demo/dataset.json" with { type: "json" };
import { quoteField } from "../csv/csv-scanner.ts";
import { PROJECT_FOLDER } from "../settings.ts";
import type { ComparedFigures } from "../release/changes/read-contents.ts";
import type { Trigger } from "../trust/gate-trigger.ts";

export const DEMONSTRATION_FOLDER = path.join(PROJECT_FOLDER, "data", "demo");

type Facts = Readonly<Record<string, unknown>>;

/** The facts of a dataset that tell the demonstration from all others. */
const MARKS = ["title", "publisher", "notice"] as const;
/** The marks that no real dataset has: one of them is enough to call its companies fictional. */
const FICTIONAL_MARKS = ["publisher", "notice"] as const;

/** Returns true if title, publisher and notice are those of the demonstration. */
export function claimsDemonstration(dataset: Facts): boolean {
  return MARKS.every((mark) => dataset[mark] === demonstration[mark]);
}

/**
 * Returns the effect of the demonstration on the gate between two releases: nothing has to be
 * accepted where real data replace it (`replaced`); data that claim to be fictional may not replace
 * others unseen (a trigger); all other pairs are `usual`.
 */
export function judgeDemonstration(before: ComparedFigures, after: ComparedFigures): "replaced" | "usual" | Trigger {
  const [was, is] = [{ ...before.manifest.dataset }, { ...after.manifest.dataset }];
  const fictional = FICTIONAL_MARKS.find((mark) => is[mark] === demonstration[mark] && is[mark] !== was[mark]);
  const left = FICTIONAL_MARKS.find((mark) => is[mark] === demonstration[mark]);
  const isReplaced = !claimsDemonstration(is) && isDemonstration(before);
  const mark = isReplaced ? left : fictional;
  if (mark !== undefined)
    return {
      kind: "demonstration",
      count: 1,
      limit: 0,
      of: 1,
      changes: [{ id: mark, before: was[mark] ?? "", after: is[mark] ?? "" }],
    };
  return isReplaced ? "replaced" : "usual";
}

/**
 * Returns true if a release is the demonstration: it claims to be, and each of its companies is one
 * of the demonstration's by id and name. The claim alone is not enough, because a `dataset.json`
 * may be a copy of the demonstration's beside real companies.
 */
function isDemonstration(release: ComparedFigures): boolean {
  if (!claimsDemonstration({ ...release.manifest.dataset })) return false;
  const file = readFileSync(path.join(DEMONSTRATION_FOLDER, "companies.csv"), "utf8");
  const rows = new Map(file.split("\n").map((row) => [row.slice(0, row.indexOf(",")), row]));
  return release.contents().companies.every(({ id, name }) => rows.get(id)?.startsWith(`${id},${quoteField(name)},`));
}
