import { discardDraft, readdressDraft } from "../release/store/draft-release.ts";
import type { Draft } from "../release/store/release-states.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { newDraftName } from "../release/store/draft-names.ts";
import { type Command, type Console, expectAtMost, printJson, UsageError } from "./command.ts";
import { addressOf } from "./draft.ts";
import { formatTime, WAITING, withReasons } from "./output.ts";

export const drafts: Command = {
  name: "drafts",
  summary: "List the drafts; give one another address, or delete it",
  synopsis: "[<action> <draft>] [--json]",
  help: `Actions:
  renew <draft>      Another secret address; the one before ends
  revoke <draft>     End the address: nobody can read the draft
  discard <draft>    Delete the draft

\`publish --draft\` makes a draft, \`release\` publishes it. Running services follow within a second.`,
  options: { json: { type: "boolean" } },
  changesReleases: true,
  async run(console, args, options) {
    const [name, id, ...more] = args;
    const store = new ReleaseStore(console.settings.dataFolder, console.now);
    const isJson = options["json"] === true;
    if (name === undefined) return list(console, store, isJson);
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) throw new UsageError(`expected one of ${Object.keys(ACTIONS).join(", ")}`);
    if (id === undefined) throw new UsageError("expected a draft; `country-trust drafts` lists them");
    expectAtMost(more, 0);
    return await action({ console, store, id, isJson });
  },
};

interface Call {
  readonly console: Console;
  readonly store: ReleaseStore;
  readonly id: string;
  readonly isJson: boolean;
}

const ACTIONS: Readonly<Record<string, (call: Call) => Promise<number>>> = {
  async renew({ console, store, id, isJson }) {
    const { name, secret } = newDraftName();
    await readdressDraft(store, id, secret, () => console.say(WAITING));
    const address = addressOf(console, name);
    if (isJson) printJson(console, { id, address });
    else {
      console.say(`${id} has another address; the one before leads nowhere. It is printed once:`);
      console.print(address);
    }
    return 0;
  },

  async revoke({ console, store, id, isJson }) {
    await readdressDraft(store, id, null, () => console.say(WAITING));
    if (isJson) printJson(console, { id, address: null });
    else console.print(`${id} has no address any more: nobody can read it until \`drafts renew ${id}\`.`);
    return 0;
  },

  async discard({ console, store, id, isJson }) {
    await discardDraft(store, id, () => console.say(WAITING));
    if (isJson) printJson(console, { id, discarded: true });
    else console.print(`${id} is deleted. It was never published.`);
    return 0;
  },
};

function list(console: Console, store: ReleaseStore, isJson: boolean): number {
  const states = store.states();
  const found = store.ids().flatMap((id) => {
    const state = states.byId.get(id);
    return store.isDraft(id, states) ? [{ id, draft: state?.draft ?? null, hasAddress: state?.secret != null }] : [];
  });
  if (isJson) printJson(console, found.map(draftEntry));
  else if (found.length === 0) console.say("There are no drafts.");
  else for (const { id, draft, hasAddress } of found) console.print(`${id}  ${draftInWords(draft, hasAddress)}`);
  return 0;
}

function draftEntry({ id, draft, hasAddress }: { id: string; draft: Draft | null; hasAddress: boolean }): object {
  return { id, has_address: hasAddress, ...embargoJson(draft) };
}

/** The embargo of a draft for scripts. */
export function embargoJson(draft: Draft | null): Record<string, unknown> {
  const embargo = draft?.embargo ?? null;
  const members = { embargo: embargo?.until ?? null, missed_embargo: embargo?.isMissed ?? false };
  return withReasons(members, { embargo: "no_time_set" });
}

/** What becomes of a draft, in words. */
export function draftInWords(draft: Draft | null, hasAddress: boolean): string {
  if (draft === null) return "draft, left unfinished: make it again, or `drafts discard` it";
  const { embargo } = draft;
  const address = hasAddress ? "" : ", no address";
  if (embargo === null) return `draft${address}`;
  const time = formatTime(new Date(embargo.until));
  if (!embargo.isMissed) return `draft until ${time}${address}`;
  return `draft${address}; its time was ${time}, but ${embargo.replaces ?? "no release"} was not current then: compare it with \`release\``;
}
