import { cpSync, mkdirSync } from "node:fs";
import { buildRelease } from "../../src/release/build-release.ts";
import type { Manifest } from "../../src/release/manifest.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type FixtureSize, makeCleanDataset } from "./clean-fixture.ts";

const DAY = new Date("2026-11-20T12:00:00Z");

interface BuiltRelease {
  readonly manifest: Manifest;
  readonly folder: string;
}

/** Builds the release of a clean dataset in a folder. */
export async function buildFixture(
  size: FixtureSize,
  folder: string = newTemporaryFolder(),
  publishedAt: Date = DAY,
): Promise<BuiltRelease> {
  mkdirSync(folder, { recursive: true });
  const dataset = await makeCleanDataset(size);
  try {
    return { manifest: await buildRelease({ dataset, folder, publishedAt }), folder };
  } finally {
    dataset.close();
  }
}

const built = new Map<string, Promise<BuiltRelease>>();

/** Puts such a release into a folder: a copy of one that is built once a process. */
export async function copyFixture(
  size: FixtureSize,
  folder: string = newTemporaryFolder(),
  publishedAt: Date = DAY,
): Promise<BuiltRelease> {
  const key = JSON.stringify([size, publishedAt]);
  const first = built.get(key) ?? buildFixture(size, newTemporaryFolder(), publishedAt);
  built.set(key, first);
  const { manifest, folder: original } = await first;
  cpSync(original, folder, { recursive: true });
  return { manifest, folder };
}

/** Builds a release of 40 companies for a store; another seed is another release. */
export function buildOfSeed(seed: number, at = "2026-11-20T12:00:00Z"): (folder: string) => Promise<Manifest> {
  return async (folder) =>
    (await copyFixture({ companies: 40, judgementsPerCompany: 12, seed }, folder, new Date(at))).manifest;
}
