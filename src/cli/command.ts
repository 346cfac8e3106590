import { WAITING } from "../publishing/context.ts";
import { parseArgs } from "node:util";
import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "./terminal.ts";
import { UserError } from "../user-error.ts";

/** The world around a command, as far as it may use it; tests pass their own. */
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
  /** True if `say` writes to a terminal, where `draw` can overwrite a line. */
  readonly interactive: boolean;
  /** Writes without a line end; only called if `interactive`. */
  draw(text: string): void;
  /** Settles when a command that goes on by itself is told to stop. */
  stopRequested(): Promise<null>;
}

/** The options of a command by the values that they take: text, or nothing. */
export type Options = Readonly<Record<string, "string" | "boolean">>;

/** The arguments and options of a call of a command. Throws an error of `parseArgs`. */
export function parseCall(
  { options }: Pick<Command, "options">,
  args: readonly string[],
): { readonly values: OptionValues; readonly positionals: string[] } {
  const types = Object.entries(options).map(([name, type]) => [name, { type }] as const);
  const help = { type: "boolean", short: "h" } as const;
  return parseArgs({ args: [...args], options: { ...Object.fromEntries(types), help }, allowPositionals: true });
}

/** The options of a call, as `parseArgs` returns them. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** The result of a command for scripts and for people. */
export interface Result {
  /** Printed with `--json`; without it, nothing is. */
  readonly json?: unknown;
  /** For people; a `note` goes to standard error. */
  readonly lines: readonly (string | { readonly note: string })[];
  /** Sentences for standard error in any case. */
  readonly notes?: readonly string[];
  /** The exit status; without it, 0. */
  readonly status?: number;
}

/** A command of the command line: `country-trust <name> …`. */
export interface Command {
  /** One line for the list of commands, in the imperative. */
  readonly summary: string;
  /** The arguments after the name: `<folder> [options]`. */
  readonly synopsis: string;
  /** Arguments, options and notes, for `--help`; may be empty. */
  readonly help: string;
  readonly options: Options;
  /** True if it changes releases: where these come from an origin, it changes them there. */
  readonly changesReleases?: boolean;
  /**
   * Returns the result to print; or the exit status, where it printed while it went on: 0 for
   * success, 1 for failure. Throws a UsageError for a wrong call, which exits with 2.
   */
  run(console: Console, args: readonly string[], options: OptionValues): Promise<Result | number>;
}

/** The arguments or options of a call are wrong. */
export class UsageError extends UserError {
  override readonly exitStatus = 2;
}

/** The value of an option that takes text; undefined if it was not given. */
export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** The port of `--port`; 0, which is any free one, without it. Throws a UsageError. */
export function readPort(options: OptionValues): number {
  const text = textOption(options, "port") ?? "0";
  const port = Number(text);
  if (/^\d{1,5}$/u.test(text) && port <= 65_535) return port;
  throw new UsageError(`expected --port with a number up to 65535; found "${text}"`);
}

/** Throws a UsageError if there are more arguments than `count`. */
export function expectAtMost(args: readonly string[], count: number): void {
  if (args.length > count) throw new UsageError(`unexpected argument "${args[count]}"`);
}

/** The one argument of a call. Throws a UsageError. */
export function onlyArgument([argument, ...more]: readonly string[], expected: string): string {
  if (argument === undefined || more.length > 0) throw new UsageError(`expected ${expected}`);
  return argument;
}

/** The releases of the data folder. */
export function storeOf({ settings, now }: Pick<Console, "settings" | "now">): ReleaseStore {
  return new ReleaseStore(settings.dataFolder, now, settings.trustedKeys);
}

/** Says that another command changes the releases, which this one waits for. */
export function waitingAt(console: Pick<Console, "say">): () => void {
  return () => console.say(WAITING);
}

/** The release that a call names, or the current one. Throws a ReleaseStoreError for none. */
export function releaseNamed(store: ReleaseStore, args: readonly string[]): string {
  expectAtMost(args, 1);
  const id = args[0] ?? store.currentId();
  if (id === null) throw new ReleaseStoreError(`nothing is published in ${store.dataFolder} yet`);
  if (!store.has(id)) throw new ReleaseStoreError(`there is no release ${id}; see \`country-trust releases\``);
  return id;
}

/** A command that did not do what it was asked, with the reason. */
export function failed(why: string): Result {
  return { lines: [], notes: [why], status: 1 };
}

/** Prints a value for scripts. */
export function printJson(console: Console, value: unknown): void {
  console.print(JSON.stringify(value, null, 2));
}

/** Prints a result as `--json` says; returns the exit status. */
export function printResult(console: Console, options: OptionValues, result: Result): number {
  const { json, lines, notes = [], status = 0 } = result;
  if (options["json"] === true && json !== undefined) printJson(console, json);
  else
    for (const line of lines) {
      if (typeof line === "string") console.print(line);
      else console.say(line.note);
    }
  for (const note of notes) console.say(note);
  return status;
}
