import { findTextFault } from "../access/kept-text.ts";
import { noteRelease, unnoteRelease } from "../release/store/remark-release.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { type Command, expectAtMost, printJson, textOption, UsageError } from "./command.ts";
import { WAITING } from "./output.ts";

export const note: Command = {
  name: "note",
  summary: "Correct a release in words, shown wherever it is",
  synopsis: "<release> <text> | <release> --remove <number> [--json]",
  help: `The note stands above every page of the release, and in every answer from it (\`meta.errata\`), with its date.
The figures stay as they are: to correct them, publish the dataset again.

Options:
  --remove <number>  Take a note back; \`country-trust releases\` numbers them`,
  options: { remove: { type: "string" }, json: { type: "boolean" } },
  changesReleases: true,
  async run(console, [id, text, ...more], options) {
    if (id === undefined) throw new UsageError("expected a release id and a text");
    expectAtMost(more, 0);
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    const onWait = (): void => console.say(WAITING);
    const removed = textOption(options, "remove");
    if (removed !== undefined) {
      if (text !== undefined || !/^[1-9]\d{0,3}$/u.test(removed))
        throw new UsageError("expected --remove <number> alone");
      await unnoteRelease(store, id, Number(removed), onWait);
    } else await noteRelease(store, id, readNote("the note", text), onWait);
    const errata = store.stateOf(id)?.errata ?? [];
    if (options["json"]) printJson(console, { id, errata });
    else console.print(removed === undefined ? `Noted with ${id}.` : `Note ${removed} of ${id} is taken back.`);
    return 0;
  },
};

/** Longer texts belong on a page of the publisher, which a note can name. */
const NOTE_CHARACTERS_MAX = 1000;

/** Checks a note by the publisher. Throws a UsageError that says what is wrong with it. */
export function readNote(name: string, given: string | undefined): string {
  const text = (given ?? "").trim();
  const length = Array.from(text).length;
  if (text === "") throw new UsageError(`${name} is missing; expected a sentence for readers`);
  if (length > NOTE_CHARACTERS_MAX)
    throw new UsageError(`${name} has ${length} characters; expected at most ${NOTE_CHARACTERS_MAX}`);
  if (/[\t\n\r]/u.test(text)) throw new UsageError(`${name} has a tab or a line break; it stands in one line`);
  const fault = findTextFault(text);
  if (fault !== null) throw new UsageError(`${name} ${fault}`);
  return text;
}
