import { rowsOf } from "../../ask/components.ts";
import { openRows } from "../../ask/describe.ts";
import { describeOwner, describeProduct, ownerMembers, productMembers } from "./evidence.ts";
import { companyAreaFilters, companyFilter, readFilters } from "../../ask/filters.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import { answerList, offsetOf } from "../../ask/lists.ts";
import type { Operation } from "../../ask/operation.ts";
import { sortParameter } from "../../ask/parameters.ts";
import { productRecords } from "../../release/table-records.ts";
import { examplesOf } from "./list-companies.ts";
import { defineList } from "../download/define-list.ts";
import { API } from "../../ask/urls.ts";

const ProductEntry = objectOf(
  { ...productMembers, ...ownerMembers },
  { $id: "ProductEntry", description: "A product with the company it is of." },
);

const filters = {
  ...companyAreaFilters,
  ...companyFilter,
  sort: sortParameter(["company", "-company"], "By the name of the company, then of the product; or reversed."),
};

export const listProducts: Operation = defineList({
  id: "list_products",
  path: API.products,
  tag: "Companies",
  summary: "Products with their companies, filtered",
  description:
    "The products of the companies. `country` and `sector` are those of the company. Products are not judged themselves; `/api/v1/search` finds them by name.",
  filters,
  item: ProductEntry,
  form: { kind: "json", schema: rowsOf("ProductList", ref(ProductEntry)), components: [ProductEntry] },
  table: "products",
  examples(snapshot) {
    const [product] = snapshot.listProducts({ sort: "company", limit: 1, offset: 0 }).rows;
    return examplesOf(snapshot, product && snapshot.companyAt(product.company)) ?? {};
  },
  read(sources, given) {
    const { query, errors } = readFilters(sources, given);
    return { query: { ...query, sort: given.sort }, errors };
  },
  answer(list, query, { limit }) {
    const { sources } = list;
    const page = sources.snapshot.listProducts({ ...query, limit, offset: offsetOf(list) });
    const items = page.rows.map((product) =>
      joinMembers(describeProduct(product), describeOwner(sources, product.company)),
    );
    return answerList(list, openRows(sources), { ...page, items });
  },
  rows: productRecords,
});
