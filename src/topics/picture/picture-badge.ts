import type { Page, ProblemPage } from "../../ask/page.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { getCountry } from "../subject/country.ts";
import { bandColour, inkOn } from "../../html/charts/band-colours.ts";
import { labelAt } from "../../html/charts/figures.ts";
import { openSiteRequest } from "../../html/define-page.ts";
import { chartTexts } from "../../html/texts/chart.ts";
import { pictureTexts as texts } from "./texts.ts";
import { type BadgeField, drawBadge } from "../../html/pictures/badge.ts";

/** Parts that the response of a badge shares with that of a problem in its place. */
const BADGE_FORM = {
  mediaType: "image/svg+xml",
  contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
  ignoresAccept: true,
} as const;

const NAME = { fill: "#37434e", ink: "#fff" } as const;
const GREY = { fill: "#586571", ink: "#fff" } as const;
const NOTICE = { fill: "#fff6d8", ink: "#3f3410" } as const;
const INKS = { light: "#fff", dark: "#000" } as const;

/** A badge with the median band of a country, over all pillars or in one. */
export const COUNTRY_BADGE: Page = {
  path: "/badge/countries/{slug}.svg",
  ...BADGE_FORM,
  dependsOn: "release",
  isForOthers: true,
  parameters: () => ["pillar"],
  async answer(request) {
    const siteRequest = await openSiteRequest(request);
    const { slug = "" } = siteRequest.path;
    const pillar = siteRequest.query.get("pillar");
    const country = await siteRequest.ask(getCountry, { slug });
    if (country.slug !== slug)
      return { kind: "redirect", location: siteRequest.api(`/badge/countries/${country.slug}.svg`, { pillar }) };
    const ranking = await siteRequest.ask(rankCountries, { pillar });
    const { bands, pillars, meta } = siteRequest.dataset;
    const figures = ranking.items.find((item) => item.slug === slug) ?? country;
    const level = figures.rank === null ? null : figures.median_level;
    const label = labelAt(bands, level);
    const colour = level === null ? null : bandColour(level, bands.length);
    const band = label ?? (figures.reasons.rank === "not_judged" ? chartTexts.notJudged : texts.tooFew);
    const scope = pillars.find(({ id }) => id === ranking.pillar)?.label;
    const name = scope === undefined ? country.name : texts.inPillar(country.name, scope);
    const fields: BadgeField[] = [
      { text: name, ...NAME },
      { text: band, ...(colour === null ? GREY : { fill: colour, ink: INKS[inkOn(colour)] }) },
    ];
    const notice = texts.notice(meta.mark, meta.notice);
    if (notice !== null) fields.push({ text: notice, ...NOTICE });
    const count = texts.judged(figures.judged_companies, figures.listed_companies);
    const title = texts.badge(`${name}: ${band}`, count, meta);
    return { kind: "text", text: drawBadge(fields, title).toString() };
  },
};

/** The badge in the place of one that cannot be drawn. */
export const BADGE_PROBLEM: ProblemPage = {
  under: "/badge/",
  ...BADGE_FORM,
  text({ status, title, detail }) {
    const fields = [
      { text: texts.country, ...NAME },
      { text: status === 404 ? texts.unknown : title, ...GREY },
    ];
    return Promise.resolve(drawBadge(fields, detail).toString());
  },
};
