import assert from "node:assert/strict";
import { parseCall } from "../../src/cli/command.ts";
import { foldersOf, init, writeDraft } from "../../src/cli/init.ts";
import { readSettings } from "../../src/settings.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** What `init` does with these words, but for the check at its end; nothing may be open. */
export async function guessDataset(...words: readonly string[]): Promise<void> {
  const { values, positionals } = parseCall(init, words);
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
  const open = await writeDraft({ console, options: values, terminal: null }, foldersOf(positionals, values));
  assert.deepEqual(open, [], said.join("\n"));
}
