import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  return await publishFolder(path.join(ROOT, "data", "demo"), path.join(workFolder, "demonstration"));
}

/**
 * Publishes this many editions of the demonstration dataset into a new data folder, one after the
 * other, each without another part of the judgements; returns the folder.
 */
export async function publishEditions(workFolder: string, editions: number): Promise<string> {
  const dataFolder = path.join(workFolder, "editions");
  const dataset = path.join(workFolder, "edition");
  for (let edition = 0; edition < editions; edition += 1) {
    cpSync(path.join(ROOT, "data", "demo"), dataset, { recursive: true });
    const file = path.join(dataset, "judgements.csv");
    const [head = "", ...rows] = readFileSync(file, "utf8").split("\n");
    const kept = rows.filter((_, row) => row % (editions + 1) !== edition);
    writeFileSync(file, [head, ...kept].join("\n"));
    await publishFolder(dataset, dataFolder);
    rmSync(dataset, { recursive: true });
  }
  return dataFolder;
}

/**
 * Generates a dataset of this many companies, 10 to 25 judgements each, and publishes it into a new
 * data folder.
 */
export async function publishLarge(workFolder: string, companies: number): Promise<string> {
  const dataset = path.join(workFolder, "large-dataset");
  mkdirSync(dataset);
  await writeLargeDataset(dataset, companies);
  const dataFolder = await publishFolder(dataset, path.join(workFolder, "large"));
  rmSync(dataset, { recursive: true });
  return dataFolder;
}

/** The same, followed by a next edition of it. */
export async function publishTwoEditions(workFolder: string, companies: number): Promise<string> {
  const dataFolder = await publishLarge(workFolder, companies);
  const dataset = path.join(workFolder, "next-edition");
  mkdirSync(dataset);
  await writeLargeDataset(dataset, companies, true);
  await publishFolder(dataset, dataFolder);
  rmSync(dataset, { recursive: true });
  return dataFolder;
}

/** Publishes the dataset in a folder into a data folder; returns that. */
export async function publishFolder(dataset: string, dataFolder: string): Promise<string> {
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
