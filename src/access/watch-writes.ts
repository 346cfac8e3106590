import { type Accounts, StoreUnavailable } from "./accounts.ts";

/** Accounts that remember whether the store takes what is written. */
interface WatchedAccounts {
  readonly accounts: Accounts;
  /** Why the last write failed, or null; forgotten after some seconds. */
  readonly failure: () => string | null;
}

/** Nobody writes for a while, and the disk may have room again: only a write would tell. */
const REMEMBERED_MILLISECONDS = 10_000;

/** Watches what is written to accounts; a full disk still lets them be read. */
export function watchWrites(accounts: Accounts, now: () => Date): WatchedAccounts {
  let last: { readonly reason: string; readonly at: number } | null = null;
  const watch = async <Result>(write: Promise<Result>): Promise<Result> => {
    try {
      const result = await write;
      last = null;
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) last = { reason: error.message, at: now().getTime() };
      throw error;
    }
  };
  return {
    accounts: {
      create: (key) => watch(accounts.create(key)),
      change: (id, change) => watch(accounts.change(id, change)),
      rotate: (id, next, oldEndsAt) => watch(accounts.rotate(id, next, oldEndsAt)),
      erase: (selection) => watch(accounts.erase(selection)),
      findByHash: (hash) => accounts.findByHash(hash),
      find: (idOrPrefix) => accounts.find(idOrPrefix),
      list: (selection) => accounts.list(selection),
      changesSince: (position) => accounts.changesSince(position),
    },
    failure: () => (last === null || now().getTime() - last.at > REMEMBERED_MILLISECONDS ? null : last.reason),
  };
}
