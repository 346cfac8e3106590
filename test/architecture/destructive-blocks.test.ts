import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

/**
 * Pages show each block of code with a button that copies it whole. What takes something away for
 * good is never copied with anything else.
 */

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

const DESTRUCTIVE = [
  /-X ?DELETE\b|--request[ =]DELETE\b|method: "DELETE"/u,
  /\/(?:rotate|revoke|erase)\b/u,
  /\.(?:rotate_\w+|revoke_\w+|erase_\w+|delete_\w+)\(/u,
  /\bcountry-trust(?: --)? (?:rollback|withdraw|prune|key (?:revoke|rotate)|account erase)\b/u,
  /(?<![-\w])rm (?!-?-)|(?<![-\w])rm -/u,
  /\bdown (?:-v|--volumes)\b|\bDROP (?:TABLE|DATABASE|SCHEMA)\b|\bFLUSH(?:ALL|DB)\b|\bdropdb\b/u,
];

/** The commands of a block: continued lines are one, comments are none. */
function commandsOf(block: string): readonly string[] {
  const joined = block
    .replaceAll(/\\\n\s*/gu, " ")
    .replaceAll(/\n[ \t]+/gu, " ")
    .split("\n");
  return joined.map((line) => line.replace(/(?:^|\s)#.*$/u, "").trim()).filter((line) => line !== "");
}

/** What is wrong with a page: blocks in which something destructive is not alone. */
function faultsOf(markdown: string): readonly string[] {
  const blocks = [
    ...markdown.matchAll(/^( *)```(?:sh|shell|bash|console|python|ts|typescript|js|r|sql)\b[^\n]*\n(.*?)^\1```/gmsu),
  ];
  return blocks.flatMap(([, , code = ""]) => {
    const commands = commandsOf(code);
    const found = commands.filter((command) => DESTRUCTIVE.some((pattern) => pattern.test(command)));
    const isAlone = commands.length === 1 && !/&&|;|\|\|/u.test(commands[0]!.replaceAll(/'[^']*'|"[^"]*"/gu, ""));
    return found.length === 0 || isAlone ? [] : [found[0]!];
  });
}

describe("a block of code that destroys something", () => {
  test("has that one command alone, on every page", () => {
    const pages = globSync(["*.md", "docs/**/*.md", "clients/*/*.md", "deploy/**/*.md", "data/**/*.md"], {
      cwd: PROJECT,
    });
    assert.ok(pages.length > 20);
    const faults = pages.flatMap((page) =>
      faultsOf(readFileSync(path.join(PROJECT, page), "utf8")).map((command) => `${page}: ${command}`),
    );
    assert.deepEqual(faults, [], "give it a block of its own");
  });

  test("is told from one that does not", () => {
    const block = (...lines: readonly string[]): string => ["```sh", ...lines, "```", ""].join("\n");
    const erase = "curl -s -X POST https://trust.example/api/account/erase";
    assert.deepEqual(faultsOf(block(erase)), []);
    assert.deepEqual(faultsOf(block("# Erases it.", `${erase} \\`, '  -H "X-SVC-API-Key: $API_KEY"')), []);
    assert.equal(faultsOf(block("curl -s https://trust.example/api/dashboard", erase)).length, 1);
    assert.equal(faultsOf(block(`${erase} && echo done`)).length, 1);
    for (const command of ["npx country-trust prune --keep 3", "rm -r data", "curl -X DELETE https://trust.example/x"])
      assert.equal(faultsOf(block("ls", command)).length, 1, command);
    assert.deepEqual(
      faultsOf(block("docker compose up -d", "docker compose run --rm publisher publish data/demo")),
      [],
    );
  });
});
