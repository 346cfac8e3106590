import type { JudgementArrays } from "./judgement-arrays.ts";
import type { CompanyRows } from "./company-rows.ts";
import type { FinderOptions } from "./find-companies.ts";
import { companiesOf, JudgementFinder, startsOf } from "./find-judgements.ts";
import { ListCache } from "./list-cache.ts";
import type { CompanyJudgement, OwnedJudgement, Snapshot } from "./snapshot.ts";
import type { Page, ProductQuery } from "./queries.ts";

/** Builds the lists of what companies own: judgements and products. */
export function ownedLists(
  rows: CompanyRows,
  areas: FinderOptions,
  arrays: () => JudgementArrays,
): Pick<Snapshot, "listJudgements" | "listProducts"> {
  const judgements = new JudgementFinder({ ...areas, arrays });
  const products = new ListCache(0);
  let starts: Uint32Array | undefined;

  const findProducts = (query: ProductQuery): Uint32Array => {
    starts ??= startsOf(rows.productCounts(areas.columns().median.length));
    const found: number[] = [];
    for (const company of companiesOf(areas.columns(), query, areas)) {
      const end = starts[company + 1] ?? 0;
      for (let product = starts[company] ?? 0; product < end; product += 1) found.push(product);
    }
    return Uint32Array.from(query.sort === "-company" ? found.toReversed() : found);
  };
  return {
    listProducts(query) {
      const { limit: _limit, offset: _offset, ...asked } = query;
      const { indexes, ...page } = products.page(JSON.stringify(asked), () => findProducts(query), query);
      return { rows: Array.from(indexes, (product) => rows.productAt(product)), ...page };
    },
    listJudgements(query): Page<OwnedJudgement> {
      const { indexes, ...page } = judgements.find(query);
      const read = new Map<number, readonly CompanyJudgement[]>();
      const found = Array.from(indexes, (index) => {
        const [company, at] = judgements.ownerOf(index);
        const own = read.get(company) ?? rows.judgementsOf(company);
        read.set(company, own);
        const judgement = own[at];
        if (judgement === undefined) throw new Error(`company ${company} has no judgement number ${at}`);
        return { ...judgement, company };
      });
      return { rows: found, ...page };
    },
  };
}
