import { type Html, html } from "../html/html.ts";
import { shellWord } from "../publishing/words.ts";
import type { Desk } from "./desk.ts";
import type { DraftDataset } from "../intake/guess/drafts.ts";
import { actionButton, form } from "./frame.ts";
import type { Outcome, PublicationOrder, Reason, Result } from "./publishing.ts";
import { notBuilt, reasonItem, resultKey } from "./step-result.ts";
import type { DeskForm, Refusal, Step } from "./step.ts";

/** The step of publishing: it asks who may read the release. */
export const publishStep: Step = {
  id: "publish",
  title: "Publish",
  async countOpen(desk) {
    const outcome = desk.publishing.outcome();
    if (outcome?.state === "running") return { said: "under way", open: 0 };
    const known = desk.publishing.known(await resultKey(desk));
    if (known?.state !== "built") return { said: "", open: 0 };
    const { reasons, reason } = known.result;
    if (reason === "unchanged") return { said: "published", open: 0 };
    return reasons.length === 0
      ? { said: "nothing to accept", open: 0 }
      : { said: `${reasons.length} to accept`, open: reasons.length };
  },
  async show(desk, request) {
    const outcome = desk.publishing.outcome();
    const heading = html`<h1>Who may read it?</h1>`;
    const told = outcome !== null && outcomeMain(desk, outcome);
    if (outcome?.state === "running") return html`${heading}${told}`;
    const state = await desk.publishing.result(await resultKey(desk));
    // The outcome of a publication is not shown once other data would be published.
    const isOver = state.state === "built" && state.result.reason !== "unchanged" && outcome?.kind === "publish";
    const begin = isOver && outcome.state === "done" ? heading : html`${heading}${told}`;
    const waiting = notBuilt(state);
    const facts = factsMain(desk.draft.dataset);
    if (waiting !== null) return html`${begin}${facts}${waiting}`;
    if (state.state !== "built")
      return html`${begin}
        <p class="lead">
          Nobody yet: problems stand in the way. <a href="result">Result</a> lists them, each with its cell.
        </p>
        ${facts}`;
    return html`${begin}${facts}${ordersMain(desk, state.result, request.query("now") !== null)}`;
  },
  async act(desk, fields) {
    const action = fields.text("do");
    if (action === "facts") return await keepFacts(desk, fields, "publish", "What the dataset says about itself");
    if (action === "publish" || action === "draft") return await order(desk, fields, action);
    return null;
  },
};

function outcomeMain(desk: Desk, { kind, state, said, address }: Outcome): Html {
  if (state === "running")
    return html`<meta http-equiv="refresh" content="1" />
      <p class="lead" role="status" data-waiting>
        ${kind === "publish" ? "Publishing" : "Making the draft"} … This page goes on by itself.
      </p>`;
  const title =
    state === "refused"
      ? kind === "publish"
        ? "It was not published"
        : "No draft was made"
      : kind === "publish"
        ? "It is published"
        : "A draft is there";
  return html`<section class="${`outcome ${state}`}" role="status" id="outcome">
    <h2>${title}</h2>
    ${
      address !== null &&
      html`<p>Whoever has this address can read it. It is shown here once; <code>country-trust drafts renew</code> makes another one.</p>
        <p><a href="${address}" rel="noreferrer">${address}</a></p>
        <p>Send it to those who should look. When it is right, publish it below.</p>`
    }${
      state === "done" &&
      kind === "publish" &&
      html`<p>It is the current release. ${serviceNote(desk)}</p>
        <p>Feeds and webhooks announce it. Next time, put the new files into the same folder and open the desk: your decisions are kept.</p>`
    }
    <details id="said"${state === "refused" && html` open`}>
      <summary>What the program said</summary>
      <ul>
        ${said.map((line) => html`<li>${line}</li> `)}
      </ul>
    </details>
  </section>`;
}

/** The members of dataset.json that are one line, each with its label and what it is for. */
const FACTS = [
  ["title", "Title", "On every page and in citations."],
  ["publisher", "Publisher", "Who answers for the judgements."],
  ["year", "Year", "Of publication, for the citation."],
  ["licence", "Licence", "What readers may do with the data, as an SPDX identifier such as CC-BY-4.0."],
  ["measures", "What the bands measure", "In one sentence."],
  ["does_not_measure", "What they do not measure", "What readers may take them for, with ; between."],
  ["notice", "Notice", "Stands on every page and in every answer; most datasets need none."],
] as const;

function factsMain(dataset: DraftDataset): Html {
  const textOf = (value: unknown): string =>
    Array.isArray(value) ? value.join("; ") : typeof value === "string" || typeof value === "number" ? `${value}` : "";
  const line = (id: string, name: string, label: string, value: unknown, help: Html | false): Html =>
    html`<p class="fact">
      <label for="${id}">${label}</label>
      <input id="${id}" name="${name}" value="${textOf(value)}" />
      ${help}
    </p> `;
  const lines = FACTS.map(([name, label, help]) =>
    line(`fact-${name}`, name, label, dataset[name], html`<small>${help}</small>`),
  );
  const bands = (dataset.scale?.bands ?? []).map(({ id, label, description }) =>
    line(`band-${id}`, `band ${id}`, label, description, false),
  );
  return html`<h2>What it says about itself</h2>
    ${form(
      "facts",
      html`${lines}${
        bands.length > 0 &&
        html`<h3>What a company must do to be in each band</h3>
            ${bands}`
      }<button class="save">Save</button>`,
      { id: "facts", isAuto: true, className: "facts" },
    )}
    <p class="soft">
      Texts about you and your method, a logo and a colour are files beside dataset.json:
      <code>docs/guides/branding.md</code> says which.
    </p>`;
}

function ordersMain(desk: Desk, result: Result, isNow: boolean): Html {
  const { reasons, accept, reason, size } = result;
  if (reason === "unchanged")
    return html`<h2>Published</h2>
      <p>The current release has this very content: ${size}.</p>`;
  const words = ["publish", desk.folder, ...(accept === null ? [] : ["--accept", accept])];
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return html`<h2>A draft for colleagues first</h2>
    <p>A draft has a secret address, and nobody else sees it. ${serviceNote(desk)}</p>
    ${form("draft", html`<button class="strong">Make a draft with a secret address</button>`, { id: "draft" })}
    <h2 id="now">Publish</h2>
    <p>${size}.</p>
    ${
      isNow
        ? form(
            "publish",
            html`${reasons.length > 0 && acceptMain(reasons)}
              <p>Everybody can read it at once.</p>
              <button class="strong">Yes, publish it now</button> <a href="publish">Not yet</a>`,
            { id: "publish" },
          )
        : html`<p><a class="button quiet" href="publish?now=yes#now">Publish now</a></p>`
    }
    <details id="embargo">
      <summary>Publish by itself at a time</summary>
      ${form(
        "draft",
        html`${reasons.length > 0 && acceptMain(reasons)}
          <p class="fact">
            <label for="at">When, in ${zone}</label> <input id="at" type="datetime-local" name="at" required />
          </p>
          <button>Make a draft that is published then</button>`,
        { id: "embargo-form" },
      )}
    </details>
    <p class="soft">The same in a terminal: <code>${["country-trust", ...words].map(shellWord).join(" ")}</code></p>
    ${actionButton("again", "Compare again")}`;
}

function serviceNote(desk: Desk): Html {
  const service = desk.publishing.service();
  return service === null
    ? html`No service runs on this data folder yet: <code>npm start</code> shows it at
        <code>http://localhost:${desk.settings.port}</code>.`
    : html`The service at <a href="${service}" rel="noreferrer">${service}</a> shows it at once.`;
}

function acceptMain(reasons: readonly Reason[]): Html {
  return html`<fieldset class="accept">
    <legend>These are more often mistakes than meant. Tick each that is meant:</legend>
    ${reasons.map(
      (reason) =>
        html`<div>
          <label><input type="checkbox" name="accept" value="${reason.name}" /> ${reason.sentence}</label>
          ${
            reason.names.length > 0 &&
            html`<details>
              <summary>Which</summary>
              <ul>
                ${reasonItem(reason)}
              </ul>
            </details>`
          }
        </div> `,
    )}
  </fieldset>`;
}

/** Saves the fields of a form about the dataset; other members stay. */
export async function keepFacts(desk: Desk, fields: DeskForm, step: string, said: string): Promise<Refusal | null> {
  const { dataset } = desk.draft;
  let next: DraftDataset = dataset;
  const keep = (name: string, value: unknown): void => {
    const { [name]: _before, ...rest } = next;
    next = value === "" || (Array.isArray(value) && value.length === 0) ? rest : { ...rest, [name]: value };
  };
  for (const name of [...FACTS.map(([fact]) => fact), "encoding", "dates"]) {
    const text = fields.text(name)?.trim();
    if (text === undefined) continue;
    if (name === "year" && text !== "" && !/^\d{4}$/u.test(text))
      return { refused: `The year is “${text}”; expected four digits.` };
    const words = text.split(";").flatMap((word) => word.trim() || []);
    keep(name, name === "does_not_measure" ? words : name === "year" && text !== "" ? Number(text) : text);
  }
  const { scale } = dataset;
  if (scale !== undefined)
    keep("scale", {
      ...scale,
      bands: scale.bands.map(({ description, ...band }) => {
        const text = fields.text(`band ${band.id}`)?.trim() ?? description ?? "";
        return text === "" ? band : { ...band, description: text };
      }),
    });
  await desk.change(step, said, { dataset: next });
  return null;
}

async function order(desk: Desk, fields: DeskForm, kind: PublicationOrder["kind"]): Promise<Refusal | null> {
  const known = desk.publishing.known(await resultKey(desk));
  if (known?.state !== "built")
    return { refused: "What would be published is not built yet; look at it again, and publish then." };
  const at = fields.text("at")?.trim() ?? "";
  // A draft without a time is accepted by the person who releases it.
  const isAsked = kind === "publish" || at !== "";
  const accepted = fields.all("accept");
  const open = isAsked ? known.result.reasons.filter(({ name }) => !accepted.includes(name)) : [];
  if (open.length > 0)
    return { refused: `Not accepted yet: ${open.map(({ sentence }) => sentence.replace(/:$/u, ".")).join(" ")}` };
  desk.publishing.order({ kind, accept: isAsked ? known.result.accept : null, at: at === "" ? null : at });
  return null;
}
