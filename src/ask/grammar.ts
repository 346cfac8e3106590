import type { Part } from "../atlas/atlas.ts";

/** English numbers, plurals and names, as the sentences of words.ts write them. */

const NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];

/**
 * A count in a running sentence: in words below twelve, in digits from there on: `four`, `1,204`.
 */
export function countInWords(count: number): string {
  return NUMBER_WORDS[count] ?? digits(count);
}

/** A count beside another one it belongs to, always in digits: the 3 and the 5 of `3 of its 5`. */
export function digits(count: number): string {
  return NUMBERS.format(count);
}

const NUMBERS = new Intl.NumberFormat("en");

/** A place in a row: `1st`, `15th`. */
export function ordinal(position: number): string {
  return `${digits(position)}${ENDINGS[ORDINALS.select(position)] ?? "th"}`;
}

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };

const PLACES = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

/** The place of a band on its scale: `the lowest of four bands`, `the lower of two bands`. */
export function placeOnScale(level: number, bandCount: number): string {
  if (bandCount === 2) return `the ${level === 1 ? "lower" : "higher"} of two bands`;
  const place = level === 1 ? "lowest" : level === bandCount ? "highest" : (PLACES[level] ?? ordinal(level));
  return `the ${place} of ${countInWords(bandCount)} bands`;
}

/** A number in words with its noun: `one company`, `four companies`. */
export function counted(count: number, one: string, many: string): string {
  return `${countInWords(count)} ${count === 1 ? one : many}`;
}

/** A share in whole percent, `52%`; a share between 0 and 0.5 per cent is `under 1%`. */
export function percent(part: number, whole: number): string {
  const share = (100 * part) / whole;
  if (share > 0 && share < 0.5) return "under 1%";
  if (share < 100 && share >= 99.5) return "over 99%";
  return `${Math.round(share)}%`;
}

/** Texts in a row: `a`, `a and b`, `a, b and c`. */
export function inARow(texts: readonly string[], joining: "and" | "or" = "and"): string {
  return ROWS[joining].format(texts);
}

const ROWS = {
  and: new Intl.ListFormat("en-GB"),
  or: new Intl.ListFormat("en-GB", { type: "disjunction" }),
};

/** A text with its first letter as a capital; a name that is given stays as it is: `eBay is …`. */
export function capitalized(text: string, ...given: readonly (string | null)[]): string {
  const [first = ""] = text;
  const isName = given.some((name) => name !== null && text.startsWith(name));
  return isName ? text : first.toUpperCase() + text.slice(first.length);
}

/**
 * A publisher's label within plain text: never inflected, and in quotation marks where it, or one
 * of those that stand beside it, would be read as a part of the sentence: around one of several
 * they would be irony. “No” is a number, too. Pages have an element of its own (`labelElement`).
 */
export function labelInWords(label: string, beside: readonly string[] = []): string {
  const isPlain = [label, ...beside].every(
    (each) => !/^[\p{Ll}\p{N}]|^No$|[^\P{P}\-‐'’/&%]/u.test(each) && each.split(/\s+/u).length <= LABEL_WORDS,
  );
  return isPlain ? label : `“${label}”`;
}

/** A sector within a sentence: `the sector Energy`. */
export function sectorInWords(label: string): string {
  return `the sector ${labelInWords(label)}`;
}

/** Maximum number of words of a label without quotation marks. */
const LABEL_WORDS = 3;

/**
 * `Namibia’s`; a name that ends in s takes the apostrophe alone (The Associated Press Stylebook).
 */
export function possessive(name: string): string {
  return /s$/iu.test(name) ? `${name}’` : `${name}’s`;
}

/** Countries that a sentence gives an article, by ISO 3166-1 alpha-2: the Netherlands. */
const WITH_ARTICLE = new Set(
  "AE AX BS CC CF CK CD DO FK FO GB GM HM IM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VG VI".split(" "),
);

/** The name of a country within a sentence. */
export function countryInWords({ iso2, name }: { readonly iso2: string; readonly name: string }): string {
  return WITH_ARTICLE.has(iso2) ? `the ${name}` : name;
}

/** The name of a region within a sentence: `the Caribbean`, `Eastern Africa`. */
export function regionInWords(name: string): string {
  return REGIONS_WITH_ARTICLE.has(name) ? `the ${name}` : name;
}

const REGIONS_WITH_ARTICLE = new Set(["Americas", "Caribbean"]);

/** Says that nothing is published of a part of a country alone, or of several of one country. */
export function partInWords({ name, whole }: Part, ...others: readonly Part[]): string {
  const names = inARow([name, ...others.map((other) => other.name)]);
  const [are, them] = / and |(?:Islands|Territories)$/u.test(names) ? ["are", "them"] : ["is", "it"];
  return `${capitalized(names)} ${are} part of ${countryInWords(whole)}, and nothing is published of ${them} alone`;
}

/** A date as month and year, `March 2026`; a year, or a text of another form, stays as it is. */
export function monthInWords(date: string): string {
  const [, year = "", month] = /^(\d{4})-(0[1-9]|1[0-2])/u.exec(date) ?? [];
  return month === undefined ? date : [MONTHS[Number(month) - 1], year].join(" ");
}

/** The day of a date or of a time, `20 November 2026`; of a month or a year no more than that. */
export function dayInWords(time: string): string {
  return time.length < 10 ? monthInWords(time) : `${Number(time.slice(8, 10))} ${monthInWords(time)}`;
}

/** A time to the minute: `20 November 2026, 10:00 UTC`. */
export function timeInWords(time: string): string {
  return `${dayInWords(time)}, ${time.slice(11, 16)} UTC`;
}

/**
 * Names each of several times, in RFC 3339, by its day; those that share one also by their time of
 * day, and those of one minute by their order within it as well.
 */
export function tellApart(times: readonly string[]): (time: string) => string {
  const all = [...new Set(times)].toSorted();
  return (time) => {
    const minute = all.filter((other) => other.slice(0, 16) === time.slice(0, 16));
    if (minute.length > 1) return `${timeInWords(time)} (${ordinal(minute.indexOf(time) + 1)} of ${minute.length})`;
    return all.some((other) => other !== time && other.slice(0, 10) === time.slice(0, 10))
      ? timeInWords(time)
      : dayInWords(time);
  };
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

const SIZES = (["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const).map(
  (unit) =>
    new Intl.NumberFormat("en", {
      style: "unit",
      unit,
      unitDisplay: unit === "byte" ? "long" : "short",
      maximumSignificantDigits: 3,
    }),
);

/** The size of a file in decimal units, `1.24 MB`. */
export function sizeInWords(bytes: number): string {
  let size = bytes;
  let step = 0;
  for (; size >= 999.5 && step < SIZES.length - 1; step++) size /= 1000;
  return SIZES[step]?.format(size) ?? "";
}
