import { shareOut } from "./chance.ts";
import type { Chance } from "./chance.ts";
import type { Company } from "./companies.ts";
import {
  BAND_IDS,
  COMPANIES_BY_COUNTRY,
  JUDGEMENT_COUNT,
  JUDGES,
  PILLARS,
  SECTORS,
  SUPERSEDED_COUNT,
} from "./facts.ts";

/** A fictional judgement. */
export interface Judgement {
  readonly company: string;
  readonly pillar: string;
  readonly band: string;
  /** Null when the pillar is judged as a whole. */
  readonly criterion: string | null;
  readonly judge: string;
  /** `YYYY-MM-DD`. */
  readonly judgedOn: string;
  readonly sourceUrl: string | null;
}

/** One thing that one judge can judge about one company. */
interface Question {
  readonly pillar: number;
  readonly criterion: string | null;
  readonly judge: (typeof JUDGES)[number];
}

/**
 * Where a company stands before chance: the sum of its country, sector and own effects, by pillar,
 * and how much is asked about it.
 */
interface Standing {
  readonly company: Company;
  readonly byPillar: readonly number[];
  readonly questions: readonly Question[];
}

const FIRST_DAY = Date.UTC(2024, 0, 8) / 86_400_000;
const LAST_DAY = Date.UTC(2026, 5, 26) / 86_400_000;

/** Latent values below which a judgement falls into each band but the best, worst band first. */
const THRESHOLDS = [-1.5, -0.5, 0.5, 1.5];

/** Makes the judgements, ordered by company, pillar, criterion, judge and date, each once. */
export function makeJudgements(chance: Chance, companies: readonly Company[]): Judgement[] {
  const standings = placeCompanies(chance, companies);
  const weights = standings.map(({ company }) =>
    // A few companies get a single judgement, whatever the others get.
    COMPANIES_BY_COUNTRY[company.country]! > 20 && chance.happens(0.02) ? 0 : 0.2 + chance.unit() * chance.unit(),
  );
  const caps = standings.map(({ questions }) => Math.floor(questions.length * 0.8));
  const counts = shareOut(JUDGEMENT_COUNT - SUPERSEDED_COUNT, weights, caps);

  const asked = standings.flatMap((standing, i) =>
    chooseQuestions(chance, standing.questions, counts[i]!).map((question) => ({ standing, question })),
  );
  const dated = asked.map((entry) => ({ ...entry, day: workday(FIRST_DAY + chance.below(LAST_DAY - FIRST_DAY + 1)) }));
  const old = chance.shuffle(dated.filter(({ day }) => day >= FIRST_DAY + 400)).slice(0, SUPERSEDED_COUNT);
  const superseded = old.map((entry) => ({ ...entry, day: workday(entry.day - 90 - chance.below(300)) }));
  return [...dated, ...superseded]
    .map(({ standing, question, day }) => judge(chance, standing, question, day))
    .sort(byContent);
}

/**
 * Draws the effects and adds them up.
 *
 * The effects of the countries are evenly spaced and dealt by lot: they are about no real country.
 */
function placeCompanies(chance: Chance, companies: readonly Company[]): Standing[] {
  const countries = Object.keys(COMPANIES_BY_COUNTRY);
  const spread = countries.map((_, i) => -1.6 + (3.2 * i) / (countries.length - 1));
  const dealt = chance.shuffle(spread);
  const effects = new Map(
    countries.map((country, i) => [country, PILLARS.map((pillar) => dealt[i]! + pillar.effect + 0.25 * chance.bell())]),
  );
  return companies
    .filter(({ isJudged }) => isJudged)
    .map((company) => {
      const own = SECTORS[company.sector]!.effect + 0.6 * chance.bell();
      const byPillar = effects.get(company.country)!.map((effect) => effect + own + 0.4 * chance.bell());
      return { company, byPillar, questions: questionsAbout(choosePillars(chance, company)) };
    });
}

/**
 * Places in `PILLARS`: all for most companies, one to three for some, and three for the only
 * company of a country.
 */
function choosePillars(chance: Chance, company: Company): number[] {
  const all = chance.shuffle([...PILLARS.keys()]);
  if (COMPANIES_BY_COUNTRY[company.country] === 1) return all.slice(0, 3);
  return chance.happens(0.15) ? all.slice(0, 1 + chance.below(3)) : all;
}

function questionsAbout(pillars: readonly number[]): Question[] {
  return pillars.flatMap((pillar) =>
    JUDGES.flatMap((by) => {
      const criteria = by.byCriterion ? PILLARS[pillar]!.criteria : [null];
      return criteria.map((criterion) => ({ pillar, criterion, judge: by }));
    }),
  );
}

function chooseQuestions(chance: Chance, questions: readonly Question[], count: number): Question[] {
  return questions
    .map((question) => ({ question, turn: chance.unit() * question.judge.weight }))
    .sort((a, b) => b.turn - a.turn)
    .slice(0, count)
    .map(({ question }) => question);
}

function judge(chance: Chance, { company, byPillar }: Standing, question: Question, day: number): Judgement {
  const latent = byPillar[question.pillar]! + question.judge.effect + 0.6 * chance.bell();
  const place = THRESHOLDS.filter((threshold) => latent >= threshold).length;
  return {
    company: company.id,
    pillar: PILLARS[question.pillar]!.id,
    band: BAND_IDS[place]!,
    criterion: question.criterion,
    judge: question.judge.id,
    judgedOn: new Date(day * 86_400_000).toISOString().slice(0, 10),
    sourceUrl: chance.happens(question.judge.sourced) ? `https://evidence.example/r/${1 + chance.below(6000)}` : null,
  };
}

/**
 * The same day, or the Friday before when it is at a weekend (days since 1970-01-01, a Thursday).
 */
function workday(day: number): number {
  const sinceMonday = (day + 3) % 7;
  return sinceMonday > 4 ? day - (sinceMonday - 4) : day;
}

function byContent(a: Judgement, b: Judgement): number {
  const left = [a.company, a.pillar, a.criterion ?? "", a.judge, a.judgedOn].join("\t");
  const right = [b.company, b.pillar, b.criterion ?? "", b.judge, b.judgedOn].join("\t");
  return left < right ? -1 : left > right ? 1 : 0;
}
