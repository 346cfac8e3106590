import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { guessAndWrite, init } from "../../src/cli/init.ts";
import { foldersOf } from "../../src/cli/init-files.ts";
import { readSettings } from "../../src/settings.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** What `init` does with these words, but for the check at its end. */
export async function guessDataset(...words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: [...words], options: init.options, allowPositionals: true });
  const said: string[] = [];
  const console = {
    settings: readSettings({ DATA_DIR: newTemporaryFolder(), INTAKE_THREADS: "1" }),
    now: () => new Date("2026-11-20T10:00:00Z"),
    print: () => {},
    say: (line: string) => said.push(line),
    input: async () => "",
    openTerminal: () => null,
    interactive: false,
    draw: () => {},
    stopRequested: () => new Promise<null>(() => {}),
  };
  const written = await guessAndWrite({ console, options: values, terminal: null }, foldersOf(positionals, values));
  assert.ok(written !== null, said.join("\n"));
}
