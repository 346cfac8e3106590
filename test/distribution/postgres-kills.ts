import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import path from "node:path";
import type { WritableOrigin } from "../../src/distribution/origin.ts";
import { openPostgresOrigin } from "../../src/distribution/postgres-origin.ts";
import { buildRelease } from "../../src/release/build-release.ts";
import { publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { findAltered } from "../../src/release/seal-folder.ts";
import { verifyRelease } from "../../src/release/verify-release.ts";
import { inPostgres, newDatabaseUrl } from "../access/cluster/servers.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeCleanDataset } from "../release/clean-fixture.ts";
import { publishBuilt } from "./one-change.ts";
import { neverWaits, TestNode, TestPublisher } from "./publisher.ts";

/**
 * Real processes that publish to PostgreSQL, killed (SIGKILL) before a statement in which they
 * change something there, such as between the chunks of a file.
 */

/** Runs the process; returns how many statements it needed, or null where it was killed. */
function run(step: string, ...words: readonly string[]): number | null {
  const call = [path.join(import.meta.dirname, "kill-at-statement.ts"), step, ...words];
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ...call],
    { encoding: "utf8" },
  );
  if (signal === "SIGKILL") return null;
  assert.equal(status, 0, stderr);
  return Number(stdout);
}

interface Bundle {
  readonly id: string;
  readonly folder: string;
}

/** A bundle with a file of several chunks. */
export async function buildLargeBundle(): Promise<Bundle> {
  const store = new ReleaseStore(newTemporaryFolder(), () => new Date("2026-11-20T12:00:00Z"));
  const build = async (folder: string) => {
    const dataset = await makeCleanDataset({ companies: 2000, judgementsPerCompany: 6, seed: 2 });
    try {
      return await buildRelease({ dataset, folder, publishedAt: store.now() });
    } finally {
      dataset.close();
    }
  };
  const { manifest } = await publishBundle(store, build, neverWaits);
  await verifyRelease(manifest, store.folderOf(manifest.id));
  return { id: manifest.id, folder: store.folderOf(manifest.id) };
}

interface Place {
  readonly url: string;
  readonly origin: WritableOrigin;
  readonly publisher: TestPublisher;
  readonly first: string;
}

/** An origin with one release. */
async function openPlace(): Promise<Place> {
  const url = await newDatabaseUrl();
  const origin = openPostgresOrigin({ url, waitMilliseconds: 20_000 });
  const publisher = new TestPublisher({ origin });
  return { url, origin, publisher, first: await publisher.publish(1) };
}

/** The release that a new node gets, every file as it was published. */
async function follow({ publisher }: Place): Promise<string | null> {
  const node = new TestNode(publisher);
  const release = (await node.follow())?.release ?? null;
  for (const id of node.store.ids())
    assert.equal(await findAltered(node.store.folderOf(id), node.store.manifest(id).files), null);
  return release;
}

/** How many blobs were begun and are not whole, and chunks of all that are not right. */
async function leftIn({ url }: Place): Promise<{ readonly parts: number; readonly wrong: number }> {
  const rows = await inPostgres(
    `SELECT count(*) FILTER (WHERE NOT is_whole)::int AS parts,
            count(*) FILTER (WHERE is_whole AND (
              SELECT sha256(string_agg(content, '' ORDER BY position)) FROM origin_chunks WHERE blob = id
            ) <> sha256)::int AS wrong
     FROM origin_blobs`,
    url,
  );
  return rows[0] as { parts: number; wrong: number };
}

const copyOf = (folder: string): string => {
  const copy = path.join(newTemporaryFolder(), "copy");
  cpSync(folder, copy, { recursive: true });
  return copy;
};

const wordsFor = ({ url, publisher }: Place, bundle: Bundle): string[] => {
  return [url, copyOf(publisher.dataFolder), publisher.time.toISOString(), bundle.folder];
};

/** How many statements a publication needs that nobody kills. */
export async function countStatements(bundle: Bundle): Promise<number> {
  const place = await openPlace();
  const steps = run("0", ...wordsFor(place, bundle));
  assert.equal(await follow(place), bundle.id);
  await place.origin.close();
  return steps ?? 0;
}

/**
 * Kills a publication before a statement: nothing that is half there is shown, the next one
 * finishes, and a later one cleans up. Returns how many blobs were left half written.
 */
export async function killPublication(bundle: Bundle, step: string): Promise<number> {
  const place = await openPlace();
  assert.equal(run(step, ...wordsFor(place, bundle)), null, `killed before statement ${step}`);
  const current = await follow(place);
  assert.ok(current === place.first || current === bundle.id, `statement ${step}: ${current}`);
  const { parts, wrong } = await leftIn(place);
  assert.equal(wrong, 0, `statement ${step}`);
  const dataFolder = copyOf(place.publisher.dataFolder);
  await publishBuilt({ origin: place.origin, dataFolder, time: place.publisher.time }, bundle.folder);
  assert.equal(await follow(place), bundle.id, `after statement ${step}`);
  // A part may be what another publisher is just writing, so it stays for a day.
  await place.publisher.change(async () => {}, { renews: true, now: () => new Date(Date.now() + 2 * 86_400_000) });
  assert.deepEqual(await leftIn(place), { parts: 0, wrong: 0 });
  assert.equal(await follow(place), bundle.id);
  await place.origin.close();
  return parts;
}
