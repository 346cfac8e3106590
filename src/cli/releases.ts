import { completenessInWords } from "../ask/words.ts";
import type { Manifest } from "../release/manifest.ts";
import type { ReleaseStates } from "../release/store/release-states.ts";
import { readHistory } from "../release/store/release-register.ts";
import type { ReleaseStore } from "../release/store/release-store.ts";
import { type Command, expectAtMost, storeOf } from "./command.ts";
import { draftInWords, embargoJson } from "./drafts.ts";
import { countedCompanies, duplicatesOf, formatTime, repliesOf } from "../publishing/words.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { countsJson, withReasons } from "./output.ts";

export const releases: Command = {
  summary: "List the releases, newest first; * marks the current one",
  synopsis: "[--json]",
  help: `Drafts, withdrawn, unreadable and removed releases are listed with what became of them, and notes with their numbers.

Options:
  --json             Print the result as JSON`,
  options: { json: "boolean" },
  async run(console, args) {
    expectAtMost(args, 0);
    const store = storeOf(console);
    const states = store.states();
    const current = store.currentId();
    const unreadable: { readonly id: string; readonly current: boolean; readonly reason: string }[] = [];
    const listed = store
      .ids()
      .flatMap((id) => {
        const manifest = store.manifestIfWhole(id, ({ message: reason }) =>
          unreadable.push({ id, current: id === current, reason }),
        );
        return manifest === null ? [] : [describe(store, states, current, manifest)];
      })
      .toSorted((a, b) => (a.manifest.publishedAt < b.manifest.publishedAt ? 1 : -1));
    const gone = [...states.byId].flatMap(
      ([id, { prunedAt, withdrawn }]): { id: string; json: object; said: string }[] => {
        if (store.has(id)) return [];
        const removed = { id, current: false, state: "removed", removed_at: prunedAt };
        if (prunedAt !== null) return [{ id, json: removed, said: `removed ${formatTime(new Date(prunedAt))}` }];
        if (withdrawn === null) return [];
        const json = { id, current: false, state: "lost", withdrawn: { at: withdrawn.at, note: withdrawn.text } };
        return [
          { id, json, said: "withdrawn, and its files are lost; to publish its dataset again, `restore` it first" },
        ];
      },
    );
    const notes = unreadable.map(({ reason }) => `country-trust releases: ${reason}`);
    const next = readHistory(store.recordsFolder(), store.recordedId()).at(-1);
    if (next !== undefined && next.since > store.now().toISOString())
      notes.push(
        `${next.release} becomes current at ${next.since}, when all nodes have it; until then * marks the one before.`,
      );
    if (store.ids().length + gone.length === 0) notes.push(`Nothing is published in ${store.dataFolder} yet.`);
    const others = unreadable.filter((each) => !each.current);
    return {
      json: [
        ...listed.map(listedJson),
        ...unreadable.map((each) => ({ ...each, state: "unreadable" })),
        ...gone.map(({ json }) => json),
      ],
      lines: [
        ...listed.flatMap(listedLines),
        ...others.map(({ id }) => `  ${id}  cannot be read; \`country-trust prune\` can remove it`),
        ...gone.map(({ id, said }) => `  ${id}  ${said}`),
      ],
      notes,
      // Other releases that cannot be read keep nobody from reading the current one.
      status: others.length < unreadable.length ? 1 : 0,
    };
  },
};

/** Rows that are not in a release, though nothing is wrong with them. */
function droppedRows(counts: Manifest["counts"]): string[] {
  const [superseded, duplicates] = [counts.supersededJudgements, duplicatesOf(counts)];
  return [
    ...(superseded > 0 ? [counted(superseded, "superseded judgement")] : []),
    ...(duplicates > 0 ? [counted(duplicates, "duplicate row")] : []),
  ];
}

type ReleaseRow = ReturnType<typeof describe>;

function describe(store: ReleaseStore, states: ReleaseStates, current: string | null, manifest: Manifest) {
  const { id } = manifest;
  const state = states.byId.get(id);
  const other = store.isDraft(id, states) ? "draft" : state?.withdrawn == null ? "published" : "withdrawn";
  return { manifest, state, what: id === current ? "current" : other };
}

function listedJson({ manifest, state, what }: ReleaseRow): Record<string, unknown> {
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

function listedLines({ manifest, state, what }: ReleaseRow): string[] {
  const { id, publishedAt, dataset, counts } = manifest;
  const companies = `${countedCompanies(counts.companies)}, ${formatCount(counts.judgedCompanies)} judged`;
  const held = [companies, counted(counts.judgements, "judgement"), ...repliesOf(counts)];
  const size = [held.join(", "), ...droppedRows(counts)].join("; ");
  const mark = what === "current" ? "*" : " ";
  const completeness = completenessInWords(manifest);
  const { withdrawn = null, errata = [] } = state ?? {};
  const details = [
    ...(completeness === null ? [] : [completeness]),
    ...(what === "draft" ? [draftInWords(state?.draft ?? null, state?.secret != null)] : []),
    ...(withdrawn === null ? [] : [`withdrawn ${formatTime(new Date(withdrawn.at))}: ${withdrawn.text}`]),
    ...errata.map(({ at, text }, index) => `note ${index + 1}, ${formatTime(new Date(at))}: ${text}`),
  ];
  const first = `${mark} ${id}  ${formatTime(new Date(publishedAt))}  ${dataset.title} (${size})`;
  return [first, ...details.map((line) => `    ${line}`)];
}
