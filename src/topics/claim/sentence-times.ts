/** Words that introduce a time in a sentence. */
const SINCE = "(?:since|compared (?:with|to)|relative to|against|than (?:in|at|on)|than|from)";

const MONTHS = "January February March April May June July August September October November December".split(" ");
const MONTH = `(?<month>${MONTHS.join("|")})`;

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * Forms of times in sentences, the longer ones first, each with its value of `since` for the check.
 * A year or a month means its end, so that it means the release of that time.
 */
const TIMES: readonly (readonly [form: string, since: (groups: Groups, today: Date) => string])[] = [
  [`${SINCE} (?:release )?(?<id>\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{12})`, ({ id = "" }) => id],
  [`${SINCE} (?:the release of )?(?<date>\\d{4}-\\d{2}-\\d{2})`, ({ date = "" }) => date],
  [`${SINCE} (?:the release of )?(?<day>\\d{1,2}) ${MONTH} (?<year>\\d{4})`, (groups) => dateOf(groups)],
  [`${SINCE} (?:the release of )?${MONTH} (?<day>\\d{1,2}), (?<year>\\d{4})`, (groups) => dateOf(groups)],
  [`${SINCE} (?:the end of )?${MONTH} (?<year>\\d{4})`, (groups) => dateOf({ ...groups, day: "end" })],
  [`${SINCE} (?:the end of )?(?<year>\\d{4})(?! ?%)`, ({ year }) => `${year}-12-31`],
  [
    `(?:${SINCE}|over|in) (?:the )?(?:last|previous|preceding) (?:release|edition|publication|dataset)`,
    () => "previous",
  ],
  [
    `(?:${SINCE} (?:one|a) year (?:ago|earlier)|(?:over|in|during|within) the (?:past|last) (?:year|(?:12|twelve) months)|(?:over|within) (?:a|one) year|year[ -]on[ -]year)`,
    (_, today) => yearBefore(today),
  ],
  [`(?:${SINCE}|on) last year|this year`, (_, today) => `${today.getUTCFullYear() - 1}-12-31`],
];

const FORMS = TIMES.map(([form, since]) => ({ pattern: new RegExp(`\\b${form}\\b(?!-)`, "iu"), since }));

/** The time that a sentence names, as `since` of the check; null where it names none. */
export function findTime(sentence: string, today: Date): { index: number; text: string; since: string } | null {
  for (const { pattern, since } of FORMS) {
    const found = pattern.exec(sentence);
    if (found !== null) return { index: found.index, text: found[0], since: since(found.groups ?? {}, today) };
  }
  return null;
}

/** Formats a day, or the end of a month; an invalid day stays invalid, to be refused later. */
function dateOf({ day = "", month = "", year = "" }: Groups): string {
  const index = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase());
  const last = new Date(Date.UTC(Number(year), index + 1, 0)).getUTCDate();
  return [year, String(index + 1).padStart(2, "0"), (day === "end" ? String(last) : day).padStart(2, "0")].join("-");
}

function yearBefore(today: Date): string {
  const day = new Date(today);
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return day.toISOString().slice(0, 10);
}
