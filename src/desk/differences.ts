import { isDeepStrictEqual } from "node:util";
import type { Draft } from "./drafts.ts";
import { DRAFT_FILES } from "./drafts.ts";

/** One place at which two drafts differ; null where there is nothing. */
export interface Difference {
  readonly file: string;
  /** A JSON pointer. */
  readonly pointer: string;
  readonly was: string | null;
  readonly now: string | null;
}

const SHOWN_LENGTH_MAX = 120;

/** Where mapping.json and dataset.json differ between two drafts, at the deepest places. */
export function differencesBetween(was: Draft, now: Draft): Difference[] {
  return (["mapping", "dataset"] as const).flatMap((name) =>
    [...compare("", was[name], now[name])].map((each) => ({ file: DRAFT_FILES[name], ...each })),
  );
}

function* compare(pointer: string, was: unknown, now: unknown): Generator<Omit<Difference, "file">> {
  if (isDeepStrictEqual(was, now)) return;
  const [before, after] = [entriesOf(was), entriesOf(now)];
  if (before === null || after === null) {
    yield { pointer, was: shown(was), now: shown(now) };
    return;
  }
  for (const key of new Set([...before.keys(), ...after.keys()]))
    yield* compare(`${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, before.get(key), after.get(key));
}

function entriesOf(value: unknown): Map<string, unknown> | null {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : null;
}

function shown(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX - 1)}…` : text;
}
