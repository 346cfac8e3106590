import { releaseDraft } from "../release/store/draft-release.ts";
import type { Draft } from "../release/store/release-states.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { ACCEPT_HELP, expectAcceptance, isRefused, NotPublished, REFUSED, refusalLines } from "./candidate.ts";
import { type Command, type Console, type OptionValues, printJson, UsageError } from "./command.ts";
import { type Comparison, compareWithCurrent } from "./gate.ts";
import { WAITING, withReasons } from "./output.ts";

export const release: Command = {
  name: "release",
  summary: "Publish a draft: it becomes the current release",
  synopsis: "<draft> [--accept <code>] [--json]",
  help: `${ACCEPT_HELP}

The draft is compared with the release that is current now, as \`publish\` does: exit status ${REFUSED} where the
change has to be accepted. \`country-trust drafts\` lists the drafts. A running service picks it up within a second.`,
  options: { accept: { type: "string" }, json: { type: "boolean" } },
  changesReleases: true,
  async run(console, [id, ...more], options) {
    if (id === undefined || more.length > 0)
      throw new UsageError("expected one draft; `country-trust drafts` lists them");
    expectAcceptance(options);
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    const compared: Compared = { comparison: null };
    try {
      const accept = acceptDraft(store, id, options, compared);
      const { before } = await releaseDraft(store, id, accept, () => console.say(WAITING));
      if (options["json"]) printJson(console, draftJson(id, compared.comparison, { current: id, before }));
      else {
        for (const line of compared.comparison?.lines ?? []) console.print(line);
        console.print(`${id} is now current${before === null ? "" : `, instead of ${before}`}.`);
      }
      return 0;
    } catch (error) {
      if (!(error instanceof NotPublished) || compared.comparison === null) throw error;
      return refuse(console, id, options, compared.comparison, "release it");
    }
  },
};

/** What a draft was compared with, once it was. */
export interface Compared {
  comparison: Comparison | null;
}

/**
 * Compares a draft with the release that is current now. What it returns throws `NotPublished`
 * where the change has to be accepted first.
 */
export function acceptDraft(
  store: ReleaseStore,
  id: string,
  options: OptionValues,
  compared: Compared,
): (draft: Draft) => void {
  return ({ gate }) => {
    compared.comparison = compareWithCurrent(store, { manifest: store.manifest(id), gate }, store.folderOf(id));
    if (isRefused(options, compared.comparison)) throw new NotPublished();
  };
}

/** Says why a draft is refused; returns the exit status. */
export function refuse(
  console: Console,
  id: string,
  options: OptionValues,
  comparison: Comparison,
  how: string,
): number {
  if (options["json"]) printJson(console, draftJson(id, comparison, {}));
  else for (const line of comparison.lines) console.print(line);
  for (const line of refusalLines(options, comparison, how)) console.say(line);
  return REFUSED;
}

/** A draft and what it changes, for scripts. */
export function draftJson(id: string, comparison: Comparison | null, more: object): Record<string, unknown> {
  const { changes = null, triggers = [], accept = null, reason = null } = comparison ?? {};
  const members = { id, ...more, changes, triggers, accept };
  return withReasons(members, {
    changes: reason ?? "not_compared",
    accept: "nothing_to_accept",
    before: "first_release",
  });
}
