import { readFileSync } from "node:fs";
import { keysInForce, readOriginState } from "../distribution/origin-state.ts";
import type { Origin } from "../distribution/origin.ts";
import { endOf, isOver, readPointer } from "../distribution/pointer.ts";
import type { Pushed } from "../distribution/push-releases.ts";
import { readPublicKey, SignatureError } from "../release/minisign.ts";
import { ReleaseStoreError } from "../release/store/release-store.ts";
import { changeReleases, follow, openOriginOf } from "./change-releases.ts";
import {
  type Command,
  type Console,
  expectAtMost,
  type OptionValues,
  printJson,
  textOption,
  UsageError,
} from "./command.ts";
import { withReasons } from "./output.ts";

export const origin: Command = {
  name: "origin",
  summary: "Show what the origin of the releases says; renew its pointer, or follow it",
  synopsis: "[push [--add-key <file>] | follow] [--json]",
  help: `Actions:
  push               Write a new pointer: it is believed for POINTER_DAYS from now. Brings the releases of DATA_DIR to
                     an origin that is empty
  follow             Bring DATA_DIR up to date once; a running service does that by itself

Options:
  --add-key <file>   With push: nodes accept this public key of minisign as well from now on. Once all of them hold
                     the pointer, the next publication may be signed with it; from then on, the key before is refused
  --json             Print the result as JSON

RELEASES_URL names the origin.`,
  options: { "add-key": { type: "string" }, json: { type: "boolean" } },
  async run(console, [action, ...more], options) {
    expectAtMost(more, 0);
    const added = textOption(options, "add-key");
    if (added !== undefined && action !== "push") throw new UsageError("--add-key goes with push");
    if (action === undefined) return await show(console, options);
    if (action === "follow") return await followNow(console, options);
    if (action !== "push") throw new UsageError("expected push, follow, or nothing");
    return await push(console, options, added === undefined ? [] : [readKeyFile(added)]);
  },
};

async function push(console: Console, options: OptionValues, furtherKeys: readonly string[]): Promise<number> {
  if (console.settings.originUrl === null) throw new ReleaseStoreError(NO_ORIGIN);
  if (furtherKeys.length > 0 && console.settings.signingKeyFile === null)
    throw new UsageError("--add-key needs SIGNING_KEY_FILE: a pointer that is not signed vouches for no key");
  const onPushed = (pushed: Pushed | null): void => {
    if (pushed !== null) print(console, options, pushed.text, []);
  };
  return await changeReleases(console, async () => 0, { furtherKeys, renews: true, onPushed });
}

async function show(console: Console, options: OptionValues): Promise<number> {
  const text = await withOrigin(console, (opened) => opened.readPointer(AbortSignal.timeout(READ_MILLISECONDS)));
  if (text === null) return sayNothing(console);
  const { dataFolder, trustedKeys } = console.settings;
  print(console, options, text, keysInForce(readOriginState(dataFolder), trustedKeys));
  return 0;
}

async function followNow(console: Console, options: OptionValues): Promise<number> {
  const followed = await withOrigin(console, (opened) => follow(console, opened));
  if (followed === null) return sayNothing(console);
  const { sequence, release, isChanged } = followed;
  if (options["json"])
    printJson(console, withReasons({ sequence, release, changed: isChanged }, { release: "nothing_published" }));
  else
    console.print(
      `This folder holds sequence ${sequence}${isChanged ? "" : ", as before"}: ${release ?? "none"} is current.`,
    );
  return 0;
}

const NO_ORIGIN = "there is no origin: RELEASES_URL is not set, and releases stay in DATA_DIR";

/** How long the pointer may take. */
const READ_MILLISECONDS = 30_000;

async function withOrigin<Result>(console: Console, work: (origin: Origin) => Promise<Result>): Promise<Result> {
  const opened = await openOriginOf(console);
  if (opened === null) throw new ReleaseStoreError(NO_ORIGIN);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

function sayNothing(console: Console): number {
  console.say("Nothing is published in the origin yet.");
  return 1;
}

function print(console: Console, options: OptionValues, text: string, trusted: readonly string[]): void {
  const pointer = readPointer(text, trusted);
  const { sequence, release, publishedAt, keys } = pointer;
  const { expires } = endOf(pointer, trusted.length === 0 ? null : console.settings.pointerDays);
  const held = readOriginState(console.settings.dataFolder)?.sequence ?? null;
  if (options["json"]) {
    const members = { sequence, release, published_at: publishedAt, expires, keys, held };
    printJson(console, withReasons(members, { release: "nothing_published", expires: "no_end", held: "not_followed" }));
    return;
  }
  console.print(`Sequence ${sequence} of ${publishedAt}: ${release ?? "no release"} is current.`);
  if (expires === null) console.print("It is believed without an end.");
  else if (isOver(expires, console.now()))
    console.print(`It expired at ${expires}: nodes take over nothing until \`country-trust origin push\` renews it.`);
  else console.print(`It is believed until ${expires}.`);
  for (const key of keys) console.print(`Key in force: ${key}`);
  if (keys.length === 0) console.print("It is not signed.");
  console.print(held === null ? "DATA_DIR has not followed it yet." : `DATA_DIR holds sequence ${held}.`);
}

function readKeyFile(file: string): string {
  try {
    return readPublicKey(readFileSync(file, "utf8")).text;
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    throw new UsageError(`${file}: ${error.message}`);
  }
}
