import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { ask, refusal } from "./asking.ts";

const FIRST = "2026-11-20-aaaaaaaaaaaa";
const SECOND = "2026-12-01-bbbbbbbbbbbb";
const THIRD = "2026-12-20-cccccccccccc";

const stated = (id: string) => buildMemorySnapshot(id, undefined, undefined, `${id.slice(0, 10)}T10:00:00Z`);

/** Three releases, each current from ten in the morning of its day. */
const three = buildMemoryReleases(stated(THIRD), stated(SECOND), stated(FIRST));

const releaseOf = (parameters: Record<string, string>, from = three): string =>
  ask("list_companies", parameters, from).meta.release;

describe("the release that answers", () => {
  test("is the current one, the previous one, or the one named", () => {
    assert.equal(releaseOf({}), THIRD);
    assert.equal(releaseOf({ release: "current" }), THIRD);
    assert.equal(releaseOf({ release: "previous" }), SECOND);
    assert.equal(releaseOf({ release: FIRST }), FIRST);
  });

  test("is the one in force at the end of a day in UTC, or at a time", () => {
    for (const [asOf, release] of [
      ["2026-11-20", FIRST],
      ["2026-11-30", FIRST],
      ["2026-12-01", SECOND],
      ["2026-12-24", THIRD],
      ["2026-12-01T09:59:59Z", FIRST],
      ["2026-12-01T10:00:00Z", SECOND],
      ["2026-12-01t10:59:59.999+01:00", FIRST],
      // An unescaped plus is read as a space.
      ["2026-12-01T11:00:00 01:00", SECOND],
      ["2026-12-01T04:00:00-06:00", SECOND],
    ] as const)
      assert.equal(releaseOf({ as_of: asOf }), release, asOf);
  });

  test("follows the publisher back: in force is what was current then", () => {
    const [third, first] = [stated(THIRD), stated(FIRST)];
    const own = buildMemoryReleases(third, first);
    own.swapTo(first);
    assert.equal(releaseOf({ release: "previous" }, own), THIRD);
    own.swapTo(third);
    assert.equal(releaseOf({ release: "previous" }, own), FIRST);
  });

  test("is named in next, so that a walk stays in it", () => {
    for (const chosen of [{ release: "previous" }, { as_of: "2026-12-02" }]) {
      const { next } = ask("list_companies", { ...chosen, limit: "2" }, three);
      const { release, as_of: asOf } = Object.fromEntries(new URL(next!).searchParams);
      assert.equal(release, SECOND);
      assert.equal(asOf, undefined);
    }
  });

  test("is not found before the first, where there is no previous one, and where it is not kept", () => {
    const only = buildMemoryReleases(stated(FIRST));
    const notFound = (parameters: Record<string, string>, from = three) =>
      refusal("list_companies", parameters, "release_not_found", from).message;
    assert.match(
      notFound({ as_of: "2026-11-19" }),
      /first one, 2026-11-20-a+, became current at 2026-11-20T10:00:00Z/u,
    );
    assert.match(notFound({ as_of: "0001-01-01" }), /No release was in force/u);
    assert.match(notFound({ release: "previous" }, only), /no previous release/u);
    const kept = { ...three, byId: (id: string) => (id === SECOND ? undefined : three.byId(id)) };
    assert.match(notFound({ release: "previous" }, kept), /not kept any more/u);
    assert.match(notFound({ as_of: "2026-12-02" }, kept), /2026-12-01-b+ was in force then, but it is not kept/u);
  });

  test("is refused together with what else is wrong, where it makes no sense", () => {
    const faults = (parameters: Record<string, string>): string[] =>
      refusal("list_companies", { ...parameters, limit: "0" }, "invalid_request").errors.map(({ detail }) => detail);
    for (const asOf of ["yesterday", "2026-02-30", "2026-12-01T10:00", "2026-12-01T25:00:00Z", "20261201"])
      assert.match(faults({ as_of: asOf })[1]!, /`as_of` is .*; expected a date/u, asOf);
    for (const asOf of ["2026-12-25", "2026-12-24T12:00:01Z", "9999-12-31"])
      assert.match(faults({ as_of: asOf })[1]!, /is to come; today is 2026-12-24/u, asOf);
    assert.match(faults({ as_of: "2026-12-01", release: FIRST })[1]!, /give one of them/u);
    assert.match(faults({ as_of: "2026-12-01", release: "nowhere" })[1]!, /give one of them/u);
  });

  test("is not looked for under a name that is empty or too long, which is refused like any parameter", () => {
    for (const release of ["", "a".repeat(101)]) {
      const { errors } = refusal("list_companies", { release, colour: "red" }, "invalid_request", three);
      assert.deepEqual(new Set(errors.map(({ parameter }) => parameter)), new Set(["release", "colour"]));
    }
    const longest = "🌍".repeat(100);
    assert.match(refusal("list_companies", { release: longest }, "release_not_found", three).message, /🌍/u);
  });

  test("is listed with the times at which it became current", () => {
    const [third, first] = [stated(THIRD), stated(FIRST)];
    const own = buildMemoryReleases(third, first);
    own.swapTo(first);
    const listed = ask("list_releases", {}, own).items.map(({ id, became_current: times }) => [id, times]);
    assert.deepEqual(listed, [
      [THIRD, ["2026-12-20T10:00:00Z"]],
      [FIRST, ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z"]],
    ]);
  });

  test("is listed as current, superseded or withdrawn, by the history", () => {
    const [third, second, first] = [stated(THIRD), stated(SECOND), stated(FIRST)];
    const own = buildMemoryReleases(third, second, first);
    const listed = () => ask("list_releases", {}, own).items.map((item) => [item["status"], item["withdrawn_at"]]);
    assert.deepEqual(listed(), [
      ["current", []],
      ["superseded", []],
      ["superseded", []],
    ]);
    own.swapTo(first);
    const at = "2026-11-20T10:00:00Z";
    assert.deepEqual(listed(), [
      ["withdrawn", [at]],
      ["superseded", []],
      ["current", []],
    ]);
    own.swapTo(third);
    own.swapTo(stated("2026-12-30-dddddddddddd"));
    assert.deepEqual(
      listed().map(([status]) => status),
      ["current", "superseded", "superseded", "superseded"],
    );
  });
});
