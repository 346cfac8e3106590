import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { GATE_LIMITS } from "../../src/trust/gate-limits.ts";
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

/** A `gate` of dataset.json that lets every change with a limit pass. */
export const OPEN_GATE: Readonly<Record<string, number>> = Object.fromEntries(
  Object.values(GATE_LIMITS).map(({ setting, unit }) => [setting, unit === "percent" ? 100 : 1000]),
);

/** Lets every change with a limit pass the gate of `publish`. */
export function openGate(folder: string): void {
  edit(folder, "dataset.json", (text) => JSON.stringify({ ...(JSON.parse(text) as object), gate: OPEN_GATE }));
}

/** Rewrites a file of a copy; fails where that changes nothing. */
export function edit(folder: string, file: string, change: (text: string) => string): void {
  const place = path.join(folder, file);
  const text = readFileSync(place, "utf8");
  const changed = change(text);
  assert.notEqual(changed, text, `the change of ${file} changes something`);
  writeFileSync(place, changed);
}
