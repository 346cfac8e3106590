import type { JudgedColumns } from "../intake/guess/guess-judged-columns.ts";
import type { RawValue } from "../intake/guess/raw-table.ts";
import type { Console, OptionValues } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** A call of init. */
export interface InitCall {
  readonly console: Console;
  readonly options: OptionValues;
  /** Null where nobody can be asked. */
  readonly terminal: Terminal | null;
}

/** The values that judge, and what they are. */
export interface JudgedValues {
  readonly kind: JudgedColumns["kind"];
  readonly values: readonly RawValue[];
  readonly marks: readonly string[];
}

/** The values of `--pillar`. */
export function pillarOptions(options: OptionValues): string[] {
  const given = options["pillar"];
  return Array.isArray(given) ? given.map(String) : [];
}
