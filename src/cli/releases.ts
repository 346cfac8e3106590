import { ReleaseStore } from "../release/release-store.ts";
import type { Command } from "./command.ts";
import { describeIntake } from "./describe-counts.ts";
import { formatCount } from "./progress.ts";

export const releases: Command = {
  name: "releases",
  summary: "Lists the releases, newest first; * marks the current one.",
  usage: "[--json]",
  options: { json: { type: "boolean" } },
  async run(console, _arguments, options) {
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
          counts: describeIntake(counts),
        };
      });
      console.print(JSON.stringify(list, null, 2));
      return status;
    }
    if (manifests.length === 0 && status === 0) console.say(`Nothing is published in ${store.dataFolder} yet.`);
    for (const { id, publishedAt, dataset, counts } of manifests) {
      const size = `${formatCount(counts.companies)} companies, ${formatCount(counts.judgements)} judgements`;
      console.print(`${id === current ? "*" : " "} ${id}  ${publishedAt.slice(0, 16)}Z  ${dataset.title} (${size})`);
    }
    return status;
  },
};
