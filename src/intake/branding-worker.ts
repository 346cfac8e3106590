import { parentPort, workerData } from "node:worker_threads";
import type { Fault, Size } from "../branding/branding.ts";
import { type CheckedText, checkText } from "../branding/publisher-text.ts";
import { readSvg } from "../branding/svg-logo.ts";

/** Checks a text or a logo of a publisher, in a thread that can be ended. */

export interface BrandingRequest {
  readonly kind: "text" | "svg";
  readonly content: string;
}

export interface BrandingAnswer<Result> {
  readonly result: Result;
  /** Of the processor, not of the clock. */
  readonly milliseconds: number;
}

/** What a check of each kind tells. */
export interface BrandingResults {
  readonly text: CheckedText;
  readonly svg: readonly Fault[] | Size;
}

const { kind, content }: BrandingRequest = workerData;
const startedAt = process.threadCpuUsage();
const result = kind === "text" ? await checkText(content) : await readSvg(content);
const { user, system } = process.threadCpuUsage(startedAt);
const milliseconds = (user + system) / 1000;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage({ result, milliseconds } satisfies BrandingAnswer<typeof result>);
