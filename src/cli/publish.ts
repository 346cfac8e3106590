import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "../release/manifest.ts";
import { ReleaseStore } from "../release/release-store.ts";
import { openSnapshot } from "../snapshot/open-snapshot.ts";
import { buildBundle, type BundleRequest, DATASET_HELP, DATASET_OPTIONS } from "./build-bundle.ts";
import { type Command, printJson, UsageError } from "./command.ts";
import { counted, countedCompanies, countedCountries, countsJson, formatCount, withReasons } from "./output.ts";
import { compareReleases } from "../snapshot/release-changes.ts";
import { changeLines, changesJson } from "./release-changes.ts";
import { withWorkFolder } from "./work-folder.ts";

export const publish: Command = {
  name: "publish",
  summary: "Build a release from a dataset and make it current",
  synopsis: "<folder> [options]",
  help: `${DATASET_HELP}
  --dry-run          Build the release and compare it with the current one, without publishing
  --json             Print the result as JSON

A running service picks up the new release within a second.`,
  options: { ...DATASET_OPTIONS, "dry-run": { type: "boolean" }, json: { type: "boolean" } },
  async run(console, [folder, ...more], options) {
    if (folder === undefined || more.length > 0) throw new UsageError("expected one dataset folder");
    const request = { console, folder, options };
    return options["dry-run"] ? await dryRun(request) : await publishRelease(request);
  },
};

/** The problems of the dataset have already been printed. */
class NotPublishable extends Error {}

async function publishRelease(request: BundleRequest): Promise<number> {
  const { console, options } = request;
  const store = new ReleaseStore(console.settings.dataFolder);
  try {
    const { manifest, before } = await withWorkFolder(store.dataFolder, (workFolder) =>
      store.publish(
        async (staging) => {
          const built = await buildBundle(request, workFolder, staging);
          if (built === null) throw new NotPublishable();
          return built;
        },
        () => console.say("Waiting for another publication to finish …"),
        console.now,
      ),
    );
    if (options["json"]) {
      const { id, fingerprint, counts } = manifest;
      const published = { id, before, fingerprint, counts: countsJson(counts) };
      printJson(console, withReasons(published, { before: "first_release" }));
    } else for (const line of publishedLines(manifest, before)) console.print(line);
    return 0;
  } catch (error) {
    if (!(error instanceof NotPublishable)) throw error;
    console.say("\nNothing was published.");
    return 1;
  }
}

async function dryRun(request: BundleRequest): Promise<number> {
  const { console, options } = request;
  const store = new ReleaseStore(console.settings.dataFolder);
  return await withWorkFolder(store.dataFolder, async (workFolder) => {
    const bundle = path.join(workFolder, "bundle");
    await mkdir(bundle);
    const manifest = await buildBundle(request, workFolder, bundle);
    if (manifest === null) return 1;
    const current = store.currentId();
    const after = openSnapshot(manifest, bundle);
    const before = current === null ? null : openSnapshot(store.manifest(current), store.folderOf(current));
    const changes = before && compareReleases(before, after);
    if (options["json"]) {
      const plan = {
        id: manifest.id,
        against: current,
        counts: countsJson(manifest.counts),
        changes: changes && before && changesJson(changes, before, after),
      };
      printJson(console, withReasons(plan, { against: "first_release", changes: "first_release" }));
      return 0;
    }
    if (manifest.id === current) {
      console.print(unchangedLine(manifest));
      return 0;
    }
    console.print(`${manifest.id} would be published: ${formatSize(manifest)}.`);
    if (changes && before) for (const line of changeLines(changes, before, after)) console.print(line);
    else console.print("It would be the first release.");
    console.say("Nothing was published (--dry-run).");
    return 0;
  });
}

function publishedLines(manifest: Manifest, before: string | null): string[] {
  if (before === manifest.id) return [unchangedLine(manifest)];
  const { companies, products, judgements } = manifest.counts.skippedRows;
  const skipped = `${countedCompanies(companies)}, ${counted(products, "product")}, ${counted(judgements, "judgement")}`;
  return [
    `Published ${manifest.id}: ${formatSize(manifest)}.`,
    ...(companies + products + judgements > 0 ? [`Left out: ${skipped}.`] : []),
    ...(before === null ? [] : [`The previous release is ${before}; to restore it: country-trust rollback ${before}`]),
  ];
}

function unchangedLine(manifest: Manifest): string {
  return `${manifest.id} is already current: the dataset has not changed (${formatSize(manifest)}).`;
}

function formatSize({ counts }: Manifest): string {
  const companies = `${countedCompanies(counts.companies)} (${formatCount(counts.judgedCompanies)} judged)`;
  const areas = `${countedCountries(counts.countries)} and ${counted(counts.sectors, "sector")}`;
  return `${companies} in ${areas}, ${counted(counts.products, "product")}, ${counted(counts.judgements, "judgement")}`;
}
