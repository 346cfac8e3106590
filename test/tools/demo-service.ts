import { execFile } from "node:child_process";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { openService } from "../../src/main.ts";
import { readSettings } from "../../src/settings.ts";
import { PROJECT, type TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";

/** The service over the demonstration data, in this process. */
export interface DemoService {
  /** Where it listens: `http://127.0.0.1:1234`. */
  readonly url: string;
  /** A key with more requests than any test needs. */
  readonly apiKey: string;
  /** Gives out another such key. */
  newKey(): Promise<string>;
  /** Fetches a document as it is served. */
  document(path: string): Promise<Json>;
  close(): Promise<void>;
}

/** JSON that a test takes apart and breaks. */
export interface Json {
  [member: string]: Json;
}

let shared: Promise<DemoService> | undefined;
after(async () => (await shared)?.close());

/** The service that all test files of this process share. */
export function sharedDemoService(): Promise<DemoService> {
  return (shared ??= openDemoService());
}

/**
 * Serves the published demonstration data from a folder of its own; without `baseUrl` under the
 * address it listens on, and with other settings if there are any.
 */
export async function openDemoService(
  baseUrl?: string,
  others: Readonly<Record<string, string>> = {},
): Promise<DemoService> {
  return serveFolder(await openDemonstration(), baseUrl, others);
}

/** Serves the data folder of a command line, which is removed when the service closes. */
export async function serveFolder(
  cli: TestCli,
  baseUrl?: string,
  others: Readonly<Record<string, string>> = {},
): Promise<DemoService> {
  const environment = { DATA_DIR: cli.dataFolder, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error", ...others };
  const settings = readSettings({ ...environment, ...(baseUrl === undefined ? {} : { BASE_URL: baseUrl }) });
  const service = await openService(settings, () => cli.now);
  const url = `http://127.0.0.1:${service.port}`;
  const apiKey = await giveKey(cli);
  return {
    url,
    apiKey,
    newKey: () => giveKey(cli),
    document: async (address) => {
      const answer = await fetch(url + address);
      assert.equal(answer.status, 200, address);
      return (await answer.json()) as Json;
    },
    async close() {
      await service.close();
      await cli.remove();
    },
  };
}

async function giveKey(cli: TestCli): Promise<string> {
  const created = await cli.run("key", "create", "--email", "test@example.org", "--use-case", "tests");
  assert.equal(created.status, 0, created.said);
  cli.input = created.out;
  assert.equal((await cli.run("key", "limits", "-", "1000000", "1000000")).status, 0);
  return created.out;
}

/** What a tool said, and how it ended. */
export interface Verdict {
  readonly status: number;
  readonly said: string;
}

/** Keeps the tools from calling home: they have nothing to fetch and nothing to tell. */
const QUIET = {
  CI: "1",
  NO_UPDATE_NOTIFIER: "1",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_TELEMETRY: "off",
};

/** Runs a tool's own program, found in node_modules, on this Node. */
export function runTool(program: string, ...words: readonly string[]): Promise<Verdict> {
  return runToolIn({ cwd: PROJECT }, program, words);
}

/** The same in another folder, after a module that `preload` names. */
export function runToolIn(
  { cwd, preload }: { readonly cwd: string; readonly preload?: string },
  program: string,
  words: readonly string[],
): Promise<Verdict> {
  const file = path.join(PROJECT, "node_modules", program);
  const loaded = preload === undefined ? {} : { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` };
  const options = { cwd, env: { ...process.env, ...QUIET, ...loaded }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...words], options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ status, said: stdout + stderr });
    });
  });
}

/** Puts a document into a file of its own, hands its path to `use`, and removes it. */
export async function withFile<T>(document: Json, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "country-trust-tools-"));
  try {
    const file = path.join(folder, "document.json");
    await writeFile(file, JSON.stringify(document));
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A parameter as a document states it. */
export interface Stated {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly example?: unknown;
}

export function parametersOf(operation: Json): readonly Stated[] {
  return operation["parameters"] as unknown as readonly Stated[];
}
