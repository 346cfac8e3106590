import { Type } from "typebox";
import {
  chooseCompared,
  type ComparedReleases,
  findComparedErrors,
  readChangeFilter,
  readCompared,
} from "../contract/compared-releases.ts";
import { bomParameter, CSV_RULES, CSV_TYPE, licencePage } from "../contract/downloads.ts";
import { type Answer, defineOperation, describeParameters, type Operation } from "../contract/operation.ts";
import type { PageQuery } from "../snapshot/queries.ts";
import { findChanged } from "../snapshot/changed-companies.ts";
import { changedRecord, changedTable } from "../snapshot/changed-table.ts";
import { describeCsv } from "./describe-csv.ts";
import { describedBy, linesOf, ROWS_AT_A_TIME, urlOfList } from "./list-as-csv.ts";
import { changeFilters, listChanges } from "./list-changes.ts";

const NO_ROWS = { records: [], nextOffset: null };

export const downloadChanges: Operation = defineOperation({
  id: "list_changes_csv",
  method: "GET",
  path: "/api/v2/changes.csv",
  tag: listChanges.tag,
  summary: "The companies that changed between two releases, as CSV",
  description: `The whole list that \`/api/v2/changes\` gives for the same parameters, in the same order. It is empty where the releases cannot be compared. ${CSV_RULES}`,
  parameters: { path: Type.Object({}), query: describeParameters({ ...changeFilters, ...bomParameter }) },
  form: { kind: "file", mediaType: CSV_TYPE, description: "The companies that something happened to." },
  problems: ["release_not_found"],
  dependsOn: "service",
  isRarelyAsked: true,
  examples: (snapshot, releases) => listChanges.examples?.(snapshot, releases) ?? {},
  check: findComparedErrors,
  answer(sources, given) {
    const answer = (compared: ComparedReleases): Answer => {
      const { before, after, comparison } = compared;
      const { bom, ...chosen } = given;
      const filter = readChangeFilter(compared, given);
      const columns = changedTable(before, after).columns.map(({ name }) => name);
      const read = (offset: number) => {
        if (comparison === null) return NO_ROWS;
        const page: PageQuery = { limit: ROWS_AT_A_TIME, offset };
        const { rows, nextOffset } = findChanged(comparison.changes.companies, filter, page);
        return { records: rows.map((changed) => changedRecord(comparison, changed)), nextOffset };
      };
      const ids = `${before?.manifest.id ?? "nothing"} ${after.manifest.id}`;
      return {
        kind: "rows",
        name: `${ids} ${urlOfList(downloadChanges, compared.sources, { ...chosen, bom })}`,
        chunks: () => linesOf(columns, read, bom),
        filename: `country-trust-changes-${after.manifest.id}.csv`,
        links: [
          describedBy(compared.sources, downloadChanges, given),
          { rel: "license", href: licencePage(after.manifest.dataset.licence) },
          { rel: "cite-as", href: `${sources.site.baseUrl}/api` },
        ],
      };
    };
    const compared = readCompared(sources, given);
    return compared instanceof Promise ? compared.then(answer) : answer(compared);
  },
});

export const describeChangesCsv: Operation = describeCsv({
  id: "describe_list_changes_csv",
  csvPath: downloadChanges.path,
  list: downloadChanges,
  factsIn: (snapshot, sources, given) => changedTable(chooseCompared(sources, given).before, snapshot),
  releaseOf: (sources, given) => chooseCompared(sources, given).sources,
});
