import type { SearchDocument } from "../../src/search/search-document.ts";
import type { JudgedQuery } from "./corpus.ts";
import { ownWords, partOf } from "./made-queries.ts";

/**
 * Queries as people type them for companies of the public rankings (S&P 500, Fortune 500, World
 * Benchmarking Alliance), written before anything was tuned with them: kind, then query = name, or
 * several names that answer it.
 */
const QUERIES = `
connective: procter and gamble = procter & gamble; johnson and johnson = johnson & johnson; marks and spencer = marks & spencer | marks and spencer
connective: ernst und young = ernst & young; smith and nephew = smith & nephew; tiffany and co = tiffany; bed bath & beyond = bed bath & beyond
connective: standard and poors = s&p global; abercrombie and fitch = abercrombie & fitch; at and t = at&t; h and m = h&m | h & m hennes & mauritz
connective: stanley black and decker = stanley black & decker; m and t bank = m&t bank; dun and bradstreet = dun & bradstreet; marsh and mclennan = marsh & mclennan companies
connective: lindt und sprungli = chocoladefabriken lindt & spruengli; becton and dickinson = becton, dickinson and; bang and olufsen = bang & olufsen
connective: crate and barrel = crate & barrel; dolce e gabbana = dolce & gabbana; ben and jerrys = ben & jerry's
initials: j&j = johnson & johnson; p&g = procter & gamble; m&s = marks & spencer | marks and spencer; jpm = jpmorgan chase | jp morgan chase; amd = advanced micro devices
initials: ibm = international business machines; hp = hp; gm = general motors; ge = general electric | ge aerospace; bny = bank of new york mellon | bny mellon
short: mic = microsoft | micron technology; toy = toyota | toyota motor; vol = volkswagen | volvo; goo = google | goodyear; ama = amazon | amazon.com | amadeus it; nes = nestle
short: app = apple | applied materials; sam = samsung | samsung electronics; ora = oracle | orange; wal = walmart; tes = tesla | tesco; bay = bayer; sie = siemens
short: int = intel | intuit | international business machines; fac = facebook | factset research systems; pep = pepsico | pepsi; nov = novartis | novo nordisk; car = carrefour | carnival | caterpillar | carmax | cardinal health
number: 7-11 = 7-eleven; 7 eleven = 7-eleven; seven eleven = 7-eleven; 3 m = 3m; 3m company = 3m; five guys = five guys; 5 guys = five guys; forever 21 = forever 21
chinese: 台积电 = 台積電 | taiwan semiconductor manufacturing; 台積電 = 台積電 | taiwan semiconductor manufacturing; 贵州茅台 = kweichow moutai | 贵州茅台; 中國銀行 = bank of china | 中国银行 | 中國銀行; 華為 = 华为 | huawei; 麥當勞 = 麦当劳 | mcdonald's | 麥當勞
country: nestle switzerland = nestle; sap de = sap; toyota japan = toyota motor | toyota; samsung south korea = samsung electronics; shell uk = shell | royal dutch shell; unilever netherlands = unilever
country: novartis ch = novartis; roche switzerland = roche; siemens germany = siemens; total france = total | totalenergies; tesla usa = tesla; petrobras brazil = petroleo brasileiro s.a. petrobras | petrobras distribuidora
country: sony japan = sony group | sony; infosys india = infosys; bhp australia = bhp group; orange fr = orange; volvo sweden = ab volvo (publ) | volvo; heineken nl = heineken | heineken holding
country: air france = air france-klm; bank of china = bank of china; china mobile = china mobile; bank of america = bank of america; korea electric power = korea electric power; royal bank of canada = royal bank of canada
country: american express = american express; deutsche telekom = deutsche telekom; nippon steel = nippon steel; swiss re = swiss re; air canada = air canada; thai airways = thai airways international
ticker: MSFT = microsoft; googl = alphabet; TSLA = tesla; nvda = nvidia; XOM = exxon mobil | exxonmobil; KO = coca-cola | coca-cola company (the); BRK = berkshire hathaway; PFE = pfizer; csco = cisco | cisco systems
alias: google = google | alphabet; facebook = meta platforms | facebook; anheuser busch = anheuser-busch inbev | anheuser-busch; daimler = daimler | mercedes-benz group; lvmh = lvmh moet hennessy - louis vuitton, societe europeenne | lvmh moet hennessy louis vuitton
typo: microsft = microsoft; amzon = amazon | amazon.com; nestel = nestle; wallmart = walmart; starbuks = starbucks; goldmann sachs = goldman sachs | the goldman sachs group | goldman sachs group; volkswagon = volkswagen; mcdonlads = mcdonald's
typo: unilver = unilever; samsng = samsung | samsung electronics; loreal paris = l'oreal | l'oreal paris; caterpilar = caterpillar; colgat = colgate-palmolive; addidas = adidas; berkshire hathway = berkshire hathaway; pfzier = pfizer
typo: exon mobil = exxon mobil | exxonmobil; hewlet packard = hewlett packard enterprise | hewlett-packard; morgan stanly = morgan stanley; jonson controls = johnson controls | johnson controls international; halibrton = halliburton; glaxo smith klein = glaxosmithkline | gsk
join: general motor = general motors; homedepot = home depot | the home depot | home depot (the); bestbuy = best buy; face book = facebook | meta platforms; wells fargo = wells fargo; jpmorgan = jpmorgan chase | jp morgan chase; master card = mastercard
join: fed ex = fedex; unitedhealth = unitedhealth group; bio gen = biogen; black rock = blackrock; euro star = eurostar; dollartree = dollar tree; lululemon = lululemon athletica | lululemon
begin: coca = coca-cola | coca-cola company (the) | coca-cola hbc; volks = volkswagen; merced = mercedes-benz group | mercedes-benz; goldman = the goldman sachs group | goldman sachs group | goldman sachs; deutsche = deutsche telekom | deutsche bank | deutsche post | deutsche borse
begin: lockh = lockheed martin; schneid = schneider electric | schneider; astra = astrazeneca | pt astra international; bristol = bristol-myers squibb | bristol myers squibb; philip mo = philip morris international; honey = honeywell international | honeywell
`;

export function readHandQueries(documents: readonly SearchDocument[]): JudgedQuery[] {
  const byWords = Map.groupBy(
    documents.filter(({ kind }) => kind === "company"),
    ({ name }) => ownWords(name).join(" "),
  );
  const lines = QUERIES.trim().split("\n");
  return lines.flatMap((line) => {
    const [kind, rest] = line.split(": ") as [string, string];
    return rest.split("; ").flatMap((pair) => {
      const [query, names] = pair.split(" = ") as [string, string];
      const found = names.split(" | ").flatMap((name) => byWords.get(ownWords(name).join(" ")) ?? []);
      const relevant = new Set(found.map(({ position }) => position));
      return relevant.size === 0 ? [] : [{ set: `hand ${partOf(query)}`, kind, query, relevant }];
    });
  });
}
