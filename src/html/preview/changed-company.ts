import type { Static } from "typebox";
import { withOtherDetails } from "../../topics/change/words-of-changed-replies.ts";
import { REPLY_IN_SHORT, replyStatusIn } from "../../topics/company/words-of-replies.ts";
import { getCompany } from "../../topics/company/get-company.ts";
import { type Child, type Html, html } from "../html.ts";
import { previewTexts as texts } from "./texts.ts";
import { orOthers } from "./changed-areas.ts";
import {
  type ComparedPage,
  askIfThere,
  bandDifference,
  bandsInBrackets,
  difference,
  haveSameFigures,
  isOtherBand,
  listed,
} from "./compared-page.ts";

type Company = Static<(typeof getCompany)["form"]["schema"]>;
type Judgement = Company["judgements"][number];

/** What changes on the page of a company. */
export async function changesOfCompany(page: ComparedPage): Promise<readonly Child[]> {
  const { slug = "" } = page.request.path;
  const after = await page.request.ask(getCompany, { slug });
  const before = await findBefore(page, after);
  if (before === null) return [texts.newCompany];
  const found = [
    bandDifference(page, texts.medianBand, before.median_level, after.median_level),
    difference(page, texts.name, before.name, after.name),
    difference(page, texts.country, before.country?.name ?? texts.none, after.country?.name ?? texts.none),
    difference(page, texts.sector, before.sector.label, after.sector.label),
    difference(page, texts.otherSectors, sectorsOf(before), sectorsOf(after)),
    replyDifference(page, before, after),
    difference(page, texts.judgementCount, before.judgement_count, after.judgement_count),
    ...differencesOfJudgements(page, before.judgements, after.judgements),
  ];
  return orOthers(found, before, after);
}

function sectorsOf({ other_sectors: sectors }: Company): string {
  return sectors.length === 0 ? texts.none : sectors.map(({ label }) => label).join(", ");
}

/** Replies of the same status may differ in what they say. */
function replyDifference(page: ComparedPage, before: Company, after: Company): Child {
  const status = difference(page, texts.replies, replyOf(before), replyOf(after));
  if (status !== false || haveSameFigures(before.replies, after.replies)) return status;
  return html`${texts.replies}: ${withOtherDetails(replyOf(after))}`;
}

function replyOf({ reply_status: text }: Company): string {
  const status = replyStatusIn(text);
  return status === null ? texts.none : REPLY_IN_SHORT[status];
}

/** The same company in the current release, by the publisher's own id: its slug may be another. */
async function findBefore({ askBefore }: ComparedPage, { id, slug }: Company): Promise<Company | null> {
  for (const name of [slug, id]) {
    const found = await askIfThere(askBefore(getCompany, { slug: name }));
    if (found?.id === id) return found;
  }
  return null;
}

function differencesOfJudgements(
  page: ComparedPage,
  before: readonly Judgement[],
  after: readonly Judgement[],
): Child[] {
  const keyOf = ({ pillar, criterion, judge }: Judgement): string => JSON.stringify([pillar, criterion, judge]);
  const [then, now] = [
    new Map(before.map((each) => [keyOf(each), each])),
    new Map(after.map((each) => [keyOf(each), each])),
  ];
  const labels = new Map(page.request.dataset.pillars.map(({ id, label }) => [id, label]));
  const name = ({ pillar, criterion_label: criterion, judge_label: judge }: Judgement): string =>
    [labels.get(pillar) ?? pillar, criterion, judge].filter((part) => part !== null).join(", ");
  const added = after.filter((each) => !then.has(keyOf(each)));
  const gone = before.filter((each) => !now.has(keyOf(each)));
  const moved = after.flatMap((each): Html[] => {
    const earlier = then.get(keyOf(each));
    if (earlier === undefined || !isOtherBand(page, earlier.band_level, each.band_level)) return [];
    return [html`${name(each)} ${bandsInBrackets(page, earlier.band_level, each.band_level)}`];
  });
  return [
    listed(added.length, texts.judgements.added, added.map(name)),
    listed(gone.length, texts.judgements.gone, gone.map(name)),
    listed(moved.length, texts.judgements.moved, moved),
  ];
}
