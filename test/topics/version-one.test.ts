import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ask } from "./asking.ts";

/**
 * The members of the answers of version 1 in their order, each path once. Version 1 is frozen: what
 * version 2 gets besides is left out of it.
 */
const FROZEN = new URL("version-one-members.txt", import.meta.url);

const ASKED = [
  ["preview_monitored_countries", {}],
  ["get_country_scores", { slug: "france" }],
  ["get_country_scores", { slug: "namibia" }],
  ["rank_countries_by_metric", {}],
  ["rank_countries_by_metric", { metric: "privacy_score" }],
  ["get_monitored_matrix", {}],
] as const;

function* membersOf(value: unknown, place: string): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const own = Array.isArray(value) ? `${place}[]` : `${place}.${name}`;
    if (!Array.isArray(value)) yield own;
    yield* membersOf(member, own);
  }
}

test("answers of version 1 have the members they had when it was frozen, in the same order", () => {
  const lines = ASKED.flatMap(([id, parameters]) => {
    const place = [id, ...Object.values(parameters)].join(" ");
    return [...new Set(membersOf(ask(id, parameters), place))];
  });
  assert.equal(`${lines.join("\n")}\n`, readFileSync(FROZEN, "utf8"));
});
