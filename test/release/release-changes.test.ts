import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { type ChangedCompany, findChanged } from "../../src/release/changes/changed-companies.ts";
import { ComparisonOverloadError, KeptChanges } from "../../src/release/changes/kept-changes.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import { compareReleases, type ReleaseChanges } from "../../src/release/changes/release-changes.ts";
import type { CompanySummary, Snapshot } from "../../src/release/snapshot.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { copyFixture } from "./built-release.ts";

const NEVER_INLINE = 0;
const ALL = { offset: 0, limit: 10_000 };

const store = new ReleaseStore(newTemporaryFolder(), () => new Date("2026-11-20T12:00:00Z"));
const snapshots: Snapshot[] = [];

async function publish(companies: number, seed: number): Promise<Snapshot> {
  const { manifest } = await publishBundle(
    store,
    async (folder) => (await copyFixture({ companies, judgementsPerCompany: 12, seed }, folder)).manifest,
    () => assert.fail("there is nothing to wait for"),
  );
  return openSnapshot(manifest, store.folderOf(manifest.id));
}

// Another seed files most companies elsewhere and re-rates most; another number adds and removes.
before(async () => {
  for (const [companies, seed] of [
    [60, 1],
    [75, 1],
    [70, 2],
    [40, 3],
    [300, 4],
  ] as const) {
    snapshots.push(await publish(companies, seed));
  }
});

function everyPair(): [Snapshot, Snapshot][] {
  return snapshots.flatMap((earlier) => snapshots.map((later): [Snapshot, Snapshot] => [earlier, later]));
}

function companiesOf(snapshot: Snapshot): Map<string, CompanySummary> {
  const list = snapshot.listCompanies({ sort: "name", limit: snapshot.manifest.counts.companies, offset: 0 });
  return new Map(list.rows.map((company) => [company.id, company]));
}

function repliesOf(snapshot: Snapshot, { slug }: CompanySummary): string {
  return JSON.stringify(snapshot.companyBySlug(slug)?.replies);
}

/** Its judgements, but for which of them has a reply. */
function judgementsOf(snapshot: Snapshot, { slug }: CompanySummary): string {
  const { judgements = [] } = snapshot.companyBySlug(slug) ?? {};
  return JSON.stringify(judgements.map(({ replyStatus: _, ...judgement }) => judgement));
}

function pillarsOf(snapshot: Snapshot, { slug }: CompanySummary): string {
  return JSON.stringify(snapshot.companyBySlug(slug)?.pillars.map(({ median }) => median));
}

function detailsOf(snapshot: Snapshot, company: CompanySummary): string {
  const { slug, website, lei, aliases, products } = snapshot.companyBySlug(company.slug) ?? {};
  return JSON.stringify([slug, website, lei, aliases, products]);
}

/** What happened to each company by its id, in plain words and order of the ids. */
function recount(earlier: Snapshot, later: Snapshot): Map<string, string[]> {
  const [was, is] = [companiesOf(earlier), companiesOf(later)];
  const found = new Map<string, string[]>();
  for (const id of [...new Set([...was.keys(), ...is.keys()])].toSorted()) {
    const [a, b] = [was.get(id), is.get(id)];
    const changes: string[] = [];
    if (a === undefined) {
      changes.push("added");
      if (b !== undefined && repliesOf(later, b) !== "[]") changes.push("reply_changed");
    } else if (b === undefined) changes.push("removed");
    else {
      if (a.country !== b.country || a.sector !== b.sector) changes.push("reclassified");
      if (a.median !== null && b.median !== null && a.median !== b.median) changes.push("re_rated");
      if (a.median === null && b.median !== null) changes.push("first_judged");
      if (a.median !== null && b.median === null) changes.push("no_longer_judged");
      if (a.otherSectors.join() !== b.otherSectors.join()) changes.push("other_sectors_changed");
      if (repliesOf(earlier, a) !== repliesOf(later, b)) changes.push("reply_changed");
      if (a.name !== b.name) changes.push("renamed");
      if (a.median === b.median) {
        if (pillarsOf(earlier, a) !== pillarsOf(later, b)) changes.push("pillar_moved");
        else if (judgementsOf(earlier, a) !== judgementsOf(later, b)) changes.push("judgements_changed");
      }
      if (detailsOf(earlier, a) !== detailsOf(later, b)) changes.push("details_changed");
    }
    if (changes.length > 0) found.set(id, changes);
  }
  return found;
}

describe("compareReleases", () => {
  test("finds every company that something happened to, as a recount of both lists does", () => {
    for (const [earlier, later] of everyPair()) {
      const { companies, counts } = compareReleases(earlier, later);
      const { rows, total } = findChanged(companies, {}, ALL);
      const expected = recount(earlier, later);
      const named = rows.map((row) => [nameOf(row, earlier, later), row.changes] as const);
      assert.equal(named.length, expected.size);
      for (const [id, changes] of named) assert.deepEqual(changes, expected.get(id), id);
      assert.equal(total, expected.size);
      const count = (...changes: string[]): number =>
        [...expected.values()].filter((each) => changes.some((change) => each.includes(change))).length;
      assert.deepEqual(counts, {
        added: count("added"),
        removed: count("removed"),
        reclassified: count("reclassified"),
        otherSectorsChanged: count("other_sectors_changed"),
        replyChanged: count("reply_changed"),
        movedMedian: count("re_rated", "first_judged", "no_longer_judged"),
        renamed: count("renamed"),
        pillarMoved: count("pillar_moved"),
        judgementsChanged: count("judgements_changed"),
        detailsChanged: count("details_changed"),
      });
    }
  });

  test("lists the later release's companies by name, then the removed ones by name", () => {
    for (const [earlier, later] of everyPair()) {
      const { rows } = findChanged(compareReleases(earlier, later).companies, {}, ALL);
      const [listed, removed] = [
        rows.filter(({ after }) => after !== null),
        rows.filter(({ after }) => after === null),
      ];
      assert.deepEqual(rows, [...listed, ...removed]);
      assert.deepEqual(
        listed.map(({ after }) => after ?? -1),
        listed.map(({ after }) => after ?? -1).toSorted((a, b) => a - b),
      );
      assert.deepEqual(
        removed.map(({ before: was }) => was ?? -1),
        removed.map(({ before: was }) => was ?? -1).toSorted((a, b) => a - b),
      );
    }
  });

  test("names countries and sectors that come and go, and those whose median differs", () => {
    for (const [earlier, later] of everyPair()) {
      const changes = compareReleases(earlier, later);
      for (const kind of ["countries", "sectors"] as const) {
        const medians = (snapshot: Snapshot) =>
          new Map(snapshot[kind].map((area) => ["iso2" in area ? area.iso2 : area.slug, area.median]));
        const [was, is] = [medians(earlier), medians(later)];
        const codes = [...new Set([...was.keys(), ...is.keys()])].toSorted();
        assert.deepEqual(
          changes[kind].added,
          codes.filter((code) => !was.has(code)),
        );
        assert.deepEqual(
          changes[kind].removed,
          codes.filter((code) => !is.has(code)),
        );
        assert.deepEqual(
          changes[kind].moved.map(({ code, movement }) => [code, movement.before.median, movement.after.median]),
          codes.map((code) => [code, was.get(code) ?? null, is.get(code) ?? null]).filter(([, a, b]) => a !== b),
        );
      }
    }
  });
});

describe("findChanged", () => {
  test("filters by country, sector and change, as a filter over the whole list does", () => {
    const [earlier, later] = [snapshots[0]!, snapshots[2]!];
    const { companies } = compareReleases(earlier, later);
    const whole = findChanged(companies, {}, ALL).rows;
    const filings = ({ before: was, after: is }: ChangedCompany) => [
      ...(was === null ? [] : [earlier.companyAt(was)]),
      ...(is === null ? [] : [later.companyAt(is)]),
    ];
    for (const countries of [undefined, ["FR"], ["DE", "JP"], ["XX"]]) {
      for (const sectors of [undefined, ["retail"], ["banks", "mining"]]) {
        for (const changes of [undefined, ["re_rated"], ["added", "no_longer_judged"]] as const) {
          const filter = {
            ...(countries === undefined ? {} : { countries }),
            ...(sectors === undefined ? {} : { sectors }),
            ...(changes === undefined ? {} : { changes }),
          };
          const expected = whole.filter(
            (row) =>
              filings(row).some(
                ({ country, sector }) =>
                  (countries?.includes(country ?? "") ?? true) && (sectors?.includes(sector) ?? true),
              ) &&
              (changes === undefined || row.changes.some((change) => changes.some((each) => each === change))),
          );
          assert.deepEqual(findChanged(companies, filter, ALL).rows, expected);
          assert.deepEqual(findChanged(companies, filter, { offset: 2, limit: 3 }), {
            rows: expected.slice(2, 5),
            total: expected.length,
            nextOffset: expected.length > 5 ? 5 : null,
          });
        }
      }
    }
  });
});

describe("the kept comparisons", () => {
  test("a worker thread finds the same as the thread of the request", async () => {
    const aside = new KeptChanges((id) => store.folderOf(id), NEVER_INLINE);
    const [earlier, later] = [snapshots[1]!, snapshots[4]!];
    assert.deepEqual(await aside.between(earlier, later), compareReleases(earlier, later));
  });

  test("a pair is compared once, for those who ask meanwhile too, and then kept", async () => {
    const aside = new KeptChanges((id) => store.folderOf(id), NEVER_INLINE);
    const [earlier, later] = [snapshots[0]!, snapshots[1]!];
    const asked = [aside.between(earlier, later), aside.between(earlier, later), aside.between(later, earlier)];
    const [first, second, reverse] = await Promise.all(asked.map((each) => Promise.resolve(each)));
    assert.equal(first, second);
    assert.notEqual(first, reverse);
    assert.equal(aside.between(earlier, later), first);
    const inline = new KeptChanges((id) => store.folderOf(id));
    const made = inline.between(earlier, later);
    assert.ok(!(made instanceof Promise));
    assert.equal(inline.between(earlier, later), made);
  });

  test("too many waiting pairs are refused; the others are answered, and so are later ones", async () => {
    const aside = new KeptChanges((id) => store.folderOf(id), NEVER_INLINE);
    const asked = await Promise.allSettled(everyPair().map(async (pair) => aside.between(...pair)));
    const refused = asked.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    assert.ok(refused.length > 0 && refused.length < asked.length, String(refused.length));
    for (const { reason } of refused) assert.ok(reason instanceof ComparisonOverloadError);
    const [earlier, later] = everyPair().at(-1)!;
    assert.deepEqual(await aside.between(earlier, later), compareReleases(earlier, later));
  });

  test("a release that cannot be read fails for who asks, and is tried again", async () => {
    let folder = newTemporaryFolder();
    const aside = new KeptChanges(() => folder, NEVER_INLINE);
    const [earlier] = snapshots;
    await assert.rejects(async () => aside.between(earlier!, earlier!), /unable to open database file/);
    folder = store.folderOf(earlier!.manifest.id);
    const changes: ReleaseChanges = await aside.between(earlier!, earlier!);
    assert.deepEqual(changes.counts, {
      added: 0,
      removed: 0,
      reclassified: 0,
      otherSectorsChanged: 0,
      replyChanged: 0,
      movedMedian: 0,
      renamed: 0,
      pillarMoved: 0,
      judgementsChanged: 0,
      detailsChanged: 0,
    });
  });
});

function nameOf({ before: was, after: is }: ChangedCompany, earlier: Snapshot, later: Snapshot): string {
  const ids = [...(was === null ? [] : [earlier.companyAt(was).id]), ...(is === null ? [] : [later.companyAt(is).id])];
  assert.equal(new Set(ids).size, 1);
  return ids[0]!;
}
