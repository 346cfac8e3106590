import { digits } from "../../ask/grammar.ts";

const REPLIED = {
  asked: "",
  no_answer: "",
  answered: "; the company replied",
  corrected: "; the company replied, and the publisher corrected a judgement",
} as const;

/** What badges and share pictures say apart from their figures, in English. */
export const pictureTexts = {
  country: "country",
  unknown: "unknown",
  tooFew: "Too few companies",
  inPillar: (country: string, pillar: string): string => `${country}, ${pillar}`,
  judged: (judged: string, listed: string): string => `${judged} of ${listed} listed companies judged`,
  /** How many there are, and that the company replied; what it wrote is on its page alone. */
  judgements: (count: number, reply: keyof typeof REPLIED | null): string =>
    `${digits(count)} ${count === 1 ? "judgement" : "judgements"}${reply === null ? "" : REPLIED[reply]}`,
  release: (id: string): string => `Release ${id}`,
  borders: "Borders © OpenStreetMap contributors",
  unreadableNotice: (host: string): string => `The publisher has a notice about these data: ${host}`,
  /** The lead of the publisher's notice, such as `Demonstration data`. */
  notice: (notice: string): string => /^([^.:]{1,40})[.:]/u.exec(notice)?.[1] ?? "See the notice",
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
