import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Makes the demonstration that is published in a data folder a release of an older format, with
 * other facts of its dataset; returns its id.
 */
export function makeOldRelease(dataFolder: string, change: object): string {
  const id = readFileSync(path.join(dataFolder, "current"), "utf8").trim();
  // Of another day and content, as the demonstration of an older version was.
  const old = "2026-01-02-000000000000";
  renameSync(path.join(dataFolder, "releases", id), path.join(dataFolder, "releases", old));
  writeFileSync(path.join(dataFolder, "current"), `${old}\n`);
  rmSync(path.join(dataFolder, "history.ndjson"));
  const file = path.join(dataFolder, "releases", old, "manifest.json");
  const { branding: _, dataset, ...manifest } = JSON.parse(readFileSync(file, "utf8")) as Record<string, object>;
  writeFileSync(file, JSON.stringify({ ...manifest, id: old, format: 9, dataset: { ...dataset, ...change } }));
  return old;
}
