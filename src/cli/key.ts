import type { AccessStores } from "../access/store/open-stores.ts";
import type { KeyRecord } from "../access/accounts.ts";
import { newKeyFields } from "../access/api-key.ts";
import { findTextFault } from "../access/kept-text.ts";
import { type Limits, TIER_LIMITS } from "../access/quota.ts";
import { EMAIL_PATTERN, USE_CASE_PATTERN } from "../topics/account/keys.ts";
import {
  type Command,
  type Console,
  expectAtMost,
  failed,
  type OptionValues,
  type Result,
  textOption,
  UsageError,
} from "./command.ts";
import {
  findNamedKey,
  formatLimits,
  KEY_HELP,
  keyJson,
  keyLine,
  keyLines,
  limitsOf,
  refuseWholeKeys,
  withStores,
} from "./keys.ts";

export const key: Command = {
  summary: "List, create, change, revoke and rotate API keys",
  synopsis: "<action> [options]",
  help: `Actions:
  list [--email <address>]
  create --email <address> --use-case <text> [--tier free|pro|enterprise]
  show <key>
  tier <key> free|pro|enterprise
  limits <key> <per hour> <per day>    Set own limits: numbers, or "unlimited"
  limits <key> tier                    Use the limits of the tier again
  revoke <key>
  rotate <key>                         Replace it by a new key with the same limits and counters

Options:
  --json                               Print the result as JSON, with every action

${KEY_HELP}
A new key is printed once, to standard output. Changes reach a running service within a second.`,
  options: { email: "string", "use-case": "string", tier: "string", json: "boolean" },
  async run(console, args, options) {
    refuseWholeKeys([...args, ...Object.values(options)]);
    const [name = "", ...rest] = args;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) throw new UsageError(`expected one of ${Object.keys(ACTIONS).join(", ")}`);
    return withStores(console.settings, ({ accounts }) => action({ console, args: rest, options, accounts }));
  },
};

/** An action with its arguments and the accounts to act on. */
interface Call extends Pick<AccessStores, "accounts"> {
  readonly console: Console;
  /** The arguments after the name of the action. */
  readonly args: readonly string[];
  readonly options: OptionValues;
}

const ACTIONS: Readonly<Record<string, (call: Call) => Promise<Result>>> = {
  async list({ args, options, accounts }) {
    expectAtMost(args, 0);
    const email = textOption(options, "email");
    const keys = await accounts.list(email === undefined ? undefined : { email });
    return {
      json: keys.map(keyJson),
      lines: keys.length === 0 ? [{ note: "There are no keys yet." }] : keys.map(keyLine),
    };
  },

  async create({ console, args, options, accounts }) {
    expectAtMost(args, 0);
    const email = textOption(options, "email") ?? "";
    const useCase = textOption(options, "use-case") ?? "";
    if (!new RegExp(EMAIL_PATTERN, "u").test(email) || email.length > 254)
      throw new UsageError("expected --email with an e-mail address such as name@example.org");
    if (!new RegExp(USE_CASE_PATTERN, "u").test(useCase))
      throw new UsageError("expected --use-case with 1 to 500 characters, and no control characters");
    const fault = findTextFault(useCase);
    if (fault !== null) throw new UsageError(`--use-case ${fault}`);
    const { apiKey, ...fields } = newKeyFields();
    const created = await accounts.create({
      ...fields,
      tier: readTier(textOption(options, "tier") ?? "free"),
      limits: null,
      email,
      useCase: useCase.trim(),
      createdAt: console.now(),
      emailConfirmation: "not_required",
    });
    return newKey(created, apiKey);
  },

  async show({ console, args, accounts }) {
    expectAtMost(args, 1);
    const found = await findNamedKey(console, accounts, args[0]);
    return { json: keyJson(found), lines: keyLines(found) };
  },

  async tier({ console, args, accounts }) {
    expectAtMost(args, 2);
    const tier = readTier(args[1] ?? "");
    const found = await findNamedKey(console, accounts, args[0]);
    return changedKey(await accounts.change(found.id, { kind: "tier", tier }), (changed) => {
      const own = changed.limits === null ? "" : "; it keeps its own limits, `key limits <key> tier` removes them";
      return `${changed.id} is now ${changed.tier}: ${formatLimits(limitsOf(changed))}${own}.`;
    });
  },

  async limits({ console, args: [name, ...words], accounts }) {
    const limits = readLimits(words);
    const found = await findNamedKey(console, accounts, name);
    return changedKey(await accounts.change(found.id, { kind: "limits", limits }), (changed) => {
      const source = changed.limits === null ? " (tier)" : "";
      return `${changed.id} now has ${formatLimits(limitsOf(changed))}${source}.`;
    });
  },

  async revoke({ console, args, accounts }) {
    expectAtMost(args, 1);
    const found = await findNamedKey(console, accounts, args[0]);
    const wasRevoked = found.revokedAt !== null;
    const revoked = wasRevoked ? found : await accounts.change(found.id, { kind: "revoke", at: console.now() });
    return changedKey(revoked, ({ id }) =>
      wasRevoked ? `${id} was already revoked.` : `${id} is revoked; running services refuse it within a second.`,
    );
  },

  async rotate({ console, args, accounts }) {
    expectAtMost(args, 1);
    const found = await findNamedKey(console, accounts, args[0]);
    const at = console.now();
    const { apiKey, ...fields } = newKeyFields();
    const next = await accounts.rotate(found.id, { ...fields, createdAt: at }, at);
    if (next === null) return failed(`${found.id} is revoked and cannot be rotated; \`key create\` makes a new key.`);
    console.say(`${found.id} is revoked.`);
    return newKey(next, apiKey);
  },
};

/** A new key. It is not stored, so it can never be shown again. */
function newKey(created: KeyRecord, apiKey: string): Result {
  const limits = formatLimits(limitsOf(created));
  const note = `${created.id}: ${created.tier}, ${limits}. Store the key now; it cannot be shown again:`;
  return { json: { api_key: apiKey, ...keyJson(created) }, lines: [{ note }, apiKey] };
}

function changedKey(changed: KeyRecord | null, sentence: (key: KeyRecord) => string): Result {
  if (changed === null) return failed("The key no longer exists: it was erased in the meantime.");
  return { json: keyJson(changed), lines: [sentence(changed)] };
}

function readTier(word: string): KeyRecord["tier"] {
  if (word === "anonymous" || !Object.hasOwn(TIER_LIMITS, word))
    throw new UsageError(`expected a tier: free, pro or enterprise; found "${word}"`);
  return word as KeyRecord["tier"];
}

function readLimits(words: readonly string[]): Limits | null {
  if (words.length === 1 && words[0] === "tier") return null;
  if (words.length !== 2) throw new UsageError('expected requests per hour and per day, or "tier"');
  const [perHour, perDay] = words.map((word) => {
    if (word === "unlimited") return null;
    if (!/^\d{1,12}$/u.test(word)) throw new UsageError(`expected a whole number or "unlimited", found "${word}"`);
    return Number(word);
  });
  return { perHour: perHour ?? null, perDay: perDay ?? null };
}
