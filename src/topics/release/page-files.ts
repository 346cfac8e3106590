import type { Static } from "typebox";
import { getDataset } from "../download/get-dataset.ts";
import type { SiteRequest } from "../../html/define-page.ts";

/** A file of a release as the data package describes it. */
type Resource = Static<(typeof getDataset)["form"]["schema"]>["resources"][number];

/** A table of a release with its files. */
export type PublishedTable = Awaited<ReturnType<typeof listTables>>[number];

/** Lists the downloadable tables of the release that is shown. */
export async function listTables(request: SiteRequest) {
  const { resources } = await request.ask(getDataset, { format: "datapackage.json" });
  const tables = Map.groupBy(resources, ({ name }) => name.replace(/-parquet$/u, ""));
  return [...tables].flatMap(([id, own]) => {
    // The last file is no CSV file, whose description also says how it is written.
    const described = own.at(-1);
    if (described === undefined) return [];
    const { title, description, schema } = described;
    return [{ id, title, description, columns: schema.fields, files: own.map((file) => readFile(request, file)) }];
  });
}

/** Describes a file with its path on the site, without the query. */
function readFile({ baseUrl }: SiteRequest, { format, path, bytes }: Resource) {
  const [own = ""] = path.slice(baseUrl.length).split("?", 1);
  return { format, path: own, bytes };
}
