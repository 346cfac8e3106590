import mappingSchema from "../../../schemas/mapping.schema.json" with { type: "json" };
import type { ErrorObject, ValidateFunction } from "ajv";
import type { Pillar, Scale } from "../../trust/scale.ts";
import type { ProblemList } from "../problem-report.ts";
import { AJV, schemaProblems } from "../read-dataset-file.ts";
import { faultAt, type MappedTable, type MappingFault } from "./mapped-tables.ts";
import type { MappedValue, Mapping } from "./mapping-schema.ts";
import { type LocatedJson, namedMember, readLocatedJson } from "./mapping-text.ts";
import { firstOf } from "../counted.ts";
import { nearestColumn } from "../similar-names.ts";
import { columnOf } from "./value-sql.ts";

export const MAPPING_FILE = "mapping.json";
export const MAPPING_MEMBERS: readonly string[] = Object.keys(mappingSchema.properties);
const ADVICE = "See docs/data-format.md, and schemas/mapping.schema.json for an editor that completes and checks.";

interface ReadMapping {
  readonly mapping: Mapping;
  readonly lineOf: LocatedJson["lineOf"];
}

let compiled: ValidateFunction<Mapping> | null = null;

/** Compiles the schema when the first mapping is read: most datasets have none. */
function validator(): ValidateFunction<Mapping> {
  return (compiled ??= AJV.compile<Mapping>(mappingSchema));
}

/** The parts of dataset.json that a mapping refers to; null where they have problems. */
export interface MappedNames {
  readonly scale: Scale | null;
  readonly pillars: readonly Pillar[] | null;
}

/** Reads a mapping. Returns null, with every problem at its line, where it has some. */
export function readMapping(
  text: string,
  names: MappedNames,
  problems: ProblemList,
  adviceAt: (place: string) => string | null,
): ReadMapping | null {
  const read = readLocatedJson(text);
  if ("found" in read) {
    const { found, line } = read;
    problems.add({
      ...about(line),
      kind: "invalid_json",
      found: `no JSON: ${found}`,
      expected: "JSON",
      advice: ADVICE,
    });
    return null;
  }
  const validate = validator();
  if (!validate(read.value)) {
    for (const { place, found, expected, meant } of schemaProblems(choicesAsOne(validate.errors ?? []))) {
      const advice = adviceAt(place) ?? (meant === null ? ADVICE : `Did you mean ${meant}? ${ADVICE}`);
      addFault({ pointer: place, found, expected, advice }, read.lineOf, problems);
    }
    return null;
  }
  const faults = [...tableFaults(read.value), ...judgementFaults(read.value, names), ...decisionFaults(read.value)];
  for (const fault of faults) addFault(fault, read.lineOf, problems);
  return faults.length > 0 ? null : { mapping: read.value, lineOf: read.lineOf };
}

const MISSING = new Set(["required", "minItems", "minProperties"]);

/**
 * Lists the faults of a mapping in the making, in sentences: members may be missing, but none may
 * have another form.
 */
export function draftFaults(text: string): string[] {
  const read = readLocatedJson(text);
  if ("found" in read) return [`${MAPPING_FILE}, line ${read.line}: no JSON: ${read.found}.`];
  const validate = validator();
  if (validate(read.value)) return [];
  const errors = choicesAsOne(validate.errors ?? []).filter(({ keyword }) => !MISSING.has(keyword));
  return schemaProblems(errors).map(
    ({ place, found, expected }) =>
      `${MAPPING_FILE}, line ${read.lineOf(place)}, ${place}: found ${found}; expected ${expected}.`,
  );
}

export function addFault(fault: MappingFault, lineOf: LocatedJson["lineOf"], problems: ProblemList): void {
  const line = lineOf(fault.pointer);
  const { pointer, found, expected, advice = null } = fault;
  problems.add({ ...about(line), kind: "invalid_mapping", place: `line ${line}, ${pointer}`, found, expected, advice });
}

function about(line: number) {
  return { table: MAPPING_FILE, file: MAPPING_FILE, line, place: `line ${line}` };
}

/** Makes one fault of a value that has none of several forms, not one for each form. */
function choicesAsOne(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf");
  const isBelow = ({ schemaPath }: ErrorObject): boolean =>
    choices.some((choice) => schemaPath.startsWith(`${choice.schemaPath}/`));
  return errors
    .filter((error) => !isBelow(error))
    .map((error) =>
      error.keyword === "anyOf"
        ? { ...error, keyword: "choice", message: String(error.parentSchema?.["description"] ?? "") }
        : error,
    );
}

function tableFaults({ tables, companies, products, judgements, corrections = [] }: Mapping): MappingFault[] {
  const faults: MappingFault[] = [];
  const expected = `one of the tables ${Object.keys(tables).join(", ")}`;
  const uses = [
    ["/companies/table", companies.table],
    ...(products === undefined ? [] : [["/products/table", products.table]]),
    ...judgements.map(({ table }, i) => [`/judgements/${i}/table`, table]),
    ...corrections.map(({ table }, i) => [`/corrections/${i}/table`, table]),
  ] as const;
  for (const [pointer, table] of uses)
    if (namedMember(tables, table ?? "") === undefined)
      faults.push({ pointer: pointer ?? "", found: `"${table}"`, expected });
  for (const [name, { files, sql }] of Object.entries(tables))
    if ((files === undefined) === (sql === undefined))
      faults.push(
        faultAt(
          `/tables/${name}`,
          files === undefined ? "neither files nor sql" : "files and sql",
          "either files or sql",
        ),
      );
  for (const [i, { table, row, wave }] of corrections.entries()) {
    const settings = namedMember(tables, table);
    if (settings === undefined) continue;
    if (row !== undefined && settings.row === undefined)
      faults.push(
        faultAt(`/corrections/${i}/row`, `"${row}"`, `"row" in /tables/${table}: the column that names a row`),
      );
    if (wave !== undefined && settings.wave === undefined)
      faults.push(faultAt(`/corrections/${i}/wave`, `"${wave}"`, `"wave" in /tables/${table}: what names a wave`));
  }
  return faults;
}

function judgementFaults({ judgements, conversions = {} }: Mapping, { scale, pillars }: MappedNames): MappingFault[] {
  const faults: MappingFault[] = [];
  const known = Object.keys(conversions);
  const checkConversion = (pointer: string, name: string | undefined): void => {
    if (name !== undefined && !known.includes(name))
      faults.push(
        faultAt(
          pointer,
          `"${name}"`,
          known.length === 0 ? "no conversion: there are none" : `one of the conversions ${known.join(", ")}`,
        ),
      );
  };
  const names = pillars?.flatMap(({ id, label }) => [id, label.toLowerCase()]);
  for (const [i, each] of judgements.entries()) {
    const pointer = `/judgements/${i}`;
    const forms = [each.columns, each.value, each.counts].filter((form) => form !== undefined);
    if (forms.length !== 1)
      faults.push(faultAt(pointer, `${forms.length} of them`, "one of columns, value and counts"));
    if (each.columns === undefined && each.pillar === undefined)
      faults.push(faultAt(pointer, "no pillar", "a pillar beside value or counts"));
    checkConversion(`${pointer}/conversion`, each.conversion);
    for (const member of ["columns", "groups"] as const)
      for (const [name, { pillar, conversion }] of Object.entries(each[member] ?? {})) {
        const at = `${pointer}/${member}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        checkConversion(`${at}/conversion`, conversion);
        if (names !== undefined && !names.includes(pillar) && !names.includes(pillar.toLowerCase()))
          faults.push(faultAt(`${at}/pillar`, `"${pillar}"`, "id or label of a pillar in dataset.json"));
      }
    for (const [name, band] of Object.entries(each.counts ?? {}))
      checkBand(`${pointer}/counts/${name}`, band, scale, faults);
  }
  for (const [name, conversion] of Object.entries(conversions))
    faults.push(...conversionFaults(name, conversion, scale));
  return faults;
}

function conversionFaults(
  name: string,
  { cuts, values, bands, lower_is_better: isFalling = false }: NonNullable<Mapping["conversions"]>[string],
  scale: Scale | null,
): MappingFault[] {
  const faults: MappingFault[] = [];
  const pointer = `/conversions/${name}`;
  if ((cuts === undefined) === (values === undefined))
    faults.push(faultAt(pointer, cuts === undefined ? "neither of them" : "both of them", "either cuts or values"));
  for (const [i, id] of (bands ?? []).entries()) checkBand(`${pointer}/bands/${i}`, id, scale, faults);
  for (const id of Object.keys(values ?? {})) checkBand(`${pointer}/values/${id}`, id, scale, faults);
  const count = bands?.length ?? scale?.bands.length;
  if (cuts === undefined) return faults;
  if (count !== undefined && cuts.length !== count - 1)
    faults.push(faultAt(`${pointer}/cuts`, `${cuts.length}`, `${count - 1} cuts for ${count} bands`));
  if (!cuts.every((cut, i) => i === 0 || (isFalling ? cut < (cuts[i - 1] ?? cut) : cut > (cuts[i - 1] ?? cut))))
    faults.push(
      faultAt(
        `${pointer}/cuts`,
        cuts.join(", "),
        isFalling ? "cuts that fall" : 'cuts that rise, or "lower_is_better": true',
      ),
    );
  return faults;
}

function checkBand(pointer: string, id: string, scale: Scale | null, faults: MappingFault[]): void {
  if (scale !== null && !scale.bands.some((band) => band.id === id))
    faults.push(faultAt(pointer, `"${id}"`, `one of the bands ${scale.bands.map((band) => band.id).join(", ")}`));
}

function decisionFaults({ same = [] }: Mapping): MappingFault[] {
  const faults: MappingFault[] = [];
  const seen = new Map<string, number>();
  for (const [i, { names, keep }] of same.entries()) {
    if (!names.includes(keep))
      faults.push(faultAt(`/same/${i}/keep`, `"${keep}"`, `one of the names ${names.join(", ")}`));
    for (const name of names) {
      const other = seen.get(name);
      if (other !== undefined)
        faults.push(faultAt(`/same/${i}/names`, `"${name}"`, `a name that /same/${other} does not have`));
      seen.set(name, i);
    }
  }
  return faults;
}

export function findColumnFaults(mapping: Mapping, tables: readonly MappedTable[]): MappingFault[] {
  return namedColumns(mapping).flatMap(({ pointer, table, column }) => {
    const found = tables.find(({ name }) => name === table);
    const columns = found?.columns;
    if (columns === undefined || columns === null) return [];
    if (columns.some((each) => each.toLowerCase() === column.toLowerCase())) return [];
    const meant = nearestColumn(column, [...columns]);
    const advice =
      meant === null
        ? `If it has another name now, name it in /tables/${table}/also. Columns: ${firstOf(columns, 30)}.`
        : `If it is "${meant}" now, say so in /tables/${table}: "also": {${JSON.stringify(column)}: [${JSON.stringify(meant)}]}.`;
    return [
      {
        pointer,
        found: `no column "${column}" in ${found?.parts.map(({ label }) => label).join(", ") ?? table}`,
        expected: "a column of the table",
        advice,
      },
    ];
  });
}

interface NamedColumn {
  readonly pointer: string;
  readonly table: string;
  readonly column: string;
}

/** Lists every column that a mapping names, with the table in which it has to be. */
export function namedColumns({
  tables,
  companies,
  products,
  judgements,
  conversions = {},
  corrections = [],
}: Mapping): NamedColumn[] {
  const named: NamedColumn[] = [];
  const add = (pointer: string, table: string, column: string | null | undefined): void => {
    if (column !== null && column !== undefined) named.push({ pointer, table, column });
  };
  const addValue = (pointer: string, table: string, value: MappedValue | undefined): void => {
    add(pointer, table, columnOf(value));
    if (typeof value !== "object" || !("lookup" in value) || value.lookup === undefined) return;
    add(`${pointer}/lookup/key`, value.lookup.table, value.lookup.key);
    add(`${pointer}/lookup/value`, value.lookup.table, value.lookup.value);
  };
  for (const [name, { wave, row, leave_out = [] }] of Object.entries(tables)) {
    if (typeof wave === "string") add(`/tables/${name}/wave`, name, wave);
    add(`/tables/${name}/row`, name, row);
    for (const [i, { column }] of leave_out.entries()) add(`/tables/${name}/leave_out/${i}/column`, name, column);
  }
  for (const role of ["id", "name", "country", "sector", "website", "lei", "aliases"] as const)
    addValue(`/companies/${role}`, companies.table, companies[role]);
  if (products !== undefined)
    for (const role of ["name", "company"] as const) addValue(`/products/${role}`, products.table, products[role]);
  for (const [i, each] of judgements.entries()) {
    const { table } = each;
    for (const role of ["company", "pillar", "criterion", "date", "judge", "source"] as const)
      addValue(`/judgements/${i}/${role}`, table, each[role]);
    add(`/judgements/${i}/value`, table, each.value);
    for (const member of ["columns", "counts"] as const)
      for (const column of Object.keys(each[member] ?? {}))
        add(`/judgements/${i}/${member}/${column.replaceAll("~", "~0").replaceAll("/", "~1")}`, table, column);
    const used = new Set(
      [each.conversion, ...Object.values(each.columns ?? each.groups ?? {}).map(({ conversion }) => conversion)].filter(
        (name) => name !== undefined,
      ),
    );
    for (const name of used) {
      const share = namedMember(conversions, name)?.share_of;
      if (typeof share === "object") addValue(`/conversions/${name}/share_of`, table, share);
    }
  }
  for (const [i, { table, column }] of corrections.entries()) add(`/corrections/${i}/column`, table, column);
  return named;
}
