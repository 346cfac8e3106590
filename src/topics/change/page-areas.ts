import { MOVE_KINDS } from "../../say/moved-headlines.ts";
import { type BarLook, middleLineBar } from "../../html/charts/middle-line-bar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { labelled, numeric, section, table } from "../../html/components.ts";
import { type Changes, type MovedArea, nameOf, type TwoReleases } from "./finding.ts";
import { changesTexts as texts } from "./texts.ts";

type Area = MovedArea["area"];

/** Reasons why the two bars of an area say nothing. */
const WITHOUT_BARS: ReadonlySet<string> = new Set(["too_few_companies", "not_judged"]);

/** Maximum number of areas with bars in a group; the others are named. */
const BARS_MAX = 20;

/** Renders the areas whose median band moved, each with its two bars; null for none. */
export function renderMoved(
  request: SiteRequest,
  releases: TwoReleases,
  kind: "countries" | "sectors",
  moved: readonly MovedArea[],
  heading: string,
): Child {
  const groups = MOVE_KINDS.flatMap((group) => {
    const own = moved.filter(({ trend, trendReason }) => (trend ?? trendReason) === group);
    return own.length === 0 ? [] : [{ group, own }];
  });
  if (groups.length === 0) return null;
  const hasHeads = groups.length > 1 || groups.some(({ own }) => own[0]?.trend === null);
  const parts = groups.map(({ group, own }) => {
    const drawn = WITHOUT_BARS.has(group) ? [] : own.slice(0, BARS_MAX);
    const links = own
      .slice(drawn.length)
      .map((one, index) => html`${index > 0 && ", "}${linkTo(request, releases, kind, one)}`);
    return html`${hasHeads && html`<h3>${texts.groups[group]}</h3>\n`}${drawn.length > 0 && drawMoved(request, releases, kind, drawn)}${links.length > 0 && html`<p class="thin-rows">${drawn.length > 0 && html`<b>${texts.andMore}</b> `}${links}.</p>\n`}`;
  });
  return section({ id: kind, heading: sentence(heading) }, html`${parts}<p class="foot">${texts.barsNote}</p>`);
}

function linkTo(request: SiteRequest, { from, to }: TwoReleases, kind: "countries" | "sectors", { area }: MovedArea) {
  const isGone = new URL(area.href).searchParams.get("release") === nameOf(from);
  const href = request.href(`/${kind}/${area.slug}`, { release: isGone ? nameOf(from) : releaseOf(request, to) });
  return html`<a href="${href}">${"name" in area ? area.name : area.label}</a>`;
}

/** The looks of the bar before, which is thin, and of the bar after. */
const THEN: BarLook = { height: 7, narrowest: 86 };
const NOW: BarLook = { height: 13, narrowest: 86 };

/** Draws two bars over one line for each area. */
function drawMoved(
  request: SiteRequest,
  releases: TwoReleases,
  kind: "countries" | "sectors",
  moved: readonly MovedArea[],
): Html {
  const { from, to } = releases;
  const minimum = request.dataset.method.minimum_companies;
  const isThin = ({ judged_companies: count }: Area["before"]): boolean => count < minimum;
  const rows = moved.map((one) => {
    const { area, bands, undoneBy, judged } = one;
    const { before, after, counts } = area;
    const bars = html`<div class="pair">${middleLineBar(from.scale.bands, before, isThin(before), THEN)}${middleLineBar(to.scale.bands, after, isThin(after), NOW)}</div>`;
    const name = html`${linkTo(request, releases, kind, one)} <small>${bands.join(" → ")}</small>`;
    return [name, bars, texts.happenedHere(counts), undoneBy !== null && texts.ratings(undoneBy), judged];
  });
  const columns = [texts.of[kind], texts.bars, texts.what, labelled(texts.undoneBy), numeric(texts.count)];
  return table({ className: "bars moves", caption: texts.moved[kind], columns, rows });
}

/** Returns the release parameter of links; none if it is the release of the page. */
export function releaseOf({ dataset, chosenRelease }: SiteRequest, release: Changes["to"]): string | undefined {
  return release.id === dataset.meta.release ? (chosenRelease ?? undefined) : nameOf(release);
}
