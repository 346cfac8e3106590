import { Type } from "typebox";
import { pageOfAll, RELEASES_FEED_PATH } from "./feed.ts";
import { answerFeed, FEED_FORMS, feedFormat } from "./feed-forms.ts";
import { buildFeed } from "./news-entries.ts";
import { defineOperation, type Operation } from "../../ask/operation.ts";
import { readNews, SWITCHES_MAX } from "./release-news.ts";

export const followReleases: Operation = defineOperation({
  id: "follow_releases",
  method: "GET",
  path: `${RELEASES_FEED_PATH}.{format}`,
  tag: "Feeds",
  summary: `News of the releases`,
  description: `One entry for each time that another release became current: what changed with it, or that a release was withdrawn. The latest ${SWITCHES_MAX}, newest first. An entry never changes.`,
  parameters: { path: Type.Object({ format: feedFormat }), query: Type.Object({}) },
  form: FEED_FORMS.atom,
  choice: { parameter: "format", forms: FEED_FORMS },
  problems: ["not_found"],
  dependsOn: "history",
  ignoresAccept: true,
  async answer(sources, { format }) {
    const { site, snapshot } = sources;
    const subject = {
      name: "releases",
      title: `${snapshot.manifest.dataset.title}: releases`,
      description: "What changes when another release of the data becomes current.",
      path: RELEASES_FEED_PATH,
      page: pageOfAll(site),
    };
    const told = (await readNews(sources)).map((from) => ({ from, news: from.release }));
    return answerFeed(site, buildFeed(sources, subject, told), format);
  },
});
