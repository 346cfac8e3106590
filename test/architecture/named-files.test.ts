import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { TEXT_NAMES } from "../../src/branding/branding.ts";
import { PROJECT_FOLDER } from "../../src/settings.ts";

/**
 * The files that the documentation names exist: relative links, and code files and project folders
 * between backticks. A path is relative to the project or to `src/`; a bare file name may be
 * anywhere in the code.
 */

const PAGES = globSync(["*.md", "docs/**/*.md", ".github/**/*.md", "clients/**/*.md"], {
  cwd: PROJECT_FOLDER,
}).toSorted();

const LINK = /\]\((?!https?:|#|\/)([^)#\s]+)/gu;
const FILE_OR_FOLDER =
  /`([\w.@/-]+\.(?:[cm]?[jt]s|md)|(?:src|test|docs|data|scripts|bench|bin|schemas|clients|\.ci)(?:\/[\w.-]+)*\/?)`/gu;

const codeFiles = globSync("{src,test,scripts,bench,bin,clients}/**/*", { cwd: PROJECT_FOLDER }).map((file) =>
  file.split(path.sep).join("/"),
);

/** Files that a publisher writes. */
const TEXT_FILES = TEXT_NAMES.map((name) => `${name}.md`);

function isThere(name: string): boolean {
  if (TEXT_FILES.includes(name)) return true;
  if (["", "src"].some((root) => existsSync(path.join(PROJECT_FOLDER, root, name)))) return true;
  return codeFiles.some((file) => file.endsWith(`/${name}`));
}

describe("the documentation", () => {
  test("has pages", () => assert.ok(PAGES.length > 30, `${PAGES.length} pages`));

  for (const page of PAGES) {
    const text = readFileSync(path.join(PROJECT_FOLDER, page), "utf8").replaceAll(/^```[^]*?^```$/gmu, "");

    test(`${page} links files that exist`, () => {
      const targets = [...text.matchAll(LINK)].map(([, target]) => target!);
      const folder = path.join(PROJECT_FOLDER, path.dirname(page));
      assert.deepEqual(
        targets.filter((target) => !existsSync(path.join(folder, target))),
        [],
      );
    });

    test(`${page} names files that exist`, () => {
      const names = [...text.matchAll(FILE_OR_FOLDER)].map(([, name]) => name!);
      assert.deepEqual(
        names.filter((name) => !isThere(name)),
        [],
      );
    });
  }
});
