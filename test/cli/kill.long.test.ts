import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { verifyRelease } from "../../src/release/verify-release.ts";
import { writeDataset } from "../fixtures/dataset.ts";
import { OPEN_GATE } from "./demo-copy.ts";
import { PROJECT } from "./run-cli.ts";

/**
 * Publications killed at random moments (SIGKILL: nothing can be tidied up) leave the release
 * before or the new one, complete, and never stand in the way of the next publication. What each
 * step leaves behind, without a process: `interrupted.test.ts`.
 */

const KILLS = 40;
/** Kept low: the machine that runs this may have two processors. */
const AT_ONCE = 2;

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-kill-"));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("kill -9 of a publication", () => {
  test(`at ${KILLS} random moments leaves the old release or the new one`, async () => {
    const outcomes = { before: 0, after: 0 };
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, worker) => {
        const store = new ReleaseStore(path.join(folder, `data-${worker}`), () => new Date());
        await timePublication(store, worker, 0);
        // From the second one on a publication is compared with the one before.
        let full = await timePublication(store, worker, KILLS + 1);
        for (let round = 1; round <= KILLS / AT_ONCE; round += 1) {
          const before = store.currentId();
          await killPublication(store, worker, round, pseudoRandom(worker * 1000 + round) * full * 1.1);
          const now = store.currentId();
          assert.ok(now !== null);
          outcomes[now === before ? "before" : "after"] += 1;
          // A machine that became busier than measured gets longer until one ends.
          if (outcomes.after === 0) full *= 1.15;
          await expectWhole(store, now);
        }
        // What the kills left behind is gone after one publication that is let alone.
        await timePublication(store, worker, KILLS);
        await expectWhole(store, store.currentId()!);
      }),
    );
    // A tenth of the moments lies after the end of a publication: few kills may miss it.
    assert.ok(
      outcomes.before > KILLS / 10 && outcomes.after > 0,
      `the kills hit both sides of the switch: ${JSON.stringify(outcomes)}`,
    );
  });
});

/** Every stored release is complete; the current one is recomputed from its judgements. */
async function expectWhole(store: ReleaseStore, id: string): Promise<void> {
  for (const each of store.ids()) store.manifest(each);
  await verifyRelease(store.manifest(id), store.folderOf(id));
}

async function timePublication(store: ReleaseStore, worker: number, round: number): Promise<number> {
  const startedAt = performance.now();
  const child = publish(store, worker, round);
  const [status] = (await once(child, "exit")) as [number | null];
  assert.equal(status, 0);
  return performance.now() - startedAt;
}

async function killPublication(
  store: ReleaseStore,
  worker: number,
  round: number,
  milliseconds: number,
): Promise<void> {
  const child = publish(store, worker, round);
  const ended = once(child, "exit");
  await Promise.race([ended, wait(milliseconds)]);
  child.kill("SIGKILL");
  await ended;
}

function publish(store: ReleaseStore, worker: number, round: number): ReturnType<typeof spawn> {
  const program = path.join(PROJECT, "bin", "country-trust.mjs");
  return spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", program, "publish", writeRound(worker, round)],
    {
      env: { ...process.env, DATA_DIR: store.dataFolder, INTAKE_THREADS: "1" },
      stdio: "ignore",
    },
  );
}

/** A small dataset that differs in every round, so that every publication is another release. */
function writeRound(worker: number, round: number): string {
  const bands = ["low", "middle", "high"];
  const bandOf = (row: number): string => bands[Math.floor(pseudoRandom(round * 10_000 + row) * 3)]!;
  const dataset = {
    bands,
    pillars: ["water"],
    facts: { gate: OPEN_GATE },
    companies: Array.from(
      { length: 60 },
      (_, company) => `c${company},Company ${company},${["DE", "NA", "FR"][company % 3]},Sector ${company % 4}`,
    ),
    judgementColumns: "company,pillar,criterion,band",
    judgements: Array.from(
      { length: 600 },
      (_, row) => `c${row % 60},water,criterion ${Math.floor(row / 60)},${bandOf(row)}`,
    ),
  };
  return writeDataset(dataset, path.join(folder, `dataset-${worker}`));
}

/** 0 ≤ number < 1, the same for the same seed. */
function pseudoRandom(seed: number): number {
  const mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  return ((Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0) % 1_000_003) / 1_000_003;
}
