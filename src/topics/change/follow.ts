import { Type } from "../../ask/type.ts";
import type { Territory } from "../../atlas/territories.ts";
import { ATOM_TYPE, countryFeedPath, pageOfAll, RELEASES_FEED_PATH } from "./feed.ts";
import { KINDS } from "../../ask/filter-names.ts";
import { countryInWords, possessive } from "../../ask/grammar.ts";
import { buildFeed, type ToldNews } from "./news-entries.ts";
import { type AnswerForm, defineOperation, type Operation } from "../../ask/operation.ts";
import { countrySegment } from "../../ask/parameters.ts";
import { readNews, type ReleaseNews, SWITCHES_MAX } from "./release-news.ts";
import { absenceInWords } from "./words-of-country-news.ts";
import { Problem, quote } from "../../problem.ts";
import { writeAtom } from "./atom.ts";

const FEED_FORM: AnswerForm = {
  kind: "text",
  mediaType: `${ATOM_TYPE}; charset=utf-8`,
  description: "An Atom feed (RFC 4287).",
};

export const followCountry: Operation = defineOperation({
  id: "follow_country",
  method: "GET",
  path: countryFeedPath("{slug}"),
  tag: "Feeds",
  summary: `News of one country`,
  description: `One entry for each of the latest ${SWITCHES_MAX} releases in which the median band of the country moved, or one of its companies was added, removed, re-rated or filed elsewhere, with the causes. Also each time a release was withdrawn, whatever it said of the country. An entry never changes. A country without any company yet has an empty feed.`,
  parameters: { path: Type.Object({ slug: countrySegment }), query: Type.Object({}) },
  form: FEED_FORM,
  problems: ["country_not_found"],
  redirects: true,
  dependsOn: "history",
  ignoresAccept: true,
  examples: ({ countries }) => (countries[0] === undefined ? {} : { slug: countries[0].slug }),
  async answer(sources, { slug: segment }) {
    const { atlas, site, snapshot } = sources;
    const found = atlas.findBySegment(segment);
    if (found === undefined) {
      const { expected } = KINDS.country.suggest(sources, segment);
      throw new Problem("country_not_found", `No country is known as ${quote(segment)}; expected ${expected}.`, [], {
        listedIn: "countries",
      });
    }
    const { slug, name } = found.territory;
    if (!found.canonical) return { kind: "redirect", path: { slug } };
    const subject = {
      name: `countries/${slug}`,
      country: found.territory,
      title: `${snapshot.manifest.dataset.title}: ${name}`,
      description: `What moves ${possessive(countryInWords(found.territory))} median band or changes its companies.`,
      path: countryFeedPath(slug),
      page: pageOfAll(site, snapshot.countryByIso2(found.territory.iso2) === undefined ? undefined : slug),
    };
    const told = (await readNews(sources)).flatMap((from) => newsOf(found.territory, from));
    return { kind: "text", text: writeAtom(site, buildFeed(sources, subject, told)) };
  },
});

/** Returns the news of a release about a country, if there is any. */
export function newsOf(territory: Pick<Territory, "iso2" | "name">, from: ReleaseNews): ToldNews[] {
  const { change, countries } = from;
  const isReturn = change.kind === "withdrawn" || change.kind === "restored";
  const news = countries.get(territory.iso2) ?? (isReturn ? absenceInWords(change, territory) : null);
  return news === null ? [] : [{ from, news }];
}

export const followReleases: Operation = defineOperation({
  id: "follow_releases",
  method: "GET",
  path: RELEASES_FEED_PATH,
  tag: "Feeds",
  summary: `News of the releases`,
  description: `One entry for each time that another release became current: what changed with it, or that a release was withdrawn. The latest ${SWITCHES_MAX}, newest first. An entry never changes.`,
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  form: FEED_FORM,
  problems: [],
  dependsOn: "history",
  ignoresAccept: true,
  async answer(sources) {
    const { site, snapshot } = sources;
    const subject = {
      name: "releases",
      title: `${snapshot.manifest.dataset.title}: releases`,
      description: "What changes when another release of the data becomes current.",
      path: RELEASES_FEED_PATH,
      page: pageOfAll(site),
    };
    const told = (await readNews(sources)).map((from) => ({ from, news: from.release }));
    return { kind: "text", text: writeAtom(site, buildFeed(sources, subject, told)) };
  },
});
