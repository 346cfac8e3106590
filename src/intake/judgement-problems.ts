import type { JudgementColumn } from "../tables/judgements.ts";
import { COLUMNS, KEY_JOINS, NUMBERS, selectNumbers, STAGED_COLUMNS } from "./judgement-rows.ts";
import * as check from "./row-checks.ts";
import { suggestMeant } from "./suggest.ts";
import { areAllCompaniesRead, type IntakeRun, runAsWritten, selectFilled, selectNumbered } from "./stage-rows.ts";

/**
 * Records what is wrong with the rows that cannot be published; a company that was left out is no
 * further problem. What could not be read of dataset.json and the companies is not checked.
 */
export async function recordBadJudgements(run: IntakeRun): Promise<void> {
  await readAgain(run, "is_good IS NOT true", "judgement_bad");
  const { pillars, scale } = run.facts;
  const among = { company: "companies", pillar: pillars, band: scale?.bands ?? null } as const;
  await suggestMeant(run, "intake.judgement_bad", among);
  const checks = COLUMNS.flatMap((column) => checksOf(column, run));
  await check.recordProblems(run.connection, "judgements", "intake.judgement_bad", checks);
  await run.connection.run("DROP TABLE intake.judgement_bad");
}

/**
 * Records the rows of `clean.judgement` that are left out as conflicting; of rows that repeat each
 * other the first.
 */
export async function recordConflicts(run: IntakeRun): Promise<void> {
  const names = NUMBERS.join(", ");
  const conflicting = "SELECT row FROM intake.judgement_left_out WHERE outcome = 'conflicting'";
  await readAgain(
    run,
    `(${names}) IN (SELECT (${names}) FROM clean.judgement WHERE rowid IN (${conflicting}))
      QUALIFY row_number() OVER (PARTITION BY ${names} ORDER BY part, record) = 1`,
    "judgement_conflict",
  );
  const stated = COLUMNS.filter(({ isKey, type }) => isKey || type === "date").map(
    ({ name }) => `'${name}=' || r.${name}`,
  );
  const conflict: check.RowCheck = {
    kind: "conflicting_rows",
    column: "band",
    expected: "one band for a company, pillar, criterion, judge and date",
    when: "true",
    found: `'the band ' || r.band || ' for ' || concat_ws(', ', ${stated.join(", ")})`,
  };
  await check.recordProblems(run.connection, "judgements", "intake.judgement_conflict", [conflict]);
  await run.connection.run("DROP TABLE intake.judgement_conflict");
}

/**
 * Reads the judgements once more, as before, and creates a table `intake.<target>` of those for
 * which `condition` holds: where they are (`part`, `record`), their values, and for each whether it
 * is not understood (`no_<name>`).
 */
async function readAgain({ connection, sources }: IntakeRun, condition: string, target: string): Promise<void> {
  const values = COLUMNS.map(({ name, type }) => {
    const isText = type === "pillar" || type === "band" || type === "label";
    return `${isText ? "intake.clean" : "intake.clean_id"}(j.${name}) AS value_${name}`;
  });
  const staged = STAGED_COLUMNS.map(({ name, sql }) => `${sql} AS ${name}`);
  const rows = sources
    .filter(({ table }) => table === "judgements")
    .map(({ part, select }) => {
      const numbered = `SELECT ${part} AS part, * FROM (${selectFilled("judgements", selectNumbered(select))})`;
      return `SELECT part, record, ${[...values, ...staged].join(", ")} FROM (${numbered}) j ${KEY_JOINS}`;
    });
  const further = ["part", "record", ...COLUMNS.map(({ name }) => `value_${name}`)];
  const columns = COLUMNS.map(({ name, cleanName }) => `value_${name} AS ${name}, ${cleanName} IS NULL AS no_${name}`);
  const numbers = selectNumbers(`(${rows.join(" UNION ALL ")})`, further);
  const wanted = `SELECT * FROM (${numbers}) WHERE ${condition}`;
  await runAsWritten(
    connection,
    `CREATE TABLE intake.${target} AS SELECT part, record, ${columns.join(", ")} FROM (${wanted})`,
  );
}

function checksOf(column: JudgementColumn, run: IntakeRun): check.RowCheck[] {
  return [check.mustBeNoFormulaError(column.name), ...checksOfType(column, run)];
}

function checksOfType({ name, type }: JudgementColumn, run: IntakeRun): check.RowCheck[] {
  const { pillars, scale } = run.facts;
  switch (type) {
    case "company":
      return [
        check.mustBeGiven(name, "the id of the company that is judged"),
        ...(areAllCompaniesRead(run)
          ? [check.mustBeKnown("unknown_company", name, "an id of the companies table")]
          : []),
      ];
    case "pillar":
      return [
        check.mustBeGiven(name, "the pillar under which the company is judged"),
        ...(pillars === null
          ? []
          : [
              check.mustBeKnown(
                "unknown_pillar",
                name,
                `a pillar of dataset.json, by id or label: ${check.choices(pillars)}`,
              ),
            ]),
      ];
    case "band":
      return [
        check.mustBeGiven(name, "the band of the judgement; a company that is not judged has no row"),
        ...(scale === null
          ? []
          : [
              check.mustBeKnown(
                "unknown_band",
                name,
                `a band of dataset.json, by id or label: ${check.choices(scale.bands)}`,
              ),
            ]),
      ];
    case "label":
      return [check.mustNotExceed(name, check.NAME_LENGTH_MAX)];
    case "date":
      return [check.mustBeDate(name, run.facts.dates, check.DATE_PRECISIONS)];
    case "url":
      return [check.mustBeKnown("bad_address", name, "a URL that begins with https:// or http://, or nothing")];
    default:
      return type satisfies never;
  }
}
