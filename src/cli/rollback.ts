import { Shelf } from "../release/shelf.ts";
import { type Command, UsageError } from "./command.ts";

export const rollback: Command = {
  name: "rollback",
  summary: "Makes an earlier (or later) release the current one. A running service follows within a second.",
  usage: "<release id>",
  options: {},
  async run(console, [id, ...more]) {
    if (id === undefined || more.length > 0)
      throw new UsageError("expected one release id; `country-trust releases` lists them");
    const shelf = new Shelf(console.settings.dataFolder);
    const before = shelf.currentId();
    const manifest = await shelf.makeCurrent(id, () =>
      console.say("Another publication is under way; waiting for it …"),
    );
    console.print(before === id ? `${id} was current already.` : `${manifest.id} is current; before it was ${before}.`);
    return 0;
  },
};
