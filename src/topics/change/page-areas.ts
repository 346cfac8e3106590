import type { Static } from "typebox";
import { inARow } from "../../ask/grammar.ts";
import type { listChanges } from "./list-changes.ts";
import { beforeAndAfter } from "../../html/charts/before-and-after.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Html, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { changesTexts as texts } from "./texts.ts";

/** The changes between two releases as the API answers them. */
export type Changes = Static<(typeof listChanges)["form"]["schema"]>;

/** Two releases that are compared. */
export interface TwoReleases {
  readonly from: NonNullable<Changes["from"]>;
  readonly to: Changes["to"];
}

type CountryMove = NonNullable<Changes["countries"]>["moved"][number];
type SectorMove = NonNullable<Changes["sectors"]>["moved"][number];

/** Groups of areas: risen, fallen, and without a trend by the reason. */
const GROUPS = [
  "higher",
  "lower",
  "composition",
  "too_few_companies",
  "not_judged",
  "method_change",
  "taken_back",
] as const;

/** Reasons whose summaries do not tell the causes. */
const WITHOUT_CAUSES: ReadonlySet<string> = new Set(["too_few_companies", "not_judged"]);

/** Renders the areas whose median band moved, each with its two bars and the causes. */
export function renderMoved(
  request: SiteRequest,
  { from, to }: TwoReleases,
  kind: "countries" | "sectors",
  moved: readonly (CountryMove | SectorMove)[],
): Html {
  const minimum = request.dataset.method.minimum_companies;
  const none = html`<p>${kind === "countries" ? texts.noCountry : texts.noSector}</p>`;
  const render = (area: CountryMove | SectorMove): Html => {
    const { before, after, summary, causes, slug } = area;
    const name = "name" in area ? area.name : area.label;
    const isGone = new URL(area.href).searchParams.get("release") === nameOf(from);
    const href = request.href(`/${kind}/${slug}`, { release: isGone ? nameOf(from) : releaseOf(request, to) });
    const { trend, reasons } = area;
    const isUncaused = trend === null && WITHOUT_CAUSES.has(reasons.trend ?? "");
    const then = (figures: typeof before, release: Changes["to"], label: string) => {
      const { judged_companies: count } = figures;
      return { ...figures, name: label, bands: release.scale.bands, count, isThin: count < minimum };
    };
    return html`<div>
<h4><a href="${href}">${name}</a></h4>
${beforeAndAfter(name, [then(before, from, texts.before), then(after, to, texts.after)])}
<p>${summary}</p>
${isUncaused && html`<p class="foot">${texts.because(inARow(causes.map((cause) => texts.causes[cause])))}</p>\n`}</div>
`;
  };
  const groups = GROUPS.map((group) => ({
    heading: texts.groups[group],
    areas: moved.filter(({ trend, reasons }) => (trend ?? reasons.trend) === group),
  })).filter(({ areas }) => areas.length > 0);
  return section(
    { id: kind, heading: texts[kind] },
    moved.length === 0
      ? none
      : html`<p class="sub">${texts.barsNote}</p>
${groups.map(({ heading, areas }) => html`<h3>${heading}</h3>\n<div class="two apart">\n${areas.map(render)}</div>\n`)}`,
  );
}

/** Returns the release parameter of links; none if it is the release of the page. */
export function releaseOf({ dataset, chosenRelease }: SiteRequest, release: Changes["to"]): string | undefined {
  return release.id === dataset.meta.release ? (chosenRelease ?? undefined) : nameOf(release);
}

/** Returns the name of a compared release in links: its id, or the secret name of a draft. */
export function nameOf({ id, href }: Changes["to"]): string {
  return new URL(href).searchParams.get("release") ?? id;
}
