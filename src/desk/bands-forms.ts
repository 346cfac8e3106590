import { idOf, valueKey } from "../intake/guess/bands-answer.ts";
import { inProbableOrder } from "../intake/guess/known-bands.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import type { Desk } from "./desk.ts";
import type { DraftEntry, DraftMapping } from "./drafts.ts";
import { bandsOf, CONVERSION, type JudgedValues, numbersOf, placesOf, readJudgedValues } from "./judged-values.ts";
import { numberOf } from "./profiles.ts";
import type { DeskForm, Refusal } from "./step.ts";
import { formatCount } from "../intake/counted.ts";

/** What a form makes of the bands and the conversion. */
interface Next {
  readonly said: string;
  readonly bands?: readonly DraftEntry[];
  readonly conversion?: MappedConversion;
  readonly mapping?: Partial<DraftMapping>;
}

/** Carries out a form of the step of the bands. */
export async function actOnBands(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const values = await readJudgedValues(desk);
  const next = await nextOf(desk, values, fields);
  if ("refused" in next) return next;
  const { mapping, dataset } = desk.draft;
  const bands = next.bands ?? bandsOf(desk);
  const id = bands
    .map((each) => each.id)
    .join("-")
    .slice(0, 60)
    .replace(/-+$/u, "");
  const conversions =
    next.conversion === undefined ? mapping.conversions : { ...mapping.conversions, [CONVERSION]: next.conversion };
  const judgements = (mapping.judgements ?? []).map((each) =>
    next.conversion === undefined || each.counts !== undefined ? each : { ...each, conversion: CONVERSION },
  );
  await desk.change("bands", next.said, {
    mapping: { ...mapping, ...next.mapping, judgements, ...(conversions === undefined ? {} : { conversions }) },
    ...(next.bands === undefined ? {} : { dataset: { ...dataset, scale: { ...dataset.scale, id, bands } } }),
  });
  return null;
}

async function nextOf(desk: Desk, values: JudgedValues, fields: DeskForm): Promise<Next | Refusal> {
  const action = fields.text("do");
  if (action === "kind") return nextKind(values, fields.text("kind") ?? "");
  if (action === "equal") return equalSteps(values, Number(fields.text("count")));
  if (action === "cuts") return nextCuts(desk, values, fields);
  if (action === "each") return eachItsBand(values, fields.text("order") === "down");
  if (action === "values") return nextValues(desk, values, fields);
  if (action === "names") return nextNames(desk, fields);
  if (action === "order") return nextOrder(desk, values, fields);
  if (action === "add") return addBand(desk, values, (fields.text("label") ?? "").trim());
  if (action === "correct") return await correct(desk, values, fields);
  const words = (desk.draft.mapping.not_judged ?? []).filter((word) => word !== fields.text("word"));
  return { said: `“${fields.text("word")}” judges`, mapping: { not_judged: words } };
}

function nextKind({ conversion }: JudgedValues, kind: string): Next {
  const isCut = kind === "scores";
  if (isCut === (conversion?.cuts !== undefined) && conversion !== null) return { said: "" };
  return isCut
    ? { said: "The values are scores", bands: [], conversion: { cuts: [] } }
    : { said: "The values are words or points", bands: [], conversion: { values: {} } };
}

const NAMES: Readonly<Record<number, readonly string[]>> = {
  3: ["Low", "Middle", "High"],
  4: ["Low", "Some", "Good", "High"],
  5: ["Very low", "Low", "Moderate", "High", "Very high"],
};

function equalSteps(values: JudgedValues, count: number): Next | Refusal {
  const numbers = numbersOf(values).map(({ number }) => number);
  const labels = NAMES[count];
  if (labels === undefined || numbers.length === 0) return { refused: "There are no scores to cut." };
  const [low, high] = [Math.min(...numbers.slice(0, 50_000)), Math.max(...numbers.slice(0, 50_000))];
  const cuts = labels.slice(1).map((_, i) => Number((low + ((high - low) * (i + 1)) / count).toPrecision(4)));
  return { said: `${formatCount(count)} bands in equal steps`, bands: named(labels), conversion: { cuts } };
}

function named(labels: readonly string[]): DraftEntry[] {
  const taken = new Set<string>();
  return labels.map((label) => ({ id: idOf(label, "band", taken), label: label.slice(0, 120) }));
}

function nextCuts(desk: Desk, { conversion }: JudgedValues, fields: DeskForm): Next | Refusal {
  const texts = fields.all("cut");
  const cuts = texts.map(numberOf);
  const wrong = texts.find((text, i) => text.trim() === "" || Number.isNaN(cuts[i]));
  if (wrong !== undefined) return { refused: `A cut is a number; “${wrong}” is none.` };
  const lower = fields.text("lower") === "yes";
  const sorted = cuts.toSorted((a, b) => (lower ? b - a : a - b));
  if (new Set(cuts).size < cuts.length) return { refused: "Two bands cannot begin at the same number." };
  const { lower_is_better: _lower, ...rest } = conversion ?? {};
  const bands = bandsOf(desk);
  const changed = sorted.findIndex((cut, i) => cut !== conversion?.cuts?.[i]);
  const said = changed < 0 ? "The cuts were said" : `“${bands[changed + 1]?.label}” begins at ${sorted[changed]}`;
  return { said, conversion: { ...rest, cuts: sorted, ...(lower ? { lower_is_better: true } : {}) } };
}

function eachItsBand(values: JudgedValues, isDown: boolean): Next {
  const texts = inProbableOrder([...values.judging, ...values.unread].map(({ text }) => text));
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
    const was =
      [...placed].find(([, words]) => words.some((word) => valueKey(word) === valueKey(text)))?.[0] ??
      (text === "" ? "-" : "");
    if (now === was) continue;
    for (const [id, words] of placed)
      placed.set(
        id,
        words.filter((word) => valueKey(word) !== valueKey(text)),
      );
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

function nextOrder(desk: Desk, { conversion }: JudgedValues, fields: DeskForm): Next | Refusal {
  const bands = [...bandsOf(desk)];
  const removed = fields.text("remove");
  if (removed !== null) {
    const at = bands.findIndex(({ id }) => id === removed);
    const { [removed]: _left, ...kept } = conversion?.values ?? {};
    const next: MappedConversion =
      conversion?.cuts === undefined
        ? { ...conversion, values: kept }
        : { ...conversion, cuts: conversion.cuts.filter((_, i) => i !== Math.max(0, at - 1)) };
    return { said: `The band “${bands[at]?.label}” is removed`, bands: bands.toSpliced(at, 1), conversion: next };
  }
  const [from = -1, to = -1] = (fields.text("move") ?? "").split(".").map(Number);
  const [band, other] = [bands[from], bands[to]];
  if (band === undefined || other === undefined) return { refused: "That band is not there any more." };
  return {
    said: `“${band.label}” is ${to < from ? "worse" : "better"} than “${other.label}”`,
    bands: bands.with(from, other).with(to, band),
  };
}

function addBand(desk: Desk, { conversion }: JudgedValues, label: string): Next | Refusal {
  const bands = bandsOf(desk);
  if (label === "") return { refused: "Say what the band is called." };
  if (bands.some((band) => band.label.toLowerCase() === label.toLowerCase()))
    return { refused: `There is a band “${label}” already.` };
  const added = [...bands, { id: idOf(label, "band", new Set(bands.map(({ id }) => id))), label }];
  const { cuts } = conversion ?? {};
  const last = cuts?.at(-1) ?? 0;
  const step = (cuts?.at(-1) ?? 1) - (cuts?.at(-2) ?? 0) || 1;
  return {
    said: `A band “${label}” is added`,
    bands: added,
    ...(cuts === undefined ? {} : { conversion: { ...conversion, cuts: [...cuts, last + step] } }),
  };
}

/** Corrects a text in all columns that judge, or in one row, or says that it is no judgement. */
async function correct(desk: Desk, values: JudgedValues, fields: DeskForm): Promise<Next | Refusal> {
  const { mapping } = desk.draft;
  const was = fields.text("was") ?? "";
  if (fields.text("mark") === "yes")
    return { said: `“${was}” is not judged`, mapping: { not_judged: [...(mapping.not_judged ?? []), was] } };
  const now = (fields.text("now") ?? "").trim();
  if (now === "") return { refused: `Say what “${was}” is, or that it is not judged.` };
  const row = fields.text("row");
  const places =
    (
      await placesOf(
        desk,
        values.unread.filter(({ text }) => text === was),
      )
    ).get(was) ?? [];
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
