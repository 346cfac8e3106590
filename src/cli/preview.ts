import { rmSync } from "node:fs";
import { pino } from "pino";
import { buildCandidate, type Candidate } from "../publishing/candidate.ts";
import type { Comparison } from "../publishing/compare.ts";
import { servePreview } from "../publishing/preview.ts";
import { countedCompanies, countedCountries } from "../publishing/words.ts";
import { changedLines } from "./output.ts";
import { type Command, readPort, storeOf } from "./command.ts";
import { DATASET_HELP, DATASET_OPTIONS, publishingContext, readDatasetRequest } from "./dataset-options.ts";
import { openWorkFolder } from "../publishing/work-folder.ts";

export const preview: Command = {
  summary: "Show a dataset as site and API on this machine alone, without publishing",
  synopsis: "<folder> [options]",
  help: `${DATASET_HELP}
  --port <port>      Where to show it (default: any free port)

Every page says what would change on it against the current release. Only this machine can open
it, as localhost; HOST and PORT are not looked at. Ctrl+C ends it and removes all that was built.`,
  options: { ...DATASET_OPTIONS, port: "string" },
  async run(console, args, options) {
    const request = readDatasetRequest(args, options);
    const port = readPort(options);
    const stopped = console.stopRequested();
    const context = publishingContext(console);
    await using work = await openWorkFolder(console.settings.dataFolder);
    let isBuilding = true;
    void stopped.then(() => {
      if (!isBuilding) return;
      // The threads that build the release cannot be waited for, and may still write.
      rmSync(work.folder, { recursive: true, force: true, maxRetries: 10 });
      process.exit(INTERRUPTED);
    });
    const candidate = await buildCandidate(context, request, storeOf(console), work.folder);
    if (candidate === null) return 1;
    const logger = pino({ level: "error" }, process.stderr);
    const opened = await servePreview(context, candidate, { folder: work.folder, port, logger });
    isBuilding = false;
    for (const line of openingLines(request.folder, candidate, opened.address)) console.print(line);
    await stopped;
    await opened.close();
    return 0;
  },
};

/** The exit status of a process that Ctrl+C ended. */
const INTERRUPTED = 130;

function openingLines(folder: string, { manifest, comparison }: Candidate, address: string): string[] {
  const { id, counts } = manifest;
  return [
    `${id} would be published: ${countedCompanies(counts.companies)} in ${countedCountries(counts.countries)}.`,
    ...changedLines(comparison),
    gateLine(folder, comparison),
    `Preview on ${address}, for this machine alone. Ctrl+C ends it and removes it.`,
  ];
}

/** Says what `publish` would do. */
function gateLine(folder: string, { reason, accept }: Comparison): string {
  if (reason === "first_release") return "It would be the first release: there is nothing to compare with.";
  if (reason === "unchanged") return "The dataset has not changed: publish would leave the current release as it is.";
  if (accept === null) return `Nothing has to be accepted: country-trust publish ${folder}`;
  return `publish would refuse this change until it is accepted: country-trust publish ${folder} --accept ${accept}`;
}
