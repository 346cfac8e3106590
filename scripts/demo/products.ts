import { shareOut } from "./chance.ts";
import type { Chance } from "./chance.ts";
import type { Company } from "./companies.ts";
import { PRODUCT_COUNT, SECTORS } from "./facts.ts";

/** A fictional product. */
export interface Product {
  readonly id: string;
  readonly name: string;
  /** Id of its company. */
  readonly company: string;
  readonly brand: string | null;
}

/** What a sector sells. Commas and inch marks are there so that readers meet quoted CSV cells. */
const NOUNS: Readonly<Record<(typeof SECTORS)[number]["slug"], readonly string[]>> = {
  agriculture: ["Seed Potatoes", "Barley Feed", "Orchard Apples", "Wool Bales", "Clover Seed", "Field Beans, dried"],
  "apparel-and-textiles": ["Rain Jacket", "Linen Shirt", "Wool Socks", "Work Trousers", "Canvas Bag", "Bath Towel"],
  chemicals: ["Wood Glue", "Floor Cleaner", "Garden Lime", "Wall Paint, matt", "Dish Soap", "Descaler"],
  construction: ["Roof Tile", "Window Frame", "Garden Shed", "Dry Mortar", "Floor Panel", "Paving Stone"],
  electronics: ['24" Monitor', "Desk Lamp", "Headphones", "Kettle", "Charger", "Radio", "Bread Maker"],
  energy: ["Home Tariff", "Solar Panel", "Heat Pump", "Wall Battery", "Wood Pellets", "Night Tariff"],
  finance: ["Current Account", "Savings Plan", "Bicycle Insurance", "Travel Card", "Home Loan", "Pension Plan"],
  "food-and-drink": [
    "Oat Drink",
    "Rye Bread",
    "Plum Jam",
    "Black Tea",
    "Rice, long grain",
    "Ginger Biscuits",
    "Noodles",
  ],
  "health-care": ["Plasters", "Cough Drops", "Reading Glasses", "Thermometer", "Hand Cream", "Knee Support"],
  "mining-and-metals": ["Copper Wire", "Steel Sheet", "Tin Ingot", "Rock Salt", "Zinc Nails", "Iron Pan"],
  retail: ["Gift Card", "Own-Brand Coffee", "Own-Brand Soap", "Loyalty Card", "Home Delivery", "Pick-up Box"],
  transport: ["Parcel Service", "Night Coach", "Removal Van", "City Pass", "Pallet Freight", "Bicycle Hire"],
};

const VARIANTS = ["Classic", "Plus", "No. 7", "Light", "Family", "2-pack", "XL", "Nova", "Duo", "Basic"];
const BRAND_ENDINGS = ["ello", "ix", "oza", "imo", "uli"];

/**
 * Makes the products, in the order of their ids (`p0001` …); about a third of the companies have
 * none.
 */
export function makeProducts(chance: Chance, companies: readonly Company[]): Product[] {
  const sellers = companies.filter(() => chance.happens(0.66));
  const weights = sellers.map(() => 0.1 + chance.unit() * chance.unit());
  const caps = sellers.map(() => 12);
  const counts = shareOut(PRODUCT_COUNT, weights, caps);
  const products: Product[] = [];
  for (const [i, company] of sellers.entries()) {
    const brands = brandsOf(chance, company);
    const names = new Set<string>();
    while (names.size < counts[i]!) {
      const brand = chance.happens(0.9) ? chance.pick(brands) : null;
      const name = nameProduct(chance, company, brand);
      if (names.has(name)) continue;
      names.add(name);
      products.push({ id: `p${String(products.length + 1).padStart(4, "0")}`, name, company: company.id, brand });
    }
  }
  return products;
}

function brandsOf(chance: Chance, { stem }: Company): string[] {
  const own = stem.native !== null && chance.happens(0.3) ? stem.native : stem.latin;
  const short = `${stem.latin.slice(0, 5).replace(/[^\p{L}]/gu, "")}${chance.pick(BRAND_ENDINGS)}`;
  return chance.happens(0.4) ? [own, short] : [own];
}

function nameProduct(chance: Chance, company: Company, brand: string | null): string {
  const words = [
    brand,
    chance.pick(NOUNS[SECTORS[company.sector]!.slug]),
    chance.happens(0.6) ? chance.pick(VARIANTS) : null,
  ];
  return words.filter((word) => word !== null).join(" ");
}
