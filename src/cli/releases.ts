import { completenessInWords } from "../contract/words-of-completeness.ts";
import type { Manifest } from "../release/manifest.ts";
import { ReleaseStore } from "../release/release-store.ts";
import { type Command, printJson } from "./command.ts";
import { counted, countedCompanies, countsJson, formatCount, formatTime, repliesOf } from "./output.ts";

export const releases: Command = {
  name: "releases",
  summary: "List the releases, newest first; * marks the current one",
  synopsis: "[--json]",
  help: "",
  options: { json: { type: "boolean" } },
  async run(console, _args, options) {
    const store = new ReleaseStore(console.settings.dataFolder);
    const current = store.currentId();
    let status = 0;
    const manifests = store.list((error) => {
      console.say(`country-trust releases: ${error.message}`);
      status = 1;
    });
    if (options["json"]) {
      const list = manifests.map(({ id, fingerprint, publishedAt, dataset, counts }) => {
        return {
          id,
          current: id === current,
          published_at: publishedAt,
          fingerprint,
          title: dataset.title,
          counts: countsJson(counts),
        };
      });
      printJson(console, list);
      return status;
    }
    if (manifests.length === 0 && status === 0) console.say(`Nothing is published in ${store.dataFolder} yet.`);
    for (const manifest of manifests) {
      const { id, publishedAt, dataset, counts } = manifest;
      const companies = `${countedCompanies(counts.companies)}, ${formatCount(counts.judgedCompanies)} judged`;
      const held = [companies, counted(counts.judgements, "judgement"), ...repliesOf(counts)];
      const size = [held.join(", "), ...droppedRows(counts)].join("; ");
      const mark = id === current ? "*" : " ";
      console.print(`${mark} ${id}  ${formatTime(new Date(publishedAt))}  ${dataset.title} (${size})`);
      const completeness = completenessInWords(manifest);
      if (completeness !== null) console.print(`    ${completeness}`);
    }
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
