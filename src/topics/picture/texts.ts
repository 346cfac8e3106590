import { capitalized, digits, inARow } from "../../ask/grammar.ts";

const REPLIED = {
  asked: "",
  no_answer: "",
  answered: "; the company replied",
  corrected: "; the company replied, and the publisher corrected a judgement",
} as const;

/** The English texts of badges and share pictures. */
export const pictureTexts = {
  country: "country",
  unknown: "unknown",
  tooFew: "Too few companies",
  inPillar: (country: string, pillar: string): string => `${country}, ${pillar}`,
  judged: (judged: number, listed: number): string => {
    if (judged < listed) return `${digits(judged)} of ${digits(listed)} listed companies judged`;
    return listed === 1 ? "its only listed company is judged" : `all ${digits(listed)} listed companies judged`;
  },
  /** Says their number, and that the company replied; its words are on its page alone. */
  judgements: (count: number, reply: keyof typeof REPLIED | null): string =>
    `${digits(count)} ${count === 1 ? "judgement" : "judgements"}${reply === null ? "" : REPLIED[reply]}`,
  nthBand: (level: number, count: number): string => `Band ${level} of ${count}`,
  nthSubject: (place: number): string => `Subject ${place}`,
  claim: "A claim that was checked",
  nthPillar: (place: number): string => `Pillar ${place}`,
  nthSector: (place: number): string => `Sector ${place}`,
  thisCompany: "This company",
  thisSector: "This sector",
  byPillar: (name: string): string => `${capitalized(name)} by pillar`,
  bySector: (name: string): string => `${capitalized(name)} by sector`,
  byCountry: (name: string): string => `${capitalized(name)} by country`,
  byRelease: (name: string): string => `${capitalized(name)}, release by release`,
  allSectors: "Sectors by their median band",
  matrix: "Median bands by country and sector",
  allOfThem: "All sectors",
  noSuchChart: (charts: readonly string[]): string => `There is no such chart; there are ${inARow(charts)}.`,
  leftOut: "Names and labels in letters that this picture has no font for are on the page.",
  release: (id: string): string => `Release ${id}`,
  borders: "Borders © OpenStreetMap contributors",
  unreadableMark: "See the notice",
  unreadableNotice: (host: string): string => `The publisher has a notice about these data: ${host}`,
  /** Returns the mark, or the lead of the publisher's notice, such as `Demonstration data`. */
  notice: (mark: string | null, notice: string | null): string | null =>
    mark ?? (notice === null ? null : (/^([^.:]{1,40})[.:]/u.exec(notice)?.[1] ?? "See the notice")),
  badge: (
    band: string,
    count: string,
    {
      title,
      publisher,
      release,
      notice,
    }: {
      readonly title: string;
      readonly publisher: string;
      readonly release: string;
      readonly notice: string | null;
    },
  ): string => `${band} (${count}). ${title}, ${publisher}, release ${release}.${notice === null ? "" : ` ${notice}`}`,
} as const;
