import type { Chance } from "./chance.ts";
import type { Judgement } from "./judgements.ts";

/** What a fictional company said to its judgements, or that it was asked. */
export interface Reply {
  readonly company: string;
  readonly pillar: string | null;
  /** `YYYY-MM-DD`: of the one judgement that is answered. */
  readonly judgedOn: string | null;
  readonly status: "asked" | "no_answer" | "answered" | "corrected";
  /** `YYYY-MM-DD`. */
  readonly repliedOn: string | null;
  readonly text: string | null;
  readonly url: string | null;
}

/** How many of the companies with the most judgements have one, and how many others. */
const MOST_JUDGED = 4;
const OTHERS = 20;

const TEXTS = {
  answered: [
    "We thank the panel for its work and accept the judgement. A plan with dates follows in spring.",
    "We do not agree. The report that the judgement rests on describes a site that we sold two years ago.\n\nOur own figures have been audited and are open to everybody.",
    "This is a fictional reply of a fictional company. It has a second paragraph to show how one looks.\n\nNothing in it is true, and nobody said it.",
    "We were asked on a Friday and answered on the following Monday: the numbers are right, the conclusion is not.",
  ],
  corrected: [
    "The matter was put right in January, and the documents were sent to the panel.",
    "The judgement named a company that has a similar name. We ask for a correction.",
  ],
} as const;

const UNANSWERED = { pillar: null, judgedOn: null, repliedOn: null, text: null, url: null } as const;

/** Makes the replies, ordered by company, one of each. */
export function makeReplies(chance: Chance, judgements: readonly Judgement[]): Reply[] {
  const byCompany = [...Map.groupBy(judgements, ({ company }) => company)];
  const ordered = byCompany.toSorted(([, a], [, b]) => b.length - a.length);
  const rest = ordered.slice(MOST_JUDGED);
  const others = Array.from({ length: OTHERS }, () => rest.splice(chance.below(rest.length), 1)[0] ?? []);
  const asked = [...ordered.slice(0, MOST_JUDGED), ...others];
  const replies = asked.flatMap(([company, own], index) => {
    return company === undefined || own === undefined ? [] : [makeReply(chance, company, own, index)];
  });
  return replies.toSorted((a, b) => (a.company < b.company ? -1 : 1));
}

function makeReply(chance: Chance, company: string, own: readonly Judgement[], index: number): Reply {
  // The first ones answer; of the others, about as many as of companies that are asked.
  const turn = index < MOST_JUDGED ? index : MOST_JUDGED + chance.below(6);
  if (turn === 4 || turn === 5) return { ...UNANSWERED, company, status: "no_answer" };
  if (turn === 6) return { ...UNANSWERED, company, status: "asked" };
  // The newest one is current for certain.
  const newest = own.toSorted((a, b) => (a.judgedOn < b.judgedOn ? 1 : -1))[0] ?? chance.pick(own);
  const { pillar, judgedOn } = newest;
  const status = turn === 1 || turn === 9 ? "corrected" : "answered";
  const day = String(1 + chance.below(28)).padStart(2, "0");
  const about =
    turn % 3 === 0 ? { pillar: null, judgedOn: null } : { pillar, judgedOn: turn % 3 === 1 ? judgedOn : null };
  return {
    ...about,
    company,
    status,
    repliedOn: `2026-08-${day}`,
    text: chance.pick(TEXTS[status]),
    url: chance.happens(0.5) ? `https://replies.example/${company}` : null,
  };
}
