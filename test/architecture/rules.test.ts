import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type Rule,
  asksNetwork,
  comparesInWords,
  computesMiddle,
  holdsSql,
  joinsFigures,
  loadsTypeBox,
  ranksInWords,
  readsClock,
  readsEnvironment,
  sharesInWords,
  usesPrivateInterface,
  waitsAtTop,
  writesAddress,
} from "./rules.ts";
import { parseSource, readSources } from "./source-files.ts";

const files = readSources();

/** Files that a rule lets through, each with the reason. */
type Exceptions = Readonly<Record<string, string>>;

describe("what stands in one place alone", () => {
  test("the environment is read in settings.ts", () => {
    expectOnly(readsEnvironment, { "settings.ts": "where settings are read" });
    expectSeen(readsEnvironment, "process.env.PORT", 'process.env["PORT"]', "const { PORT } = process.env;");
  });

  test("the clock is read where the program is put together, and handed in", () => {
    expectOnly(readsClock, {
      "cli/main.ts": "puts a command together",
      "http/request-log.ts": "a stopwatch: how long a request took",
      "access/store/sqlite.ts": "a stopwatch: how long a call may wait",
    });
    expectSeen(readsClock, "new Date()", "new Date", "Date.now()", "performance.now()", "process.hrtime.bigint()");
    expectUnseen(readsClock, "new Date(at)", "import { Date } from './date.ts';");
  });

  test("nothing is asked over the network but through a driver of a store, and of an origin", () => {
    expectOnly(asksNetwork, { "distribution/http-exchange.ts": "asks web servers and buckets" });
    expectSeen(asksNetwork, 'fetch("/api")', 'globalThis.fetch("/")', 'new WebSocket("ws://x")');
    expectUnseen(asksNetwork, "cache.fetch(key)");
  });

  test("addresses are written in ask/urls.ts", () => {
    expectOnly(writesAddress, {
      "ask/urls.ts": "where they are written",
      "ask/body-errors.ts": "a JSON pointer as a fragment (RFC 6901)",
      "ask/read-body.ts": "reads a form",
      "http/read-request.ts": "reads a query",
      "export/static-links.ts": "reads a query",
      "export/exported-addresses.ts": "fills templates whose one placeholder has any name",
      "export/header-rules.ts": "finds the value of a placeholder in headers",
      "desk/step-result.ts": "links within the desk, which is no site",
      "distribution/s3-origin.ts": "escapes as the signatures of S3 need it",
    });
    expectSeen(writesAddress, "`/companies/${encodeURIComponent(slug)}`", "new URLSearchParams({ release })");
    expectUnseen(writesAddress, "urlTo(PAGES.company, { slug })");
  });

  test("movements and comparisons are put into words where they are statements first", () => {
    expectOnly(comparesInWords, {
      "say/comparison.ts": "two countries, sectors or companies",
      "say/moves.ts": "one thing in two releases",
      "say/not-known.ts": "what would move a band",
      "topics/change/texts.ts": "that neither can be said",
      "topics/change/area-changes.ts": "describes a member",
      "say/changes.ts": "names the trends that movements have, or says that none can be",
      "say/moved-headlines.ts": "names the trends that movements have, and counts companies by them",
      "topics/claim/texts.ts": "the claims that a form offers",
      "topics/claim/check-claim.ts": "describes the operation",
      "topics/claim/sentence-phrases.ts": "the words that callers write",
    });
    expectSeen(comparesInWords, "`${name} rose from ${from}`", "isUp ? 'rose' : 'fell'", "`${a} is rated above ${b}`");
    expectUnseen(comparesInWords, "`${name} is ${label}`", "const rose = [];");
  });

  test("so are ranks", () => {
    expectOnly(ranksInWords, {
      "say/standing.ts": "a country in its ranking",
      "say/headlines.ts": "the top of a ranking",
      "topics/claim/words.ts": "a claim, and what holds instead of it",
      "topics/claim/texts.ts": "the claims that a form offers",
      "topics/claim/sentence-phrases.ts": "the words that callers write",
    });
    expectSeen(
      ranksInWords,
      "`${count} countries tie for ${rank}`",
      "`${name} alone is first`",
      "`no one gets beyond ${a}`",
      "`${a} among them, ${lead} at ${b}`",
    );
    expectUnseen(ranksInWords, "`${name} is ranked`", "const ties = 2;");
  });

  test("and shares", () => {
    expectOnly(sharesInWords, {
      "say/comparison.ts": "the pairs of two",
      "topics/claim/words.ts": "the share that is claimed",
      "topics/derivation/basis.ts": "how many judgements are one judge’s, which is no claim about the judged",
    });
    expectSeen(sharesInWords, 'import { counted, percent } from "../../ask/grammar.ts";');
    expectUnseen(sharesInWords, 'import { counted } from "../../ask/grammar.ts";');
  });

  test("figures become sentences in say/; the others here are to move there, and no more join them", () => {
    expectOnly(
      joinsFigures,
      {
        "topics/claim/words.ts": "a claim, and what holds instead of it",
        "topics/claim/texts.ts": "the claims that a form offers",
        "topics/reconciliation/reconciliation.ts": "describes a candidate",
        "html/charts/company-strip.ts": "the alternative text of a chart",
      },
      [...new Set(files.map(({ room }) => room))].filter((room) => !["say", "ask", "cli"].includes(room)),
    );
    expectSeen(joinsFigures, 'import { labelOf, sentences } from "../../ask/words.ts";');
    expectUnseen(joinsFigures, 'import { counted } from "../../ask/grammar.ts";');
  });

  test("medians are computed in trust/, and nothing downstream halves a number", () => {
    const rooms = ["ask", "topics", "http", "html", "mcp", "cli"];
    expectOnly(computesMiddle, {}, rooms);
    expectSeen(
      computesMiddle,
      "const median = (counts) => counts.at(0);",
      "function lowerMedian(counts) { return 0; }",
      "Math.ceil(total / 2)",
      "total >> 1",
      "seen * 2 >= total",
    );
    expectUnseen(computesMiddle, "const describeMedian = (band) => band;", "total / 3");
  });

  test("SQL stands in the rooms that own a store", () => {
    const owners = ["access", "distribution", "intake", "release"];
    const rooms = files.map(({ room }) => room).filter((room) => !owners.includes(room));
    expectOnly(holdsSql, {}, [...new Set(rooms)]);
    expectSeen(holdsSql, '"SELECT 1"', "`\n  INSERT INTO key VALUES (${value})`", "'PRAGMA user_version'");
    expectUnseen(holdsSql, '"Select a country"', '"COPYING.md"');
  });

  test("trust's own makers of medians are called in trust/ and release/ alone", () => {
    const makers: Rule = (tree) => [...tree.text.matchAll(/\b(?:lowerMedian|placeMedian|openTally)\b/g)].map(String);
    const rooms = [...new Set(files.map(({ room }) => room))].filter((room) => !["trust", "release"].includes(room));
    expectOnly(makers, {}, rooms);
  });

  test("schemas are made in ask/type.ts, which a start loads instead of TypeBox", () => {
    expectOnly(loadsTypeBox, {
      "intake/dataset-schema.ts": "is loaded by commands for publishers alone",
      "intake/mapping/mapping-schema.ts": "is loaded by the generator of its schema alone",
    });
    expectSeen(loadsTypeBox, 'import { Type } from "typebox";', 'import { type Static, Type } from "typebox";');
    expectUnseen(loadsTypeBox, 'import type { Static } from "typebox";');
  });

  test("no module that others import waits while it is evaluated", () => {
    // Where a thread is ended while it evaluates what waited for such a module, the whole process
    // ends: https://github.com/nodejs/node/issues/53238
    const isProgram = "the program of a thread, which nothing imports";
    expectOnly(waitsAtTop, {
      "intake/sources/sheet-worker.ts": isProgram,
    });
    expectSeen(waitsAtTop, "const zlib = await load();", "for await (const each of all) each();", "f(await g());");
    expectUnseen(waitsAtTop, "const f = async () => await g();", "class A { async f() { await g(); } }");
  });

  test("nothing private of Node.js, V8 or a package is used", () => {
    expectOnly(usesPrivateInterface, {
      "intake/read-dataset-file.ts": "`ajv/dist/2020.js` is how Ajv documents its import of JSON Schema 2020-12",
    });
    expectSeen(
      usesPrivateInterface,
      "response._header = head;",
      'Reflect.get(response, "_header");',
      "socket.destroySoon = () => {};",
      'setFlagsFromString("--no-maglev");',
      'import { write } from "hyparquet-writer/src/write.js";',
      'import { write } from "@scope/package/dist/write.js";',
    );
    expectUnseen(usesPrivateInterface, 'import { Type } from "typebox";', 'import v from "typebox/value";');
  });
});

/**
 * Holds every file of the rooms against a rule: none breaks it but the exceptions, and they all do.
 */
function expectOnly(rule: Rule, exceptions: Exceptions, rooms?: readonly string[]): void {
  const looked = files.filter(({ room }) => rooms === undefined || rooms.includes(room));
  const found = looked.map(({ name, tree }) => ({ name, places: rule(tree) }));
  const broken = found.filter(({ name }) => !(name in exceptions)).flatMap(({ places }) => places);
  assert.deepEqual(broken, []);
  const breaking = found.filter(({ places }) => places.length > 0).map(({ name }) => name);
  const outlived = Object.keys(exceptions).filter((name) => !breaking.includes(name));
  assert.deepEqual(outlived, [], "exceptions that nothing needs any more");
}

function expectSeen(rule: Rule, ...codes: string[]): void {
  for (const code of codes) assert.equal(rule(parseSource("room/file.ts", code).tree).length > 0, true, code);
}

function expectUnseen(rule: Rule, ...codes: string[]): void {
  for (const code of codes) assert.deepEqual(rule(parseSource("room/file.ts", code).tree), [], code);
}
