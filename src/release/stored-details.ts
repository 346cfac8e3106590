import type { DatabaseSync } from "node:sqlite";
import { DetailCursor, type DetailProduct, type PillarProfile, packDetail } from "./company-detail.ts";
import type { Manifest } from "./manifest.ts";

/** The detail of a company, packed, and what reads it from its start. */
export interface StoredDetail {
  readonly position: number;
  readonly packed: Buffer;
  readonly cursor: DetailCursor;
}

/** The details of a release's companies, whatever its format. */
export interface StoredDetails {
  bySlug(slug: string): StoredDetail | undefined;
  at(position: number): StoredDetail | undefined;
}

/** From this bundle format on details are packed. */
const PACKED_FROM = 3;

/** Opens the details of a release. */
export function openDetails(database: DatabaseSync, { format }: Pick<Manifest, "format">): StoredDetails {
  return format < PACKED_FROM ? openColumns(database) : openPacked(database);
}

function openPacked(database: DatabaseSync): StoredDetails {
  const prepare = (column: "slug" | "company") => {
    const statement = database.prepare(`SELECT company, detail FROM company WHERE ${column} = ?`);
    statement.setReturnArrays(true);
    return (value: string | number): StoredDetail | undefined => {
      const row = statement.get(value) as unknown as readonly [number, Uint8Array] | undefined;
      if (row === undefined) return undefined;
      const packed = Buffer.from(row[1].buffer, row[1].byteOffset, row[1].length);
      return { position: row[0], packed, cursor: new DetailCursor(packed) };
    };
  };
  return { bySlug: prepare("slug"), at: prepare("company") };
}

/** A company in a release of an earlier format. */
interface ColumnsRow {
  readonly company: number;
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
  const prepare = (column: "slug" | "company") => {
    const columns = "company, website, lei, aliases, pillars, judgements, sources";
    const statement = database.prepare(`SELECT ${columns} FROM company WHERE ${column} = ?`);
    return (value: string | number): StoredDetail | undefined => {
      const row = statement.get(value) as unknown as ColumnsRow | undefined;
      if (row === undefined) return undefined;
      const packed = packDetail({
        ...row,
        pillars: JSON.parse(row.pillars) as PillarProfile[],
        sources: JSON.parse(row.sources) as string[],
        products: productsOf(row.company),
      });
      const own = Buffer.from(packed);
      return { position: row.company, packed: own, cursor: new DetailCursor(own) };
    };
  };
  return { bySlug: prepare("slug"), at: prepare("company") };
}

/** Opens the products of each company, in their order. */
export function openProducts(database: DatabaseSync): (company: number) => DetailProduct[] {
  const statement = database.prepare("SELECT id, slug, name, brand FROM product WHERE company = ? ORDER BY product");
  return (company) => statement.all(company) as unknown as DetailProduct[];
}
