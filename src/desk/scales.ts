import { columnOf } from "../intake/mapping/value-sql.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import type { NumberAnswer } from "../intake/numbers.ts";
import type { JudgedCells } from "../intake/workbench/read-cells.ts";
import type { DraftDataset, DraftEntry, DraftJudgements, DraftMapping } from "../intake/guess/drafts.ts";

/** The conversion of judgements that name none of their own. */
export const CONVERSION = "bands";

/** A unit that may have its own conversion: a column, or one group of the rows of a column. */
export interface JudgedUnit {
  /** Names it in a form. */
  readonly id: string;
  readonly label: string;
  /** The name of its conversion. */
  readonly scale: string;
  readonly table: string;
  readonly cells: JudgedCells;
}

type Groups = NonNullable<DraftJudgements["groups"]>;

/** Returns the groups of rows by pillar, where a column names the pillar; null otherwise. */
function groupsOf({ groups, pillar, value }: DraftJudgements, { pillars = [] }: DraftDataset): Groups | null {
  if (groups !== undefined) return groups;
  if (value === undefined || columnOf(pillar) === null || pillars.length < 2) return null;
  return Object.fromEntries(pillars.map(({ id, label }) => [label, { pillar: id }]));
}

/** Returns all that judges, with its conversion. Counts are left out: they are bands already. */
export function unitsOf({ judgements = [] }: DraftMapping, dataset: DraftDataset): JudgedUnit[] {
  return judgements.flatMap((each, at): JudgedUnit[] => {
    const { table, columns, value, pillar, conversion: usual = CONVERSION } = each;
    const unit = (key: string, scale: string, cells: JudgedCells): JudgedUnit => ({
      id: `${at}/${key}`,
      label: key,
      scale,
      table,
      cells,
    });
    if (columns !== undefined)
      return Object.entries(columns).map(([column, { conversion = usual }]) => unit(column, conversion, { column }));
    if (value === undefined) return [];
    const groups = groupsOf(each, dataset);
    if (groups === null || pillar === undefined) return [unit(value, usual, { column: value })];
    return Object.entries(groups).map(([key, { conversion = usual }]) =>
      unit(key, conversion, { column: value, only: { value: pillar, is: [key] } }),
    );
  });
}

/** The names of the conversions in use, in the order of what they read; at least one. */
export function scalesOf(units: readonly JudgedUnit[]): readonly string[] {
  return units.length === 0 ? [CONVERSION] : [...new Set(units.map(({ scale }) => scale))];
}

/**
 * Returns the cells that a conversion reads, by table. Groups of one column are read together, and
 * all of them as the whole column.
 */
export function cellsOf(
  units: readonly JudgedUnit[],
  scale: string,
  shareOf: MappedConversion["share_of"],
  numbers: NumberAnswer | undefined,
): ReadonlyMap<string, readonly JudgedCells[]> {
  const found = new Map<string, JudgedCells[]>();
  const share = shareOf === undefined ? {} : { shareOf, numbers };
  const byColumn = Map.groupBy(units, ({ id, cells }) => `${id.split("/", 1)[0]}/${cells.column}`);
  for (const own of byColumn.values()) {
    const [first] = own;
    const read = own.filter((each) => each.scale === scale);
    if (first === undefined || read.length === 0) continue;
    const { column, only } = first.cells;
    const isAll = read.length === own.length;
    const chosen =
      only === undefined || isAll ? {} : { only: { value: only.value, is: read.map(({ label }) => label) } };
    found.set(first.table, [...(found.get(first.table) ?? []), { column, ...chosen, ...share }]);
  }
  return found;
}

/** Gives units another conversion. Conversions that nothing names any more are removed. */
export function withScale(
  mapping: DraftMapping,
  dataset: DraftDataset,
  chosen: readonly string[],
  scale: string,
  conversion: MappedConversion | null,
): DraftMapping {
  const judgements = (mapping.judgements ?? []).map((each, at): DraftJudgements => {
    const keys = chosen.filter((id) => id.startsWith(`${at}/`)).map((id) => id.slice(id.indexOf("/") + 1));
    if (keys.length === 0) return each;
    const usual = each.conversion ?? CONVERSION;
    const moved = (meant: Groups): Groups =>
      Object.fromEntries(
        Object.entries(meant).map(([key, { conversion: _before, ...judged }]) => {
          const name = keys.includes(key) ? scale : (_before ?? usual);
          return [key, name === usual ? judged : { ...judged, conversion: name }];
        }),
      );
    if (each.columns !== undefined) return { ...each, columns: moved(each.columns) };
    const groups = groupsOf(each, dataset);
    return groups === null ? { ...each, conversion: scale } : { ...each, groups: moved(groups) };
  });
  const conversions = { ...mapping.conversions, ...(conversion === null ? {} : { [scale]: conversion }) };
  const named = new Set([
    ...judgements.flatMap((each) => each.conversion ?? []),
    ...scalesOf(unitsOf({ judgements }, dataset)),
  ]);
  const kept = Object.entries(conversions).filter(([name]) => named.has(name));
  return { ...mapping, judgements, conversions: Object.fromEntries(kept) };
}

/** Returns a name that no conversion has. */
export function freeScale({ conversions = {} }: DraftMapping, units: readonly JudgedUnit[]): string {
  const taken = new Set([CONVERSION, ...Object.keys(conversions), ...units.map(({ scale }) => scale)]);
  for (let n = 2; ; n++) if (!taken.has(`${CONVERSION}_${n}`)) return `${CONVERSION}_${n}`;
}

/** The bands, the conversion and the mapping after a form. */
export interface Next {
  readonly said: string;
  readonly bands?: readonly DraftEntry[];
  readonly conversion?: MappedConversion;
  readonly mapping?: Partial<DraftMapping>;
}

/** The bands that a conversion uses, worst first. */
export function bandsUsed(conversion: MappedConversion | null, bands: readonly DraftEntry[]): readonly DraftEntry[] {
  const own = conversion?.bands;
  return own === undefined ? bands : bands.filter(({ id }) => own.includes(id));
}

/** Returns the cuts of so many bands at equal steps; none for fewer than two bands. */
export function equalCuts(numbers: readonly number[], count: number): number[] {
  if (numbers.length === 0 || count < 2) return [];
  const low = numbers.reduce((least, number) => Math.min(least, number));
  const high = numbers.reduce((most, number) => Math.max(most, number));
  return Array.from({ length: count - 1 }, (_, i) => Number((low + ((high - low) * (i + 1)) / count).toPrecision(4)));
}

/** Adds one cut, as far from the last as that is from the one before. */
export function withOneMore(cuts: readonly number[]): number[] {
  const last = cuts.at(-1) ?? 0;
  return [...cuts, last + ((cuts.at(-1) ?? 1) - (cuts.at(-2) ?? 0) || 1)];
}

/** A scale of these bands, under an id that is made of theirs. */
export function scaleOf(bands: readonly DraftEntry[], { scale }: DraftDataset): NonNullable<DraftDataset["scale"]> {
  const id = bands
    .map((each) => each.id)
    .join("-")
    .slice(0, 60)
    .replace(/-+$/u, "");
  return { ...scale, id, bands };
}
