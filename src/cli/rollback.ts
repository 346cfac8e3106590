import { ReleaseStore } from "../release/release-store.ts";
import { type Command, UsageError } from "./command.ts";

export const rollback: Command = {
  name: "rollback",
  summary: "Makes an earlier (or later) release the current one. A running service follows within a second.",
  usage: "<release id> [--json]",
  options: { json: { type: "boolean" } },
  async run(console, [id, ...more], options) {
    if (id === undefined || more.length > 0)
      throw new UsageError("expected one release id; `country-trust releases` lists them");
    const store = new ReleaseStore(console.settings.dataFolder);
    const { manifest, before } = await store.makeCurrent(id, () =>
      console.say("Another publication is under way; waiting for it …"),
    );
    if (options["json"]) console.print(JSON.stringify({ current: manifest.id, before }, null, 2));
    else if (before === id) console.print(`${id} was current already.`);
    else console.print(`${manifest.id} is current; before it was ${before}.`);
    return 0;
  },
};
