import { buildSite } from "../../src/topics/site.ts";
import { HTML_TYPE } from "../../src/html/frame.ts";

/** The pages of the documentation. */
export const DOCS_PAGES: readonly string[] = buildSite({ securityContact: null })
  .documents.filter(({ mediaType }) => mediaType === HTML_TYPE)
  .map(({ path }) => path);

/** A page of the documentation of each template. */
export const DOCS_TEMPLATES: readonly string[] = [
  "/docs",
  "/docs/reference/citation",
  "/docs/quick-start",
  "/problems/not-found",
];

/** A page of data of each template, in the small test dataset. */
export const DATA_TEMPLATES: readonly string[] = [
  "/",
  "/rankings?pillar=privacy",
  "/countries/france",
  "/companies/aster-energie",
  "/search?q=a",
  "/docs/search?q=median",
  "/matrix",
  "/companies",
  "/sectors",
  "/sectors/energy",
  "/compare?countries=france,brazil",
  "/claims?subject=country:brazil&is=above&than=country:france",
  "/data",
  "/about",
  "/releases",
  "/releases/2026-11-20-aaaaaaaaaaaa",
  "/where?lat=48.8584&lng=2.2945",
  "/portfolio",
  "/changes",
  "/sign-up",
  "/dashboard",
  "/how-to-read",
  "/follow",
];

/**
 * The pages of data that tests look at, in the same dataset: one line for each page, and one for
 * each state that looks different.
 */
export const DATA_PAGES: readonly string[] = [
  ...DATA_TEMPLATES,
  "/rankings",
  "/countries/france?sort=name",
  "/countries/brazil",
  "/countries/namibia",
  "/companies/aster-energie?pillar=safety&sort=band",
  "/companies/himba",
  "/search",
  "/search?q=France",
  "/search?q=zzzz",
  "/search?q=a&type=company",
  "/docs/search",
  "/docs/search?q=zzzzqq",
  "/matrix?pillar=privacy&sort=name",
  "/companies?country=france&sector=retail&band=&pillar=&sort=-median_band",
  "/companies?band=high&pillar=safety",
  "/companies?country=FRA,Germany&band=low,middle",
  "/companies?country=namibia",
  "/sectors/mining?sort=-judgement_count",
  "/compare",
  "/compare?countries=france",
  "/compare?countries=brazil,france&pillar=privacy",
  "/compare?countries=france,brazil,namibia",
  "/claims",
  "/claims?subject=company:aster-energie",
  "/claims?subject=country:france&is=best",
  "/claims?subject=country:france&is=rank&value=1&pillar=privacy",
  "/claims?subject=company:aster-energie&is=above&than=company:bois-clair",
  "/claims?subject=country:namibia&is=band&value=high",
  "/follow?country=france",
  "/privacy",
  "/terms",
  "/where",
  "/where?lat=45&lng=34.1",
  "/where?lat=50.2&lng=-1.2",
  "/where?lat=-18&lng=179.9",
  "/where?lat=-90&lng=0",
  "/changes?from=2026-11-20-aaaaaaaaaaaa&to=2026-11-20-aaaaaaaaaaaa",
];

/** The embeds that tests look at, in the same dataset. */
export const EMBED_PATHS: readonly string[] = [
  "/embed/countries/france",
  "/embed/countries/brazil",
  "/embed/countries/namibia",
  "/embed/companies/aster-energie",
  "/embed/companies/himba",
  "/embed/map",
  "/embed/ranking",
  "/embed/ranking?pillar=privacy",
  "/embed/compare?countries=france,brazil",
  "/embed/compare?countries=france,germany,namibia&pillar=privacy",
];
