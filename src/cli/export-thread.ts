import { parentPort, workerData } from "node:worker_threads";
import { buildExportServer } from "../export/export-release.ts";
import { type ExportShare, type ExportTask, staticLinksOf, writeAddresses } from "../export/write-addresses.ts";
import { type ExportServiceOptions, openExportService } from "./export-service.ts";

/** The data that a thread is started with. */
export interface ExportThreadStart {
  readonly options: ExportServiceOptions;
  readonly task: ExportTask;
  readonly name: string;
}

const { options, task, name }: ExportThreadStart = workerData;
using opened = openExportService(options);
const share = await writeAddresses(buildExportServer(opened.service, staticLinksOf(task)), task, name, () => {});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage(share satisfies ExportShare);
