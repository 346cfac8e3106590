import type { Page } from "playwright-core";

/** What the pictures are about: chosen from what a service publishes. */
export interface Subjects {
  /** The country with the most companies, the next one, and one with the fewest. */
  readonly large: string;
  readonly second: string;
  readonly small: string;
  readonly sector: string;
  /** The company with the most judgements, and one that is asked for a reply, if any is. */
  readonly company: string;
  readonly replying: string | null;
  readonly pillar: string;
  readonly release: string;
  /** A key for the dashboard. */
  readonly key: string;
}

/** One page of its kind, as a person would reach it. */
export interface GalleryPage {
  /** The name of the pictures. */
  readonly name: string;
  /** Null where the dataset has no such page. */
  readonly path: (subjects: Subjects) => string | null;
  /** What is done on the page before the picture. */
  readonly act?: (page: Page, subjects: Subjects) => Promise<void>;
  /** What is different each time, and is covered. */
  readonly cover?: string;
}

/** A page of each kind, and of each state that looks different. */
export const GALLERY_PAGES: readonly GalleryPage[] = [
  { name: "start", path: () => "/" },
  { name: "rankings", path: () => "/rankings" },
  { name: "rankings-pillar", path: ({ pillar }) => `/rankings?pillar=${pillar}` },
  { name: "country-large", path: ({ large }) => `/countries/${large}` },
  { name: "country-small", path: ({ small }) => `/countries/${small}` },
  { name: "sectors", path: () => "/sectors" },
  { name: "sector", path: ({ sector }) => `/sectors/${sector}` },
  { name: "companies", path: () => "/companies" },
  { name: "companies-filtered", path: ({ large, sector }) => `/companies?country=${large}&sector=${sector}` },
  { name: "company", path: ({ company }) => `/companies/${company}` },
  { name: "company-replied", path: ({ replying }) => replying && `/companies/${replying}` },
  { name: "matrix", path: () => "/matrix" },
  { name: "rankings-europe", path: () => "/rankings?region=150" },
  { name: "claims", path: () => "/claims" },
  {
    name: "claim-checked",
    path: ({ large, second }) => `/claims?subject=country:${large}&is=above&than=country:${second}`,
  },
  { name: "claim-of-company", path: ({ company }) => `/claims?subject=company:${company}&is=band` },
  { name: "compare", path: () => "/compare" },
  { name: "compare-two", path: ({ large, second }) => `/compare?countries=${large},${second}` },
  { name: "compare-three", path: ({ large, second, small }) => `/compare?countries=${large},${second},${small}` },
  { name: "portfolio", path: () => "/portfolio" },
  {
    name: "portfolio-checked",
    path: () => "/portfolio",
    act: (page) => submit(page, "[aria-labelledby=sample] button"),
  },
  {
    name: "portfolio-refused",
    path: () => "/portfolio",
    async act(page) {
      await page.fill("#list", "name,spend\nNobody,many\n");
      await submit(page, "form[method=post] [type=submit]:not([name])");
    },
  },
  { name: "where", path: () => "/where" },
  { name: "where-place", path: () => "/where?lat=48.8584&lng=2.2945" },
  { name: "where-disputed", path: () => "/where?lat=45&lng=34.1" },
  { name: "changes", path: () => "/changes" },
  { name: "follow", path: () => "/follow" },
  { name: "follow-country", path: ({ large }) => `/follow?country=${large}` },
  { name: "how-to-read", path: () => "/how-to-read" },
  { name: "releases", path: () => "/releases" },
  { name: "release", path: ({ release }) => `/releases/${release}` },
  { name: "data", path: () => "/data" },
  { name: "search", path: ({ large }) => `/search?q=${large.slice(0, 3)}` },
  { name: "search-nothing", path: () => "/search?q=zzzzqq" },
  { name: "sign-up", path: () => "/sign-up" },
  { name: "dashboard", path: () => "/dashboard" },
  {
    name: "dashboard-of-key",
    path: () => "/dashboard",
    async act(page, { key }) {
      await page.fill("#key", key);
      await page.click("main [type=submit]");
      await page.waitForSelector("[data-key-works]");
    },
    cover: "[data-key-works]",
  },
  { name: "about", path: () => "/about" },
  { name: "privacy", path: () => "/privacy" },
  { name: "terms", path: () => "/terms" },
  { name: "not-found", path: () => "/nothing-here", cover: "main .foot" },
  { name: "docs", path: () => "/docs" },
  { name: "docs-guide", path: () => "/docs/quick-start" },
  { name: "docs-tables", path: () => "/docs/data-format" },
  { name: "docs-methodology", path: () => "/docs/methodology" },
  { name: "docs-reference", path: () => "/docs/reference" },
  { name: "docs-operations", path: () => "/docs/reference/companies" },
  { name: "docs-problem", path: () => "/problems/not-found" },
  { name: "docs-search", path: () => "/docs/search?q=median" },
  { name: "embed-country", path: ({ large }) => `/embed/countries/${large}` },
  { name: "embed-company", path: ({ company }) => `/embed/companies/${company}` },
  { name: "embed-map", path: () => "/embed/map" },
  { name: "embed-ranking", path: () => "/embed/ranking" },
  { name: "embed-compare", path: ({ large, second }) => `/embed/compare?countries=${large},${second}` },
  { name: "share-country", path: ({ large }) => `/share/countries/${large}.png` },
  { name: "share-start", path: () => "/share/start.png" },
];

/** Presses a button and waits for the page that answers. */
async function submit(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForEvent("load"), page.click(selector)]);
}

interface Items<T> {
  readonly items: readonly T[];
}

/** Chooses what the pictures are about. */
export async function chooseSubjects(origin: string, key: string): Promise<Subjects> {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${origin}/api/v2${path}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as T;
  };
  type Country = { readonly slug: string; readonly listed_companies: number };
  const countries = (await ask<Items<Country>>("/countries/preview")).items.toSorted(
    (a, b) => b.listed_companies - a.listed_companies || (a.slug < b.slug ? -1 : 1),
  );
  const sectors = await ask<Items<{ readonly slug: string }>>("/sectors?limit=1");
  const companies = await ask<Items<{ readonly slug: string }>>("/companies?limit=1&sort=-judgement_count");
  const replies = await ask<Items<{ readonly company: { readonly slug: string } }>>("/replies?limit=1");
  const scale = await ask<{
    readonly meta: { readonly release: string };
    readonly pillars: readonly { readonly id: string }[];
  }>("/scale");
  return {
    large: countries[0]?.slug ?? "",
    second: countries[1]?.slug ?? "",
    small: countries.at(-1)?.slug ?? "",
    sector: sectors.items[0]?.slug ?? "",
    company: companies.items[0]?.slug ?? "",
    replying: replies.items[0]?.company.slug ?? null,
    pillar: scale.pillars[0]?.id ?? "",
    release: scale.meta.release,
    key,
  };
}
