import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { messageOf } from "../intake/read-description.ts";
import { buildBundle } from "../publishing/build-bundle.ts";
import { type Candidate, isRefused } from "../publishing/candidate.ts";
import { changeReleases } from "../publishing/change-releases.ts";
import { type Comparison, compareWithCurrent } from "../publishing/compare.ts";
import type { DatasetProblems, PublishingContext } from "../publishing/context.ts";
import type { TriggerWords } from "../publishing/gate-words.ts";
import { servePreview } from "../publishing/preview.ts";
import { publishDataset, publishDraft } from "../publishing/publish.ts";
import { findService } from "../publishing/running-service.ts";
import { openWorkFolder, type WorkFolder } from "../publishing/work-folder.ts";
import { cacheNotices, formatSize, readEmbargo, timeInWords } from "../publishing/words.ts";
import { openSnapshot } from "../release/open-snapshot.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import type { Settings } from "../settings.ts";
import { readAloud } from "../topics/release/words-read-aloud.ts";
import { type CompanyDifferences, companyDifferences } from "./company-differences.ts";

/** A reason for which a publication is refused until somebody accepts it by name. */
export interface Reason extends TriggerWords {
  /** Names it in a form. */
  readonly name: string;
}

/** The release that would be published, compared with the current one. */
export interface Result extends Omit<Comparison, "reasons"> {
  readonly id: string;
  /** `12 companies (11 judged) in 3 countries …` */
  readonly size: string;
  /** Sentences to read aloud, of a first release: what the files are taken to say. */
  readonly readAloud: readonly string[];
  readonly differences: CompanyDifferences | null;
  readonly reasons: readonly Reason[];
}

/** Problems of one kind. */
export type ProblemKind = DatasetProblems["kinds"][number];

/** The result of building the documents as they are now. */
export type ResultState =
  | { readonly state: "building"; readonly said: string }
  | { readonly state: "stopped"; readonly said: string }
  | { readonly state: "problems"; readonly problems: readonly ProblemKind[]; readonly notices: readonly string[] }
  | { readonly state: "built"; readonly result: Result; readonly notices: readonly string[] };

/** An order to publish a release or a draft. */
export interface PublicationOrder {
  readonly kind: "publish" | "draft";
  /** The code of the change that is accepted. */
  readonly accept: string | null;
  /** Time at which a draft becomes current by itself; by default in the zone of this machine. */
  readonly at: string | null;
}

/** The outcome of the last order. */
export interface Outcome {
  readonly kind: PublicationOrder["kind"];
  readonly state: "running" | "done" | "refused";
  /** The lines that publishing printed. */
  readonly said: readonly string[];
  /** The secret address of a draft. */
  readonly address: string | null;
}

interface DeskPublishingOptions {
  readonly settings: Settings;
  readonly now: () => Date;
  /** The folder of the dataset. */
  readonly folder: string;
  /** Logs errors of the preview. */
  readonly logger: Logger;
}

/** Time limit of a page that waits for a result, before it says that it is being built. */
const WAIT_MILLISECONDS = 500;

/**
 * Builds and publishes the release of a desk, as the commands `publish` and `preview` do, in the
 * background, so that pages are answered meanwhile.
 */
export class DeskPublishing {
  readonly #options: DeskPublishingOptions;
  #built: Built | null = null;
  #building: Promise<void> | null = null;
  #progress = "";
  #isStopped = false;
  #outcome: Outcome | null = null;
  #ordered: Promise<void> = Promise.resolve();
  #preview: Awaited<ReturnType<typeof servePreview>> | null = null;

  constructor(options: DeskPublishingOptions) {
    this.#options = options;
  }

  /** Builds and compares the release of the folder, once for each key. Waits a moment at most. */
  async result(asked: string): Promise<ResultState> {
    const key = this.#keyNow(asked);
    if (this.#built?.key === key) return this.#built.state;
    this.#building ??= this.#build(key);
    // Small datasets are built in a moment.
    await Promise.race([this.#building, wait(WAIT_MILLISECONDS)]);
    return this.known(asked) ?? { state: "building", said: this.#progress };
  }

  /** Returns the result if it is there already; null otherwise. Begins no build. */
  known(asked: string): ResultState | null {
    return this.#built?.key === this.#keyNow(asked) ? this.#built.state : null;
  }

  /** Ends the building under way at its next stage. */
  stop(): void {
    this.#isStopped = this.#building !== null;
  }

  /** Discards what was built, so that the next `result` builds again. */
  again(): void {
    if (this.#built !== null) this.#built = { ...this.#built, key: "" };
  }

  async #build(key: string): Promise<void> {
    this.#progress = "Building what would be published";
    this.#isStopped = false;
    await this.#letGo();
    this.#built = null;
    const onProgress = (step: string): void => {
      if (step === this.#progress) return;
      // Between two stages nothing is half done: the work folder is removed with its files.
      if (this.#isStopped) throw new Error("It was stopped before it was built.");
      this.#progress = step;
    };
    const { settings, folder } = this.#options;
    const work = await openWorkFolder(settings.dataFolder);
    try {
      this.#built = { key, work, ...(await buildResult({ ...this.#context(), onProgress }, folder, work.folder)) };
    } catch (error) {
      this.#built = { key, work, state: { state: "stopped", said: messageOf(error) }, bundle: null };
    }
    this.#building = null;
  }

  /** Closes the preview of the last build, and removes its files. */
  async #letGo(): Promise<void> {
    await this.#preview?.close();
    this.#preview = null;
    await this.#built?.work[Symbol.asyncDispose]();
  }

  #context(onNotice: (notice: string) => void = () => {}): PublishingContext {
    const { settings, now } = this.#options;
    return { settings, now, onProgress: () => {}, onProgressEnd: () => {}, onNotice };
  }

  /** Returns the key of a build. Another program may have changed the current release. */
  #keyNow(asked: string): string {
    const { settings, now } = this.#options;
    return `${asked} ${new ReleaseStore(settings.dataFolder, now).currentId() ?? "none"}`;
  }

  /** Carries out an order, one at a time; `outcome` returns what becomes of it. */
  order(order: PublicationOrder): void {
    if (this.#outcome?.state === "running") return;
    const said: string[] = [];
    const become = (state: Outcome["state"], address: string | null = null): void =>
      void (this.#outcome = { kind: order.kind, state, said, address });
    become("running");
    const context = this.#context((notice) => said.push(notice));
    const publish = (settings: Settings): Promise<Ending> =>
      publishOrdered({ ...context, settings }, this.#options.folder, order);
    this.#ordered = (async () => {
      try {
        const { result, isWhole } = await changeReleases(context, publish);
        this.again();
        said.push(...result.said);
        become(result.isDone && isWhole ? "done" : "refused", result.address);
      } catch (error) {
        said.push(messageOf(error));
        become("refused");
      }
    })();
  }

  outcome(): Outcome | null {
    return this.#outcome;
  }

  /** Opens the pages of the last build, on this machine alone. */
  async openPreview(): Promise<void> {
    const { bundle, work } = this.#built ?? {};
    if (bundle == null || work === undefined || this.#preview !== null) return;
    const { logger } = this.#options;
    this.#preview = await servePreview(this.#context(), bundle, { folder: work.folder, port: 0, logger });
  }

  /** The address of these pages; null where they are not open. */
  preview(): string | null {
    return this.#preview?.address ?? null;
  }

  /** The address of the service that runs on the data folder; null where none does. */
  service(): string | null {
    const { baseUrl, dataFolder } = this.#options.settings;
    return baseUrl ?? findService(dataFolder);
  }

  async close(): Promise<void> {
    await this.#building;
    await this.#ordered;
    await this.#letGo();
  }
}

/** The last build. */
interface Built {
  readonly key: string;
  readonly state: ResultState;
  /** Null where problems prevented it. */
  readonly bundle: Candidate | null;
  /** The folder of its files. */
  readonly work: WorkFolder;
}

async function buildResult(
  context: PublishingContext,
  folder: string,
  workFolder: string,
): Promise<Pick<Built, "state" | "bundle">> {
  const request = { folder, problemsFile: path.join(workFolder, "problems.csv") };
  const { bundle, problems } = await buildBundle(context, request, workFolder);
  if (bundle === null)
    return { state: { state: "problems", problems: problems.kinds, notices: problems.notices }, bundle };
  let differences: CompanyDifferences | null = null;
  const store = new ReleaseStore(context.settings.dataFolder, context.now);
  const comparison = compareWithCurrent(store, bundle, (...compared) => {
    differences = companyDifferences(...compared);
  });
  const isFirst = comparison.reason === "first_release";
  const result = {
    ...comparison,
    id: bundle.manifest.id,
    size: formatSize(bundle.manifest),
    readAloud: isFirst ? readAloud(openSnapshot(bundle.manifest, bundle.folder)) : [],
    differences,
    reasons: comparison.reasons.map((reason) => ({
      ...reason,
      name: reason.within === null ? reason.kind : `${reason.kind} ${reason.within}`,
    })),
  };
  return { state: { state: "built", notices: bundle.notices, result }, bundle: { ...bundle, comparison } };
}

type Ending = Pick<Outcome, "said" | "address"> & { readonly isDone: boolean };

function refused(why: string): Ending {
  return { isDone: false, said: [why], address: null };
}

const HAS_PROBLEMS = "Problems stand in the way; Result lists them.";
const NOT_ACCEPTED = "The files or the current release changed meanwhile: look again at what would change.";

async function publishOrdered(context: PublishingContext, folder: string, order: PublicationOrder): Promise<Ending> {
  const { kind, accept, at } = order;
  if (kind === "publish") {
    const candidate = await publishDataset(context, { folder }, accept);
    if (candidate === null) return refused(HAS_PROBLEMS);
    if (isRefused(candidate.comparison, accept)) return refused(NOT_ACCEPTED);
    return { isDone: true, said: [sizeInWords(candidate)], address: null };
  }
  const until = at === null ? null : readEmbargo(at, context.now());
  if (until !== null && "fault" in until) return refused(`The time is ${until.fault}.`);
  const made = await publishDraft(context, { folder }, { accept, until });
  if (made === null) return refused(HAS_PROBLEMS);
  const { candidate, address } = made;
  if (address === null)
    return refused(candidate.comparison.reason === "unchanged" ? "The dataset has not changed." : NOT_ACCEPTED);
  const time = until === null ? [] : [`It becomes current at ${timeInWords(until)} by itself.`];
  return { isDone: true, said: [sizeInWords(candidate), ...time, ...cacheNotices(until, context.now())], address };
}

function sizeInWords({ manifest }: Candidate): string {
  return `${manifest.id}: ${formatSize(manifest)}.`;
}
