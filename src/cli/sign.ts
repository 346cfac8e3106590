import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { signRelease } from "../release/sign-release.ts";
import { type Command, expectAtMost, UsageError } from "./command.ts";
import { readSigningKey } from "./read-signing-key.ts";

export const sign: Command = {
  name: "sign",
  summary: "Sign a release that was published without a key, or with another one",
  synopsis: "[<release>]",
  help: `Without <release>, signs the current one, with the key in SIGNING_KEY_FILE. The release itself does not
change. A running service shows the signatures when it opens the release next: at the latest after a restart.`,
  options: {},
  changesReleases: true,
  async run(console, args) {
    expectAtMost(args, 1);
    const key = readSigningKey(console.settings);
    if (key === null) throw new UsageError("SIGNING_KEY_FILE is not set; `country-trust signing-key` makes a key");
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    const id = args[0] ?? store.currentId();
    if (id === null) throw new ReleaseStoreError(`nothing is published in ${store.dataFolder} yet`);
    if (!store.has(id)) throw new ReleaseStoreError(`there is no release ${id}; see \`country-trust releases\``);
    await signRelease(store.manifest(id), store.folderOf(id), key);
    console.print(`${id} is signed by the key ${key.id}: ${key.publicKey.text}`);
    return 0;
  },
};
