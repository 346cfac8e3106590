import { createHash } from "node:crypto";
import { listPrunable, type Prunable, pruneReleases } from "../release/store/prune-releases.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { ACCEPT_HELP, expectAcceptance, NotPublished, REFUSED } from "./candidate.ts";
import { type Command, type Console, printJson, textOption, UsageError } from "./command.ts";
import { counted, WAITING } from "./output.ts";

export const prune: Command = {
  name: "prune",
  summary: "Remove old releases for good, and say which citations die",
  synopsis: "--keep <n> | --before <date> [--accept <code>] [--json]",
  help: `Options:
  --keep <n>         Keep the newest n releases
  --before <date>    Only what was published before this day (UTC): 2025-01-01
  ${ACCEPT_HELP.replace("Publish a change that was refused; the refusal", "Remove what is listed; the list")}
  --json             Print the result as JSON

Without --accept, the list is printed and nothing is removed (exit status ${REFUSED}). The current release, the one before it and
drafts always stay. What is removed answers 410 from then on; histories, changes and feeds do without it. An origin frees
the space with the first publication after a day.`,
  options: {
    keep: { type: "string" },
    before: { type: "string" },
    accept: { type: "string" },
    json: { type: "boolean" },
  },
  changesReleases: true,
  async run(console, args, options) {
    if (args.length > 0) throw new UsageError(`unexpected argument "${args[0]}"`);
    const choice = { keep: readKeep(textOption(options, "keep")), before: readDay(textOption(options, "before")) };
    if (choice.keep === null && choice.before === null) throw new UsageError("expected --keep <n> or --before <date>");
    expectAcceptance(options);
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    const accepted = textOption(options, "accept");
    const found: { releases: readonly Prunable[] } = { releases: listPrunable(store, choice) };
    const choose = (): readonly Prunable[] => {
      found.releases = listPrunable(store, choice);
      if (codeOf(found.releases) !== accepted) throw new NotPublished();
      return found.releases;
    };
    try {
      if (found.releases.length > 0) await pruneReleases(store, choose, () => console.say(WAITING));
      return report(console, options["json"] === true, found.releases, found.releases.length > 0);
    } catch (error) {
      if (!(error instanceof NotPublished)) throw error;
      report(console, options["json"] === true, found.releases, false);
      if (accepted !== undefined) console.say(`--accept ${accepted} names another list.`);
      console.say(`Nothing was removed. If it is meant, prune with --accept ${codeOf(found.releases)}`);
      return REFUSED;
    }
  },
};

const CODE_DIGITS = 12;

/** Names one list of releases, so that what is removed is what was read. */
function codeOf(releases: readonly Prunable[]): string {
  const ids = JSON.stringify(releases.map(({ id }) => id));
  return createHash("sha256").update(ids).digest("hex").slice(0, CODE_DIGITS);
}

function report(console: Console, isJson: boolean, releases: readonly Prunable[], isRemoved: boolean): number {
  if (isJson) {
    const entries = releases.map(({ id, publishedAt, title, becameCurrent, isWithdrawn }) => {
      const page = pageOf(console, id);
      return { id, published_at: publishedAt, title, became_current: becameCurrent, withdrawn: isWithdrawn, page };
    });
    printJson(console, { removed: isRemoved, releases: entries, accept: isRemoved ? null : codeOf(releases) });
    return 0;
  }
  if (releases.length === 0) {
    console.print("There is nothing to remove.");
    return 0;
  }
  console.print(
    `${isRemoved ? "Removed" : "Would be removed"}: ${counted(releases.length, "release")}. These citations lead nowhere then:`,
  );
  for (const { id, publishedAt, title, becameCurrent, isWithdrawn } of releases) {
    const was = becameCurrent.length === 0 ? "never current" : `current from ${becameCurrent.map(dayOf).join(", ")}`;
    const state = isWithdrawn ? ", withdrawn" : "";
    console.print(
      `  ${id}  published ${dayOf(publishedAt)}, ${was}${state}: ${title ?? "damaged or of another version"}`,
    );
    console.print(`    ${pageOf(console, id)}`);
  }
  console.print(
    "Their pages, data and downloads answer 410. `as_of` of their time answers 410, too. Histories have no entry of them, changes cannot be compared with them, and feeds leave out what they were news of.",
  );
  return 0;
}

function pageOf({ settings }: Console, id: string): string {
  return `${settings.baseUrl ?? `http://localhost:${settings.port}`}/releases/${id}`;
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}

function readKeep(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,5}$/u.test(text)) throw new UsageError(`--keep is "${text}"; expected a number from 1`);
  return Number(text);
}

function readDay(text: string | undefined): string | null {
  if (text === undefined) return null;
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new UsageError(`--before is "${text}"; expected a day such as 2025-01-01`);
  return text;
}
