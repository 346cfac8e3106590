import { counted } from "../intake/counted.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import { PRINTED, readNumber } from "../intake/numbers.ts";
import type { Desk } from "./desk.ts";
import { bandsOf, type JudgedValues, numbersOf, readJudgedValues, unitsAt } from "./judged-values.ts";
import { bandsUsed, equalCuts, freeScale, type Next, scalesOf, withOneMore, withScale } from "./scales.ts";
import type { DeskForm, Refusal } from "./step.ts";

/** Takes from a form which of several values in a cell counts, if a cell has several. */
export function nextSeveral({ conversion }: JudgedValues, fields: DeskForm): Next {
  const { list: _before, values = {}, ...rest } = conversion ?? {};
  const list = (["best", "worst"] as const).find((each) => each === fields.text("list"));
  return {
    said: list === undefined ? "A cell has one value" : `The ${list} of several values in a cell counts`,
    conversion: { ...rest, values, ...(list === undefined ? {} : { list }) },
  };
}

/** Takes the maximum of scores. Cuts of points do not fit shares: they begin at equal steps. */
export async function nextShare(
  desk: Desk,
  { scale, conversion }: JudgedValues,
  fields: DeskForm,
): Promise<Next | Refusal> {
  const of = (name: string): string => (fields.text(name) ?? "").trim();
  const { share_of: before, ...rest } = conversion ?? {};
  const maximum = shareOf(desk, of);
  if (typeof maximum === "object" && "refused" in maximum) return maximum;
  if (JSON.stringify(maximum) === JSON.stringify(before)) return { said: "" };
  const made: MappedConversion = { ...rest, ...(maximum === undefined ? {} : { share_of: maximum }) };
  const { mapping, dataset, marks } = desk.draft;
  const next = { mapping: { ...mapping, conversions: { ...mapping.conversions, [scale]: made } }, dataset, marks };
  const numbers = numbersOf(await readJudgedValues(desk, scale, next)).map(({ number }) => number);
  const cuts = equalCuts(numbers, bandsUsed(made, bandsOf(desk)).length);
  return {
    said: maximum === undefined ? "The scores are no shares" : "The scores are shares of a maximum",
    conversion: { ...made, cuts },
  };
}

function shareOf(desk: Desk, of: (name: string) => string): MappedConversion["share_of"] | Refusal {
  const number = of("number");
  const column = of("column");
  if (number !== "" && column !== "") return { refused: "The maximum is a number or in a column, not both." };
  if (number !== "") {
    const found = readNumber(number, PRINTED);
    return found !== null && found > 0 ? found : { refused: `A maximum is a number above 0; “${number}” is none.` };
  }
  if (column === "") return undefined;
  const [key, said] = [placeOf(desk, of("key")), placeOf(desk, of("said"))];
  if (key === null && said === null) return { column };
  if (key === null || said === null || key.table !== said.table)
    return { refused: "A maximum that is looked up needs two columns of one other table." };
  return { column, lookup: { table: key.table, key: key.column, value: said.column } };
}

function placeOf({ draft: { mapping } }: Desk, text: string): { table: string; column: string } | null {
  const table = Object.keys(mapping.tables ?? {}).find((name) => text.startsWith(`${name}/`));
  return table === undefined ? null : { table, column: text.slice(table.length + 1) };
}

/** Takes from a form the bands into which scores are cut. */
export function nextUses(desk: Desk, { conversion }: JudgedValues, fields: DeskForm): Next | Refusal {
  const all = bandsOf(desk);
  const chosen = all.filter(({ id }) => fields.all("use").includes(id));
  if (chosen.length < 2) return { refused: "Scores are cut into two bands at least." };
  const { bands: _before, cuts = [], ...rest } = conversion ?? {};
  let fitting = cuts.slice(0, chosen.length - 1);
  while (fitting.length < chosen.length - 1) fitting = withOneMore(fitting);
  return {
    said: `These scores are in ${counted(chosen.length, "band")}`,
    conversion: {
      ...rest,
      cuts: fitting,
      ...(chosen.length < all.length ? { bands: chosen.map(({ id }) => id) } : {}),
    },
  };
}

/** Gives ticked columns cuts or values of their own, or those of others. */
export async function nextUnits(desk: Desk, { scale, kind }: JudgedValues, fields: DeskForm): Promise<Next | Refusal> {
  const { mapping, dataset, marks } = desk.draft;
  const units = unitsAt(desk);
  const chosen = units.filter(({ id }) => fields.all("chosen").includes(id));
  if (chosen.length === 0) return { refused: "Tick what is to be read in another way." };
  const to = scalesOf(units).find((each) => each === fields.text("to"));
  const own = units.filter((unit) => unit.scale === scale);
  const ids = chosen.map(({ id }) => id);
  const said = `${chosen.length === 1 ? `“${chosen[0]?.label}” is` : `${counted(chosen.length, "column")} are`} read in another way`;
  if (to !== undefined) return { said, mapping: withScale(mapping, dataset, ids, to, null) };
  if (own.every(({ id }) => ids.includes(id)))
    return { refused: "All of them are read in one way of their own already." };
  const name = freeScale(mapping, units);
  const made = withScale(mapping, dataset, ids, name, kind === "scores" ? { cuts: [] } : { values: {} });
  if (kind === "words") return { said, mapping: made };
  const values = await readJudgedValues(desk, name, { mapping: made, dataset, marks });
  const cuts = equalCuts(
    numbersOf(values).map(({ number }) => number),
    bandsOf(desk).length,
  );
  return { said, mapping: { ...made, conversions: { ...made.conversions, [name]: { cuts } } } };
}

/** Takes from a form the band of each column that counts judgements. */
export function nextCounts({ draft: { mapping, dataset } }: Desk, fields: DeskForm): Next {
  const bands = dataset.scale?.bands ?? [];
  const said: string[] = [];
  const meant = new Map(
    fields.names
      .filter((name) => name.startsWith("counted."))
      .map((name) => [fields.text(name), fields.text(name.replace("counted.", "count."))]),
  );
  const judgements = (mapping.judgements ?? []).map((each, at) => {
    if (each.counts === undefined) return each;
    const counts = Object.entries(each.counts).map(([column, was]): [string, string] => {
      const band = bands.find(({ id }) => id === meant.get(`${at}/${column}`));
      if (band === undefined || band.id === was) return [column, was];
      said.push(`“${column}” counts “${band.label}”`);
      return [column, band.id];
    });
    return { ...each, counts: Object.fromEntries(counts) };
  });
  return { said: said.join(", "), mapping: { judgements } };
}
