import { restoreRelease, withdrawRelease } from "../release/store/remark-release.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { type Command, printJson, textOption, UsageError } from "./command.ts";
import { readNote } from "./note.ts";
import { WAITING } from "./output.ts";

export const withdraw: Command = {
  name: "withdraw",
  summary: "Take a release out of lists; it answers 410 with your note",
  synopsis: "<release> --note <text> [--json]",
  help: `Its files stay, and \`restore\` brings it back. Readers of its page, its data and its downloads read the note
instead, within a second on a running service. The current release cannot be withdrawn: \`rollback\` first.`,
  options: { note: { type: "string" }, json: { type: "boolean" } },
  changesReleases: true,
  async run(console, [id, ...more], options) {
    if (id === undefined || more.length > 0) throw new UsageError("expected one release id");
    const note = readNote("--note", textOption(options, "note"));
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    await withdrawRelease(store, id, note, () => console.say(WAITING));
    if (options["json"]) printJson(console, { id, state: "withdrawn", note });
    else console.print(`${id} is withdrawn; to undo it: country-trust restore ${id}`);
    return 0;
  },
};

export const restore: Command = {
  name: "restore",
  summary: "Undo a withdrawal: the release is listed and answered again",
  synopsis: "<release> [--json]",
  help: "It does not become current by that; `rollback` does that.",
  options: { json: { type: "boolean" } },
  changesReleases: true,
  async run(console, [id, ...more], options) {
    if (id === undefined || more.length > 0) throw new UsageError("expected one release id");
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    await restoreRelease(store, id, () => console.say(WAITING));
    if (options["json"]) printJson(console, { id, state: "published" });
    else console.print(`${id} is no longer withdrawn.`);
    return 0;
  },
};
