import { Type } from "typebox";
import { listOf } from "../../ask/components.ts";
import { openEnvelope } from "../../ask/describe.ts";
import { describeOwner, describeProduct, ownerMembers, productMembers } from "./evidence.ts";
import { companyAreaFilters, companyFilter, readFilters } from "../../ask/filters.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import { answerList, offsetOf } from "../../ask/lists.ts";
import { defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { listParameters, releaseParameter, sortParameter } from "../../ask/parameters.ts";
import { productRecords } from "../../release/table-records.ts";
import { type ListedTable, listAsCsv } from "../download/list-as-csv.ts";
import { listAsXlsx } from "../download/list-as-xlsx.ts";

const ProductEntry = objectOf(
  { ...productMembers, ...ownerMembers },
  { $id: "ProductEntry", description: "A product with the company it is of." },
);

const filters = {
  ...companyAreaFilters,
  ...companyFilter,
  sort: sortParameter(["company", "-company"], "By the name of the company, then of the product; or reversed."),
};

export const listProducts: Operation = defineOperation({
  id: "list_products",
  method: "GET",
  path: "/api/v2/products",
  tag: "Companies",
  summary: "Products with their companies, filtered",
  description:
    "The products of the companies. `country` and `sector` are those of the company. Products are not judged themselves; `/api/v1/search` finds them by name.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({ ...filters, ...listParameters(ProductEntry, 100), ...releaseParameter }),
  },
  form: { kind: "json", schema: listOf("ProductList", ref(ProductEntry), {}), components: [ProductEntry] },
  problems: [],
  dependsOn: "release",
  bulkPath: "/api/v2/products.csv",
  examples(snapshot) {
    const [product] = snapshot.listProducts({ sort: "company", limit: 1, offset: 0 }).rows;
    const company = product && snapshot.companyAt(product.company);
    const country = company && snapshot.countryByIso2(company.country ?? "");
    return company === undefined || country === undefined
      ? {}
      : { country: [country.slug], sector: [company.sector], any_sector: [company.sector], company: [company.slug] };
  },
  check: (sources, given) => readFilters(sources, given).errors,
  answer(sources, parameters) {
    const list = { operation: listProducts, sources, parameters };
    const { sort, limit } = parameters;
    const { query } = readFilters(sources, parameters);
    const page = sources.snapshot.listProducts({ ...query, sort, limit, offset: offsetOf(list) });
    const items = page.rows.map((product) =>
      joinMembers(describeProduct(product), describeOwner(sources, product.company)),
    );
    return answerList(list, openEnvelope(sources), { ...page, items });
  },
});

const listed: ListedTable = {
  list: listProducts,
  table: "products",
  filters,
  rows(sources, given, page) {
    const { query } = readFilters(sources, given);
    const sort = given["sort"] === "-company" ? "-company" : "company";
    return productRecords(sources.snapshot, { ...query, sort, ...page });
  },
};

export const downloadProductList = listAsCsv(listed);

export const downloadProductWorkbook = listAsXlsx(listed);
