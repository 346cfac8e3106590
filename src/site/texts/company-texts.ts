/** What the pages of companies say besides their figures, in English. */
export const companyTexts = {
  medianBand: "median band",
  judgements: "judgements",
  judgementsByBand: (counts: string): string => `Judgements: ${counts}`,
  byPillar: "By pillar",
  byPillarNote: "Every judgement, worst to best. The line marks the middle one of each pillar.",
  pillar: "Pillar",
} as const;
