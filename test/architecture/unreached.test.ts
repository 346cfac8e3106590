import assert from "node:assert/strict";
import { globSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import ts from "typescript";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { findUnreached } from "./find-unreached.ts";
import { PROJECT } from "./source-files.ts";

/** Where running begins: the program, and the generators of committed files. */
const ENTRIES = ["bin/*.mjs", "scripts/build-*.ts"];

/** What may stand in src/ although nothing there reaches it, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "access/cluster/leased-quotas.ts: LeasedQuotasOptions.now": "called as RedisQuotasOptions.now, of the same shape",
  "intake/open-dataset.ts: OpenedDataset.connect": "called as CleanDataset.connect, of the same shape",
  "site/site-document.ts: SiteDocument.links": "called as HttpDocument.links, of the same shape",
};

const { config } = ts.readConfigFile(path.join(PROJECT, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
  config: { compilerOptions: object };
};
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, PROJECT);

describe("code that nothing runs", () => {
  test("everything that src/ exports is reached from the program; what only tests call stands in test/", () => {
    const entries = globSync(ENTRIES, { cwd: PROJECT }).map((file) => path.join(PROJECT, file));
    const sources = globSync("src/**/*.ts", { cwd: PROJECT }).map((file) => path.join(PROJECT, file));
    const program = ts.createProgram([...entries, ...sources], { ...options, allowJs: true });
    const { declarations, members } = findUnreached(program, entries, path.join(PROJECT, "src/"));
    assert.deepEqual([...declarations, ...members].toSorted(), Object.keys(EXCEPTIONS).toSorted());
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
    const program = ts.createProgram(names, { ...options, types: [] });
    assert.deepEqual(findUnreached(program, [path.join(folder, "main.ts")], folder), {
      declarations: ["dead.ts: dead", "starts.ts: unused"],
      members: ["starts.ts: Part.pause"],
    });
  });
});
