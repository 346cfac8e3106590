import { addressOf } from "../publishing/publish.ts";
import { formatTime } from "../publishing/words.ts";
import { newDraftName } from "../release/store/draft-names.ts";
import { discardDraft, readdressDraft } from "../release/store/draft-release.ts";
import type { Draft } from "../release/store/release-states.ts";
import type { ReleaseStore } from "../release/store/release-store.ts";
import { withReasons } from "./output.ts";
import { type Command, type Console, onlyArgument, type Result, storeOf, UsageError, waitingAt } from "./command.ts";

type Action = (console: Console, id: string) => Promise<Result>;

export const drafts: Command = {
  summary: "List the drafts; give one another address, or delete it",
  synopsis: "[<action> <draft>] [--json]",
  help: `Actions:
  renew <draft>      Another secret address; the one before ends
  revoke <draft>     End the address: nobody can read the draft
  discard <draft>    Delete the draft

\`publish --draft\` makes a draft, \`release\` publishes it. Running services follow within a second.`,
  options: { json: "boolean" },
  changesReleases: true,
  async run(console, [name, ...args]) {
    if (name === undefined) return list(storeOf(console));
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) throw new UsageError(`expected one of ${Object.keys(ACTIONS).join(", ")}`);
    return await action(console, onlyArgument(args, "a draft; `country-trust drafts` lists them"));
  },
};

const ACTIONS: Readonly<Record<string, Action>> = {
  async renew(console, id) {
    const { name, secret } = newDraftName();
    await readdressDraft(storeOf(console), id, secret, waitingAt(console));
    const address = addressOf(console.settings, name);
    const note = `${id} has another address; the one before leads nowhere. It is printed once:`;
    return { json: { id, address }, lines: [{ note }, address] };
  },

  async revoke(console, id) {
    await readdressDraft(storeOf(console), id, null, waitingAt(console));
    const line = `${id} has no address any more: nobody can read it until \`drafts renew ${id}\`.`;
    return { json: { id, address: null }, lines: [line] };
  },

  async discard(console, id) {
    await discardDraft(storeOf(console), id, waitingAt(console));
    return { json: { id, discarded: true }, lines: [`${id} is deleted. It was never published.`] };
  },
};

function list(store: ReleaseStore): Result {
  const states = store.states();
  const found = store.ids().flatMap((id) => {
    const state = states.byId.get(id);
    return store.isDraft(id, states) ? [{ id, draft: state?.draft ?? null, hasAddress: state?.secret != null }] : [];
  });
  const json = found.map(({ id, draft, hasAddress }) => ({ id, has_address: hasAddress, ...embargoJson(draft) }));
  const lines = found.map(({ id, draft, hasAddress }) => `${id}  ${draftInWords(draft, hasAddress)}`);
  return { json, lines: lines.length === 0 ? [{ note: "There are no drafts." }] : lines };
}

/** The embargo of a draft for scripts. */
export function embargoJson(draft: Draft | null): Record<string, unknown> {
  const embargo = draft?.embargo ?? null;
  const members = { embargo: embargo?.until ?? null, missed_embargo: embargo?.isMissed ?? false };
  return withReasons(members, { embargo: "no_time_set" });
}

/** The state of a draft in words. */
export function draftInWords(draft: Draft | null, hasAddress: boolean): string {
  if (draft === null) return "draft, left unfinished: make it again, or `drafts discard` it";
  const { embargo } = draft;
  const address = hasAddress ? "" : ", no address";
  if (embargo === null) return `draft${address}`;
  const time = formatTime(new Date(embargo.until));
  if (!embargo.isMissed) return `draft until ${time}${address}`;
  return `draft${address}; its time was ${time}, but ${embargo.replaces ?? "no release"} was not current then: compare it with \`release\``;
}
