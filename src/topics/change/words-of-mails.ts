import type { Territory } from "../../atlas/territories.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { CONFIRMATION_HOURS } from "../../access/confirmations.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { newsOf } from "./follow.ts";
import { markNews } from "./news-entries.ts";
import type { ReleaseNews } from "./release-news.ts";
import { unchangedInWords } from "./words-of-country-news.ts";
import type { News } from "./words-of-switches.ts";

/** What the mails of those who follow say: what the feeds say, and nothing else. */

/** A mail is about one follow. */
interface MailAbout {
  /** Within a sentence: `the Netherlands`, `every release`. */
  readonly what: string;
  /** Of the dataset. */
  readonly title: string;
  /** Public origin, without a trailing slash. */
  readonly origin: string;
}

/** What a release says to somebody who follows. */
export interface ToldInMail {
  readonly from: ReleaseNews;
  readonly news: News;
  /** Where to read on, below the public origin. */
  readonly path: string;
}

interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The news of a country, or of the release; null where the data have nothing about the country. */
export function newsFor(snapshot: Snapshot, from: ReleaseNews, country: Territory | null): ToldInMail | null {
  const { release, before } = from.change;
  const changes = urlTo("/changes", { from: before ?? undefined, to: release });
  if (country === null) return { from, news: from.release, path: before === null ? "/releases" : changes };
  const record = snapshot.countryByIso2(country.iso2);
  const [told] = newsOf(country, from);
  const news = told?.news ?? (record === undefined ? null : unchangedInWords(snapshot, record));
  const path = record === undefined ? changes : urlTo(PAGES.country, { slug: country.slug, release });
  return news === null ? null : { from, news, path };
}

export function describeFirstMail({ what, title, origin }: MailAbout, confirm: string): MailText {
  return {
    subject: `Follow ${what}?`,
    text: `Somebody, probably you, asked ${origin} for mails about ${what} in “${title}”:
one for each release of the data that becomes current, and nothing else.

To follow, open this page and press the button:

${confirm}

The link works for ${CONFIRMATION_HOURS} hours. If it was not you, do nothing: no more mails come.
`,
  };
}

export function describeNewsMail({ what, title, origin }: MailAbout, told: ToldInMail, leave: string): MailText {
  const { title: subject, paragraphs } = markNews(told.from, told.news);
  return {
    subject,
    text: `${[subject, ...paragraphs].join("\n\n")}

${origin}${told.path}

You follow ${what} in “${title}” at ${origin}. To stop, open this page and press the button:
${leave}
`,
  };
}
