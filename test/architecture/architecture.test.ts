import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));

const MAP = fileURLToPath(new URL("../../ARCHITECTURE.md", import.meta.url));

/** Which rooms a room may import; arrows only point upstream. ARCHITECTURE.md draws the same table. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  trust: [],
  atlas: [],
  access: ["problem"],
  search: [],
  intake: ["trust", "atlas"],
  release: ["trust", "search"],
  snapshot: ["release", "trust", "search"],
  contract: ["snapshot", "atlas", "search", "access", "trust", "problem"],
  operations: ["contract", "snapshot", "atlas", "search", "access", "trust", "problem"],
  http: ["contract", "operations", "access", "snapshot", "atlas", "problem"],
  site: ["contract", "operations", "problem", "atlas"],
  mcp: ["contract", "operations", "access", "problem"],
  cli: [
    "trust",
    "atlas",
    "access",
    "search",
    "intake",
    "release",
    "snapshot",
    "contract",
    "operations",
    "http",
    "site",
    "mcp",
    "problem",
    "settings",
    "main",
    "threads",
  ],
  main: [
    "trust",
    "atlas",
    "access",
    "search",
    "intake",
    "release",
    "snapshot",
    "contract",
    "operations",
    "http",
    "site",
    "mcp",
    "problem",
    "settings",
  ],
  threads: ["access", "http", "main", "settings"],
  thread: ["access", "main", "threads"],
  settings: ["setting-values"],
  "setting-values": [],
  problem: [],
};

/** Single files are not drawn as rooms, and a place that is kept for one is not in the table. */
function isDrawn(room: string): boolean {
  return !["main", "threads", "thread", "settings", "setting-values", "problem", "mcp"].includes(room);
}

interface SourceFile {
  /** Relative to `src/`, `/`-separated. */
  readonly name: string;
  readonly room: string;
  readonly code: string;
  /** Files of ours it imports, as names. */
  readonly imports: readonly string[];
  /** Packages and Node modules it imports. */
  readonly packages: readonly string[];
}

const files: readonly SourceFile[] = globSync("**/*.ts", { cwd: SRC }).map((found) => {
  const name = found.split(path.sep).join("/");
  const code = withoutComments(readFileSync(path.join(SRC, found), "utf8"));
  const specifiers = [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)].map((match) => match[1]!);
  const own = specifiers.filter((specifier) => specifier.startsWith(".") && specifier.endsWith(".ts"));
  return {
    name,
    room: roomOf(name),
    code,
    imports: own.map((specifier) => path.posix.normalize(path.posix.join(path.posix.dirname(name), specifier))),
    packages: specifiers.filter((specifier) => !specifier.startsWith(".")),
  };
});

describe("the house", () => {
  test("there is something to look at", () => assert.ok(files.length > 30, `${files.length} files`));

  test("no room imports against the table", () => {
    const wrong = files.flatMap(({ name, room, imports }) =>
      imports
        .filter((target) => roomOf(target) !== room && !MAY_IMPORT[room]?.includes(roomOf(target)))
        .map((target) => `${name} imports ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  test("ARCHITECTURE.md draws the same table", () => {
    const drawn = new Map<string, readonly string[]>();
    for (const [, room, imports] of readFileSync(MAP, "utf8").matchAll(/^\| `(\w+)\/` +\|.*\| ([^|]+?) +\|$/gm))
      drawn.set(room!, imports === "nothing of ours" ? [] : imports!.split(", "));
    assert.deepEqual([...drawn.keys()].toSorted(), Object.keys(MAY_IMPORT).filter(isDrawn).toSorted());
    for (const [room, imports] of drawn) {
      if (imports[0] === "anything above") continue;
      assert.deepEqual(imports.toSorted(), MAY_IMPORT[room]!.toSorted(), room);
    }
  });

  test("every room stands in the table", () => {
    const rooms = new Set(files.map(({ room }) => room));
    assert.deepEqual(
      [...rooms].filter((room) => !(room in MAY_IMPORT)),
      [],
    );
  });

  test("no import cycles", () => assert.deepEqual(findCycles(), []));

  test("no barrel files, no nameless rooms", () => {
    const barrels = files
      .filter(({ code }) => /^\s*export\s+(?:\*|\{[^}]*\})\s+from\b/m.test(code))
      .map(({ name }) => name);
    const nameless = files
      .filter(({ name }) => /(?:^|\/)(?:utils?|helpers?|common|services?|models?|index)(?:\/|\.ts$)/.test(name))
      .map(({ name }) => name);
    assert.deepEqual([...barrels, ...nameless], []);
  });

  test("the environment is read in settings.ts alone", () =>
    expectOnly(/\bprocess\.env\b/, (name) => name === "settings.ts"));

  test("the clock is read where the program is put together, and handed in", () => {
    expectOnly(/\bnew Date\(\)|\bDate\.now\(\)/, (name) => ["main.ts", "thread.ts", "cli/main.ts"].includes(name));
  });

  test("operations use no clock, file, network or environment", () => {
    const pure = new Set(["node:crypto", "node:buffer", "node:util"]);
    const wrong = files
      .filter(({ room }) => room === "contract" || room === "operations" || room === "trust")
      .flatMap(({ name, packages }) =>
        packages.filter((used) => used.startsWith("node:") && !pure.has(used)).map((used) => `${name} imports ${used}`),
      );
    assert.deepEqual(wrong, []);
  });

  test("HTTP stands in its doors alone", () => {
    expectPackages(/^(?:node:(?:http|https|net|http2)|fastify|@fastify\/.*)$/, ["http", "site", "mcp"]);
  });

  test("databases stand in the rooms that own a store", () => {
    expectPackages(/^node:sqlite$/, ["release", "snapshot", "access"]);
    expectPackages(/^@duckdb\//, ["intake", "release"]);
  });

  test("medians, firmness and counts come from trust/ alone", () => {
    const makers = /\b(?:lowerMedian|placeMedian|openTally)\b/;
    const wrong = files
      .filter(({ room, code }) => !["trust", "release"].includes(room) && makers.test(code))
      .map(({ name }) => name);
    assert.deepEqual(wrong, []);
  });
});

function expectOnly(pattern: RegExp, allowed: (name: string) => boolean): void {
  assert.deepEqual(
    files.filter(({ name, code }) => pattern.test(code) && !allowed(name)).map(({ name }) => name),
    [],
  );
}

function expectPackages(pattern: RegExp, rooms: readonly string[]): void {
  const wrong = files
    .filter(({ room }) => !rooms.includes(room))
    .flatMap(({ name, packages }) =>
      packages.filter((used) => pattern.test(used)).map((used) => `${name} imports ${used}`),
    );
  assert.deepEqual(wrong, []);
}

function roomOf(name: string): string {
  return name.includes("/") ? name.slice(0, name.indexOf("/")) : name.replace(/\.ts$/, "");
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

function findCycles(): string[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (name: string, trail: readonly string[]): void => {
    const at = trail.indexOf(name);
    if (at !== -1) cycles.push([...trail.slice(at), name].join(" → "));
    if (at !== -1 || done.has(name)) return;
    for (const target of byName.get(name)?.imports ?? []) visit(target, [...trail, name]);
    done.add(name);
  };
  for (const { name } of files) visit(name, []);
  return cycles;
}
