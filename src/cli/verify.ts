import { ReleaseStore, ReleaseStoreError } from "../release/release-store.ts";
import { VerifyError } from "../release/expect-same.ts";
import { verifyRelease } from "../release/verify-release.ts";
import { type Command, UsageError } from "./command.ts";
import { formatCount, showProgress } from "./progress.ts";

export const verify: Command = {
  name: "verify",
  summary:
    "Recomputes every published figure of a release from the judgements inside it; fails on the first mismatch, naming it.",
  usage: "[<release id>] [--json]      without an id: the current release",
  options: { json: { type: "boolean" } },
  async run(console, [asked, ...more], options) {
    if (more.length > 0) throw new UsageError("expected at most one release id");
    const store = new ReleaseStore(console.settings.dataFolder);
    const id = asked ?? store.currentId();
    if (id === null || !store.has(id)) {
      throw new ReleaseStoreError(
        id === null
          ? `nothing is published in ${store.dataFolder} yet`
          : `there is no release ${id}; see \`country-trust releases\``,
      );
    }
    const progress = showProgress(console);
    try {
      const verified = await verifyRelease(store.manifest(id), store.folderOf(id), progress.onProgress);
      progress.finish();
      if (options["json"]) console.print(JSON.stringify({ id, verified: true, ...verified }, null, 2));
      else {
        console.print(
          `${id} is as published: ${verified.files} files, ${formatCount(verified.figures)} figures recomputed from ` +
            `${formatCount(verified.judgements)} judgements of ${formatCount(verified.companies)} companies.`,
        );
      }
      return 0;
    } catch (error) {
      progress.finish();
      if (!(error instanceof VerifyError)) throw error;
      if (options["json"]) console.print(JSON.stringify({ id, verified: false, mismatch: error.message }, null, 2));
      else console.print(`${id} is NOT as published. ${error.message}`);
      return 1;
    }
  },
};
