import { Type } from "typebox";
import {
  chooseCompared,
  type ComparedReleases,
  findComparedErrors,
  readChangeFilter,
  readCompared,
} from "./compared-releases.ts";
import { CSV_RULES, csvFormOf, csvFormParameters } from "../download/csv-form.ts";
import { CSV_TYPE, rightsLinks, XLSX_TYPE } from "../download/downloads.ts";
import { type Answer, defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { refuseParameters } from "../../ask/read-parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { findChanged } from "../../release/changes/changed-companies.ts";
import { changedRecord, changedTable } from "../../release/changes/changed-table.ts";
import type { PageQuery } from "../../release/queries.ts";
import type { RecordPage } from "../../release/table-records.ts";
import { describeCsv } from "../download/describe-csv.ts";
import { describedBy, linesOf, ROWS_AT_A_TIME, urlOfList } from "../download/list-as-csv.ts";
import { answerWorkbook, findSheetErrors, XLSX_RULES } from "../download/list-as-xlsx.ts";
import { changeFilters, listChanges } from "./list-changes.ts";

const WHOLE_LIST =
  "The whole list that `/api/v2/changes` gives for the same parameters, in the same order. It is empty where the releases cannot be compared.";

type Given = Readonly<Record<string, unknown>>;

/** What the files of the changes share. */
const shared = {
  method: "GET",
  tag: listChanges.tag,
  problems: ["release_not_found", "release_withdrawn", "release_removed"],
  dependsOn: "service",
  isRarelyAsked: true,
  examples: (snapshot, releases) => listChanges.examples?.(snapshot, releases) ?? {},
  check: findComparedErrors,
} as const satisfies Partial<Operation>;

export const downloadChanges: Operation = defineOperation({
  ...shared,
  id: "list_changes_csv",
  path: "/api/v2/changes.csv",
  summary: "The companies that changed between two releases, as CSV",
  description: `${WHOLE_LIST} ${CSV_RULES}`,
  parameters: { path: Type.Object({}), query: describeParameters({ ...changeFilters, ...csvFormParameters }) },
  form: { kind: "file", mediaType: CSV_TYPE, description: "The companies that something happened to." },
  answer(sources, given) {
    const { bom, separator, ...chosen } = given;
    const form = csvFormOf({ bom, separator });
    return whenCompared(sources, given, (compared): Answer => {
      const { before, after } = compared;
      return {
        kind: "rows",
        name: `${idsOf(compared)} ${urlOfList(downloadChanges, compared.sources, { ...chosen, ...form })}`,
        chunks: () => linesOf(changedTable(before, after).columns, reader(compared, given), form),
        filename: `${nameOf(compared)}.csv`,
        links: [describedBy(compared.sources, downloadChanges, given), ...rightsLinks(sources.site, after)],
      };
    });
  },
});

export const downloadChangesWorkbook: Operation = defineOperation({
  ...shared,
  id: "list_changes_xlsx",
  path: "/api/v2/changes.xlsx",
  summary: "The companies that changed between two releases, as XLSX",
  description: `${WHOLE_LIST} ${XLSX_RULES}`,
  parameters: { path: Type.Object({}), query: describeParameters(changeFilters) },
  form: { kind: "file", mediaType: XLSX_TYPE, description: "The companies that something happened to." },
  answer(sources, given) {
    return whenCompared(sources, given, (compared): Answer => {
      const { before, after } = compared;
      const read = reader(compared, given);
      const errors = findSheetErrors(read(0).total);
      if (errors.length > 0) throw refuseParameters(errors, false);
      const ids = { ...(before === null ? {} : { from: before.manifest.id }), to: after.manifest.id };
      return answerWorkbook(compared.sources, {
        url: urlOfList(downloadChangesWorkbook, compared.sources, { ...given, ...ids }),
        filename: `${nameOf(compared)}.xlsx`,
        facts: changedTable(before, after),
        read,
        links: rightsLinks(sources.site, after),
        besides: [["Compared with release", before?.manifest.id ?? "none"]],
      });
    });
  },
});

function whenCompared(
  sources: Sources,
  given: Given,
  answer: (compared: ComparedReleases) => Answer,
): Answer | Promise<Answer> {
  const compared = readCompared(sources, given);
  return compared instanceof Promise ? compared.then(answer) : answer(compared);
}

const NO_ROWS: RecordPage = { records: [], total: 0, nextOffset: null };

/** Reads the changed companies that the parameters let pass. */
function reader(compared: ComparedReleases, given: Given): (offset: number) => RecordPage {
  const { comparison } = compared;
  if (comparison === null) return () => NO_ROWS;
  const filter = readChangeFilter(compared, given);
  return (offset) => {
    const page: PageQuery = { limit: ROWS_AT_A_TIME, offset };
    const { rows, ...rest } = findChanged(comparison.changes.companies, filter, page);
    return { records: rows.map((changed) => changedRecord(comparison, changed)), ...rest };
  };
}

function idsOf({ before, after }: ComparedReleases): string {
  return `${before?.manifest.id ?? "nothing"} ${after.manifest.id}`;
}

/** The name under which readers save a file, without its extension. */
function nameOf({ after }: ComparedReleases): string {
  return `country-trust-changes-${after.manifest.id}`;
}

export const describeChangesCsv: Operation = describeCsv({
  id: "describe_list_changes_csv",
  csvPath: downloadChanges.path,
  list: downloadChanges,
  factsIn: (snapshot, sources, given) => changedTable(chooseCompared(sources, given).before, snapshot),
  releaseOf: (sources, given) => chooseCompared(sources, given).sources,
});
