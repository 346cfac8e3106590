import type { Accounts, KeyRecord } from "../access/accounts.ts";
import { KEY_START, hashOf, isWellFormed } from "../access/api-key.ts";
import { type Console, UsageError } from "./command.ts";

/** How keys are named in commands, for their usage. */
export const KEY_WORDS =
  "<key> is its id, the beginning shown in lists, or - to read the whole key from standard input.";

/** More than what lists show of a key: anything longer may be a whole one. */
const WHOLE_KEY = new RegExp(`${KEY_START}[0-9A-Za-z]{7,}`, "u");

/**
 * Refuses words that hold a whole key: the shell has already written it into its history, and everybody on the machine could read it among
 * the running processes.
 */
export function refuseWholeKeys(words: readonly unknown[]): void {
  if (!words.some((word) => typeof word === "string" && WHOLE_KEY.test(word))) return;
  throw new UsageError(
    "a whole key stands among the arguments, where the shell's history and the list of processes show it. Name a key by its id or its beginning, or give - and the key on standard input. If others use this machine, rotate the key",
  );
}

/** Finds the key a word names; says why and returns null where there is none. */
export async function findNamedKey(
  console: Console,
  accounts: Accounts,
  word: string | undefined,
): Promise<KeyRecord | null> {
  if (word === undefined)
    throw new UsageError("expected a key: its id, its beginning, or - to read it from standard input");
  const found = word === "-" ? await findWholeKey(console, accounts) : await accounts.find(word);
  if (found === null) {
    console.say(
      word === "-"
        ? "No key like the one on standard input was given out."
        : `No key has the id ${word}, and none or more than one begins so; \`key list\` shows them all.`,
    );
  }
  return found;
}

async function findWholeKey(console: Console, accounts: Accounts): Promise<KeyRecord | null> {
  if (console.interactive) console.say("Paste the key, then press Enter and Ctrl-D:");
  const apiKey = (await console.input()).trim();
  return isWellFormed(apiKey) ? accounts.findByHash(hashOf(apiKey)) : null;
}
