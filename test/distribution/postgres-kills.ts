import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import path from "node:path";
import type { WritableOrigin } from "../../src/distribution/origin.ts";
import { openPostgresOrigin } from "../../src/distribution/postgres-origin.ts";
import { buildRelease } from "../../src/release/build-release.ts";
import { publishBundle } from "../../src/release/locked-store.ts";
import { ReleaseStore } from "../../src/release/release-store.ts";
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
function run(step: number, ...words: readonly string[]): number | null {
  const call = [path.join(import.meta.dirname, "kill-at-statement.ts"), String(step), ...words];
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ...call],
    { encoding: "utf8" },
  );
  if (signal === "SIGKILL") return null;
  assert.equal(status, 0, stderr);
  return Number(stdout);
}

/** A bundle with a file of several chunks. */
async function buildLargeBundle(): Promise<{ readonly id: string; readonly folder: string }> {
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
async function leftIn({ url }: Place): Promise<unknown> {
  const rows = await inPostgres(
    `SELECT count(*) FILTER (WHERE NOT is_whole)::int AS parts,
            count(*) FILTER (WHERE is_whole AND (
              SELECT sha256(string_agg(content, '' ORDER BY position)) FROM origin_chunks WHERE blob = id
            ) <> sha256)::int AS wrong
     FROM origin_blobs`,
    url,
  );
  return rows[0];
}

/**
 * Kills publications at moments from 0, before the first statement, to 1, before the last one:
 * nothing that is half there is shown, the next publication finishes, and a later one cleans up.
 */
export async function killPublications(moments: readonly number[]): Promise<void> {
  const bundle = await buildLargeBundle();
  const whole = await openPlace();
  const copyOf = (folder: string): string => {
    const copy = path.join(newTemporaryFolder(), "copy");
    cpSync(folder, copy, { recursive: true });
    return copy;
  };
  const words = ({ url, publisher }: Place, time: Date): string[] => {
    return [url, copyOf(publisher.dataFolder), time.toISOString(), bundle.folder];
  };
  const { time } = whole.publisher;
  const steps = run(0, ...words(whole, time));
  assert.ok(steps !== null && steps > 20, `${steps} statements`);
  assert.equal(await follow(whole), bundle.id);
  const chunks = await inPostgres("SELECT max(position)::int AS last FROM origin_chunks", whole.url);
  assert.ok(Number(chunks[0]?.["last"]) > 0, "a file has several chunks");
  await whole.origin.close();

  let parts = 0;
  for (const moment of moments) {
    const step = 1 + Math.round(moment * (steps - 1));
    const place = await openPlace();
    assert.equal(run(step, ...words(place, time)), null, `killed before statement ${step}`);
    const current = await follow(place);
    assert.ok(current === place.first || current === bundle.id, `statement ${step}: ${current}`);
    const left = (await leftIn(place)) as { parts: number; wrong: number };
    assert.equal(left.wrong, 0, `statement ${step}`);
    parts += left.parts;
    const dataFolder = copyOf(place.publisher.dataFolder);
    await publishBuilt({ origin: place.origin, dataFolder, time }, bundle.folder);
    assert.equal(await follow(place), bundle.id, `after statement ${step}`);
    // A part may be what another publisher is just writing, so it stays for a day.
    await place.publisher.change(async () => {}, { renews: true, now: () => new Date(Date.now() + 2 * 86_400_000) });
    assert.deepEqual(await leftIn(place), { parts: 0, wrong: 0 });
    assert.equal(await follow(place), bundle.id);
    await place.origin.close();
  }
  assert.ok(parts > 0, "some kills left a part");
}
