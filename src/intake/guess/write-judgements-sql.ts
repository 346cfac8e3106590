import { identifier, literal } from "../intake-database.ts";
import type { Answers, PillarAnswer } from "./answers.ts";
import { areFalling, valueKey } from "./bands-answer.ts";
import { isNumber, webAddress } from "./column-facts.ts";
import type { JudgementsGuess } from "./guess-dataset.ts";

/** The view `judgements` over all tables that judge. */
export function judgementsView(judgements: readonly JudgementsGuess[], answers: Answers): string {
  const selects = judgements.map((each) => selectJudgements(each, answers));
  const { bands, cuts } = answers.scale;
  const usesNumbers = cuts !== null || areNumbers(bands);
  return [
    ...(usesNumbers
      ? [
          "-- A number, with a decimal point or a decimal comma.",
          "CREATE MACRO number(x) AS try_cast(replace(trim(x), ',', '.') AS DOUBLE);\n",
        ]
      : []),
    ...commentsOf(judgements, answers),
    "CREATE VIEW judgements AS",
    `${selects.join("\n  UNION ALL BY NAME\n")};`,
  ].join("\n");
}

function commentsOf(judgements: readonly JudgementsGuess[], { notJudged, scale, dates }: Answers): string[] {
  const found = new Set(judgements.flatMap(({ values }) => values.map(({ value }) => value.toLowerCase())));
  const marks = notJudged.filter((mark) => found.has(mark)).map((mark) => `"${mark}"`);
  const comments = [
    judgements.some(({ judged }) => judged.shape === "wide")
      ? "-- The judgements: each column of a pillar becomes rows."
      : "-- The judgements: each row has one.",
    `-- Empty cells${marks.length > 0 ? ` and ${marks.join(", ")}` : ""} mean "not judged": they get no row.`,
  ];
  if (scale.cuts !== null)
    comments.push("-- Scores are cut into bands. One that is no number stays as it is, so that check reports it.");
  else if (scale.bands.some((band) => isMapped(band)))
    comments.push("-- Values become bands. One that is in no WHEN stays as it is, so that check reports it.");
  if (dates !== null) comments.push(`-- Dates stay as they are written: "dates" in dataset.json says how.`);
  return comments;
}

function selectJudgements(guess: JudgementsGuess, answers: Answers): string {
  const { judged, table, company, roles } = guess;
  const free = (name: string): string =>
    table.columns.some((column) => column.name.toLowerCase() === name) ? free(`${name}_`) : name;
  const [pillar, value] =
    judged.shape === "wide" ? [free("pillar"), free("value")] : [identifier(judged.pillar), identifier(judged.band)];
  const rows =
    judged.shape === "wide"
      ? `(UNPIVOT ${table.name} ON ${judged.columns.map(identifier).join(", ")} INTO NAME ${pillar} VALUE ${value})`
      : table.name;
  const further = (["criterion", "judge", "source_url"] as const).flatMap((role) =>
    roles[role] === undefined
      ? []
      : [`${role === "source_url" ? webAddress(guess.facts, roles[role]) : identifier(roles[role])} AS ${role}`],
  );
  const columns = [
    `${identifier(company)} AS company`,
    named(pillarSql(pillar, guess, answers.pillars), "pillar"),
    named(bandSql(value, answers), "band"),
    ...further,
    ...(roles.judged_on === undefined ? [] : [`${dateSql(guess, roles.judged_on)} AS judged_on`]),
  ];
  return `  SELECT ${columns.join(",\n    ")}\n  FROM ${rows}\n  WHERE ${conditionsOf(pillar, value, guess, answers).join("\n    AND ")}`;
}

function named(sql: string, name: string): string {
  return sql === name ? name : `${sql} AS ${name}`;
}

function conditionsOf(pillar: string, value: string, guess: JudgementsGuess, answers: Answers): string[] {
  const found = new Set(guess.values.map((each) => each.value.toLowerCase()));
  const marks = answers.notJudged.filter((mark) => found.has(mark)).map(literal);
  const conditions = [`trim(${value}) <> ''`];
  if (marks.length > 0) conditions.push(`lower(trim(${value})) NOT IN (${marks.join(", ")})`);
  if (guess.judged.shape === "long") {
    const wanted = answers.pillars.map((each) => each.value);
    const isAll = guess.pillars.every((each) => wanted.includes(each.value));
    if (!isAll) conditions.push(`trim(${pillar}) IN (${wanted.map(literal).join(", ")})`);
  }
  return conditions;
}

function pillarSql(pillar: string, guess: JudgementsGuess, pillars: readonly PillarAnswer[]): string {
  const own = pillars.filter(({ value }) => guess.pillars.some((each) => each.value === value));
  if (own.every(({ label, value }) => label === value)) return pillar;
  const cases = own.map(({ value, id }) => `WHEN ${literal(value)} THEN ${literal(id)}`);
  return `CASE trim(${pillar}) ${cases.join(" ")} ELSE ${pillar} END`;
}

/** Whether its label is not just the value of the files. */
function isMapped({ label, values }: Answers["scale"]["bands"][number]): boolean {
  return values.some((value) => isNumber(value) || value.toLowerCase() !== label.toLowerCase());
}

function bandSql(value: string, { scale: { bands, cuts } }: Answers): string {
  const number = `number(${value})`;
  if (cuts !== null) {
    const cases = cuts.map(
      (cut, i) => `WHEN ${number} ${areFalling(cuts) ? ">=" : "<"} ${cut} THEN ${literal(bands[i]?.id ?? "")}`,
    );
    const rest = `ELSE ${literal(bands.at(-1)?.id ?? "")} END`;
    return `CASE\n      WHEN ${number} IS NULL THEN ${value}\n      ${cases.join("\n      ")}\n      ${rest}`;
  }
  if (!bands.some(isMapped)) return value;
  const hasNumbers = areNumbers(bands);
  const cases = bands.flatMap(({ id, values }) =>
    values.map((each) => `WHEN ${hasNumbers ? valueKey(each) : literal(each.toLowerCase())} THEN ${literal(id)}`),
  );
  return `CASE ${hasNumbers ? number : `lower(trim(${value}))`}\n      ${cases.join("\n      ")}\n      ELSE ${value} END`;
}

/** Whether values of the files are numbers that become bands. */
function areNumbers(bands: Answers["scale"]["bands"]): boolean {
  return bands.some(isMapped) && bands.every(({ values }) => values.every(isNumber));
}

function dateSql({ facts }: JudgementsGuess, name: string): string {
  const values = facts.find(({ column }) => column.name === name)?.column.values ?? [];
  const haveTime = values.some(({ value }) => value.endsWith(" 00:00:00"));
  return haveTime ? `left(${identifier(name)}, 10)` : identifier(name);
}
