import { completenessInWords } from "../ask/words.ts";
import type { Manifest } from "../release/manifest.ts";
import type { ReleaseState, ReleaseStates } from "../release/store/release-states.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { type Command, type Console, printJson } from "./command.ts";
import { listNodes } from "./nodes.ts";
import { draftInWords, embargoJson } from "./drafts.ts";
import { counted, countedCompanies, countsJson, formatCount, formatTime, repliesOf, withReasons } from "./output.ts";

export const releases: Command = {
  name: "releases",
  summary: "List the releases, newest first; * marks the current one",
  synopsis: "[--nodes] [--json]",
  help: `Drafts, withdrawn and removed releases are listed with what became of them, and notes with their numbers.

Options:
  --nodes            Which node holds and serves what, since when, and why it lags
  --json             Print the result as JSON`,
  options: { nodes: { type: "boolean" }, json: { type: "boolean" } },
  async run(console, _args, options) {
    if (options["nodes"]) return await listNodes(console, options["json"] === true);
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    const states = store.states();
    const current = store.currentId();
    let status = 0;
    const listed = store
      .ids()
      .flatMap((id) => {
        const manifest = store.manifestIfWhole(id, (error) => {
          console.say(`country-trust releases: ${error.message}`);
          status = 1;
        });
        return manifest === null ? [] : [describe(store, states, current, manifest)];
      })
      .toSorted((a, b) => (a.manifest.publishedAt < b.manifest.publishedAt ? 1 : -1));
    const removed = [...states.byId].flatMap(([id, { prunedAt }]) =>
      prunedAt !== null && !store.has(id) ? [{ id, at: prunedAt }] : [],
    );
    if (options["json"]) {
      const gone = removed.map(({ id, at }) => ({ id, current: false, state: "removed", removed_at: at }));
      printJson(console, [...listed.map(listedJson), ...gone]);
      return status;
    }
    if (listed.length + removed.length === 0 && status === 0)
      console.say(`Nothing is published in ${store.dataFolder} yet.`);
    for (const each of listed) printListed(console, each);
    for (const { id, at } of removed) console.print(`  ${id}  removed ${formatTime(new Date(at))}`);
    return status;
  },
};

/** Rows that are not in a release, though nothing is wrong with them. */
function droppedRows(counts: Manifest["counts"]): string[] {
  const { supersededJudgements: superseded, duplicateReplies } = counts;
  const duplicates =
    counts.duplicateCompanies + counts.duplicateProducts + counts.duplicateJudgements + duplicateReplies;
  return [
    ...(superseded > 0 ? [counted(superseded, "superseded judgement")] : []),
    ...(duplicates > 0 ? [counted(duplicates, "duplicate row")] : []),
  ];
}

interface Listed {
  readonly manifest: Manifest;
  readonly state: ReleaseState | undefined;
  readonly what: "current" | "published" | "draft" | "withdrawn";
}

function describe(store: ReleaseStore, states: ReleaseStates, current: string | null, manifest: Manifest): Listed {
  const { id } = manifest;
  const state = states.byId.get(id);
  if (id === current) return { manifest, state, what: "current" };
  if (store.isDraft(id, states)) return { manifest, state, what: "draft" };
  return { manifest, state, what: state?.withdrawn == null ? "published" : "withdrawn" };
}

function listedJson({ manifest, state, what }: Listed): Record<string, unknown> {
  const { id, fingerprint, publishedAt, dataset, counts } = manifest;
  const { draft = null, withdrawn = null, errata = [] } = state ?? {};
  return {
    id,
    current: what === "current",
    state: what,
    published_at: publishedAt,
    fingerprint,
    title: dataset.title,
    counts: countsJson(counts),
    ...(what === "draft" ? embargoJson(draft) : {}),
    ...withReasons(
      { withdrawn: withdrawn && { at: withdrawn.at, note: withdrawn.text } },
      { withdrawn: "not_withdrawn" },
    ),
    errata,
  };
}

function printListed(console: Console, { manifest, state, what }: Listed): void {
  const { id, publishedAt, dataset, counts } = manifest;
  const companies = `${countedCompanies(counts.companies)}, ${formatCount(counts.judgedCompanies)} judged`;
  const held = [companies, counted(counts.judgements, "judgement"), ...repliesOf(counts)];
  const size = [held.join(", "), ...droppedRows(counts)].join("; ");
  const mark = what === "current" ? "*" : " ";
  console.print(`${mark} ${id}  ${formatTime(new Date(publishedAt))}  ${dataset.title} (${size})`);
  const line = (text: string): void => console.print(`    ${text}`);
  const completeness = completenessInWords(manifest);
  if (completeness !== null) line(completeness);
  if (what === "draft") line(draftInWords(state?.draft ?? null, state?.secret != null));
  if (state?.withdrawn != null) line(`withdrawn ${formatTime(new Date(state.withdrawn.at))}: ${state.withdrawn.text}`);
  for (const [index, { at, text }] of (state?.errata ?? []).entries())
    line(`note ${index + 1}, ${formatTime(new Date(at))}: ${text}`);
}
