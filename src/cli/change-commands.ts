import { findTextFault } from "../access/kept-text.ts";
import { publishStoredDraft, setEmbargo } from "../publishing/change-draft.ts";
import { readSigningKey } from "../publishing/context.ts";
import { cacheNotices, timeInWords } from "../publishing/words.ts";
import { signRelease } from "../release/sign-release.ts";
import { makeCurrent } from "../release/store/locked-store.ts";
import { noteRelease, restoreRelease, unnoteRelease, withdrawRelease } from "../release/store/remark-release.ts";
import {
  type Command,
  expectAtMost,
  onlyArgument,
  releaseNamed,
  storeOf,
  textOption,
  UsageError,
  waitingAt,
} from "./command.ts";
import { publishingContext } from "./dataset-options.ts";
import { ACCEPT_HELP, changedLines, draftJson, draftRefusal, readAcceptance, readTime, REFUSED } from "./output.ts";

const ONE_RELEASE = "one release id; `country-trust releases` lists them";
const ONE_DRAFT = "one draft; `country-trust drafts` lists them";

/** The commands that change one release, or which one is current. */
export const CHANGES = {
  release: {
    summary: "Publish a draft: it becomes the current release",
    synopsis: "<draft> [--accept <code>] [--json]",
    help: `${ACCEPT_HELP}

The draft is compared with the release that is current now, as \`publish\` does: exit status ${REFUSED} where the
change has to be accepted. \`country-trust drafts\` lists the drafts. A running service picks it up within a second.`,
    options: { accept: "string", json: "boolean" },
    changesReleases: true,
    async run(console, args, options) {
      const id = onlyArgument(args, ONE_DRAFT);
      const accept = readAcceptance(options);
      const { comparison, result } = await publishStoredDraft(publishingContext(console), id, accept);
      if (result === null) return draftRefusal(id, comparison, accept, "release it");
      const { before } = result;
      return {
        json: draftJson(id, comparison, { current: id, before }),
        lines: [
          ...(comparison === null ? [] : changedLines(comparison)),
          `${id} is now current${before === null ? "" : `, instead of ${before}`}.`,
        ],
      };
    },
  },

  embargo: {
    summary: "Set or cancel the time at which a draft is published by itself",
    synopsis: "<draft> --at <time> | --cancel [options]",
    help: `Options:
  --at <time>        A time: 2026-12-01T06:00:00Z, 2026-12-01T07:00+01:00, or without a zone
                     in that of this machine
  --cancel           The draft stays one until \`release\` publishes it
  ${ACCEPT_HELP}
  --json             Print the result as JSON

The draft is compared with the current release now, because nobody is asked when the time comes: exit status ${REFUSED}
where the change has to be accepted. If another release is current at that time, the draft stays a draft; the log of
the service, /readyz and \`releases\` say so. Every running service shows it within a second, by its own clock.`,
    options: { at: "string", cancel: "boolean", accept: "string", json: "boolean" },
    changesReleases: true,
    async run(console, args, options) {
      const id = onlyArgument(args, ONE_DRAFT);
      const until = readTime(console, options);
      if ((until === null) !== (options["cancel"] === true)) throw new UsageError("expected --at <time> or --cancel");
      const accept = readAcceptance(options);
      const { comparison, result } = await setEmbargo(publishingContext(console), id, { until, accept });
      if (result === null) return draftRefusal(id, comparison, accept, "set the time");
      return {
        json: draftJson(id, comparison, { embargo: until?.toISOString() ?? null }),
        lines: [
          until === null
            ? `${id} has no time any more; \`country-trust release ${id}\` publishes it.`
            : `${id} becomes current at ${timeInWords(until)} by itself.`,
          ...cacheNotices(until, console.now()).map((note) => ({ note })),
        ],
      };
    },
  },

  rollback: {
    summary: "Make another release the current one",
    synopsis: "<release> [--json]",
    help: "`country-trust releases` lists the releases. A running service switches within a second.",
    options: { json: "boolean" },
    changesReleases: true,
    async run(console, args) {
      const id = onlyArgument(args, ONE_RELEASE);
      const { before } = await makeCurrent(storeOf(console), id, waitingAt(console));
      const line = before === id ? `${id} is already current.` : `${id} is now current, instead of ${before}.`;
      return { json: { current: id, before }, lines: [line] };
    },
  },

  withdraw: {
    summary: "Take a release out of lists; it answers 410 with your note",
    synopsis: "<release> --note <text> [--json]",
    help: `Its files stay, and \`restore\` brings it back. Readers of its page, its data and its downloads read the note
instead, within a second on a running service. The current release cannot be withdrawn: \`rollback\` first.`,
    options: { note: "string", json: "boolean" },
    changesReleases: true,
    async run(console, args, options) {
      const id = onlyArgument(args, ONE_RELEASE);
      const note = readNote("--note", textOption(options, "note"));
      await withdrawRelease(storeOf(console), id, note, waitingAt(console));
      const line = `${id} is withdrawn; to undo it: country-trust restore ${id}`;
      return { json: { id, state: "withdrawn", note }, lines: [line] };
    },
  },

  restore: {
    summary: "Undo a withdrawal: the release is listed and answered again",
    synopsis: "<release> [--json]",
    help: "It does not become current by that; `rollback` does that.",
    options: { json: "boolean" },
    changesReleases: true,
    async run(console, args) {
      const id = onlyArgument(args, ONE_RELEASE);
      await restoreRelease(storeOf(console), id, waitingAt(console));
      return { json: { id, state: "published" }, lines: [`${id} is no longer withdrawn.`] };
    },
  },

  note: {
    summary: "Correct a release in words, shown wherever it is",
    synopsis: "<release> <text> | <release> --remove <number> [--json]",
    help: `The note stands above every page of the release, and in every answer from it (\`meta.errata\`), with its date.
The figures stay as they are: to correct them, publish the dataset again.

Options:
  --remove <number>  Take a note back; \`country-trust releases\` numbers them`,
    options: { remove: "string", json: "boolean" },
    changesReleases: true,
    async run(console, [id, text, ...more], options) {
      if (id === undefined) throw new UsageError("expected a release id and a text");
      expectAtMost(more, 0);
      const store = storeOf(console);
      const removed = textOption(options, "remove");
      if (removed === undefined) await noteRelease(store, id, readNote("the note", text), waitingAt(console));
      else {
        if (text !== undefined || !/^[1-9]\d{0,3}$/u.test(removed))
          throw new UsageError("expected --remove <number> alone");
        await unnoteRelease(store, id, Number(removed), waitingAt(console));
      }
      return {
        json: { id, errata: store.stateOf(id)?.errata ?? [] },
        lines: [removed === undefined ? `Noted with ${id}.` : `Note ${removed} of ${id} is taken back.`],
      };
    },
  },

  sign: {
    summary: "Sign a release that was published without a key, or with another one",
    synopsis: "[<release>] [--json]",
    help: `Without <release>, signs the current one, with the key in SIGNING_KEY_FILE. The release itself does not
change. A running service shows the signature when it opens the release next: at the latest after a restart.`,
    options: { json: "boolean" },
    changesReleases: true,
    async run(console, args) {
      expectAtMost(args, 1);
      const key = readSigningKey(console.settings);
      if (key === null) throw new UsageError("SIGNING_KEY_FILE is not set; `country-trust signing-key` makes a key");
      const store = storeOf(console);
      const id = releaseNamed(store, args);
      await signRelease(store.manifest(id), store.folderOf(id), key);
      const line = `${id} is signed by the key ${key.id}: ${key.publicKey.text}`;
      return { json: { id, signed_by: key.publicKey.text }, lines: [line] };
    },
  },
} satisfies Readonly<Record<string, Command>>;

/** Longer texts belong on a page of the publisher, which a note can name. */
const NOTE_CHARACTERS_MAX = 1000;

/** Checks a note by the publisher. Throws a UsageError that says what is wrong with it. */
function readNote(name: string, given: string | undefined): string {
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
