import { acceptanceCode } from "../publishing/words.ts";
import { listPrunable, type Prunable, pruneReleases } from "../release/store/prune-releases.ts";
import type { Settings } from "../settings.ts";
import { counted } from "../intake/counted.ts";
import { ACCEPT_HELP, readAcceptance, REFUSED, withReasons } from "./output.ts";
import { type Command, expectAtMost, type Result, storeOf, textOption, UsageError, waitingAt } from "./command.ts";

export const prune: Command = {
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
  options: { keep: "string", before: "string", accept: "string", json: "boolean" },
  changesReleases: true,
  async run(console, args, options) {
    expectAtMost(args, 0);
    const { settings } = console;
    const store = storeOf(console);
    const choice = { keep: readKeep(textOption(options, "keep")), before: readDay(textOption(options, "before")) };
    if (choice.keep === null && choice.before === null) throw new UsageError("expected --keep <n> or --before <date>");
    const accept = readAcceptance(options);
    let found = listPrunable(store, choice);
    if (found.length === 0) return describe(settings, found, false);
    const choose = (): readonly Prunable[] => {
      found = listPrunable(store, choice);
      return codeOf(found) === accept ? found : [];
    };
    const removed = await pruneReleases(store, choose, waitingAt(console));
    if (removed.length === found.length) return describe(settings, removed, removed.length > 0);
    const how = `Nothing was removed. If it is meant, prune with --accept ${codeOf(found)}`;
    const notes = [...(accept === null ? [] : [`--accept ${accept} names another list.`]), how];
    return { ...describe(settings, found, false), notes, status: REFUSED };
  },
};

/** Only releases that were shown are removed. */
function codeOf(releases: readonly Prunable[]): string {
  return acceptanceCode(releases.map(({ id }) => id));
}

function describe(settings: Settings, releases: readonly Prunable[], isRemoved: boolean): Result {
  const entries = releases.map(({ id, publishedAt, title, becameCurrent, isWithdrawn }) => {
    const page = pageOf(settings, id);
    return { id, published_at: publishedAt, title, became_current: becameCurrent, withdrawn: isWithdrawn, page };
  });
  const why = isRemoved ? "removed" : "nothing_to_remove";
  const accept = isRemoved || releases.length === 0 ? null : codeOf(releases);
  const json = withReasons({ removed: isRemoved, releases: entries, accept }, { accept: why });
  if (releases.length === 0) return { json, lines: ["There is nothing to remove."] };
  return {
    json,
    lines: [
      `${isRemoved ? "Removed" : "Would be removed"}: ${counted(releases.length, "release")}. These citations lead nowhere then:`,
      ...releases.flatMap(({ id, publishedAt, title, becameCurrent, isWithdrawn }) => {
        const was =
          becameCurrent.length === 0 ? "never current" : `current from ${becameCurrent.map(dayOf).join(", ")}`;
        const state = isWithdrawn ? ", withdrawn" : "";
        return [
          `  ${id}  published ${dayOf(publishedAt)}, ${was}${state}: ${title ?? "damaged or of another version"}`,
          `    ${pageOf(settings, id)}`,
        ];
      }),
      "Their pages, data and downloads answer 410. `as_of` of their time answers 410, too. Histories have no entry of them, changes cannot be compared with them, and feeds leave out what they were news of.",
    ],
  };
}

function pageOf({ baseUrl, port }: Settings, id: string): string {
  return `${baseUrl ?? `http://localhost:${port}`}/releases/${id}`;
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
