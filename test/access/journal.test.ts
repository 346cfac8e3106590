import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { FrameReader, FrameWriter } from "../../src/access/journal/frames.ts";
import { followJournals } from "../../src/access/journal/follow-journals.ts";
import { adoptJournalFolders, claimJournalFolder } from "../../src/access/journal/journal-folders.ts";
import { openJournal } from "../../src/access/journal/journal.ts";
import type { UsageCount, UsageSegment } from "../../src/access/usage-history.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

const START = Date.parse("2026-11-21T09:30:00.000Z");

interface Request {
  readonly subjectId: string;
  readonly operation: string;
}

/** Counts by subject, operation and minute, as text that can be compared. */
function tally(counts: readonly UsageCount[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { subjectId, operation, minute, requests } of counts) {
    const key = `${subjectId} ${operation} ${minute}`;
    sums[key] = (sums[key] ?? 0) + requests;
  }
  return sums;
}

/** A history that checks places as the stores do, and fails when it is told to. */
function openHistory() {
  const places = new Map<string, number>();
  const counts: UsageCount[] = [];
  const failing = { next: false };
  return {
    counts,
    failing,
    mergedOf: async (journals: readonly string[]) => journals.map((journal) => places.get(journal) ?? 0),
    merge: async (segments: readonly UsageSegment[]) => {
      if (failing.next) {
        failing.next = false;
        throw new Error("the store is down");
      }
      for (const segment of segments) {
        assert.equal(segment.from, places.get(segment.journal) ?? 0);
        places.set(segment.journal, segment.to);
        counts.push(...segment.counts);
      }
    },
  };
}

const neverTorn = (file: string, bytes: number) => assert.fail(`${bytes} bytes of ${file} are left over`);

describe("frames of a journal", () => {
  const text = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 40 });
  const frames = fc.array(
    fc.record({
      minute: fc.nat(0xffffffff),
      records: fc.array(fc.record({ subjectId: text, operation: text }), { minLength: 1, maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const write = (all: readonly { minute: number; records: readonly Request[] }[]): Buffer[] => {
    const writer = new FrameWriter(16_384);
    return all.map(({ minute, records }) => {
      writer.begin(minute);
      for (const { subjectId, operation } of records) writer.add(subjectId, operation);
      const frame = Buffer.from(writer.finish());
      writer.clear();
      return frame;
    });
  };

  test("are read as they were written, whole ones only, however the file is cut", () => {
    fc.assert(
      fc.property(frames, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const written = write(all);
        const bytes = Buffer.concat(written);
        const cut = Math.floor(bytes.length * share);
        const whole: UsageCount[] = [];
        let end = 0;
        for (const [place, frame] of written.entries()) {
          end += frame.length;
          if (end > cut) break;
          for (const record of all[place]!.records) whole.push({ ...record, minute: all[place]!.minute, requests: 1 });
        }
        const reader = new FrameReader();
        assert.deepEqual(tally(reader.read(bytes.subarray(0, cut), 0)), tally(whole));
        const before = tally(whole);
        // The rest arrives.
        const rest = tally(reader.read(bytes.subarray(reader.position), 0));
        for (const [key, requests] of Object.entries(rest)) before[key] = (before[key] ?? 0) + requests;
        const everything = all.flatMap(({ minute, records }) =>
          records.map((record) => ({ ...record, minute, requests: 1 })),
        );
        assert.deepEqual(before, tally(everything));
        assert.equal(reader.position, bytes.length);
      }),
    );
  });

  test("that were changed on disk end the reading", () => {
    fc.assert(
      fc.property(frames, fc.nat(), fc.integer({ min: 1, max: 255 }), (all, where, how) => {
        const written = write(all);
        const bytes = Buffer.concat(written);
        const at = where % bytes.length;
        bytes[at] = bytes[at]! ^ how;
        const reader = new FrameReader();
        reader.read(bytes, 0);
        assert.ok(reader.position <= at);
      }),
    );
    assert.deepEqual(new FrameReader().read(Buffer.alloc(4096), 0), []);
  });
});

describe("the journal", () => {
  const setUp = () => {
    const folder = newTemporaryFolder();
    const clock = { now: START };
    const journal = openJournal({ folder, writer: "1", now: () => new Date(clock.now), fileBytesMax: 400 });
    const history = openHistory();
    const follower = followJournals({ folder, usage: history, onTorn: neverTorn });
    return { folder, clock, journal, history, follower };
  };

  test("writes with the commit, not before, and nothing where nothing was counted", async () => {
    const { folder, journal, history, follower } = setUp();
    journal.commit();
    journal.count("k_1", "previewCountries");
    assert.deepEqual(readdirSync(folder), []);
    journal.commit();
    assert.equal(readdirSync(folder).length, 1);
    await follower.merge();
    assert.deepEqual(tally(history.counts), { [`k_1 previewCountries ${START / 60_000}`]: 1 });
    journal.close();
  });

  test("is merged exactly once while it is written, over files, minutes, failures and new followers", async () => {
    const { folder, clock, journal, history, follower } = setUp();
    const expected: UsageCount[] = [];
    let follow = follower;
    for (let round = 0; round < 400; round += 1) {
      const request = { subjectId: `k_${round % 7}`, operation: `operation${round % 5}` };
      journal.count(request.subjectId, request.operation);
      expected.push({ ...request, minute: Math.floor(clock.now / 60_000), requests: 1 });
      if (round % 3 === 0) {
        journal.commit();
        clock.now += 1000 * (round % 50);
      }
      if (round % 11 === 0) await follow.merge();
      if (round % 37 === 0) {
        journal.count(request.subjectId, request.operation);
        expected.push({ ...request, minute: 0, requests: 1 });
        journal.commit();
        history.failing.next = true;
        await assert.rejects(follow.merge(), /the store is down/);
      }
      if (round % 61 === 0) follow = followJournals({ folder, usage: history, onTorn: neverTorn });
    }
    journal.close();
    await Promise.all([follow.merge(), follow.merge()]);
    assert.ok(readdirSync(folder).length <= 1, "finished files are removed");
    await follow.finish();
    // A frame has the minute of its first request.
    const byPair = (counts: readonly UsageCount[]) => tally(counts.map((count) => ({ ...count, minute: 0 })));
    assert.deepEqual(byPair(history.counts), byPair(expected));
    assert.deepEqual(readdirSync(folder), []);
  });

  test("that goes on in another file leaves nothing of what was merged", async () => {
    const { folder, journal, history, follower } = setUp();
    journal.rotate();
    assert.deepEqual(readdirSync(folder), []);
    journal.count("a_yesterday", "previewCountries");
    journal.rotate();
    await follower.merge();
    assert.deepEqual(
      readdirSync(folder).map((name) => readFileSync(path.join(folder, name)).length),
      [0],
    );
    journal.count("a_today", "previewCountries");
    journal.close();
    await follower.finish();
    assert.deepEqual(
      history.counts.map(({ subjectId }) => subjectId),
      ["a_yesterday", "a_today"],
    );
  });

  test("tells of bytes at its end that are no whole frame, and leaves them out", async () => {
    const { folder, journal, history } = setUp();
    for (const subject of ["k_1", "k_2"]) {
      journal.count(subject, "previewCountries");
      journal.commit();
    }
    journal.close();
    const file = path.join(folder, readdirSync(folder)[0]!);
    truncateSync(file, readFileSync(file).length - 1);
    const torn: number[] = [];
    await followJournals({ folder, usage: history, onTorn: (_, bytes) => torn.push(bytes) }).finish();
    assert.deepEqual(
      history.counts.map(({ subjectId }) => subjectId),
      ["k_1"],
    );
    assert.equal(torn.length, 1);
  });

  test("a frame that is half written is waited for", async () => {
    const { folder, journal, history, follower } = setUp();
    journal.count("k_1", "previewCountries");
    journal.commit();
    journal.close();
    const file = path.join(folder, readdirSync(folder)[0]!);
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, 20));
    await follower.merge();
    assert.deepEqual(history.counts, []);
    appendFileSync(file, whole.subarray(20));
    await follower.merge();
    assert.equal(history.counts.length, 1);
  });

  test("a disk that takes nothing does not stop the service, and is told", async () => {
    const { folder, journal, history, follower } = setUp();
    rmSync(folder, { recursive: true });
    journal.count("k_1", "previewCountries");
    journal.commit();
    assert.match(journal.degraded ?? "", /cannot be written: ENOENT/);
    for (let round = 0; round < 30_000; round += 1) journal.count(`k_${round}`, "previewCountries");
    mkdirSync(folder);
    journal.count("k_last", "previewCountries");
    journal.commit();
    assert.equal(journal.degraded, null);
    journal.close();
    await follower.finish();
    assert.ok(history.counts.some(({ subjectId }) => subjectId === "k_last"));
  });
});

describe("folders of journals", () => {
  test("belong to their process while it lives, and to whoever comes after", () => {
    const parent = newTemporaryFolder();
    const own = claimJournalFolder(parent);
    assert.deepEqual(adoptJournalFolders(parent), []);
    own.release();
    const [adopted, ...others] = adoptJournalFolders(parent);
    assert.deepEqual([adopted!.folder, others], [own.folder, []]);
    assert.deepEqual(adoptJournalFolders(parent), []);
    assert.ok(existsSync(own.folder));
    adopted!.remove();
    assert.deepEqual(readdirSync(parent), []);
    assert.deepEqual(adoptJournalFolders(path.join(parent, "none")), []);
  });
});
