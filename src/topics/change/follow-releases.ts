import { Type } from "typebox";
import { type FeedForm, pageOfAll, RELEASES_FEED_PATH } from "./feed.ts";
import { answerFeed, FEED_FORMS } from "./feed-forms.ts";
import { buildFeed } from "./news-entries.ts";
import { defineOperation, type Operation } from "../../ask/operation.ts";
import { readNews, SWITCHES_MAX } from "./release-news.ts";

function followReleasesAs(form: FeedForm, format: string): Operation {
  return defineOperation({
    id: `follow_releases_as_${form}`,
    method: "GET",
    path: `${RELEASES_FEED_PATH}.${form}`,
    tag: "Feeds",
    summary: `News of the releases, as ${format}`,
    description: `One entry for each time that another release became current: what changed with it, or that a release was withdrawn. The latest ${SWITCHES_MAX}, newest first. An entry never changes.`,
    parameters: { path: Type.Object({}), query: Type.Object({}) },
    form: FEED_FORMS[form],
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
      return answerFeed(site, buildFeed(sources, subject, told), form);
    },
  });
}

/** The feed of the releases, in both forms. */
export const FOLLOW_RELEASES: readonly Operation[] = [
  followReleasesAs("atom", "Atom"),
  followReleasesAs("json", "JSON Feed"),
];
