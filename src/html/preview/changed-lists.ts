import { getCountrySectorMatrix } from "../../topics/ranking/get-country-sector-matrix.ts";
import { listSectors } from "../../topics/sector/list-sectors.ts";
import { rankCountries } from "../../topics/ranking/rank-countries.ts";
import { type Child, html } from "../html.ts";
import { previewTexts as texts } from "./texts.ts";
import { type ComparedPage, askIfThere, bandsInBrackets, inBrackets, isOtherBand, listed } from "./compared-page.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

/** A country or a sector of a list. */
interface Row {
  readonly slug: string;
  readonly name: string;
  readonly path: string;
  readonly level: number | null;
  readonly rank: number | null;
}

/** What a list says of its rows. */
interface RowTexts {
  readonly moved: (count: number) => string;
  readonly ranked?: (count: number) => string;
  readonly added: (count: number) => string;
  readonly removed: (count: number) => string;
}

/** What changes in the ranking of countries, over all pillars or in the one of the query. */
export async function changesOfRanking(page: ComparedPage): Promise<readonly Child[]> {
  const pillar = page.request.query.get("pillar");
  const after = await page.request.ask(rankCountries, { pillar });
  const before = await askIfThere(page.askBefore(rankCountries, { pillar }));
  if (before === null) return [texts.newPillar];
  const rows = ({ items }: typeof after): Row[] =>
    items.map(({ slug, name, median_level: level, rank }) => ({
      slug,
      name,
      path: urlTo(PAGES.country, { slug }),
      level,
      rank,
    }));
  return describeRows(page, rows(before), rows(after), texts.countries);
}

/** What changes in the list of sectors. */
export async function changesOfSectors(page: ComparedPage): Promise<readonly Child[]> {
  const rows = ({
    items,
  }: Awaited<ReturnType<typeof page.request.ask<(typeof listSectors)["form"]["schema"]>>>): Row[] =>
    items.map(({ slug, label: name, median_level: level }) => ({
      slug,
      name,
      path: urlTo(PAGES.sector, { slug }),
      level,
      rank: null,
    }));
  const [before, after] = [await page.askBefore(listSectors), await page.request.ask(listSectors)];
  return describeRows(page, rows(before), rows(after), texts.sectors);
}

/** What changes in the squares of the matrix, over all pillars or in the one of the query. */
export async function changesOfMatrix(page: ComparedPage): Promise<readonly Child[]> {
  const pillar = page.request.query.get("pillar");
  const after = await page.request.ask(getCountrySectorMatrix, { pillar });
  const before = await askIfThere(page.askBefore(getCountrySectorMatrix, { pillar }));
  if (before === null) return [texts.newPillar];
  const levels = new Map(
    before.items.flatMap(({ slug, cells }) =>
      cells.map(({ sector, median_level: level }) => [`${slug} ${sector}`, level] as const),
    ),
  );
  const labels = new Map(after.sectors.map(({ slug, label }) => [slug, label]));
  const moved = after.items.flatMap(({ slug, name, cells }) =>
    cells.flatMap(({ sector, median_level: level }) => {
      const then = levels.get(`${slug} ${sector}`) ?? null;
      if (!isOtherBand(page, then, level)) return [];
      return html`${name}, ${labels.get(sector) ?? sector} ${bandsInBrackets(page, then, level)}`;
    }),
  );
  const rows = ({ items }: typeof after): Row[] =>
    items.map(({ slug, name }) => ({ slug, name, path: urlTo(PAGES.country, { slug }), level: null, rank: null }));
  return [
    listed(moved.length, texts.squares, moved),
    ...describeRows(page, rows(before), rows(after), texts.countries),
  ];
}

function describeRows(page: ComparedPage, before: readonly Row[], after: readonly Row[], say: RowTexts): Child[] {
  const { request, from } = page;
  const [then, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.slug, row])));
  const inBoth = after.flatMap((row) => {
    const earlier = then?.get(row.slug);
    return earlier === undefined ? [] : [{ row, earlier }];
  });
  const link = ({ path, name }: Row) => html`<a href="${request.href(path)}">${name}</a>`;
  const moved = inBoth.filter(({ row, earlier }) => isOtherBand(page, earlier.level, row.level));
  const ranked = inBoth.filter(({ row, earlier }) => earlier.rank !== row.rank);
  const added = after.filter(({ slug }) => then?.has(slug) === false);
  const removed = before.filter(({ slug }) => now?.has(slug) === false);
  return [
    listed(
      moved.length,
      say.moved,
      moved.map(({ row, earlier }) => html`${link(row)} ${bandsInBrackets(page, earlier.level, row.level)}`),
    ),
    listed(
      say.ranked === undefined ? 0 : ranked.length,
      say.ranked ?? say.moved,
      ranked.map(
        ({ row, earlier }) =>
          html`${link(row)} ${inBrackets(page, earlier.rank ?? texts.none, row.rank ?? texts.none)}`,
      ),
    ),
    listed(added.length, say.added, added.map(link)),
    listed(
      removed.length,
      say.removed,
      removed.map(({ path, name }) => html`<a href="${request.href(path, { release: from })}">${name}</a>`),
    ),
  ];
}
