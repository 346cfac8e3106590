import type { SearchDocument } from "../../src/search/search-document.ts";
import { readCorpus } from "../../test/search/corpus.ts";
import { openChance } from "./statistics.ts";

/** Places of made documents begin here: beyond those of the real ones. */
const FIRST_POSITION = 1_000_000;

/**
 * The real names and as many made of them as it takes, the same every time: a real name with one
 * word of another, or with a new word of two halves.
 */
export function expandCorpus(documents: number): SearchDocument[] {
  const real = readCorpus();
  const chance = openChance(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!;
  const ofKind = {
    company: real.filter(({ kind }) => kind === "company"),
    product: real.filter(({ kind }) => kind === "product"),
  };
  const all = real.slice(0, documents);
  for (let made = 0; all.length < documents; made += 1) {
    const base = pick(real);
    const other = pick(ofKind[base.kind]);
    const words = base.name.split(" ");
    const others = other.name.split(" ");
    const isNew = chance() < 0.35 && others[0]!.length > 3;
    words[Math.floor(chance() * words.length)] = isNew ? joinHalves(words[0]!, others[0]!) : pick(others);
    all.push({
      kind: base.kind,
      position: FIRST_POSITION + made,
      name: words.join(" "),
      aliases: base.aliases.filter(() => chance() < 0.5),
      country: other.country,
      sector: base.sector,
      popularity: Math.min(base.popularity, 0.2) * chance(),
    });
  }
  return all;
}

function joinHalves(first: string, second: string): string {
  return first.slice(0, Math.ceil(first.length / 2)) + second.slice(Math.floor(second.length / 2)).toLowerCase();
}
