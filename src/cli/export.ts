import path from "node:path";
import { ExportError, LOCK_FILE, prepareFolder } from "../export/export-folder.ts";
import { exportRelease } from "../export/export-release.ts";
import { lockForPublication } from "../release/store/publication-lock.ts";
import { type Command, onlyArgument, textOption, UsageError } from "./command.ts";
import { openExportService } from "./export-service.ts";
import { counted } from "../intake/counted.ts";
import { showProgress } from "./output.ts";

export const exportFiles: Command = {
  summary: "Write the current release as files that any static host serves",
  synopsis: "<folder> [--release <id>] [--json]",
  help: `Arguments:
  <folder>           Where to; a new or empty folder, or an earlier export, which is brought up to date

Options:
  --release <id>     Another release than the current one
  --json             Print what was done as JSON

Pages, answers, downloads, feeds and the search are written, each with the path it has in a service
at BASE_URL. nginx.conf, _headers and _redirects tell hosts of their types and headers.
A run that was interrupted goes on where the next one is started.`,
  options: { release: "string", json: "boolean" },
  async run(console, args, options) {
    const name = onlyArgument(args, "one folder");
    const { settings } = console;
    const { baseUrl } = settings;
    if (baseUrl === null)
      throw new UsageError("set BASE_URL to the address that the files will have: BASE_URL=https://trust.example");
    const chosen = { settings, baseUrl, release: textOption(options, "release") ?? null, at: console.now() };
    using opened = openExportService(chosen);
    const { service, snapshot, searchFile } = opened;
    const { id } = snapshot.manifest;
    const folder = path.resolve(name);
    const unlock = await lockFolder(folder);
    const progress = showProgress(console);
    const result = await exportRelease({
      service,
      snapshot,
      folder,
      searchFile,
      onProgress: progress.onProgress,
    }).finally(unlock);
    progress.finish();
    const { written, unchanged, removed, leftOut } = result;
    return {
      json: { release: id, base_url: baseUrl, folder: name, written, unchanged, removed, left_out: leftOut },
      lines: [
        `${id} is in ${name}: ${counted(written, "file")} written, ${counted(unchanged, "file")} unchanged, ` +
          `${counted(removed, "file")} removed. ${counted(leftOut.length, "route")} need a service; export.json says why.`,
      ],
    };
  },
};

/** Lets no other run write to the folder. Throws an ExportError where one does. */
async function lockFolder(folder: string): Promise<() => void> {
  prepareFolder(folder);
  return await lockForPublication(path.join(folder, LOCK_FILE), () => {
    throw new ExportError(`another export is writing to ${folder}. Wait until it has ended, or name another folder`);
  });
}
