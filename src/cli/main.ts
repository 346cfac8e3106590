import { text as readText } from "node:stream/consumers";
import { parseArgs } from "node:util";
import packageFacts from "../../package.json" with { type: "json" };
import { readSettings, type Settings, SettingsError } from "../settings.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { stopRequested } from "./stop-requested.ts";
import { openTerminal } from "./terminal.ts";
import { WAIT_HELP, WAIT_OPTIONS, readWait } from "./wait-options.ts";

type Load = () => Promise<Command>;

/**
 * The commands in groups. Each is loaded when it is called, so that a service does not load what
 * publishing needs.
 */
const GROUPS: readonly (readonly [title: string, commands: Readonly<Record<string, Load>>])[] = [
  [
    "Service",
    {
      serve: async () => (await import("./serve.ts")).serve,
      ask: async () => (await import("./ask.ts")).ask,
      mcp: async () => (await import("./mcp.ts")).mcp,
    },
  ],
  [
    "Releases",
    {
      init: async () => (await import("./init.ts")).init,
      desk: async () => (await import("./desk.ts")).desk,
      check: async () => (await import("./check.ts")).check,
      preview: async () => (await import("./preview.ts")).preview,
      publish: async () => (await import("./publish.ts")).publish,
      releases: async () => (await import("./releases.ts")).releases,
      rollback: async () => (await import("./rollback.ts")).rollback,
      drafts: async () => (await import("./drafts.ts")).drafts,
      release: async () => (await import("./release.ts")).release,
      embargo: async () => (await import("./embargo.ts")).embargo,
      note: async () => (await import("./note.ts")).note,
      withdraw: async () => (await import("./withdraw.ts")).withdraw,
      restore: async () => (await import("./withdraw.ts")).restore,
      prune: async () => (await import("./prune.ts")).prune,
      export: async () => (await import("./export.ts")).exportFiles,
      verify: async () => (await import("./verify.ts")).verify,
      sign: async () => (await import("./sign.ts")).sign,
      origin: async () => (await import("./origin.ts")).origin,
      "signing-key": async () => (await import("./signing-key.ts")).signingKey,
    },
  ],
  [
    "API keys",
    {
      key: async () => (await import("./key.ts")).key,
      usage: async () => (await import("./usage.ts")).usage,
      account: async () => (await import("./account.ts")).account,
    },
  ],
  ["Tools", { geocode: async () => (await import("./geocode.ts")).geocode }],
];

const COMMANDS: ReadonlyMap<string, Load> = new Map(GROUPS.flatMap(([, commands]) => Object.entries(commands)));

/** Runs the command line and sets the exit status of the process. */
export async function main(args: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreClosedPipe);
  process.exitCode = await runCommand(args, readSettings, (settings) => ({
    settings,
    now: () => new Date(),
    print: (line) => process.stdout.write(`${line}\n`),
    say: (line) => process.stderr.write(`${line}\n`),
    input: () => readText(process.stdin),
    openTerminal: () => (process.stdin.isTTY && process.stderr.isTTY ? openTerminal() : null),
    interactive: process.stderr.isTTY,
    draw: (text) => process.stderr.write(text),
    stopRequested,
  }));
  // Where a launcher started this process, its channel keeps it.
  if (process.connected) process.disconnect();
}

/** A reader such as `head` has seen enough: the command goes on, and its output is lost. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** Runs one command; returns its exit status. */
export async function runCommand(
  args: readonly string[],
  settings: () => Settings,
  openConsole: (settings: Settings) => Console,
): Promise<number> {
  const [name, ...rest] = args;
  let console: Console;
  try {
    console = openConsole(settings());
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`country-trust: invalid settings\n${error.message}\n`);
    return 2;
  }
  if (name === undefined || ["help", "--help", "-h"].includes(name)) {
    console.print(await overview());
    return 0;
  }
  if (name === "--version") {
    console.print(packageFacts.version);
    return 0;
  }
  const load = COMMANDS.get(name);
  if (load === undefined) {
    console.say(`country-trust: unknown command "${name}"\n\n${await overview()}`);
    return 2;
  }
  const command = await load();
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: {
        ...command.options,
        ...(command.changesReleases === true ? WAIT_OPTIONS : {}),
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
    });
    if (values["help"]) {
      const nodes = command.changesReleases === true ? WAIT_HELP : "";
      console.print([`${command.summary}.`, usageLine(command), command.help, nodes].filter(Boolean).join("\n\n"));
      return 0;
    }
    if (command.changesReleases !== true || console.settings.originUrl === null)
      return await command.run(console, positionals, values);
    const { changeReleases } = await import("./change-releases.ts");
    const nodes = { wait: readWait(values), isJson: Reflect.get(values, "json") === true };
    return await changeReleases(console, (inner) => command.run(inner, positionals, values), nodes);
  } catch (error) {
    return report(console, command, error);
  }
}

function usageLine({ name, synopsis }: Command): string {
  return `Usage: country-trust ${name} ${synopsis}`.trimEnd();
}

async function overview(): Promise<string> {
  const groups: string[] = [];
  for (const [title, commands] of GROUPS) {
    const loaded = await Promise.all(Object.values(commands).map((load) => load()));
    const lines = loaded.map(({ name, summary }) => `  ${name.padEnd(11)} ${summary}`);
    groups.push(`${title}:\n${lines.join("\n")}`);
  }
  return [
    "Usage: country-trust <command> [options]",
    ...groups,
    'Run "country-trust <command> --help" for the options of a command.',
  ].join("\n\n");
}

/** Errors with a message for the user, by name: importing their classes would load every store. */
const USER_ERRORS: ReadonlySet<string> = new Set([
  "ReleaseStoreError",
  "ExportError",
  "OriginError",
  "PointerError",
  "CatalogueError",
  "AccessStoreError",
  "StoreUnavailable",
  "SchemaTooNew",
  "BorderFileError",
  "NodeNameTaken",
  "SearchIndexError",
]);

/** Errors of the file system that the user can fix. */
const FILE_ERRORS: ReadonlySet<string> = new Set(
  "EACCES EDQUOT EEXIST EIO EISDIR EMFILE ENOENT ENOSPC ENOTDIR EPERM EROFS".split(" "),
);

/** What to do about some of them. */
const FILE_HELP: Readonly<Record<string, string>> = {
  EACCES: ". Give this user the right to read and write it",
  EEXIST: ". Move away what stands there",
  EISDIR: ". Move the folder away that stands there",
  ENOTDIR: ". Move the file away that stands where a folder should be",
};

/** The same errors as SQLite reports them: PERM, READONLY, IOERR, FULL, CANTOPEN. */
const SQLITE_ERRORS: ReadonlySet<number> = new Set([3, 8, 10, 13, 14]);
const PRIMARY_CODE = 0xff;

function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error && SQLITE_ERRORS.has(Number(error.errcode) & PRIMARY_CODE);
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error && FILE_ERRORS.has(String(error.code));
}

/** Prints an error that the user can fix and returns the exit status; throws every other error. */
function report(console: Console, command: Command, error: unknown): number {
  const isUsage =
    error instanceof UsageError ||
    (error instanceof TypeError && String(Reflect.get(error, "code")).startsWith("ERR_PARSE_ARGS"));
  if (isUsage) {
    const help = `Run "country-trust ${command.name} --help" for details.`;
    console.say(`country-trust ${command.name}: ${error.message}\n\n${usageLine(command)}\n${help}`);
    return 2;
  }
  if (error instanceof Error && USER_ERRORS.has(error.name)) {
    console.say(`country-trust ${command.name}: ${error.message}`);
    return 1;
  }
  if (isFileError(error)) {
    const help = FILE_HELP[String(error.code)] ?? "";
    console.say(`country-trust ${command.name}: ${error.message}${help} (DATA_DIR is ${console.settings.dataFolder})`);
    return 1;
  }
  if (isSqliteError(error)) {
    console.say(
      `country-trust ${command.name}: a file in the data folder cannot be opened or written: ${error.message}. ` +
        `Check its permissions and the free disk space (DATA_DIR is ${console.settings.dataFolder})`,
    );
    return 1;
  }
  throw error;
}
