import type { ParseArgsConfig } from "node:util";
import type { Settings } from "../settings.ts";
import type { Terminal } from "./terminal.ts";

/** What a command may use of the world around it; tests pass their own. */
export interface Console {
  readonly settings: Settings;
  readonly now: () => Date;
  /** Prints a result to standard output, where scripts read it. */
  print(line: string): void;
  /** Prints everything else to standard error: progress, warnings, problems. */
  say(line: string): void;
  /**
   * Reads standard input to its end. Secrets are read there, because other users can see a
   * process's arguments.
   */
  input(): Promise<string>;
  /** A person who can be asked; null where standard input or error is no terminal. */
  openTerminal(): Terminal | null;
  /** Whether `say` writes to a terminal, where `draw` can overwrite a line. */
  readonly interactive: boolean;
  /** Writes without a line end; only called if `interactive`. */
  draw(text: string): void;
  /** Settles when a command that goes on by itself is told to stop. */
  stopRequested(): Promise<null>;
}

export type Options = NonNullable<ParseArgsConfig["options"]>;

/** The options of a call, as `parseArgs` returns them. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** A command of the command line: `country-trust <name> …`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands, in the imperative. */
  readonly summary: string;
  /** What follows the name: `<folder> [options]`. */
  readonly synopsis: string;
  /** Arguments, options and notes, for `--help`; may be empty. */
  readonly help: string;
  readonly options: Options;
  /** Whether it changes releases: where these come from an origin, it changes them there. */
  readonly changesReleases?: boolean;
  /**
   * Returns the exit status: 0 for success, 1 for failure. Throws a UsageError for a wrong call,
   * which exits with 2.
   */
  run(console: Console, args: readonly string[], options: OptionValues): Promise<number>;
}

/** The arguments or options of a call are wrong. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The value of an option that takes text; undefined if it was not given. */
export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** Throws a UsageError if there are more arguments than `count`. */
export function expectAtMost(args: readonly string[], count: number): void {
  if (args.length > count) throw new UsageError(`unexpected argument "${args[count]}"`);
}

/** Prints a result for scripts. */
export function printJson(console: Console, value: unknown): void {
  console.print(JSON.stringify(value, null, 2));
}
