import { ReleaseStore } from "../release/release-store.ts";
import { type Command, printJson } from "./command.ts";
import { counted, countedCompanies, countsJson, formatCount, formatTime } from "./output.ts";

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
    for (const { id, publishedAt, dataset, counts } of manifests) {
      const companies = `${countedCompanies(counts.companies)}, ${formatCount(counts.judgedCompanies)} judged`;
      const { skippedRows: skipped } = counts;
      const leftOut = skipped.companies + skipped.products + skipped.judgements;
      const rows = leftOut === 0 ? "" : `; left out: ${counted(leftOut, "row")} with problems`;
      const size = `${companies}, ${counted(counts.judgements, "judgement")}${rows}`;
      const mark = id === current ? "*" : " ";
      console.print(`${mark} ${id}  ${formatTime(new Date(publishedAt))}  ${dataset.title} (${size})`);
    }
    return status;
  },
};
