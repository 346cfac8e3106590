import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { handsOn } from "./rules.ts";
import { PROJECT, parseSource, partOf, readSources, roomOf, type SourceFile } from "./source-files.ts";

const files = readSources();

/** Files that stand in no room: they join the rooms, or are shared by all. */
const SINGLE_FILES: Readonly<Record<string, readonly string[] | "everything">> = {
  main: "everything",
  "open-callers": "everything",
  settings: ["setting-table", "setting-values"],
  "setting-table": ["setting-values"],
  "setting-values": [],
  problem: [],
  "user-error": [],
  "is-object": [],
};

/** The files that every room may import. */
const FOR_ALL = ["user-error", "is-object"];

/** Which rooms a room may import, as the table of ARCHITECTURE.md says. */
const mayImport = new Map<string, readonly string[] | "everything">(Object.entries(SINGLE_FILES));
const table = readFileSync(path.join(PROJECT, "ARCHITECTURE.md"), "utf8");
for (const [, room = "", rooms = ""] of table.matchAll(/^\| `(\w+)\/` +\|.*\| ([^|]+?) +\|$/gm)) {
  if (rooms === "nothing of ours") mayImport.set(room, []);
  else mayImport.set(room, rooms === "anything above" ? "everything" : rooms.split(", "));
}

describe("the house", () => {
  test("there is something to look at", () => assert.ok(files.length > 30, `${files.length} files`));

  test("every room stands in the table of ARCHITECTURE.md, and nothing else does", () => {
    const rooms = new Set(files.map(({ room }) => room));
    assert.deepEqual([...mayImport.keys()].toSorted(), [...rooms].toSorted());
  });

  test("no room imports, or starts as a thread, what the table does not give it", () => {
    const wrong = files.flatMap(({ name, room, imports }) =>
      imports.filter((target) => !isAllowed(room, roomOf(target))).map((target) => `${name} imports ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  test("a part of a topic imports only what ARCHITECTURE.md gives it", () => {
    const wrong = files.flatMap(({ name, imports }) =>
      imports
        .filter((target) => partOf(name) !== null && !partMayImport(partOf(name)!, target))
        .map((target) => `${name} imports ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  test("html/ and what serves programs use the questions of a topic, never a page of it", () => {
    const wrong = files.flatMap(({ name, room, imports }) =>
      imports
        .filter(
          (target) =>
            ["html", "http", "mcp", "webhooks"].includes(room) && ![null, "question"].includes(partOf(target)),
        )
        .map((target) => `${name} imports ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  test("no import cycles, threads included", () => {
    assert.deepEqual(findCycles(files), []);
  });

  test("a cycle through a thread is seen", () => {
    const starts = parseSource("a/starts.ts", 'new Worker(new URL("thread.ts", import.meta.url));');
    const thread = parseSource("a/thread.ts", 'import type { Message } from "./starts.ts";');
    assert.deepEqual(findCycles([starts, thread]), ["a/starts.ts → a/thread.ts → a/starts.ts"]);
  });

  test("no barrel files, no nameless rooms", () => {
    const nameless = files
      .filter(({ name }) => /(?:^|\/)(?:utils?|helpers?|common|services?|models?|index)(?:\/|\.ts$)/.test(name))
      .map(({ name }) => name);
    assert.deepEqual([...files.flatMap(({ tree }) => handsOn(tree)), ...nameless], []);
  });

  test("operations, sentences and trust use no clock, file, network or environment of Node.js", () => {
    const pure = ["node:crypto", "node:buffer", "node:util"];
    const wrong = files
      .filter(({ room, name }) => ["ask", "say", "trust"].includes(room) || partOf(name) === "question")
      .flatMap(({ name, packages }) =>
        packages
          .filter((used) => used.startsWith("node:") && !pure.includes(used))
          .map((used) => `${name} imports ${used}`),
      );
    assert.deepEqual(wrong, []);
  });

  test("HTTP stands in its room alone, and in those that send requests", () => {
    expectPackages(/^(?:node:http2|fastify|@fastify\/.*|find-my-way)$/, ["http"]);
    expectPackages(/^node:(?:http|https|net)$/, ["desk", "http", "webhooks", "distribution"]);
    expectPackages(/^node:dns/, ["webhooks"]);
  });

  test("databases stand in the rooms that own a store", () => {
    expectPackages(/^node:sqlite$/, ["release", "access"]);
    expectPackages(/^@duckdb\//, ["intake", "release"]);
    expectPackages(/^@redis\//, ["access"]);
    expectPackages(/^pg$/, ["access", "distribution"]);
  });
});

function isAllowed(room: string, target: string): boolean {
  const allowed = mayImport.get(room) ?? [];
  return [room, ...FOR_ALL].includes(target) || allowed === "everything" || allowed.includes(target);
}

/** What a part of a topic may import of other topics, and which rooms only some parts know. */
function partMayImport(part: NonNullable<ReturnType<typeof partOf>>, target: string): boolean {
  const targetPart = partOf(target);
  if (targetPart !== null) {
    const shown = ["page", "embed", "picture"];
    return targetPart === "question" || targetPart === part || (shown.includes(part) && shown.includes(targetPart));
  }
  if (roomOf(target) === "html") return part !== "question" && part !== "tool";
  return roomOf(target) !== "mcp" || part === "tool";
}

function expectPackages(pattern: RegExp, rooms: readonly string[]): void {
  const wrong = files
    .filter(({ room }) => !rooms.includes(room))
    .flatMap(({ name, packages }) =>
      packages.filter((used) => pattern.test(used)).map((used) => `${name} imports ${used}`),
    );
  assert.deepEqual(wrong, []);
}

function findCycles(sources: readonly SourceFile[]): string[] {
  const byName = new Map(sources.map((file) => [file.name, file]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (name: string, trail: readonly string[]): void => {
    const at = trail.indexOf(name);
    if (at !== -1) cycles.push([...trail.slice(at), name].join(" → "));
    if (at !== -1 || done.has(name)) return;
    for (const target of byName.get(name)?.imports ?? []) visit(target, [...trail, name]);
    done.add(name);
  };
  for (const { name } of sources) visit(name, []);
  return cycles;
}
