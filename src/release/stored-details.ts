import type { DatabaseSync } from "node:sqlite";
import { DetailCursor, type DetailProduct, type PillarProfile, packDetail } from "./company-detail.ts";
import type { Manifest } from "./manifest.ts";

/** The detail of a company, packed, and what reads it from its start. */
export interface StoredDetail {
  readonly packed: Buffer;
  readonly cursor: DetailCursor;
}

/** The details of a release's companies by their positions, whatever its format. */
export type StoredDetails = (position: number) => StoredDetail | undefined;

/** From this bundle format on details are packed. */
const PACKED_FROM = 3;

/** Opens the details of a release. */
export function openDetails(database: DatabaseSync, { format }: Pick<Manifest, "format">): StoredDetails {
  return format < PACKED_FROM ? openColumns(database) : openPacked(database);
}

function openPacked(database: DatabaseSync): StoredDetails {
  const statement = database.prepare("SELECT detail FROM company WHERE company = ?");
  statement.setReturnArrays(true);
  return (position) => {
    const row = statement.get(position) as unknown as readonly [Uint8Array] | undefined;
    if (row === undefined) return undefined;
    const packed = Buffer.from(row[0].buffer, row[0].byteOffset, row[0].length);
    return { packed, cursor: new DetailCursor(packed) };
  };
}

/** A company in a release of an earlier format. */
interface ColumnsRow {
  readonly website: string | null;
  readonly lei: string | null;
  readonly aliases: string | null;
  readonly pillars: string;
  readonly judgements: Uint8Array;
  readonly sources: string;
}

/** Packs what earlier formats hold in columns when it is asked for. */
function openColumns(database: DatabaseSync): StoredDetails {
  const productsOf = openProducts(database);
  const statement = database.prepare(
    "SELECT website, lei, aliases, pillars, judgements, sources FROM company WHERE company = ?",
  );
  return (position) => {
    const row = statement.get(position) as unknown as ColumnsRow | undefined;
    if (row === undefined) return undefined;
    const packed = packDetail({
      ...row,
      pillars: JSON.parse(row.pillars) as PillarProfile[],
      sources: JSON.parse(row.sources) as string[],
      products: productsOf(position),
    });
    const own = Buffer.from(packed);
    return { packed: own, cursor: new DetailCursor(own) };
  };
}

/** Opens the products of each company, in their order. */
export function openProducts(database: DatabaseSync): (company: number) => DetailProduct[] {
  const statement = database.prepare("SELECT id, slug, name, brand FROM product WHERE company = ? ORDER BY product");
  return (company) => statement.all(company) as unknown as DetailProduct[];
}
