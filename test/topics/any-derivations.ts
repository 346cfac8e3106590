import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Releases } from "../../src/release/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { anyCompanies } from "./any-companies.ts";
import { ask, BASE, type Members, RELEASE } from "./asking.ts";

/** A list in an answer. */
export const list = (body: Members, name: string): readonly Members[] => body[name] as readonly Members[];

/** Opens a link of an answer: the list it leads to. */
function open(href: unknown, from: Releases): Members {
  const { origin, pathname, searchParams } = new URL(String(href));
  assert.equal(origin, BASE);
  const id = { "/api/v2/companies": "list_companies", "/api/v2/judgements": "list_judgements" }[pathname];
  assert.ok(id, `no list at ${pathname}`);
  return ask(id, Object.fromEntries(searchParams), from);
}

/** Opens every count of a derivation, and the whole line. */
export function checkLinks(body: Members, from: Releases): void {
  for (const band of list(body, "bands")) {
    const found = open(band["href"], from);
    assert.equal(found.total, band["count"]);
    assert.equal(found.meta.release, body.meta.release);
  }
  const links = body["links"] as Members;
  const line = open(links["line"], from).items;
  for (const range of ["below", "around_middle", "above"]) {
    for (const { position, slug, name, band, median_band: median } of list(body, range)) {
      const found = line[Number(position) - 1]!;
      assert.deepEqual([found.slug, found.name, found["band"], found.median_band], [slug, name, band, median]);
    }
  }
  if (links["judgements"] !== undefined) assert.equal(open(links["judgements"], from).total, body.judgement_count);
  for (const side of ["lower", "higher"]) {
    const nearest = body[`nearest_to_${side}`] as { href: string; flips: number; count: number } | null | undefined;
    if (nearest === null || nearest === undefined) continue;
    const whole = open(nearest.href, from).items;
    assert.ok(whole.length >= Number(body[`flips_to_${side}`]), "they are enough to change the median");
    assert.deepEqual(
      whole.slice(0, nearest.count).map((each) => each[`flips_to_${side}`]),
      whole.slice(0, nearest.count).map(() => nearest.flips),
    );
    assert.notEqual(whole[nearest.count]?.[`flips_to_${side}`], nearest.flips);
  }
}

/** Checks of any release that every count can be opened, and the line is the list it links to. */
export function checkAnyDerivations(numRuns: number): void {
  fc.assert(
    fc.property(anyCompanies, (companies) => {
      const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, companies));
      const check = (operation: string, slug: string): void => checkLinks(ask(operation, { slug }, releases), releases);
      const { countries, sectors } = releases.current();
      for (const { slug } of countries) check("derive_country", slug);
      for (const { slug } of sectors) check("derive_sector", slug);
      for (const { slug } of ask("list_companies", {}, releases).items) check("derive_company", slug);
    }),
    { numRuns },
  );
}
