import { Worker } from "node:worker_threads";
import type { BrandingAnswer, BrandingRequest, BrandingResults } from "./branding-worker.ts";

/**
 * What reading a text or a logo may take of a processor: some texts take seconds for each kilobyte,
 * and the service that shows one answers nobody meanwhile. An ordinary one takes a tenth of this.
 */
const PROCESSOR_MILLISECONDS_MAX = 500;

/** How long is waited for that, on a busy machine. */
const WAIT_MILLISECONDS = 5000;

/** Checks a text or a logo in a thread; null where that takes too long. */
export async function askBrandingWorker<Kind extends BrandingRequest["kind"]>(
  kind: Kind,
  content: string,
): Promise<BrandingResults[Kind] | null> {
  const request: BrandingRequest = { kind, content };
  const worker = new Worker(new URL("branding-worker.ts", import.meta.url), { workerData: request });
  const { promise, resolve, reject } = Promise.withResolvers<BrandingAnswer<BrandingResults[Kind]> | null>();
  worker.on("message", resolve);
  worker.on("error", reject);
  const timer = setTimeout(resolve, WAIT_MILLISECONDS, null);
  try {
    const answer = await promise;
    return answer === null || answer.milliseconds > PROCESSOR_MILLISECONDS_MAX ? null : answer.result;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
