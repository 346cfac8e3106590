import { mkdir } from "node:fs/promises";
import path from "node:path";
import { buildRelease } from "../release/build-release.ts";
import type { Manifest } from "../release/manifest.ts";
import { ReleaseStore } from "../release/release-store.ts";
import { openSnapshot } from "../snapshot/open-snapshot.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { describeIntake } from "./describe-counts.ts";
import { counted, formatCount, showProgress } from "./progress.ts";
import { DATASET_OPTIONS, DATASET_USAGE, readDataset } from "./read-dataset.ts";
import { compareReleases, describeChanges, tellChanges } from "./release-changes.ts";
import { withWorkFolder } from "./work-folder.ts";

export const publish: Command = {
  name: "publish",
  summary:
    "Reads a dataset, computes its bands and makes it the current release. A running service follows within a second.",
  usage: `<folder> [--data <folder>] [--skip-bad-rows] [--problems <file>] [--dry-run] [--json]
${DATASET_USAGE}
  --dry-run          build the release, tell what would change against the current one, publish nothing
  --json             print the result as JSON`,
  options: { ...DATASET_OPTIONS, "dry-run": { type: "boolean" }, json: { type: "boolean" } },
  async run(console, [folder, ...more], options) {
    if (folder === undefined || more.length > 0) throw new UsageError("expected one dataset folder");
    const request: Request = { console, folder, options };
    return options["dry-run"] ? await rehearse(request) : await publishForGood(request);
  },
};

interface Request {
  readonly console: Console;
  readonly folder: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Problem rows were told already; nothing more is to be said. */
class NotPublishable extends Error {}

async function publishForGood(request: Request): Promise<number> {
  const { console, options } = request;
  const store = new ReleaseStore(console.settings.dataFolder);
  try {
    const { manifest, before } = await withWorkFolder(store.dataFolder, (work) =>
      store.publish(
        (staging) => build(request, work, staging),
        () => console.say("Another publication is under way; waiting for it …"),
      ),
    );
    if (options["json"])
      console.print(
        JSON.stringify(
          { id: manifest.id, before, fingerprint: manifest.fingerprint, counts: describeIntake(manifest.counts) },
          null,
          2,
        ),
      );
    else tellPublished(console, manifest, before);
    return 0;
  } catch (error) {
    if (!(error instanceof NotPublishable)) throw error;
    console.say("\nNothing was published.");
    return 1;
  }
}

async function rehearse(request: Request): Promise<number> {
  const { console, options } = request;
  const store = new ReleaseStore(console.settings.dataFolder);
  try {
    return await withWorkFolder(store.dataFolder, async (work) => {
      const folder = path.join(work, "bundle");
      await mkdir(folder);
      const manifest = await build(request, work, folder);
      const current = store.currentId();
      const after = openSnapshot(manifest, folder);
      const before = current === null ? null : openSnapshot(store.manifest(current), store.folderOf(current));
      const changes = before && compareReleases(before, after);
      if (options["json"]) {
        const plan = {
          id: manifest.id,
          against: current,
          counts: describeIntake(manifest.counts),
          changes: changes && before && describeChanges(changes, before, after),
        };
        console.print(JSON.stringify(plan, null, 2));
        return 0;
      }
      if (manifest.id === current) {
        console.print(tellSame(manifest));
        return 0;
      }
      console.print(`${manifest.id} would be published: ${tellCounts(manifest)}.`);
      if (changes && before) for (const line of tellChanges(changes, before, after)) console.print(line);
      else console.print("It would be the first release.");
      console.say("Nothing was published (--dry-run).");
      return 0;
    });
  } catch (error) {
    if (!(error instanceof NotPublishable)) throw error;
    return 1;
  }
}

async function build({ console, folder, options }: Request, work: string, target: string): Promise<Manifest> {
  const progress = showProgress(console);
  const dataset = await readDataset({ console, folder, options, workFolder: work, progress });
  if (!dataset) throw new NotPublishable();
  try {
    return await buildRelease({ dataset, folder: target, publishedAt: console.now(), onProgress: progress.onProgress });
  } finally {
    progress.finish();
    dataset.close();
  }
}

function tellPublished(console: Console, manifest: Manifest, before: string | null): void {
  if (before === manifest.id) {
    console.print(tellSame(manifest));
    return;
  }
  console.print(`Published ${manifest.id}: ${tellCounts(manifest)}.`);
  const { companies, products, judgements } = manifest.counts.skippedRows;
  if (companies + products + judgements > 0) {
    console.print(
      `Left out: ${counted(companies, "company", "companies")}, ${counted(products, "product", "products")}, ${counted(judgements, "judgement", "judgements")}.`,
    );
  }
  if (before !== null) console.print(`Before it was ${before}; \`rollback ${before}\` goes back.`);
}

function tellSame(manifest: Manifest): string {
  return `${manifest.id} is current already: the dataset is the same (${tellCounts(manifest)}).`;
}

function tellCounts({ counts }: Manifest): string {
  const companies = `${counted(counts.companies, "company", "companies")} (${formatCount(counts.judgedCompanies)} judged)`;
  const areas = `${counted(counts.countries, "country", "countries")} and ${counted(counts.sectors, "sector", "sectors")}`;
  const rest = `${counted(counts.products, "product", "products")}, ${counted(counts.judgements, "judgement", "judgements")}`;
  return `${companies} in ${areas}, ${rest}`;
}
