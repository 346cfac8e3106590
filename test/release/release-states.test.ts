import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  appendEvents,
  type BecameCurrent,
  readRegister,
  REGISTER_FILE,
  type ReleaseEvent,
} from "../../src/release/store/release-register.ts";
import { nextAppearance, readStates } from "../../src/release/store/release-states.ts";
import { DEFAULT_GATE_LIMITS } from "../../src/trust/gate-limits.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

const [A, B, D, E] = ["a", "b", "d", "e"].map((letter) => `2026-11-20-${letter.repeat(12)}`) as [
  string,
  string,
  string,
  string,
];
const at = (hour: number): string => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const current = (release: string, hour: number): BecameCurrent => ({ release, since: at(hour) });

function draft(release: string, until: number | null, replaces: string | null): ReleaseEvent[] {
  return [
    { event: "drafted", release, at: at(1), secret: "0".repeat(64), gate: DEFAULT_GATE_LIMITS },
    { event: "embargoed", release, at: at(1), until: until === null ? null : at(until), replaces },
  ];
}

const idsAt = (recorded: readonly BecameCurrent[], events: readonly ReleaseEvent[], hour: number): string[] =>
  readStates(recorded, events, new Date(at(hour))).history.map(({ release }) => release);

describe("the state of releases", () => {
  test("a draft is current from the end of its embargo on, to the millisecond", () => {
    const events = draft(D, 6, A);
    const before = readStates([current(A, 0)], events, new Date(Date.parse(at(6)) - 1));
    assert.deepEqual(before.history, [current(A, 0)]);
    assert.equal(nextAppearance(before), at(6));
    assert.ok(before.byId.get(D)?.draft !== null);
    const then = readStates([current(A, 0)], events, new Date(at(6)));
    assert.deepEqual(then.history, [current(A, 0), current(D, 6)]);
    assert.equal(then.byId.get(D)?.draft, null);
    assert.equal(nextAppearance(then), null);
  });

  test("it may be the first release there is", () => {
    assert.deepEqual(idsAt([], draft(D, 6, null), 7), [D]);
    assert.deepEqual(idsAt([current(A, 5)], draft(D, 6, null), 7), [A]);
  });

  test("one that another release overtook misses its time, also when that is gone back from later", () => {
    const events = draft(D, 6, A);
    for (const recorded of [
      [current(A, 0), current(B, 5)],
      [current(A, 0), current(B, 5), current(A, 7)],
    ]) {
      const { history, byId } = readStates(recorded, events, new Date(at(8)));
      assert.deepEqual(history, recorded);
      assert.equal(byId.get(D)?.draft?.embargo?.isMissed, true);
    }
    assert.deepEqual(idsAt([current(A, 0), current(B, 4), current(A, 5)], events, 8), [A, B, A, D], "back in time");
  });

  test("of two drafts of the same release, the earlier appears and the later misses its time", () => {
    const { history, byId } = readStates([current(A, 0)], [...draft(D, 7, A), ...draft(E, 6, A)], new Date(at(8)));
    assert.deepEqual(
      history.map(({ release }) => release),
      [A, E],
    );
    assert.equal(byId.get(D)?.draft?.embargo?.isMissed, true);
  });

  test("a time that is cancelled, set anew or judged anew counts as it was set last", () => {
    const set = (until: number | null, replaces: string): ReleaseEvent => ({
      event: "embargoed",
      release: D,
      at: at(2),
      until: until === null ? null : at(until),
      replaces,
    });
    assert.deepEqual(idsAt([current(A, 0)], [...draft(D, 6, A), set(null, A)], 9), [A]);
    assert.deepEqual(idsAt([current(A, 0)], [...draft(D, 6, A), set(8, A)], 7), [A]);
    assert.deepEqual(idsAt([current(A, 0), current(B, 2)], [...draft(D, 6, A), set(8, B)], 9), [A, B, D]);
  });

  test("what was recorded is not shown twice, and a lost history publishes no draft that was one before", () => {
    const events = draft(D, 6, A);
    assert.deepEqual(idsAt([current(A, 0), current(D, 6)], events, 9), [A, D]);
    assert.deepEqual(idsAt([current(A, 0), current(D, 6), current(A, 8)], events, 9), [A, D, A]);
    const released: ReleaseEvent = { event: "released", release: D, at: at(6) };
    assert.deepEqual(idsAt([current(A, 0)], [...events, released], 9), [A], "after going back from it");
  });

  test("withdrawals, notes and removals are as they were decided last", () => {
    const events: ReleaseEvent[] = [
      { event: "withdrawn", release: A, at: at(1), note: "Wrong." },
      { event: "restored", release: A, at: at(2) },
      { event: "noted", release: A, at: at(3), note: "One." },
      { event: "noted", release: A, at: at(4), note: "Two." },
      { event: "unnoted", release: A, at: at(5), noted: at(3) },
      { event: "withdrawn", release: B, at: at(6), note: "Wrong, too." },
      { event: "pruned", release: B, at: at(7) },
    ];
    const { byId } = readStates([current(B, 0), current(A, 0)], events, new Date(at(9)));
    assert.deepEqual(byId.get(A)?.withdrawn, null);
    assert.deepEqual(byId.get(A)?.errata, [{ at: at(4), text: "Two." }]);
    assert.deepEqual(byId.get(B)?.withdrawn, { at: at(6), text: "Wrong, too." });
    assert.equal(byId.get(B)?.prunedAt, at(7));
  });

  test("is the same on two nodes, whenever each of them looks, and never loses what was current", () => {
    const hours = fc.integer({ min: 0, max: 12 });
    const drafts = fc.array(fc.tuple(fc.constantFrom(D, E), hours, fc.constantFrom(A, B)), { maxLength: 4 });
    const switches = fc.array(fc.constantFrom(A, B), { maxLength: 4 });
    fc.assert(
      fc.property(drafts, switches, hours, (given, releases, hour) => {
        const recorded = [current(A, 0), ...releases.map((release, index) => current(release, 2 * index + 1))];
        const events = given.flatMap(([release, until, replaces]) => draft(release, until, replaces));
        const looked = readStates(recorded, events, new Date(at(hour)));
        assert.deepEqual(looked, readStates(structuredClone(recorded), structuredClone(events), new Date(at(hour))));
        assert.deepEqual(looked.history.slice(0, recorded.length), recorded);
        // Writing down what appeared changes nothing.
        assert.deepEqual(readStates(looked.history, events, new Date(at(hour))).history, looked.history);
        for (const [release, { draft: waiting }] of looked.byId)
          assert.equal(
            waiting === null,
            looked.history.some((entry) => entry.release === release),
          );
      }),
      { numRuns: 200 },
    );
  });
});

describe("the register", () => {
  test("keeps every line, in order", async () => {
    const folder = newTemporaryFolder();
    assert.deepEqual(readRegister(folder), []);
    const events: ReleaseEvent[] = [...draft(D, 6, A), { event: "noted", release: A, at: at(3), note: "“Ü\u2028” 🙂" }];
    for (const event of events) await appendEvents(folder, [event]);
    assert.deepEqual(readRegister(folder), events);
    const lines = readFileSync(path.join(folder, REGISTER_FILE), "utf8").split("\n");
    assert.equal(lines.length, events.length + 1);
  });

  test("is refused as a whole where a line is none of its events", () => {
    const good = { event: "noted", release: A, at: at(3), note: "One." };
    const wrong: object[] = [
      [],
      { ...good, event: "unheard" },
      { ...good, event: "toString" },
      { ...good, release: "../../etc" },
      { ...good, release: `${A}\n` },
      { ...good, at: "2026-11-20" },
      { ...good, at: "2026-11-20T03:00:00Z" },
    ];
    const lines = [...wrong.map((each) => JSON.stringify(each)), "{", '{"event":"no'];
    for (const line of lines) {
      const folder = newTemporaryFolder();
      writeFileSync(path.join(folder, REGISTER_FILE), `${JSON.stringify(good)}\n${line}\n`);
      assert.throws(() => readRegister(folder), /line 2 of .*register\.ndjson is no event of a register/u, line);
    }
  });
});
