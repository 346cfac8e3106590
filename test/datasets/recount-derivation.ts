/**
 * Derivations recounted from rows of the downloads, in plain code that shares nothing with the
 * program.
 */

export interface Judgement {
  readonly pillar: string;
  readonly level: number;
  /** Empty where it is not given, like the others. */
  readonly date: string;
  readonly judge: string;
  readonly source: string;
}

export interface Company {
  readonly slug: string;
  readonly iso2: string;
  readonly sector: string;
  readonly judgements: readonly Judgement[];
}

/** The ids of the bands, worst first, and of the pillars. */
export interface Shape {
  readonly bands: readonly string[];
  readonly pillars: readonly string[];
}

export type Recounted = ReturnType<typeof recountCompany>;

/** The lower one of the two in the middle, once all stand in a line. */
function middleOf<T>(line: readonly T[]): T | null {
  return line[Math.floor((line.length - 1) / 2)] ?? null;
}

function medianOf(levels: readonly number[]): number | null {
  return middleOf(levels.toSorted((a, b) => a - b));
}

function distributionOf(levels: readonly number[], { bands }: Shape): number[] {
  return bands.map((_, index) => levels.filter((level) => level === index + 1).length);
}

const levelsOf = (judgements: readonly Judgement[]): number[] => judgements.map(({ level }) => level);

const besides = (judgements: readonly Judgement[], pillar: string): Judgement[] =>
  judgements.filter((judgement) => judgement.pillar !== pillar);

function recount(
  levels: readonly number[],
  without: (pillar: string) => readonly number[],
  judgements: readonly Judgement[],
  shape: Shape,
) {
  const median = medianOf(levels);
  const dates = judgements
    .map(({ date }) => date)
    .filter((date) => date !== "")
    .toSorted();
  return {
    median,
    middle: levels.length === 0 ? null : levels.length - Math.floor(levels.length / 2),
    bands: shape.bands.map((band, index) => ({
      band,
      count: levels.filter((level) => level === index + 1).length,
      cumulative: levels.filter((level) => level <= index + 1).length,
      isMiddle: median === index + 1,
    })),
    without: shape.pillars.map((pillar) => {
      const left = without(pillar);
      const distribution = distributionOf(left, shape);
      return { pillar, count: left.length, median: medianOf(left), distribution };
    }),
    dates: {
      dated: dates.length,
      undated: judgements.length - dates.length,
      oldest: dates[0] ?? null,
      middle: middleOf(dates),
      newest: dates.at(-1) ?? null,
    },
    judges: originsOf(judgements.map(({ judge }) => judge)),
    sources: originsOf(judgements.map(({ source }) => source)),
  };
}

function originsOf(all: readonly string[]) {
  const named = all.filter((name) => name !== "");
  const counts = [...Map.groupBy(named, (name) => name)].map(([name, rows]) => ({ name, count: rows.length }));
  const most = Math.max(0, ...counts.map(({ count }) => count));
  const [largest] = counts
    .filter(({ count }) => count === most)
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  return {
    named: named.length,
    unnamed: all.length - named.length,
    different: counts.length === 0 ? null : counts.length,
    largest: largest?.name,
    numerator: largest?.count,
    denominator: largest && named.length,
  };
}

export function recountCompany({ judgements }: Company, shape: Shape) {
  return recount(levelsOf(judgements), (pillar) => levelsOf(besides(judgements, pillar)), judgements, shape);
}

/** `companies` come in the order of the downloads: by name. */
export function recountArea(companies: readonly Company[], shape: Shape) {
  const medians = (judgementsOf: (company: Company) => readonly Judgement[]): number[] =>
    companies.flatMap((company) => medianOf(levelsOf(judgementsOf(company))) ?? []);
  const recounted = recount(
    medians(({ judgements }) => judgements),
    (pillar) => medians(({ judgements }) => besides(judgements, pillar)),
    companies.flatMap(({ judgements }) => judgements),
    shape,
  );
  const line = companies
    .flatMap(({ slug, judgements }) => {
      const level = medianOf(levelsOf(judgements));
      return level === null ? [] : { slug, level, levels: levelsOf(judgements) };
    })
    .toSorted((a, b) => a.level - b.level)
    .map((each, index) => ({ ...each, position: index + 1 }));
  const { median, middle } = recounted;
  const shown = (isShown: (level: number) => boolean) =>
    line
      .filter(({ level }) => median !== null && isShown(level))
      .map(({ position, slug }) => [position, slug] as const);
  const nearest = (step: 1 | -1, end: number) => {
    if (median === null || median === end) return null;
    const own = line.filter(({ level }) => level === median);
    const flips = own.map(({ levels }) => fewestFlips(levels, median, step, shape));
    const fewest = Math.min(...flips);
    return [fewest, flips.filter((each) => each === fewest).length];
  };
  return {
    ...recounted,
    below: shown((level) => level < median!).slice(-5),
    around_middle: shown((level) => level === median).filter(([position]) => Math.abs(position - middle!) <= 2),
    above: shown((level) => level > median!).slice(0, 5),
    nearest_to_lower: nearest(-1, 1),
    nearest_to_higher: nearest(1, shape.bands.length),
  };
}

/** Re-rates one after the other to the end of the scale, until the median has left its band. */
function fewestFlips(levels: readonly number[], median: number, step: 1 | -1, { bands }: Shape): number {
  const end = step < 0 ? 1 : bands.length;
  // Those on the other side of the band and in it are the ones whose re-rating counts.
  const left = levels.toSorted((a, b) => (step < 0 ? b - a : a - b));
  for (let flips = 1; flips <= left.length; flips += 1) {
    const moved = medianOf([...left.slice(flips), ...left.slice(0, flips).map(() => end)])!;
    if ((moved - median) * step > 0) return flips;
  }
  throw new Error("a median moves when everything is re-rated");
}
