import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import packageFacts from "../../package.json" with { type: "json" };
import { openAtlas } from "../atlas/atlas.ts";
import { type HttpServer, openHttpServer } from "../http/http-server.ts";
import { linkReleases } from "../release/store/link-releases.ts";
import type { Manifest } from "../release/manifest.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { buildSite } from "../topics/site.ts";
import { KeptReleases } from "../release/store/kept-releases.ts";
import { markCurrent } from "../release/store/replace-current.ts";
import { buildBundle, type BundleRequest, DATASET_HELP, DATASET_OPTIONS } from "./build-bundle.ts";
import { type Command, type Console, type OptionValues, textOption, UsageError } from "./command.ts";
import { type Comparison, compareWithCurrent } from "./gate.ts";
import { countedCompanies, countedCountries } from "./output.ts";
import { withPreviewFolder } from "./preview-folder.ts";

/** Never another: what is not published yet is for this machine alone. */
const HOST = "127.0.0.1";

/** Stands at the beginning of the notice of a previewed release. */
const NOTICE = "Preview: this release is not published.";

export const preview: Command = {
  name: "preview",
  summary: "Show a dataset as site and API on this machine alone, without publishing",
  synopsis: "<folder> [options]",
  help: `${DATASET_HELP}
  --port <port>      Where to show it (default: any free port)

Every page says what would change on it against the current release. Only this machine can open
it, as localhost; HOST and PORT are not looked at. Ctrl+C ends it and removes all that was built.`,
  options: { ...DATASET_OPTIONS, port: { type: "string" } },
  async run(console, [folder, ...more], options) {
    if (folder === undefined || more.length > 0) throw new UsageError("expected one dataset folder");
    const port = readPort(options);
    const stopped = console.stopRequested();
    return await withPreviewFolder(console.settings.dataFolder, stopped, async (workFolder, canEnd) => {
      const candidate = await buildCandidate({ console, folder, options }, workFolder);
      if (candidate === null) return 1;
      const releases = new KeptReleases({
        store: new ReleaseStore(candidate.dataFolder, console.now),
        pollMilliseconds: console.settings.releasePollMilliseconds,
        onError: (error) => console.say(String(error)),
      });
      try {
        const server = await open(console, releases, candidate, port);
        canEnd();
        for (const line of openingLines(folder, candidate, server)) console.print(line);
        await stopped;
        await server.close();
        return 0;
      } catch (error) {
        if (!isTaken(error)) throw error;
        console.say(`Port ${port} is taken by another program; leave --port out to take a free one.`);
        return 1;
      } finally {
        releases.close();
      }
    });
  },
};

/** A release that was built, and the folder in which it is the current one. */
interface Candidate {
  readonly manifest: Manifest;
  readonly comparison: Comparison;
  readonly notices: readonly string[];
  readonly dataFolder: string;
}

function readPort(options: OptionValues): number {
  const text = textOption(options, "port") ?? "0";
  const port = Number(text);
  if (/^\d{1,5}$/u.test(text) && port <= 65_535) return port;
  throw new UsageError(`expected --port with a number up to 65535; found "${text}"`);
}

async function buildCandidate(request: BundleRequest, workFolder: string): Promise<Candidate | null> {
  const { settings, now } = request.console;
  const store = new ReleaseStore(settings.dataFolder, now);
  const bundle = path.join(workFolder, "bundle");
  await mkdir(bundle);
  const built = await buildBundle(request, workFolder, bundle);
  if (built === null) return null;
  const comparison = compareWithCurrent(store, built, bundle);
  const dataFolder = path.join(workFolder, "data");
  await linkReleases(store, dataFolder, { bundle, manifest: built.manifest, now: now() });
  return { manifest: built.manifest, comparison, notices: built.notices, dataFolder };
}

async function open(
  { settings, now }: Console,
  releases: KeptReleases,
  { comparison: { before, reason }, notices }: Candidate,
  port: number,
): Promise<HttpServer> {
  return await openHttpServer({
    releases: markCurrent(releases, NOTICE),
    atlas: openAtlas(),
    baseUrl: null,
    host: HOST,
    port,
    cacheBytesMax: settings.cacheBytesMax,
    // Who looks at it is waiting for nothing.
    stopGraceSeconds: 0,
    settings,
    ...buildSite({ securityContact: settings.securityContact }),
    preview: { before, reason, notices },
    logger: pino({ level: "error" }, process.stderr),
    version: packageFacts.version,
    now,
  });
}

function openingLines(folder: string, { manifest, comparison }: Candidate, { port }: HttpServer): string[] {
  const { id, counts } = manifest;
  return [
    `${id} would be published: ${countedCompanies(counts.companies)} in ${countedCountries(counts.countries)}.`,
    ...comparison.lines,
    gateLine(folder, comparison),
    `Preview on http://localhost:${port}, for this machine alone. Ctrl+C ends it and removes it.`,
  ];
}

/** What `publish` would do. */
function gateLine(folder: string, { reason, accept }: Comparison): string {
  if (reason === "first_release") return "It would be the first release: there is nothing to compare with.";
  if (reason === "unchanged") return "The dataset has not changed: publish would leave the current release as it is.";
  if (accept === null) return `Nothing has to be accepted: country-trust publish ${folder}`;
  return `publish would refuse this change until it is accepted: country-trust publish ${folder} --accept ${accept}`;
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES");
}
