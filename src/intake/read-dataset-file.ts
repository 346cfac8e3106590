import datasetSchema from "../../schemas/dataset.schema.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Atlas } from "../atlas/atlas.ts";
import { type DatasetFacts, DEFAULT_MINIMUM_COMPANIES, DEFAULT_TITLE, DEFAULT_V1_TITLE } from "../trust/dataset.ts";
import { gateLimits, type GateLimits } from "../trust/gate-limits.ts";
import type { Pillar, Scale } from "../trust/scale.ts";
import { type DatasetFile, ID, MARK } from "./dataset-schema.ts";
import type { DateFormat } from "./date-formats.ts";
import type { SingleByteEncoding } from "./sources/utf8.ts";
import type { ProblemList } from "./problem-report.ts";
import { readLocatedJson } from "./mapping/mapping-text.ts";
import { readDescription } from "./read-description.ts";
import { isObject } from "../is-object.ts";
import type { ErrorObject } from "ajv";
import { nearestColumn } from "./similar-names.ts";

const FILE = "dataset.json";
const ADVICE = "See docs/data-format.md, and schemas/dataset.schema.json for an editor that completes and checks.";
const DEFAULT_LICENCE = "CC-BY-4.0";
export const AJV = new Ajv2020({ allErrors: true, verbose: true, strict: false, meta: false, validateSchema: false });
// This is the schema as it ships, which the tests compare with `dataset-schema.ts`: making and
// checking it costs a sixth of a second.
const validate = AJV.compile<DatasetFile>(datasetSchema);

/** The parts of `dataset.json` that the tables need; null where the file has problems there. */
export interface TableFacts {
  readonly scale: Scale | null;
  readonly pillars: readonly Pillar[] | null;
  readonly sectorLabels: DatasetFacts["sectorLabels"] | null;
  /** Labels by the texts of the tables; none where the file has problems there. */
  readonly judgeLabels: DatasetFacts["judgeLabels"];
  readonly criterionLabels: DatasetFacts["criterionLabels"];
  /** The encoding of text files that are not UTF-8, where the file names it. */
  readonly encoding: SingleByteEncoding | null;
  /** The format of dates beside YYYY-MM-DD, where the file names it. */
  readonly dates: DateFormat | null;
  /** True if a company whose country is empty is published, in no country. */
  readonly keepsWithoutCountry: boolean;
  /** The sheets of the tables in workbooks, where the file names them. */
  readonly sheets: NonNullable<DatasetFile["sheets"]>;
}

interface DatasetFileRead {
  /** Null when the file has any problem. */
  readonly facts: DatasetFacts | null;
  readonly tableFacts: TableFacts;
  /** The part about the site; undefined also where it has problems. */
  readonly branding: DatasetFile["branding"];
  readonly gate: GateLimits;
}

/** Reads `dataset.json` of a folder and adds every problem of it, also where it is missing. */
export async function readDatasetFile(folder: string, atlas: Atlas, problems: ProblemList): Promise<DatasetFileRead> {
  const before = problems.problems.length;
  const value = await readJson(folder, problems);
  const isValid = value !== undefined && validate(value);
  if (value !== undefined && !isValid)
    for (const { meant, ...found } of schemaProblems(validate.errors ?? [])) {
      const advice = meant === null ? ADVICE : `Did you mean ${meant}? ${ADVICE}`;
      problems.add({ kind: "invalid_dataset_file", table: FILE, file: FILE, advice, ...found });
    }
  const members = isValid ? value : soundMembers(value);
  const { scale, pillars, sectors, monitored, encoding, dates, sheets, branding } = members;
  const hasBands = scale !== undefined && areNamesDistinct("/scale/bands", scale.bands, problems);
  const hasPillars = pillars !== undefined && areNamesDistinct("/pillars", pillars, problems);
  checkOnce("/sectors", "slug", sectors ?? [], "every sector once", problems);
  checkOnce("/judges", "id", members.judges ?? [], "every judge once", problems);
  checkOnce("/criteria", "id", members.criteria ?? [], "every criterion once", problems);
  checkMonitored(monitored ?? [], atlas, problems);
  if (isObject(value) && !("licence" in value))
    problems.notice(
      `dataset.json names no licence; it is published under ${DEFAULT_LICENCE}. If that is right, say so: "licence": "${DEFAULT_LICENCE}".`,
    );
  return {
    facts: isValid && problems.problems.length === before ? factsOf(value) : null,
    tableFacts: {
      scale: hasBands ? scaleOf(scale) : null,
      pillars: hasPillars ? pillars.map(entryOf) : null,
      sectorLabels: isValid || sectors !== undefined ? sectorLabelsOf(sectors) : null,
      judgeLabels: labelsOf(members.judges),
      criterionLabels: labelsOf(members.criteria),
      encoding: encoding ?? null,
      dates: dates ?? null,
      keepsWithoutCountry: members.companies_without_country === "keep",
      sheets: sheets ?? {},
    },
    branding,
    gate: gateLimits(isValid ? value.gate : {}),
  };
}

/** Returns undefined, with a problem, when the file is missing, cannot be read or is no JSON. */
async function readJson(folder: string, problems: ProblemList): Promise<unknown> {
  const about = { table: FILE, file: FILE, advice: ADVICE };
  const expected = "JSON in UTF-8";
  const text = await readDescription({ folder, file: FILE, table: FILE, expected, advice: ADVICE }, problems);
  if (text === null) return undefined;
  if (text === undefined) {
    const description = "the description of the dataset";
    problems.add({ ...about, kind: "missing_file", found: "no such file", expected: description });
    return undefined;
  }
  const read = readLocatedJson(text);
  if ("value" in read) return read.value;
  const { line, found } = read;
  const at = { line, place: `line ${line}`, found: `no JSON: ${found}`, expected };
  problems.add({ ...about, ...at, kind: "invalid_json" });
  return undefined;
}

/** The members that reading the other files depends on. */
const READ_ANYHOW = [
  "scale",
  "pillars",
  "sectors",
  "judges",
  "criteria",
  "monitored",
  "encoding",
  "dates",
  "companies_without_country",
  "sheets",
  "branding",
] as const;

/** Returns the members that meet the schema in a file that breaks it elsewhere. */
function soundMembers(value: unknown): Partial<Pick<DatasetFile, (typeof READ_ANYHOW)[number]>> {
  if (!isObject(value)) return {};
  const found: ReturnType<typeof soundMembers> = "sectors" in value ? {} : { sectors: [] };
  for (const member of READ_ANYHOW) {
    const content = value[member];
    if (content !== undefined && AJV.validate(datasetSchema.properties[member], content))
      Object.assign(found, { [member]: content });
  }
  return found;
}

/**
 * Checks what a schema cannot say: an id, and a label that the tables may use instead, names one
 * entry only. Adds a problem for each that names two.
 */
function areNamesDistinct(pointer: string, entries: DatasetFile["pillars"], problems: ProblemList): boolean {
  const before = problems.problems.length;
  const owners = new Map<string, number>();
  for (const [i, { id, label }] of entries.entries()) {
    for (const [member, name] of [
      ["id", id],
      ["label", label],
    ] as const) {
      const key = tidied(name).toLowerCase();
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, i);
      else if (owner !== i) {
        const expected = `ids and labels that ${pointer}/${owner} does not have`;
        addRepeated(`${pointer}/${i}/${member}`, name, expected, problems);
      }
    }
  }
  return problems.problems.length === before;
}

/** Adds a problem for each entry of a list that is named like one before it. */
function checkOnce<Name extends string>(
  pointer: string,
  member: Name,
  entries: readonly Readonly<Record<Name, string>>[],
  expected: string,
  problems: ProblemList,
): void {
  const names = entries.map((entry) => tidied(entry[member]));
  for (const [i, name] of names.entries())
    if (names.indexOf(name) < i) addRepeated(`${pointer}/${i}/${member}`, name, expected, problems);
}

function addRepeated(place: string, name: string, expected: string, problems: ProblemList): void {
  const found = JSON.stringify(name);
  problems.add({ kind: "repeated_name", table: FILE, file: FILE, place, found, expected });
}

function checkMonitored(codes: readonly string[], atlas: Atlas, problems: ProblemList): void {
  for (const [i, code] of codes.entries()) {
    const meaning = atlas.resolveCountry(code);
    if (meaning.kind === "country" && meaning.territory.iso2 === code) continue;
    problems.add({
      kind: "unknown_country",
      table: FILE,
      file: FILE,
      place: `/monitored/${i}`,
      found: JSON.stringify(code),
      expected: "an ISO 3166-1 alpha-2 code",
    });
  }
}

function factsOf(file: DatasetFile): DatasetFacts {
  return {
    title: file.title ?? DEFAULT_TITLE,
    v1Title: file.v1_title ?? DEFAULT_V1_TITLE,
    publisher: file.publisher,
    year: file.year,
    homepage: file.homepage ?? null,
    licence: file.licence ?? DEFAULT_LICENCE,
    notice: file.notice ?? null,
    scale: scaleOf(file.scale),
    pillars: file.pillars.map(entryOf),
    sectorLabels: sectorLabelsOf(file.sectors),
    monitored: file.monitored ?? null,
    minimumCompanies: file.ranking?.minimum_companies ?? DEFAULT_MINIMUM_COMPANIES,
    measures: file.measures == null ? null : asSentence(tidied(file.measures)),
    doesNotMeasure: (file.does_not_measure ?? []).map(tidied),
    judgeLabels: labelsOf(file.judges),
    criterionLabels: labelsOf(file.criteria),
    mark: file.mark == null ? null : tidied(file.mark),
  };
}

function scaleOf({ id, bands }: DatasetFile["scale"]): Scale {
  return { id, bands: bands.map(entryOf) };
}

function entryOf({ id, label, description }: DatasetFile["pillars"][number]): Pillar {
  return { id, label: tidied(label), description: description ?? null };
}

function sectorLabelsOf(sectors: DatasetFile["sectors"] = []): DatasetFacts["sectorLabels"] {
  return Object.fromEntries(sectors.map(({ slug, label }) => [slug, tidied(label)]));
}

function labelsOf(entries: DatasetFile["judges"] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(entries.map(({ id, label }) => [tidied(id), tidied(label)]));
}

/** Adds the full stop that the publisher may have left out. */
function asSentence(text: string): string {
  return /[.!?…]["”’)]?$/u.test(text) ? text : `${text}.`;
}

/** Tidies a label as the tables are tidied: one space between words, none outside. */
function tidied(label: string): string {
  return label
    .normalize("NFC")
    .replaceAll(/[\p{Z}\p{Cc}]+/gu, " ")
    .trim();
}

interface SchemaProblem {
  readonly place: string;
  readonly found: string;
  readonly expected: string;
  /** The member that an unknown one probably means. */
  readonly meant: string | null;
}

/** Lists the faults of a value by its schema: the place, what was found and expected, each once. */
export function schemaProblems(errors: readonly ErrorObject[]): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem>();
  for (const error of errors) {
    // The branches of "text or null" repeat what the text's own rule says.
    if (error.keyword === "anyOf" || (error.keyword === "type" && error.schema === "null")) continue;
    const problem = problemOf(error);
    const id = JSON.stringify([problem.place, problem.expected]);
    if (!problems.has(id)) problems.set(id, problem);
  }
  return [...problems.values()];
}

function problemOf(error: ErrorObject): SchemaProblem {
  const { instancePath, params, data, parentSchema } = error;
  const { additionalProperty, missingProperty } = params as { additionalProperty?: string; missingProperty?: string };
  const placeOf = (member: string): string => `${instancePath}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  if (missingProperty !== undefined) {
    const place = placeOf(missingProperty);
    return { place, found: "nothing", expected: `the member ${missingProperty}`, meant: null };
  }
  if (additionalProperty !== undefined) {
    const members = Object.keys((parentSchema?.["properties"] as object | undefined) ?? {});
    const meant = nearestColumn(additionalProperty, members);
    return { place: placeOf(additionalProperty), found: "an unknown member", expected: "no such member", meant };
  }
  const found = shorten(JSON.stringify(data));
  return { place: instancePath || "/", found, expected: expectedOf(error), meant: null };
}

function expectedOf({ instancePath, keyword, message, schema }: ErrorObject): string {
  if (instancePath === "/licence" && keyword === "pattern")
    return "an SPDX identifier of https://spdx.org/licenses/, such as CC-BY-4.0, CC0-1.0 or ODbL-1.0";
  if (keyword === "pattern" && schema === ID) return "lower-case letters and digits, in parts joined by - or _";
  if (keyword === "pattern" && schema === MARK)
    return "a word or two without a colon or a full stop, such as Fictional";
  if (keyword === "enum" && Array.isArray(schema)) return `one of ${schema.join(", ")}`;
  if (keyword === "const") return JSON.stringify(schema);
  return describeRule(message ?? "must be another");
}

/**
 * Turns what a schema's rule says ("must NOT have fewer than 2 items", "must be integer") into what
 * is expected.
 */
function describeRule(rule: string): string {
  return rule
    .replace("must NOT have fewer than 1 characters", "a text that is not empty")
    .replace("must NOT have fewer than", "at least")
    .replace("must NOT have more than", "at most")
    .replace(/\b1 items$/u, "1 item")
    .replace(/^must NOT have (duplicate items).*/u, "no $1")
    .replace(/^must be ([a-z])/u, "a value of the type $1")
    .replace(/^must be ([<>])/u, "a number $1")
    .replace(/^must match pattern "\\S"$/u, "a text that is not empty")
    .replace(/^must match pattern/u, "a text of the pattern");
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
