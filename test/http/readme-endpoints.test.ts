import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { openAgentDoor } from "../../src/mcp/open-door.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { PROJECT } from "../cli/run-cli.ts";
import { openAccessServer } from "./access-server.ts";

const readme = readFileSync(path.join(PROJECT, "README.md"), "utf8");

/** The first column of the table of endpoints: paths, or an ending for the path before. */
const written = [...readme.matchAll(/^\| (`[/.].*?`) +\|/gmu)].flatMap(([, cell = ""]) => {
  const texts = [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = ""]) => text);
  return texts.map((text) => (text.startsWith("/") ? text : texts[0]!.replace(/(?:\.\w+)?$/u, text)));
});

/** A value for each placeholder, by the segment before it. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  countries: ["france"],
  sectors: ["energy"],
  companies: ["aster-energie"],
  data: ["countries", "sectors", "matrix", "companies", "products", "judgements"],
};

const fill = (template: string): string[] => {
  const [found, segment = ""] = /(\w+)\/\{\w+\}/u.exec(template) ?? [];
  return found === undefined
    ? [template]
    : VALUES[segment]!.map((value) => template.replace(found, `${segment}/${value}`));
};

/** The query of endpoints that need one, by the end of their paths. */
const QUERIES: Readonly<Record<string, string>> = {
  reverse: "?lat=48.85&lng=2.35",
  search: "?q=lamp",
  comparison: "?countries=fr,de",
  check: "?subject=fr&is=best",
};

/** Those that take a body. */
const POSTED = ["/mcp", "/api/sign-up", "/api/v2/portfolios"];

/** The paths of version 1, which the table names together. */
const deprecated = OPERATIONS.filter(({ deprecation }) => deprecation !== undefined).map((operation) => operation.path);

describe("the endpoints that README.md promises", () => {
  test("all answer", async () => {
    const agents = openAgentDoor({ version: "0.0.0-test", hasPictures: true, onError: assert.ifError });
    const service = await openAccessServer({ agents });
    const promised = written.flatMap((template) =>
      template.endsWith("/…") ? deprecated.flatMap(fill) : fill(template),
    );
    assert.ok(promised.length > 20, "the table is read");
    assert.equal(deprecated.length, 5, "the table says how many there are");
    for (const address of promised) {
      const query = QUERIES[address.split("/").at(-1) ?? ""] ?? "";
      const method = POSTED.includes(address) ? "POST" : "GET";
      const { status } = await service.from("192.0.2.1", address + query, { method });
      // One without a body is refused as that.
      assert.equal(status, method === "POST" ? 415 : 200, `${method} ${address}${query}`);
    }
    await service.server.close();
  });
});
