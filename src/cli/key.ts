import type { AccessStores } from "../access/access.ts";
import type { KeyRecord } from "../access/accounts.ts";
import { hashOf, makeApiKey, makeKeyId, prefixOf } from "../access/api-key.ts";
import { type Limits, TIER_LIMITS } from "../access/quota.ts";
import { EMAIL_PATTERN, USE_CASE_PATTERN } from "../operations/sign-up.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { describeKey, formatLimits, keyLine, keyLines, limitsOf } from "./describe-key.ts";
import { KEY_WORDS, findNamedKey, refuseWholeKeys } from "./name-key.ts";
import { withStores } from "./open-stores.ts";

export const key: Command = {
  name: "key",
  summary: "Lists, gives out, changes, revokes and rotates API keys.",
  usage: `list [--email <address>]
  create --email <address> --use-case <text> [--tier free|pro|enterprise]
  show <key>
  tier <key> free|pro|enterprise
  limits <key> <per hour> <per day>    numbers, or unlimited
  limits <key> tier                    those of its tier again
  revoke <key>
  rotate <key>                         gives out another key in its place

  --json   for scripts, with every command

  ${KEY_WORDS}
  A running service follows within a second. A new key is printed once, on standard output.`,
  options: {
    email: { type: "string" },
    "use-case": { type: "string" },
    tier: { type: "string" },
    json: { type: "boolean" },
  },
  async run(console, words, options) {
    refuseWholeKeys([...words, ...Object.values(options)]);
    const [name = "", ...rest] = words;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) throw new UsageError(`expected one of ${Object.keys(ACTIONS).join(", ")}`);
    const asked = { console, rest, options, isJson: options["json"] === true };
    return withStores(console.settings, (stores) => action({ ...asked, ...stores }));
  },
};

interface Asked extends Pick<AccessStores, "accounts"> {
  readonly console: Console;
  /** What stands behind the name of the action. */
  readonly rest: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly isJson: boolean;
}

/** What can be done with keys; each returns the exit status. */
const ACTIONS: Readonly<Record<string, (asked: Asked) => Promise<number>>> = {
  async list({ console, rest, options, accounts, isJson }) {
    expectWords(rest, 0);
    const email = textOption(options, "email");
    const keys = await accounts.list(email === undefined ? {} : { email });
    if (isJson) console.print(JSON.stringify(keys.map(describeKey), null, 2));
    else {
      for (const each of keys) console.print(keyLine(each));
      if (keys.length === 0) console.say("No key was given out yet.");
    }
    return 0;
  },

  async create({ console, rest, options, accounts, isJson }) {
    expectWords(rest, 0);
    const email = textOption(options, "email") ?? "";
    const useCase = textOption(options, "use-case") ?? "";
    if (!new RegExp(EMAIL_PATTERN, "u").test(email) || email.length > 254)
      throw new UsageError("expected --email with an e-mail address such as name@example.org");
    if (!new RegExp(USE_CASE_PATTERN, "u").test(useCase))
      throw new UsageError("expected --use-case with 1 to 500 characters");
    const apiKey = makeApiKey();
    const created = await accounts.create({
      ...partsOf(apiKey),
      tier: readTier(textOption(options, "tier") ?? "free"),
      limits: null,
      email,
      useCase: useCase.trim(),
      createdAt: console.now(),
    });
    printNew({ console, isJson }, created, apiKey);
    return 0;
  },

  async show({ console, rest: [word, ...more], accounts, isJson }) {
    expectWords(more, 0);
    const found = await findNamedKey(console, accounts, word);
    if (found === null) return 1;
    console.print(isJson ? JSON.stringify(describeKey(found), null, 2) : keyLines(found).join("\n"));
    return 0;
  },

  async tier({ console, rest: [word, tierWord, ...more], accounts, isJson }) {
    expectWords(more, 0);
    const tier = readTier(tierWord ?? "");
    const found = await findNamedKey(console, accounts, word);
    if (found === null) return 1;
    return finish({ console, isJson }, await accounts.change(found.id, { kind: "tier", tier }), (changed) => {
      const own = changed.limits === null ? "" : "; its own limits stay, `key limits … tier` takes them away";
      return `${changed.id} is ${changed.tier} now: ${formatLimits(limitsOf(changed))}${own}.`;
    });
  },

  async limits({ console, rest: [word, ...limitWords], accounts, isJson }) {
    const limits = readLimits(limitWords);
    const found = await findNamedKey(console, accounts, word);
    if (found === null) return 1;
    return finish({ console, isJson }, await accounts.change(found.id, { kind: "limits", limits }), (changed) => {
      return `${changed.id} has ${formatLimits(limitsOf(changed))} now${changed.limits === null ? ", the limits of its tier" : ""}.`;
    });
  },

  async revoke({ console, rest: [word, ...more], accounts, isJson }) {
    expectWords(more, 0);
    const found = await findNamedKey(console, accounts, word);
    if (found === null) return 1;
    const wasRevoked = found.revokedAt !== null;
    const revoked = wasRevoked ? found : await accounts.change(found.id, { kind: "revoke", at: console.now() });
    return finish({ console, isJson }, revoked, ({ id }) =>
      wasRevoked ? `${id} was revoked already.` : `${id} is revoked: every service refuses it within a second.`,
    );
  },

  async rotate({ console, rest: [word, ...more], accounts, isJson }) {
    expectWords(more, 0);
    const found = await findNamedKey(console, accounts, word);
    if (found === null) return 1;
    const apiKey = makeApiKey();
    const next = await accounts.rotate(found.id, { ...partsOf(apiKey), createdAt: console.now() });
    if (next === null) {
      console.say(
        `${found.id} is revoked: there is nothing to put another key in the place of. \`key create\` gives one out.`,
      );
      return 1;
    }
    console.say(`${found.id} is revoked.`);
    printNew({ console, isJson }, next, apiKey);
    return 0;
  },
};

type Output = Pick<Asked, "console" | "isJson">;

/** Shows a key that was just made: the only time it is seen. */
function printNew({ console, isJson }: Output, created: KeyRecord, apiKey: string): void {
  if (isJson) {
    console.print(JSON.stringify({ api_key: apiKey, ...describeKey(created) }, null, 2));
    return;
  }
  console.say(
    `${created.id}: ${created.tier}, ${formatLimits(limitsOf(created))}. This is the key; it is not shown again:`,
  );
  console.print(apiKey);
}

function finish({ console, isJson }: Output, changed: KeyRecord | null, say: (key: KeyRecord) => string): number {
  if (changed === null) {
    console.say("The key is gone: it was erased meanwhile.");
    return 1;
  }
  console.print(isJson ? JSON.stringify(describeKey(changed), null, 2) : say(changed));
  return 0;
}

function partsOf(apiKey: string): { id: string; hash: Uint8Array; prefix: string } {
  return { id: makeKeyId(), hash: hashOf(apiKey), prefix: prefixOf(apiKey) };
}

function readTier(word: string): KeyRecord["tier"] {
  if (word === "anonymous" || !Object.hasOwn(TIER_LIMITS, word))
    throw new UsageError(`expected a tier: free, pro or enterprise; found "${word}"`);
  return word as KeyRecord["tier"];
}

function readLimits(words: readonly string[]): Limits | null {
  if (words.length === 1 && words[0] === "tier") return null;
  if (words.length !== 2) throw new UsageError("expected requests per hour and per day, or tier");
  const [perHour, perDay] = words.map((word) => {
    if (word === "unlimited") return null;
    if (!/^\d{1,12}$/u.test(word)) throw new UsageError(`expected a whole number or unlimited, found "${word}"`);
    return Number(word);
  });
  return { perHour: perHour ?? null, perDay: perDay ?? null };
}

function textOption(options: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

function expectWords(words: readonly string[], count: number): void {
  if (words.length > count) throw new UsageError(`expected nothing more, found "${words.slice(count).join(" ")}"`);
}
