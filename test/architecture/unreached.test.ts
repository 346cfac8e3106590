import assert from "node:assert/strict";
import { globSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import ts from "typescript";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { findUnreached } from "./find-unreached.ts";
import { PROJECT, readSources } from "./source-files.ts";

/** Where running begins: the program, and the generators of committed files. */
const ENTRIES = ["bin/*.mjs", "scripts/build-*.ts"];

const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.ESNext,
  noEmit: true,
  noLib: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};

/** A program of our files alone: packages do not lead back to us. */
function programOf(files: readonly string[], parsed: ReadonlyMap<string, ts.SourceFile>): ts.Program {
  const host = ts.createCompilerHost(OPTIONS, true);
  return ts.createProgram(files, OPTIONS, {
    ...host,
    getSourceFile: (file, ...rest) => parsed.get(file) ?? host.getSourceFile(file, ...rest),
    resolveModuleNameLiterals: (specifiers, from) =>
      specifiers.map(({ text }) => {
        const isOurs = text.startsWith(".") && text.endsWith(".ts");
        const resolvedFileName = path.resolve(path.dirname(from), text);
        return { resolvedModule: isOurs ? { resolvedFileName, extension: ts.Extension.Ts } : undefined };
      }),
  });
}

describe("code that nothing runs", () => {
  test("everything that src/ exports is reached from the program; what only tests call stands in test/", () => {
    const entries = globSync(ENTRIES, { cwd: PROJECT }).map((file) => path.join(PROJECT, file));
    const sources = new Map(readSources().map(({ tree }) => [tree.fileName, tree]));
    const program = programOf([...entries, ...sources.keys()], sources);
    assert.deepEqual(findUnreached(program, entries, path.join(PROJECT, "src/")), { declarations: [], members: [] });
  });

  test("what is not reached is found, through threads and members", () => {
    const folder = `${newTemporaryFolder()}/`;
    const files = {
      "main.ts": 'import { start } from "./starts.ts";\nstart().stop();\n',
      "starts.ts":
        'import { dead } from "./dead.ts";\nexport interface Part { stop(): void; pause(): void }\n' +
        "export function start(): Part { return open(); }\nfunction open(): Part {\n" +
        'new URL("./thread.ts", import.meta.url);\nreturn { stop() {}, pause() {} };\n}\n' +
        "export function unused(): void { dead(); }\n",
      "thread.ts": 'import { live } from "./live.ts";\nlive();\n',
      "live.ts": "export const live = (): void => {};\n",
      "dead.ts": "export function dead(): void { dead(); }\n",
    };
    for (const [name, code] of Object.entries(files)) writeFileSync(path.join(folder, name), code);
    const names = Object.keys(files).map((name) => path.join(folder, name));
    const program = programOf(names, new Map());
    assert.deepEqual(findUnreached(program, [path.join(folder, "main.ts")], folder), {
      declarations: ["dead.ts: dead", "starts.ts: unused"],
      members: ["starts.ts: Part.pause"],
    });
  });
});
