import type { JudgementsGuess } from "./guess-dataset.ts";
import type { GivenColumns } from "./guess-table.ts";
import { headerShare, type Role } from "./header-words.ts";
import { YEAR_COLUMN } from "./raw-table.ts";

/** A guess that a person has to confirm: a wrong one would be published without a word. */
export interface Doubt {
  readonly role: Role;
  readonly column: string;
  readonly said: string;
}

/** The guesses of columns that are doubtful, but for those that the publisher named. */
export function findDoubts(
  { judgements }: { readonly judgements: readonly Pick<JudgementsGuess, "facts" | "roles">[] },
  given: Pick<GivenColumns, "roles" | "none">,
  now: Date,
): Doubt[] {
  if (given.roles.judged_on !== undefined || given.none.includes("judged_on")) return [];
  const today = now.toISOString().slice(0, 10);
  const found = new Map<string, Doubt>();
  for (const { facts, roles } of judgements) {
    const name = roles.judged_on;
    const column = facts.find((each) => each.column.name === name)?.column;
    if (name === undefined || column === undefined || name === YEAR_COLUMN) continue;
    const later = column.values.filter(
      ({ value }) => /^\d{4}(?!\d)/u.test(value) && value > today.slice(0, value.length),
    );
    const add = (said: string): unknown => found.set(name, { role: "judged_on", column: name, said });
    if (later.length > 0)
      add(`"${name}" has dates to come, such as ${later[0]?.value}. Is it when companies were judged?`);
    else if (headerShare(name, "judged_on") === 0)
      add(`Nothing in the name "${name}" says that it is when companies were judged. Is it?`);
  }
  return [...found.values()];
}
