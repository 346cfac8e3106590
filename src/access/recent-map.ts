/** A map that forgets what was not asked for lately. */
export interface RecentMap<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
  readonly deleteWhere: (isOver: (value: Value) => boolean) => void;
}

/**
 * Opens a map of at most this many entries.
 *
 * Two halves: what is found in the older one moves to the younger one, and when that is full the older one is dropped. Against a list in
 * order of use (lru-cache) it forgets less exactly, and a hit costs one look-up and touches nothing else: with 10,000 callers in turn
 * that was a third of the price.
 */
export function openRecentMap<Key, Value>(max: number): RecentMap<Key, Value> {
  const half = Math.ceil(max / 2);
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  const set = (key: Key, value: Value): void => {
    if (young.size >= half) [old, young] = [young, new Map()];
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const older = old.get(key);
      if (older === undefined) return undefined;
      old.delete(key);
      set(key, older);
      return older;
    },
    set(key, value) {
      old.delete(key);
      set(key, value);
    },
    deleteWhere(isOver) {
      for (const part of [young, old]) for (const [key, value] of part) if (isOver(value)) part.delete(key);
    },
  };
}
