import { text as readText } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { readSettings, type Settings, SettingsError } from "../settings.ts";
import { type Command, type Console, UsageError } from "./command.ts";

/** Loaded when asked for, so that a service never loads what only a publication needs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  check: async () => (await import("./check.ts")).check,
  publish: async () => (await import("./publish.ts")).publish,
  releases: async () => (await import("./releases.ts")).releases,
  rollback: async () => (await import("./rollback.ts")).rollback,
  verify: async () => (await import("./verify.ts")).verify,
  ask: async () => (await import("./ask.ts")).ask,
  key: async () => (await import("./key.ts")).key,
  usage: async () => (await import("./usage.ts")).usage,
  account: async () => (await import("./account.ts")).account,
  geocode: async () => (await import("./geocode.ts")).geocode,
};

/** Runs the command line and ends the process with its status, once everything is written. */
export async function main(words: readonly string[]): Promise<void> {
  process.exitCode = await runCommand(words, readSettings, (settings) => ({
    settings,
    now: () => new Date(),
    print: (line) => process.stdout.write(`${line}\n`),
    say: (line) => process.stderr.write(`${line}\n`),
    input: () => readText(process.stdin),
    interactive: process.stderr.isTTY,
    draw: (text) => process.stderr.write(text),
  }));
}

/** Runs one command; returns its exit status. */
export async function runCommand(
  words: readonly string[],
  settings: () => Settings,
  openConsole: (settings: Settings) => Console,
): Promise<number> {
  const [name, ...rest] = words;
  let console: Console;
  try {
    console = openConsole(settings());
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`country-trust: a setting is wrong.\n${error.message}\n`);
    return 2;
  }
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) return await overview(console, name);
  const command = await load();
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...command.options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values["help"]) {
      console.print(`country-trust ${command.name} ${command.usage}\n\n${command.summary}`);
      return 0;
    }
    return await command.run(console, positionals, values);
  } catch (error) {
    return report(console, command, error);
  }
}

async function overview(console: Console, name: string | undefined): Promise<number> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = commands.map((command) => `  ${command.name.padEnd(10)} ${command.summary}`);
  const text = `country-trust <command> …\n\n${lines.join("\n")}\n\ncountry-trust <command> --help says more.`;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    console.print(text);
    return 0;
  }
  console.say(`country-trust: there is no command "${name}".\n\n${text}`);
  return 2;
}

/** Errors whose message is for the person at the keyboard, by name: naming their classes would load every store. */
const MEANT_FOR_PEOPLE: ReadonlySet<string> = new Set([
  "ReleaseStoreError",
  "AccessStoreError",
  "StoreUnavailable",
  "SchemaTooNew",
]);

/** What a file system refuses for reasons that the person at the keyboard can mend. */
const FILE_FAULTS: ReadonlySet<string> = new Set(
  "EACCES EDQUOT EEXIST EIO EISDIR EMFILE ENOENT ENOSPC ENOTDIR EPERM EROFS".split(" "),
);

/** What SQLite refuses for the same reasons: PERM, READONLY, IOERR, FULL, CANTOPEN. */
const DATABASE_FAULTS: ReadonlySet<number> = new Set([3, 8, 10, 13, 14]);
const PRIMARY_CODE = 0xff;

function isDatabaseFault(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error && DATABASE_FAULTS.has(Number(error.errcode) & PRIMARY_CODE);
}

function isFileFault(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error && FILE_FAULTS.has(String(error.code));
}

function report(console: Console, command: Command, error: unknown): number {
  const isUsage =
    error instanceof UsageError ||
    (error instanceof TypeError && String(Reflect.get(error, "code")).startsWith("ERR_PARSE_ARGS"));
  if (isUsage) {
    console.say(
      `country-trust ${command.name}: ${error.message}\n\nusage: country-trust ${command.name} ${command.usage}`,
    );
    return 2;
  }
  if (error instanceof Error && MEANT_FOR_PEOPLE.has(error.name)) {
    console.say(`country-trust ${command.name}: ${error.message}`);
    return 1;
  }
  if (isFileFault(error)) {
    console.say(`country-trust ${command.name}: ${error.message} (DATA_DIR is ${console.settings.dataFolder})`);
    return 1;
  }
  if (isDatabaseFault(error)) {
    console.say(
      `country-trust ${command.name}: a file of the data folder cannot be opened or written: ${error.message}. ` +
        `The folder and all that lies in it must be writable for who runs this, and its disk not full (DATA_DIR is ${console.settings.dataFolder})`,
    );
    return 1;
  }
  throw error;
}
