import { text as readText } from "node:stream/consumers";
import packageFacts from "../../package.json" with { type: "json" };
import { readSettings, type Settings, SettingsError } from "../settings.ts";
import { UserError } from "../user-error.ts";
import {
  type Command,
  type Console,
  type OptionValues,
  parseCall,
  printResult,
  type Result,
  UsageError,
} from "./command.ts";
import { openTerminal, stopRequested } from "./terminal.ts";

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
      rollback: async () => (await import("./change-commands.ts")).CHANGES.rollback,
      drafts: async () => (await import("./drafts.ts")).drafts,
      release: async () => (await import("./change-commands.ts")).CHANGES.release,
      embargo: async () => (await import("./change-commands.ts")).CHANGES.embargo,
      note: async () => (await import("./change-commands.ts")).CHANGES.note,
      withdraw: async () => (await import("./change-commands.ts")).CHANGES.withdraw,
      restore: async () => (await import("./change-commands.ts")).CHANGES.restore,
      prune: async () => (await import("./prune.ts")).prune,
      export: async () => (await import("./export.ts")).exportFiles,
      verify: async () => (await import("./verify.ts")).verify,
      sign: async () => (await import("./change-commands.ts")).CHANGES.sign,
      origin: async () => (await import("./origin.ts")).origin,
      renew: async () => (await import("./origin.ts")).renew,
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
  // The channel of a launcher would keep this process alive.
  if (process.connected) process.disconnect();
}

/** Lets a command go on without its output once a reader such as `head` has seen enough. */
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
    return error.exitStatus;
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
    const { values, positionals } = parseCall(command, rest);
    if (values["help"]) {
      const texts = [`${command.summary}.`, usageLine(name, command), command.help].filter(Boolean);
      console.print(texts.join("\n\n"));
      return 0;
    }
    const result = await runHere(console, command, positionals, values);
    return typeof result === "number" ? result : printResult(console, values, result);
  } catch (error) {
    return report(console, name, command, error);
  }
}

/** Runs a command; one that changes releases runs on those of the origin, where there is one. */
async function runHere(
  console: Console,
  command: Command,
  args: readonly string[],
  options: OptionValues,
): Promise<Result | number> {
  if (command.changesReleases !== true || console.settings.originUrl === null)
    return await command.run(console, args, options);
  const { changeReleases } = await import("../publishing/change-releases.ts");
  const place = { ...console, onNotice: (notice: string) => console.say(notice) };
  const { result, isWhole } = await changeReleases(place, (settings) =>
    command.run({ ...console, settings }, args, options),
  );
  if (typeof result === "number") return isWhole ? result : result || 1;
  return isWhole ? result : { ...result, status: result.status || 1 };
}

function usageLine(name: string, { synopsis }: Command): string {
  return `Usage: country-trust ${name} ${synopsis}`.trimEnd();
}

async function overview(): Promise<string> {
  const groups: string[] = [];
  for (const [title, commands] of GROUPS) {
    const lines = await Promise.all(
      Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(11)} ${(await load()).summary}`),
    );
    groups.push(`${title}:\n${lines.join("\n")}`);
  }
  return [
    "Usage: country-trust <command> [options]",
    ...groups,
    'Run "country-trust <command> --help" for the options of a command.',
  ].join("\n\n");
}

/** Errors of the file system that the user can fix. */
const FILE_ERRORS: ReadonlySet<string> = new Set(
  "EACCES EDQUOT EEXIST EIO EISDIR EMFILE ENOENT ENOSPC ENOTDIR EPERM EROFS".split(" "),
);

const FILE_HELP: Readonly<Record<string, string>> = {
  EACCES: ". Give this user the right to read and write it",
  EEXIST: ". Move away what stands there",
  EISDIR: ". Move the folder away that stands there",
  ENOTDIR: ". Move the file away that stands where a folder should be",
};

/** Codes of such errors in SQLite: PERM, READONLY, IOERR, FULL, CANTOPEN. */
const SQLITE_ERRORS: ReadonlySet<number> = new Set([3, 8, 10, 13, 14]);

type ListenError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };

function isOfListening(error: unknown): error is ListenError {
  return error instanceof Error && /^(?:listen|bind|getaddrinfo)$/u.test(String(Reflect.get(error, "syscall")));
}

/** A sentence for an error of the operating system when listening; null for all other errors. */
function explainListenError(error: unknown, { settings }: Console, { options }: Command): string | null {
  if (!isOfListening(error)) return null;
  const { code, port = settings.port, address, hostname } = error;
  const isOfMetrics = settings.metricsHost !== null && (address ?? hostname) === settings.metricsHost;
  const host = isOfMetrics ? `METRICS_HOST=${settings.metricsHost}` : `HOST=${settings.host}`;
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program; ${"port" in options ? "leave --port out to take a free one" : "choose another with PORT=8081, for example"}.`;
  if (code === "EACCES")
    return `This user may not open port ${port}; choose one above 1023 with PORT=8080, for example.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `${host} is not an address of this machine; use 127.0.0.1 for this machine only, or 0.0.0.0 for all interfaces.`;
  return null;
}

/** Prints an error that the user can fix and returns the exit status; throws every other error. */
function report(console: Console, name: string, command: Command, error: unknown): number {
  const isUsage =
    error instanceof UsageError ||
    (error instanceof TypeError && String(Reflect.get(error, "code")).startsWith("ERR_PARSE_ARGS"));
  if (isUsage) {
    const help = `Run "country-trust ${name} --help" for details.`;
    // Node.js adds advice on arguments that begin with "-", which no command has.
    const [said] = error.message.split(". To specify");
    console.say(`country-trust ${name}: ${said}\n\n${usageLine(name, command)}\n${help}`);
    return 2;
  }
  if (error instanceof UserError) {
    console.say(`country-trust ${name}: ${error.message}`);
    return error.exitStatus;
  }
  const said = explainListenError(error, console, command) ?? explainStoreError(error, console, name);
  if (said === null) throw error;
  console.say(said);
  return 1;
}

/** A sentence for an error of a file or a database; null for all other errors. */
function explainStoreError(error: unknown, { settings }: Console, name: string): string | null {
  const where = `(DATA_DIR is ${settings.dataFolder})`;
  if (!(error instanceof Error)) return null;
  if ("syscall" in error && "code" in error && FILE_ERRORS.has(String(error.code)))
    return `country-trust ${name}: ${error.message}${FILE_HELP[String(error.code)] ?? ""} ${where}`;
  if (!("errcode" in error && SQLITE_ERRORS.has(Number(error.errcode) & 0xff))) return null;
  const what = `a file in the data folder cannot be opened or written: ${error.message}`;
  return `country-trust ${name}: ${what}. Check its permissions and the free disk space ${where}`;
}
