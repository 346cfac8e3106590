import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { PROJECT } from "../cli/run-cli.ts";
import { openAccessServer } from "./access-server.ts";

const readme = readFileSync(path.join(PROJECT, "README.md"), "utf8");

/** The paths in the first column of the table of endpoints. */
const written = [...readme.matchAll(/^\| `(\/.*?)` +\|/gmu)].map(([, found = ""]) => found);

/** A value for each placeholder, by the segment before it. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  countries: ["france"],
  data: ["countries", "sectors", "matrix", "companies", "products", "judgements"],
};

const fill = (template: string): string[] => {
  const [found, segment = ""] = /(\w+)\/\{\w+\}/u.exec(template) ?? [];
  return found === undefined
    ? [template]
    : VALUES[segment]!.map((value) => template.replace(found, `${segment}/${value}`));
};

/** The query of endpoints that need one, by the end of their paths. */
const QUERIES: Readonly<Record<string, string>> = { check: "?subject=fr&is=best" };

describe("the endpoints that README.md promises", () => {
  test("all answer", async () => {
    const service = await openAccessServer();
    const promised = written.flatMap(fill);
    assert.ok(promised.length > 9, "the table is read");
    for (const address of promised) {
      const query = QUERIES[address.split("/").at(-1) ?? ""] ?? "";
      const { status } = await service.from("192.0.2.1", address + query);
      assert.equal(status, 200, address + query);
    }
    await service.server.close();
  });
});
