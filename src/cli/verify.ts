import { keysOfReleases } from "../distribution/origin-state.ts";
import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { SignatureError } from "../release/minisign.ts";
import { VerifyError } from "../release/verify-tables.ts";
import { verifySignatures } from "../release/sign-release.ts";
import { verifyRelease } from "../release/verify-release.ts";
import { type Command, expectAtMost, printJson } from "./command.ts";
import { counted, countedCompanies, showProgress, withReasons } from "./output.ts";

export const verify: Command = {
  name: "verify",
  summary: "Recompute the statistics of a release from its judgements and compare",
  synopsis: "[<release>] [--json]",
  help: "Without <release>, verifies the current one. Stops at the first difference and names it.",
  options: { json: { type: "boolean" } },
  async run(console, args, options) {
    expectAtMost(args, 1);
    const store = new ReleaseStore(console.settings.dataFolder, console.now, () => keysOfReleases(console.settings));
    const id = args[0] ?? store.currentId();
    if (id === null) throw new ReleaseStoreError(`nothing is published in ${store.dataFolder} yet`);
    if (!store.has(id)) throw new ReleaseStoreError(`there is no release ${id}; see \`country-trust releases\``);
    const progress = showProgress(console);
    try {
      const manifest = store.manifest(id);
      const verified = await verifyRelease(manifest, store.folderOf(id), progress.onProgress);
      const key = await verifySignatures(manifest, store.folderOf(id));
      progress.finish();
      if (options["json"])
        printJson(
          console,
          withReasons({ id, verified: true, ...verified, signed_by: key?.text ?? null }, { signed_by: "not_signed" }),
        );
      else {
        const { files, figures, judgements, companies } = verified;
        console.print(
          `${id} is as published: ${counted(files, "file")}, ${counted(figures, "statistic")} recomputed from ` +
            `${counted(judgements, "judgement")} of ${countedCompanies(companies)}.`,
        );
        console.print(key === null ? "It is not signed." : `Signed by the key ${key.id}: ${key.text}`);
        if (key !== null && console.settings.trustedKeys.length === 0)
          console.say("TRUSTED_KEYS names no key: compare this one with the key that the publisher gives elsewhere.");
      }
      return 0;
    } catch (error) {
      progress.finish();
      if (!(error instanceof VerifyError || error instanceof SignatureError)) throw error;
      if (options["json"]) printJson(console, { id, verified: false, mismatch: error.message });
      else console.print(`${id} is NOT as published. ${error.message}`);
      return 1;
    }
  },
};
