import { Ajv2020 } from "ajv/dist/2020.js";
import datasetSchema from "../../schemas/dataset.schema.json" with { type: "json" };
import type { Atlas } from "../atlas/atlas.ts";
import { type DatasetFacts, DEFAULT_TITLE, DEFAULT_V1_TITLE } from "../trust/dataset.ts";
import type { Pillar } from "../trust/scale.ts";
import type { DatasetFile } from "./dataset-schema.ts";
import type { ProblemList } from "./problem-report.ts";
import { messageOf, readDescription } from "./read-description.ts";

const FILE = "dataset.json";
// The schema as it ships, which the tests compare with `dataset-schema.ts`: making and checking it
// costs a sixth of a second.
const validate = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: false,
  meta: false,
  validateSchema: false,
}).compile<DatasetFile>(datasetSchema);

/**
 * Reads `dataset.json` of a folder. Returns null, with every problem, when it is missing or breaks
 * its schema.
 */
export async function readDatasetFile(
  folder: string,
  atlas: Atlas,
  problems: ProblemList,
): Promise<DatasetFacts | null> {
  const advice = "See docs/data-format.md, and schemas/dataset.schema.json for an editor that completes and checks.";
  const expected = "JSON in UTF-8";
  const text = await readDescription({ folder, file: FILE, expected, advice }, problems);
  if (text === undefined) {
    problems.add({
      kind: "missing_file",
      table: FILE,
      file: FILE,
      found: "no such file",
      expected: "the description of the dataset",
      advice,
    });
  }
  if (text === undefined || text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const found = `no JSON: ${messageOf(error)}`;
    problems.add({ kind: "invalid_json", table: FILE, file: FILE, found, expected, advice });
    return null;
  }
  const before = problems.problems.length;
  if (validate(value)) {
    checkNames(value, problems);
    checkMonitored(value.monitored ?? [], atlas, problems);
    if (problems.problems.length === before) return factsOf(value);
  } else {
    addSchemaProblems(problems, advice);
  }
  return null;
}

function addSchemaProblems(problems: ProblemList, advice: string): void {
  const seen = new Set<string>();
  for (const { instancePath, keyword, message, params, data, schema } of validate.errors ?? []) {
    // The branches of "text or null" repeat what the text's own rule says.
    if (keyword === "anyOf" || (keyword === "type" && schema === "null")) continue;
    const { additionalProperty, missingProperty } = params as { additionalProperty?: string; missingProperty?: string };
    const member = additionalProperty ?? missingProperty;
    const place =
      member === undefined ? instancePath : `${instancePath}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const found =
      missingProperty !== undefined
        ? "nothing"
        : additionalProperty !== undefined
          ? "an unknown member"
          : shorten(JSON.stringify(data));
    const expected =
      missingProperty !== undefined
        ? `the member ${missingProperty}`
        : additionalProperty !== undefined
          ? "no such member"
          : instancePath === "/licence" && keyword === "pattern"
            ? "an SPDX identifier of https://spdx.org/licenses/, such as CC-BY-4.0, CC0-1.0 or ODbL-1.0"
            : describeRule(message ?? "must be another");
    const id = JSON.stringify([place, expected]);
    if (seen.has(id)) continue;
    seen.add(id);
    problems.add({
      kind: "invalid_dataset_file",
      table: FILE,
      file: FILE,
      place: place || "/",
      found,
      expected,
      advice,
    });
  }
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
    .replace(/^must NOT have (duplicate items).*/u, "no $1")
    .replace(/^must be ([a-z])/u, "a value of the type $1")
    .replace(/^must be ([<>])/u, "a number $1")
    .replace(/^must match pattern "\\S"$/u, "a text that is not empty")
    .replace(/^must match pattern/u, "a text of the pattern");
}

/**
 * What a schema cannot say: an id, and a label that the tables may use instead, names one entry
 * only.
 */
function checkNames({ scale, pillars, sectors }: DatasetFile, problems: ProblemList): void {
  for (const [pointer, entries] of [
    ["/scale/bands", scale.bands],
    ["/pillars", pillars],
  ] as const) {
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
          problems.add({
            kind: "repeated_name",
            table: FILE,
            file: FILE,
            place: `${pointer}/${i}/${member}`,
            found: JSON.stringify(name),
            expected: `ids and labels that ${pointer}/${owner} does not have`,
          });
        }
      }
    }
  }
  const slugs = (sectors ?? []).map(({ slug }) => slug);
  for (const [i, slug] of slugs.entries()) {
    if (slugs.indexOf(slug) < i) {
      problems.add({
        kind: "repeated_name",
        table: FILE,
        file: FILE,
        place: `/sectors/${i}/slug`,
        found: JSON.stringify(slug),
        expected: "every sector once",
      });
    }
  }
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
  const entry = ({ id, label, description }: DatasetFile["pillars"][number]): Pillar => ({
    id,
    label: tidied(label),
    description: description ?? null,
  });
  return {
    title: file.title ?? DEFAULT_TITLE,
    v1Title: file.v1_title ?? DEFAULT_V1_TITLE,
    publisher: file.publisher,
    year: file.year,
    homepage: file.homepage ?? null,
    licence: file.licence ?? "CC-BY-4.0",
    notice: file.notice ?? null,
    scale: { id: file.scale.id, bands: file.scale.bands.map(entry) },
    pillars: file.pillars.map(entry),
    sectorLabels: Object.fromEntries((file.sectors ?? []).map(({ slug, label }) => [slug, tidied(label)])),
    monitored: file.monitored ?? null,
    minimumCompanies: file.ranking?.minimum_companies ?? 3,
  };
}

/** A label as the tables are read, too: one space between words, none outside. */
function tidied(label: string): string {
  return label
    .normalize("NFC")
    .replaceAll(/[\p{Z}\p{Cc}]+/gu, " ")
    .trim();
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
