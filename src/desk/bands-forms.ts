import { idOf, readBands, valueKey } from "../intake/guess/bands-answer.ts";
import { orderedValues } from "../intake/guess/known-bands.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import { PRINTED, readNumber } from "../intake/numbers.ts";
import type { Desk } from "./desk.ts";
import type { DraftEntry, DraftMapping } from "../intake/guess/drafts.ts";
import { bandsOf, type JudgedValues, numbersOf, placesOf, readJudgedValues, unitsAt } from "./judged-values.ts";
import { nextCounts, nextSeveral, nextShare, nextUnits, nextUses } from "./scale-forms.ts";
import { bandsUsed, CONVERSION, equalCuts, type Next, scaleOf, scalesOf, withOneMore } from "./scales.ts";
import type { DeskForm, Refusal } from "./step.ts";
import { counted } from "../intake/counted.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";

/** Carries out a form of the step of the bands. */
export async function actOnBands(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const scales = scalesOf(unitsAt(desk));
  const scale = scales.find((each) => each === fields.text("of")) ?? scales[0] ?? CONVERSION;
  const values = await readJudgedValues(desk, scale);
  const next = await nextOf(desk, values, fields);
  if ("refused" in next) return next;
  const mapping = { ...desk.draft.mapping, ...next.mapping };
  const { dataset } = desk.draft;
  const bands = next.bands ?? bandsOf(desk);
  const own = next.conversion === undefined ? {} : { [scale]: next.conversion };
  const conversions = { ...mapping.conversions, ...own, ...(await cutElsewhere(desk, scale, bands)) };
  const judgements = (mapping.judgements ?? []).map((each) =>
    next.conversion === undefined || each.counts !== undefined
      ? each
      : { ...each, conversion: each.conversion ?? CONVERSION },
  );
  await desk.change("bands", next.said, {
    mapping: { ...mapping, judgements, ...(Object.keys(conversions).length === 0 ? {} : { conversions }) },
    ...(next.bands === undefined ? {} : { dataset: { ...dataset, scale: scaleOf(bands, dataset) } }),
  });
  return null;
}

/** Cuts scores that waited for bands at equal steps, once there are some. */
async function cutElsewhere(
  desk: Desk,
  scale: string,
  bands: readonly DraftEntry[],
): Promise<Record<string, MappedConversion>> {
  const found: [name: string, conversion: MappedConversion][] = [];
  for (const [name, conversion] of Object.entries(desk.draft.mapping.conversions ?? {}))
    if (name !== scale && conversion.cuts?.length === 0)
      found.push([
        name,
        { ...conversion, cuts: equalCuts(numbersIn(await readJudgedValues(desk, name)), bands.length) },
      ]);
  return Object.fromEntries(found);
}

async function nextOf(desk: Desk, values: JudgedValues, fields: DeskForm): Promise<Next | Refusal> {
  const action = fields.text("do");
  if (action === "kind") return nextKind(desk, values, fields.text("kind") ?? "");
  if (action === "equal") return equalSteps(desk, values);
  if (action === "typed") return typedBands(desk, values, fields.text("typed") ?? "");
  if (action === "cuts") return nextCuts(desk, values, fields);
  if (action === "each") return eachItsBand(values, fields.text("order") === "down");
  if (action === "values") return nextValues(desk, values, fields);
  if (action === "several") return nextSeveral(values, fields);
  if (action === "share") return await nextShare(desk, values, fields);
  if (action === "uses") return nextUses(desk, values, fields);
  if (action === "move-units") return await nextUnits(desk, values, fields);
  if (action === "counts") return nextCounts(desk, fields);
  if (action === "names") return nextNames(desk, fields);
  if (action === "order") return nextOrder(desk, values, fields);
  if (action === "add") return addBand(desk, values, (fields.text("label") ?? "").trim());
  if (action === "correct") return await correct(desk, values, fields);
  if (action === "numbers") return nextNumbers(desk, fields);
  const words = (desk.draft.mapping.not_judged ?? []).filter((word) => word !== fields.text("word"));
  return { said: `“${fields.text("word")}” judges`, mapping: { not_judged: words } };
}

/** Returns true if other conversions or counts use the bands as well, and would lose them. */
function areShared({ draft: { mapping } }: Desk, { scale }: JudgedValues): boolean {
  const others = Object.keys(mapping.conversions ?? {}).filter((name) => name !== scale);
  return others.length > 0 || (mapping.judgements ?? []).some(({ counts }) => counts !== undefined);
}

function nextKind(desk: Desk, values: JudgedValues, kind: string): Next {
  const { conversion } = values;
  const isCut = kind === "scores";
  if (isCut === (conversion?.cuts !== undefined) && conversion !== null) return { said: "" };
  const bands = areShared(desk, values) ? bandsOf(desk) : [];
  const said = isCut ? "The values are scores" : "The values are words or points";
  return { said, bands, conversion: isCut ? { cuts: equalCuts(numbersIn(values), bands.length) } : { values: {} } };
}

/** Returns all numbers, also those that are in no band yet. */
function numbersIn({ judging, unread }: JudgedValues): number[] {
  return numbersOf({ judging: [...judging, ...unread] }).map(({ number }) => number);
}

function equalSteps(desk: Desk, { conversion, judging }: JudgedValues): Next | Refusal {
  const numbers = numbersOf({ judging }).map(({ number }) => number);
  if (numbers.length === 0) return { refused: "There are no scores to cut." };
  const cuts = equalCuts(numbers, bandsUsed(conversion, bandsOf(desk)).length);
  return { said: "Cuts at equal steps", conversion: { ...conversion, cuts } };
}

/** Makes bands from a typed text, worst first. */
function typedBands(desk: Desk, values: JudgedValues, text: string): Next | Refusal {
  const answers = readBands(text);
  const labels = answers.map(({ label }) => label.toLowerCase());
  if (answers.length < 2) return { refused: "Name two bands at least, worst first, with < between." };
  if (new Set(labels).size < labels.length) return { refused: "Two bands cannot have the same name." };
  if (bandsOf(desk).length > 0) return { refused: "There are bands already." };
  const bands = answers.map(({ id, label }) => ({ id, label: label.slice(0, 120) }));
  const said = `${counted(bands.length, "band")}, worst first: ${bands.map(({ label }) => label).join(", ")}`;
  const { conversion } = values;
  if (values.kind === "scores") {
    const cuts = equalCuts(numbersIn(values), bands.length);
    return { said, bands, conversion: { ...conversion, cuts } };
  }
  const known = new Set([...values.judging, ...values.unread, ...values.notJudged].map((each) => valueKey(each.text)));
  const placed = answers.flatMap(({ id, values: words }) => {
    const found = words.filter((value) => known.has(valueKey(value)));
    return found.length === 0 ? [] : [[id, found] as const];
  });
  return { said, bands, conversion: { ...conversion, values: Object.fromEntries(placed) } };
}

function named(labels: readonly string[]): DraftEntry[] {
  const taken = new Set<string>();
  return labels.map((label) => ({ id: idOf(label, "band", taken), label: label.slice(0, 120) }));
}

/** Reads cuts that a person typed. Each is that of its band: they are not sorted. */
export function readCuts(
  desk: Desk,
  { conversion }: JudgedValues,
  texts: readonly string[],
  lower: boolean,
): (MappedConversion & { readonly cuts: readonly number[] }) | Refusal {
  const cuts = texts.flatMap((text) => readNumber(text, PRINTED) ?? []);
  const wrong = texts.find((text) => readNumber(text, PRINTED) === null);
  if (wrong !== undefined) return { refused: `A cut is a number; “${wrong}” is none.` };
  const sorted = cuts.toSorted((a, b) => (lower ? b - a : a - b));
  const bands = bandsUsed(conversion, bandsOf(desk));
  // If lower scores become better, or no longer are, the cuts are reversed.
  const at = lower === (conversion?.lower_is_better ?? false) ? cuts.findIndex((cut, i) => cut !== sorted[i]) : -1;
  if (at >= 0)
    return { refused: `“${bands[at + 1]?.label}” at ${cuts[at]} is out of order. Change the other cut first.` };
  if (new Set(cuts).size < cuts.length) return { refused: "Two bands cannot begin at the same number." };
  const { lower_is_better: _lower, ...rest } = conversion ?? {};
  return { ...rest, cuts: sorted, ...(lower ? { lower_is_better: true } : {}) };
}

function nextCuts(desk: Desk, values: JudgedValues, fields: DeskForm): Next | Refusal {
  const conversion = readCuts(desk, values, fields.all("cut"), fields.text("lower") === "yes");
  if ("refused" in conversion) return conversion;
  const { cuts } = conversion;
  const changed = cuts.findIndex((cut, i) => cut !== values.conversion?.cuts?.[i]);
  const label = bandsUsed(conversion, bandsOf(desk))[changed + 1]?.label;
  return { said: changed < 0 ? "The cuts were said" : `“${label}” begins at ${cuts[changed]}`, conversion };
}

function eachItsBand(values: JudgedValues, isDown: boolean): Next {
  const texts = orderedValues([...values.judging, ...values.unread].map(({ text }) => text));
  const labels = isDown ? texts.toReversed() : texts;
  const bands = named(labels);
  return {
    said: `Bands, worst first: ${labels.join(", ")}`,
    bands,
    conversion: { values: Object.fromEntries(bands.map(({ id }, i) => [id, [labels[i] ?? ""]])) },
  };
}

function nextValues(desk: Desk, { conversion }: JudgedValues, fields: DeskForm): Next | Refusal {
  let bands = [...bandsOf(desk)];
  const placed = new Map(Object.entries(conversion?.values ?? {}).map(([id, words]) => [id, [...words]]));
  let marks = [...(desk.draft.mapping.not_judged ?? [])];
  const said: string[] = [];
  for (const name of fields.names.filter((each) => each.startsWith("band."))) {
    const text = fields.text(name.replace("band.", "text.")) ?? "";
    const now = fields.text(name) ?? "";
    const isOther = (word: string): boolean => valueKey(word) !== valueKey(text);
    const was = [...placed].find(([, words]) => !words.every(isOther))?.[0] ?? (text === "" ? "-" : "");
    if (now === was) continue;
    for (const [id, words] of placed) placed.set(id, words.filter(isOther));
    marks = marks.filter((mark) => mark.toLowerCase() !== text.toLowerCase());
    let to = now;
    if (now === "+") {
      const label = text === "" ? "None" : text;
      const band = { id: idOf(label, "band", new Set(bands.map(({ id }) => id))), label: label.slice(0, 120) };
      bands = text === "" ? [band, ...bands] : [...bands, band];
      to = band.id;
    }
    if (now === "-" && text !== "") marks.push(text);
    if (to !== "-" && to !== "") placed.set(to, [...(placed.get(to) ?? []), text]);
    said.push(
      `“${text || "empty"}” is ${now === "-" ? "not judged" : (bands.find(({ id }) => id === to)?.label ?? "undecided")}`,
    );
  }
  const kept = Object.fromEntries([...placed].filter(([, words]) => words.length > 0));
  return { said: said.join(", "), bands, conversion: { ...conversion, values: kept }, mapping: { not_judged: marks } };
}

function nextNames(desk: Desk, fields: DeskForm): Next | Refusal {
  const bands = bandsOf(desk).map(({ description: _text, ...band }) => {
    const label = (fields.text(`label.${band.id}`) ?? band.label).trim() || band.label;
    const text = (fields.text(`text.${band.id}`) ?? "").trim();
    return { ...band, label, ...(text === "" ? {} : { description: text }) };
  });
  if (new Set(bands.map(({ label }) => label.toLowerCase())).size < bands.length)
    return { refused: "Two bands cannot have the same name." };
  return { said: "Bands were named and described", bands };
}

function nextOrder(desk: Desk, { scale }: JudgedValues, fields: DeskForm): Next | Refusal {
  const bands = [...bandsOf(desk)];
  const { conversions = {}, judgements = [] } = desk.draft.mapping;
  const changed = (change: (conversion: MappedConversion) => MappedConversion): Partial<DraftMapping> => ({
    conversions: Object.fromEntries(Object.entries(conversions).map(([name, each]) => [name, change(each)])),
  });
  const removed = fields.text("remove");
  if (removed !== null) {
    const at = bands.findIndex(({ id }) => id === removed);
    const label = bands[at]?.label ?? "";
    if (judgements.some(({ counts = {} }) => Object.values(counts).includes(removed)))
      return { refused: `A column counts judgements in “${label}”: give it another band first.` };
    return {
      said: `The band “${label}” is removed`,
      bands: bands.toSpliced(at, 1),
      mapping: changed((conversion) => withoutBand(conversion, removed, bands)),
    };
  }
  const [from = -1, to = -1] = (fields.text("move") ?? "").split(".").map(Number);
  const [band, other] = [bands[from], bands[to]];
  if (band === undefined || other === undefined) return { refused: "That band is not there any more." };
  const ordered = bands.with(from, other).with(to, band);
  const { bands: own } = namedMember(conversions, scale) ?? {};
  return {
    said: `“${band.label}” is ${to < from ? "worse" : "better"} than “${other.label}”`,
    bands: ordered,
    ...(own === undefined ? {} : { mapping: changed((conversion) => inOrder(conversion, ordered)) }),
  };
}

function withoutBand(conversion: MappedConversion, removed: string, bands: readonly DraftEntry[]): MappedConversion {
  if (conversion.cuts === undefined) {
    const { [removed]: _left, ...kept } = conversion.values ?? {};
    return { ...conversion, values: kept };
  }
  const at = bandsUsed(conversion, bands).findIndex(({ id }) => id === removed);
  if (at < 0) return conversion;
  const own = conversion.bands?.filter((id) => id !== removed);
  return {
    ...conversion,
    ...(own === undefined ? {} : { bands: own }),
    cuts: conversion.cuts.filter((_, i) => i !== Math.max(0, at - 1)),
  };
}

function inOrder(conversion: MappedConversion, bands: readonly DraftEntry[]): MappedConversion {
  return conversion.bands === undefined
    ? conversion
    : { ...conversion, bands: bandsUsed(conversion, bands).map(({ id }) => id) };
}

/** Adds a band to this conversion; other conversions with cuts keep the bands they have. */
function addBand(desk: Desk, { scale, conversion }: JudgedValues, label: string): Next | Refusal {
  const bands = bandsOf(desk);
  if (label === "") return { refused: "Say what the band is called." };
  if (bands.some((band) => band.label.toLowerCase() === label.toLowerCase()))
    return { refused: `There is a band “${label}” already.` };
  const band = { id: idOf(label, "band", new Set(bands.map(({ id }) => id))), label };
  const { cuts, bands: own } = conversion ?? {};
  const ids = bands.map(({ id }) => id);
  const others = Object.entries(desk.draft.mapping.conversions ?? {}).map(([name, each]) => [
    name,
    name === scale || each.cuts === undefined || ids.length < 2 ? each : { ...each, bands: each.bands ?? ids },
  ]);
  const added = own === undefined ? {} : { bands: [...own, band.id] };
  return {
    said: `A band “${label}” is added`,
    bands: [...bands, band],
    mapping: { conversions: Object.fromEntries(others) },
    ...(cuts === undefined ? {} : { conversion: { ...conversion, ...added, cuts: withOneMore(cuts) } }),
  };
}

/** Takes from a form how numbers are written that may be read in two ways. */
function nextNumbers({ draft: { mapping } }: Desk, fields: DeskForm): Next {
  const [decimal, beside] = [fields.text("decimal"), fields.text("beside_percent")];
  const numbers: NonNullable<DraftMapping["numbers"]> = {
    ...mapping.numbers,
    ...(decimal === "." || decimal === "," ? { decimal } : {}),
    ...(beside === "share" || beside === "percent" ? { beside_percent: beside } : {}),
  };
  return { said: fields.text("said") ?? "", mapping: { numbers } };
}

/** Corrects a text in all columns that judge, or in one row, or says that it is no judgement. */
async function correct(desk: Desk, values: JudgedValues, fields: DeskForm): Promise<Next | Refusal> {
  const { mapping } = desk.draft;
  const was = fields.text("was") ?? "";
  if (fields.text("mark") === "yes")
    return { said: `“${was}” is not judged`, mapping: { not_judged: [...(mapping.not_judged ?? []), was] } };
  const now = (fields.text("now") ?? "").trim();
  if (now === "" || now === was) return { refused: `Say what “${was}” is meant to be, or that it is not judged.` };
  const row = fields.text("row");
  const texts = values.unread.filter(({ text }) => text === was);
  const places = (await placesOf(desk, values, texts)).get(was) ?? [];
  const on = desk.now().toISOString().slice(0, 10);
  const made = (row === null ? places : places.slice(0, 1)).map(({ table, column }) => ({
    table,
    column,
    was,
    now,
    ...(row === null ? {} : { row }),
    on,
  }));
  return {
    said: `“${was}” is “${now}”${row === null ? "" : ` in ${row}`}`,
    mapping: { corrections: [...(mapping.corrections ?? []), ...made] },
  };
}
