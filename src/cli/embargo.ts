import { embargoDraft } from "../release/store/draft-release.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { ACCEPT_HELP, expectAcceptance, NotPublished, REFUSED } from "./candidate.ts";
import { type Command, printJson, UsageError } from "./command.ts";
import { cacheLines, readTime, timeInWords, zoneLines } from "./draft.ts";
import { WAITING } from "./output.ts";
import { acceptDraft, type Compared, draftJson, refuse } from "./release.ts";

export const embargo: Command = {
  name: "embargo",
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
  options: {
    at: { type: "string" },
    cancel: { type: "boolean" },
    accept: { type: "string" },
    json: { type: "boolean" },
  },
  changesReleases: true,
  async run(console, [id, ...more], options) {
    if (id === undefined || more.length > 0)
      throw new UsageError("expected one draft; `country-trust drafts` lists them");
    const until = readTime(options, console.now());
    if ((until === null) !== (options["cancel"] === true)) throw new UsageError("expected --at <time> or --cancel");
    expectAcceptance(options);
    for (const line of zoneLines(options)) console.say(line);
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    const compared: Compared = { comparison: null };
    const accept = until === null ? () => {} : acceptDraft(store, id, options, compared);
    try {
      await embargoDraft(store, id, until, accept, () => console.say(WAITING));
    } catch (error) {
      if (!(error instanceof NotPublished) || compared.comparison === null) throw error;
      return refuse(console, id, options, compared.comparison, "set the time");
    }
    if (options["json"])
      printJson(console, draftJson(id, compared.comparison, { embargo: until?.toISOString() ?? null }));
    else if (until === null) console.print(`${id} has no time any more; \`country-trust release ${id}\` publishes it.`);
    else {
      console.print(`${id} becomes current at ${timeInWords(until)} by itself.`);
      for (const line of cacheLines(until, console.now())) console.say(line);
    }
    return 0;
  },
};
