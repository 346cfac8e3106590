import { makeCurrent } from "../release/store/locked-store.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { type Command, printJson, UsageError } from "./command.ts";
import { WAITING } from "./output.ts";

export const rollback: Command = {
  name: "rollback",
  summary: "Make another release the current one",
  synopsis: "<release> [--json]",
  help: "`country-trust releases` lists the releases. A running service switches within a second.",
  options: { json: { type: "boolean" } },
  changesReleases: true,
  async run(console, [id, ...more], options) {
    if (id === undefined || more.length > 0)
      throw new UsageError("expected one release id; `country-trust releases` lists them");
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    const { manifest, before } = await makeCurrent(store, id, () => console.say(WAITING));
    if (options["json"]) printJson(console, { current: manifest.id, before });
    else if (before === id) console.print(`${id} is already current.`);
    else console.print(`${manifest.id} is now current, instead of ${before}.`);
    return 0;
  },
};
