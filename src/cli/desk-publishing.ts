import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type CompanyDifferences, companyDifferences } from "../desk/company-differences.ts";
import type { Outcome, ProblemKind, PublicationOrder, Publishing, ResultState } from "../desk/publishing.ts";
import { openSnapshot } from "../release/open-snapshot.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { readAloud } from "../topics/release/words-read-aloud.ts";
import { buildBundle } from "./build-bundle.ts";
import { formatSize } from "./candidate.ts";
import { changeReleases } from "./change-releases.ts";
import type { Console } from "./command.ts";
import { compareWithCurrent } from "./gate.ts";
import { shellWord } from "./output.ts";
import { preview } from "./preview.ts";
import { publish } from "./publish.ts";
import { findService } from "./running-service.ts";
import { withWorkFolder } from "./work-folder.ts";

/** How long a page waits for a result before it says that it is being built. */
const WAIT_MILLISECONDS = 500;

/** Publishes from a desk as the commands do, with what they print kept for its pages. */
export class DeskPublishing implements Publishing {
  readonly #console: Console;
  readonly #folder: string;
  #built: { readonly key: string; readonly state: ResultState } | null = null;
  #building: Promise<void> | null = null;
  #progress = "";
  #isStopped = false;
  #outcome: Outcome | null = null;
  #ordered: Promise<void> = Promise.resolve();
  #shown: Shown | null = null;

  constructor(console: Console, folder: string) {
    this.#console = console;
    this.#folder = folder;
  }

  async result(asked: string): Promise<ResultState> {
    const key = this.#keyNow(asked);
    if (this.#built?.key === key) return this.#built.state;
    this.#building ??= this.#build(key);
    // Small datasets are built in a moment.
    await Promise.race([this.#building, wait(WAIT_MILLISECONDS)]);
    return this.known(asked) ?? { state: "building", said: this.#progress };
  }

  known(asked: string): ResultState | null {
    return this.#built?.key === this.#keyNow(asked) ? this.#built.state : null;
  }

  stop(): void {
    this.#isStopped = this.#building !== null;
  }

  again(): void {
    this.#built = null;
  }

  async #build(key: string): Promise<void> {
    this.#progress = "Building what would be published";
    this.#isStopped = false;
    const onSaid = (line: string): void => {
      // Between two stages nothing is half done: the work folder goes with what is in it.
      if (this.#isStopped) throw new Error("It was stopped before it was built.");
      if (line.startsWith("  ")) this.#progress = line.trim();
    };
    let state: ResultState;
    try {
      state = await buildResult(this.#console, this.#folder, this.#quiet, onSaid);
    } catch (error) {
      state = { state: "stopped", said: messageOf(error) };
    }
    this.#built = { key, state };
    this.#building = null;
  }

  /** What is current may be another release by now, of another program. */
  #keyNow(asked: string): string {
    const { settings, now } = this.#console;
    return `${asked} ${new ReleaseStore(settings.dataFolder, now).currentId() ?? "none"}`;
  }

  /** The console of a command whose lines nobody reads in a terminal. */
  readonly #quiet: Quiet = (print, say) => ({
    ...this.#console,
    print,
    say,
    interactive: false,
    draw: () => {},
  });

  order(order: PublicationOrder): void {
    if (this.#outcome?.state === "running") return;
    this.#outcome = { kind: order.kind, state: "running", said: [], address: null };
    this.#ordered = this.#carryOut(order);
  }

  async #carryOut(order: PublicationOrder): Promise<void> {
    try {
      this.#outcome = await carryOut(order, this.#folder, this.#quiet);
      this.#built = null;
    } catch (error) {
      this.#outcome = { kind: order.kind, state: "refused", said: [messageOf(error)], address: null };
    }
  }

  outcome(): Outcome | null {
    return this.#outcome;
  }

  openPreview(): void {
    const key = this.#built?.key ?? null;
    if (key === null || this.#shown?.key === key) return;
    const before = this.#shown;
    const opening = (async () => {
      await before?.opening.catch(() => null);
      await before?.close();
      return await openPreview(this.#folder, this.#quiet);
    })();
    const shown: Shown = {
      key,
      address: "opening",
      opening,
      close: async () => await (await opening.catch(() => null))?.close(),
    };
    this.#shown = shown;
    opening.then(
      (found) => void (shown.address = found?.address ?? null),
      () => void (shown.address = null),
    );
  }

  preview(): string | null {
    return this.#shown !== null && this.#shown.key === this.#built?.key ? this.#shown.address : null;
  }

  service(): string | null {
    const { baseUrl, dataFolder } = this.#console.settings;
    return baseUrl ?? findService(dataFolder);
  }

  command(words: readonly string[]): string {
    return ["country-trust", ...words].map(shellWord).join(" ");
  }

  async close(): Promise<void> {
    await this.#building;
    await this.#ordered;
    await this.#shown?.close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Shown {
  readonly key: string;
  address: string | null;
  readonly opening: Promise<unknown>;
  close(): Promise<unknown>;
}

type Quiet = (print: (line: string) => void, say: (line: string) => void) => Console;

async function buildResult(
  { settings, now }: Console,
  folder: string,
  quiet: Quiet,
  onSaid: (line: string) => void,
): Promise<ResultState> {
  return await withWorkFolder(settings.dataFolder, async (workFolder) => {
    const bundle = path.join(workFolder, "bundle");
    await mkdir(bundle);
    const printed: string[] = [];
    const own = quiet((line) => printed.push(line), onSaid);
    const options = { json: true, problems: path.join(workFolder, "problems.csv") };
    const built = await buildBundle({ console: own, folder, options }, workFolder, bundle);
    if (built === null) {
      const said: { kinds: ProblemKind[]; notices: string[] } = JSON.parse(printed.join("\n"));
      return { state: "problems", problems: said.kinds, notices: said.notices };
    }
    let differences: CompanyDifferences | null = null;
    const comparison = compareWithCurrent(new ReleaseStore(settings.dataFolder, now), built, bundle, (...compared) => {
      differences = companyDifferences(...compared);
    });
    const { before, reason, accept, reasons } = comparison;
    // What has to be accepted follows at the end.
    const end = comparison.lines.indexOf("Has to be accepted:");
    const lines = comparison.lines.slice(0, end < 0 ? comparison.lines.length : end - 1);
    return {
      state: "built",
      notices: built.notices,
      result: {
        id: built.manifest.id,
        size: formatSize(built.manifest),
        before,
        reason,
        readAloud: reason === "first_release" ? readAloud(openSnapshot(built.manifest, bundle)) : [],
        differences,
        lines,
        reasons: reasons.map(({ kind, within, sentence, names, more }) => ({
          name: within === null ? kind : `${kind} ${within}`,
          sentence,
          names,
          more,
        })),
        accept,
      },
    };
  });
}

/** Runs `publish`; where releases come from an origin, there. */
async function carryOut({ kind, accept, at }: PublicationOrder, folder: string, quiet: Quiet): Promise<Outcome> {
  const said: string[] = [];
  const keep = (line: string): void => {
    // Lines that are indented tell of progress.
    if (line !== "" && !line.startsWith("  ")) said.push(line);
  };
  const options = {
    ...(kind === "draft" ? { draft: true } : {}),
    ...(accept === null ? {} : { accept }),
    ...(at === null ? {} : { at }),
  };
  const status = await changeReleases(quiet(keep, keep), (inner) => publish.run(inner, [folder], options));
  const address = said.find((line) => /^https?:\/\/\S+\?release=\S+$/u.test(line)) ?? null;
  return {
    kind,
    state: status === 0 ? "done" : "refused",
    said: said.filter((line) => line !== address),
    address,
  };
}

/** Opens the pages as they would be; null where the dataset has problems. */
async function openPreview(
  folder: string,
  quiet: Quiet,
): Promise<{ readonly address: string; close(): Promise<unknown> } | null> {
  const stop = Promise.withResolvers<null>();
  const opened = Promise.withResolvers<string | null>();
  const print = (line: string): void => {
    const [address] = /http:\/\/localhost:\d+/u.exec(line) ?? [];
    if (line.startsWith("Preview on") && address !== undefined) opened.resolve(address);
  };
  const own = { ...quiet(print, () => {}), stopRequested: () => stop.promise };
  const ended = preview.run(own, [folder], {});
  ended.then(
    () => opened.resolve(null),
    (error: unknown) => opened.reject(error),
  );
  const address = await opened.promise;
  const close = async (): Promise<unknown> => {
    stop.resolve(null);
    return await ended;
  };
  return address === null ? null : { address, close };
}
