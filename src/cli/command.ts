import type { ParseArgsConfig } from "node:util";
import type { Settings } from "../settings.ts";

/** What a command may use of the world around it; tests hand in their own. */
export interface Console {
  readonly settings: Settings;
  readonly now: () => Date;
  /** Results: what a script would want. */
  print(line: string): void;
  /** Everything a person reads beside the results: progress, warnings, problems. */
  say(line: string): void;
  /** Everything on standard input: what must not stand among the arguments, where others could read it. */
  input(): Promise<string>;
  /** Whether `say` writes to a terminal, where progress may be drawn over. */
  readonly interactive: boolean;
  /** Writes without a line end; only where `interactive`. */
  draw(text: string): void;
}

export type Options = NonNullable<ParseArgsConfig["options"]>;

/** A command of the command line: `country-trust <name> …`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Shown by `--help` after the name: arguments and options, one line each, with their meaning. */
  readonly usage: string;
  readonly options: Options;
  /** Returns the exit status: 0 done, 1 refused or not found wanting, 2 wrongly called. Throws a UsageError for the latter. */
  run(console: Console, arguments_: readonly string[], options: Readonly<Record<string, unknown>>): Promise<number>;
}

/** The command was called in a way it does not understand. */
export class UsageError extends Error {
  override name = "UsageError";
}
