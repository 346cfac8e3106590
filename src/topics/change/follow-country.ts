import { Type } from "typebox";
import type { Territory } from "../../atlas/territories.ts";
import { countryFeedPath, pageOfAll } from "./feed.ts";
import { answerFeed, FEED_FORMS, feedFormat } from "./feed-forms.ts";
import { KINDS } from "../../ask/filter-names.ts";
import { countryInWords, possessive } from "../../ask/grammar.ts";
import { buildFeed, type ToldNews } from "./news-entries.ts";
import { defineOperation, type Operation } from "../../ask/operation.ts";
import { countrySegment } from "../../ask/parameters.ts";
import { readNews, type ReleaseNews, SWITCHES_MAX } from "./release-news.ts";
import { absenceInWords } from "./words-of-country-news.ts";
import { Problem, quote } from "../../problem.ts";

export const followCountry: Operation = defineOperation({
  id: "follow_country",
  method: "GET",
  path: `${countryFeedPath("{slug}")}.{format}`,
  tag: "Feeds",
  summary: `News of one country`,
  description: `One entry for each of the latest ${SWITCHES_MAX} releases in which the median band of the country moved, or one of its companies was added, removed, re-rated or filed elsewhere, with the causes. Also each time a release was withdrawn, whatever it said of the country. An entry never changes. A country without any company yet has an empty feed.`,
  parameters: { path: Type.Object({ slug: countrySegment, format: feedFormat }), query: Type.Object({}) },
  form: FEED_FORMS.atom,
  choice: { parameter: "format", forms: FEED_FORMS },
  problems: ["not_found", "country_not_found"],
  redirects: true,
  dependsOn: "history",
  ignoresAccept: true,
  examples: ({ countries }) => (countries[0] === undefined ? {} : { slug: countries[0].slug }),
  async answer(sources, { slug: segment, format }) {
    const { atlas, site, snapshot } = sources;
    const found = atlas.findBySegment(segment);
    if (found === undefined) {
      const expected = KINDS.country.suggest(sources, segment);
      throw new Problem("country_not_found", `No country is known as ${quote(segment)}; expected ${expected}.`);
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
    return answerFeed(site, buildFeed(sources, subject, told), format);
  },
});

/** What a release says of a country, if that is news. */
function newsOf(territory: Territory, from: ReleaseNews): ToldNews[] {
  const { change, countries } = from;
  const isReturn = change.kind === "withdrawn" || change.kind === "restored";
  const news = countries.get(territory.iso2) ?? (isReturn ? absenceInWords(change, territory) : null);
  return news === null ? [] : [{ from, news }];
}
