import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEMO } from "./run-cli.ts";

const copies: string[] = [];

/** A copy of the demonstration dataset whose files a test may change; `removeCopies` removes it. */
export function copyDemo(change: (folder: string) => void): string {
  const folder = mkdtempSync(path.join(tmpdir(), "country-trust-dataset-"));
  copies.push(folder);
  cpSync(DEMO, folder, { recursive: true });
  change(folder);
  return folder;
}

export function removeCopies(): void {
  for (const folder of copies.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Lets every change of companies and medians pass the gate of `publish`. */
export function openGate(folder: string): void {
  const gate = {
    max_companies_gone_percent: 100,
    max_countries_gone: 1000,
    max_medians_moved_percent: 100,
    max_bands_moved: 1000,
  };
  edit(folder, "dataset.json", (text) => JSON.stringify({ ...(JSON.parse(text) as object), gate }));
}

/** Rewrites a file of a copy; fails where that changes nothing. */
export function edit(folder: string, file: string, change: (text: string) => string): void {
  const place = path.join(folder, file);
  const text = readFileSync(place, "utf8");
  const changed = change(text);
  assert.notEqual(changed, text, `the change of ${file} changes something`);
  writeFileSync(place, changed);
}
