import { judgedOnSql } from "../trust/judged-on.ts";
import { ANSWERED_STATUSES, REPLY_LENGTH_MAX, REPLY_STATUSES } from "../trust/replies.ts";
import { counted } from "./counted.ts";
import { literal, readRows } from "./intake-database.ts";
import { mustBeDeclared, mustBeListed, readTable, suggestMeant, type TextTable } from "./read-table.ts";
import * as check from "./row-checks.ts";
import { type IntakeRun, type RowCounts } from "./stage-rows.ts";

const STATUSES = REPLY_STATUSES.map((id) => ({ id, label: id.replaceAll("_", " ") }));
const ANSWERED = ANSWERED_STATUSES.map(literal).join(", ");

const FACTS = ["status", "replied_on", "text", "url"] as const;

/** SQL: the date of the judgement, written like that of the judgement. */
const JUDGED_ON = judgedOnSql("r.judged_number");

/** SQL: rows with the meaning of their values: NULL where a value is not understood. */
const MEANING = `SELECT *, number IS NULL AS no_company, pillar_number IS NULL AS no_pillar, judged_day IS NULL AS no_judged_on,
    known_status IS NULL AS no_status, coalesce(length(replied_day), 0) < 10 AS no_replied_on
  FROM (SELECT r.*, c.number, p.number AS pillar_number, ${JUDGED_ON} AS judged_day,
    ${judgedOnSql("r.replied_number")} AS replied_day, s.status AS known_status,
    concat(r.company, chr(31), p.number, chr(31), ${JUDGED_ON}) AS reply_key
  FROM (SELECT *, intake.judged_on(judged_on) AS judged_number, intake.judged_on(replied_on) AS replied_number
      FROM intake.reply_row) r
    LEFT JOIN intake.company_key c ON c.name = r.company
    LEFT JOIN intake.pillar_key p ON p.name = lower(r.pillar)
    LEFT JOIN (SELECT unnest([${REPLY_STATUSES.map(literal).join(", ")}]) AS status) s
      ON s.status = regexp_replace(lower(r.status), '[ _-]+', '_', 'g'))`;

const CHECKS: readonly check.RowCheck[] = [
  ...["company", "pillar", "judged_on", "status", ...FACTS.slice(1)].map((column) =>
    check.mustBeNoFormulaError(column),
  ),
  check.mustBeGiven("company", "the id of the company that was asked"),
  check.mustBeGiven("status", `what became of it: ${REPLY_STATUSES.join(", ")}`),
  check.mustBeKnown("unknown_status", "status", `one of ${REPLY_STATUSES.join(", ")}`),
  {
    kind: "missing_value",
    column: "pillar",
    expected: "the pillar of the judgement, where judged_on is given",
    when: "r.pillar IS NULL AND r.judged_on IS NOT NULL",
    found: "'an empty value'",
  },
  ...["replied_on", "text"].map(mustBeAnswered),
  check.mustNotExceed("text", REPLY_LENGTH_MAX),
  check.unlessFormulaError(check.mustBeWebUrl("url"), "url"),
];

const CONFLICT: check.RowCheck = {
  kind: "conflicting_rows",
  column: null,
  expected: "one reply for a company, pillar and judged_on",
  when: "true",
  found: "'company ' || r.company || ' with ' || r.differing",
};

/** Fills `clean.reply`; replies of a company that was left out are left out and counted as well. */
const REPLIES: TextTable = {
  table: "replies",
  row: "reply",
  texts: {
    company: "id",
    pillar: "label",
    judged_on: "id",
    status: "label",
    replied_on: "id",
    text: "lines",
    url: "url",
  },
  meaning: MEANING,
  checks: checksIn,
  isOfCompany: true,
  suggest: (run) =>
    suggestMeant(run, "intake.reply_read", { company: "companies", pillar: run.facts.pillars, status: STATUSES }),
  key: "reply_key",
  facts: FACTS,
  conflict: CONFLICT,
  async fill({ connection }) {
    await connection.run(`CREATE TABLE clean.reply AS
      SELECT DISTINCT number AS company, pillar_number AS pillar, judged_day AS judged_on, known_status AS status, replied_day AS replied_on, text, url
      FROM intake.reply_good WHERE reply_key NOT IN (SELECT reply_key FROM intake.reply_conflict)
      ORDER BY company, pillar NULLS FIRST, judged_on NULLS FIRST`);
  },
};

export async function readReplies(run: IntakeRun): Promise<RowCounts> {
  const counts = await readTable(run, REPLIES);
  await noticeUnmatched(run);
  return counts;
}

/** Returns the checks that need no unread part of dataset.json or of the companies. */
function checksIn(run: IntakeRun): readonly check.RowCheck[] {
  const { pillars, dates } = run.facts;
  return [
    ...CHECKS,
    ...mustBeListed(run),
    ...mustBeDeclared("unknown_pillar", "pillar", pillars),
    check.mustBeDate("judged_on", dates, check.DATE_PRECISIONS),
    check.mustBeDate("replied_on", dates, check.DATE_PRECISIONS.slice(0, 1)),
  ];
}

/** Only a company that answered has said something, and on a day. */
function mustBeAnswered(column: string): check.RowCheck {
  return {
    kind: "unexpected_value",
    column,
    expected: `nothing, unless the status is ${ANSWERED_STATUSES.join(" or ")}`,
    when: `r.${column} IS NOT NULL AND r.known_status NOT IN (${ANSWERED})`,
    found: `left(r.${column}, 60)`,
  };
}

const SHOWN = 5;

/** A reply to a judgement that is not current is kept, but may name another by mistake. */
async function noticeUnmatched({ connection, problems, facts }: IntakeRun): Promise<void> {
  const found = await readRows<{ id: string; pillar: number; judged_on: string | null }>(
    connection,
    `SELECT c.id, r.pillar, r.judged_on FROM clean.reply r JOIN clean.company c USING (company)
      WHERE r.pillar IS NOT NULL AND NOT EXISTS (FROM clean.judgement j WHERE j.company = r.company AND j.pillar = r.pillar
        AND (r.judged_on IS NULL OR r.judged_on = ${judgedOnSql("j.judged_on")}))
      ORDER BY r.company, r.pillar, r.judged_on`,
  );
  if (found.length === 0) return;
  const shown = found.slice(0, SHOWN).map(({ id, pillar, judged_on: day }) => {
    return [id, facts.pillars?.[pillar]?.id, day].filter((part) => part != null).join(", ");
  });
  const more = found.length > SHOWN ? ` and ${counted(found.length - SHOWN, "more", "more")}` : "";
  problems.notice(
    `replies: ${counted(found.length, "reply answers", "replies answer")} no current judgement, and will stand with the company alone (${shown.join("; ")}${more})`,
  );
}
