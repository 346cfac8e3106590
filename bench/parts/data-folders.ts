import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writeLargeDataset } from "./large-dataset.ts";

/** The project's own folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What every process under measurement is started with. */
export const NODE_FLAGS: readonly string[] = ["--disable-warning=ExperimentalWarning"];

/**
 * Hands a folder to the work and removes it afterwards, also when the work fails or is interrupted.
 */
export async function withWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), "country-trust-bench-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const interrupted = (): void => {
    remove();
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupted);
  try {
    return await work(folder);
  } finally {
    remove();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, interrupted);
  }
}

/** Publishes the demonstration dataset into a new data folder; returns the folder. */
export async function publishDemonstration(workFolder: string): Promise<string> {
  return await publish(path.join(ROOT, "data", "demo"), path.join(workFolder, "demonstration"));
}

/**
 * Generates a dataset of this many companies, 10 to 25 judgements each, and publishes it into a new
 * data folder.
 */
export async function publishLarge(workFolder: string, companies: number): Promise<string> {
  const dataset = path.join(workFolder, "large-dataset");
  mkdirSync(dataset);
  await writeLargeDataset(dataset, companies);
  const dataFolder = await publish(dataset, path.join(workFolder, "large"));
  rmSync(dataset, { recursive: true });
  return dataFolder;
}

async function publish(dataset: string, dataFolder: string): Promise<string> {
  const words = [...NODE_FLAGS, path.join(ROOT, "bin", "country-trust.mjs"), "publish", dataset];
  const env = { ...process.env, DATA_DIR: dataFolder };
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`publishing ended with ${status}:\n${output}`);
  return dataFolder;
}
