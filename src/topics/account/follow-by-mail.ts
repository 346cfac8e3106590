import { Type } from "../../ask/type.ts";
import { CONFIRMATION_HOURS } from "../../access/confirmations.ts";
import { type Follow, FOLLOWS_PER_EMAIL, type MailFollowing } from "../../access/follows.ts";
import { namesNoCountry, refuseBody } from "../../ask/body-errors.ts";
import { countryInWords } from "../../ask/grammar.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { defineOperation } from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem } from "../../problem.ts";
import { ACCOUNT_TAG, accessOf } from "./account.ts";
import { MAIL_LINK, writeMailPage } from "./mail-link.ts";
import { EMAIL_PATTERN } from "./sign-up.ts";

/** Following by e-mail: asked for in a form, confirmed by a link, ended by another one. */

/** Where the links of mails lead. */
export const FOLLOW_LINKS = { confirm: "/api/follow/confirm", leave: "/api/follow/leave" } as const;

const FollowRequest = Type.Object(
  {
    email: Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description: "an e-mail address such as name@example.org, at most 254 characters.",
    }),
    country: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "a country: its slug, an ISO 3166-1 code or its name. Every release without it.",
      }),
    ),
  },
  { $id: "FollowRequest", additionalProperties: false, description: "Who is to be told, and of what." },
);

export const followByMail = defineOperation({
  id: "follow_by_mail",
  method: "POST",
  path: "/api/follow",
  tag: ACCOUNT_TAG,
  summary: "Follow by e-mail",
  description: `Asks an e-mail address by mail whether it wants one mail for each release that becomes current, about one country or about the release. The response is the same whether it follows already or not. Nothing is sent before the link in that mail was used, and each mail has a link that ends it. An address may follow ${FOLLOWS_PER_EMAIL} things; it is asked once a day for each. Stored are the address, what it follows, and when it asked, confirmed and was told last. A client address (IPv6: a /64) may ask 10 times per clock hour and 30 times per UTC day. A service that sends no mails answers 404.`,
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  body: {
    schema: FollowRequest,
    isPersonal: true,
    bytesMax: 16 * 1024,
    example: { email: "reader@example.org", country: "france" },
  },
  form: {
    kind: "json",
    schema: Type.Object(
      { status: oneOf(["asked"], { description: "The address was asked, or follows already." }) },
      { $id: "FollowAsked", description: "Says nothing about what an address follows already." },
    ),
  },
  status: 202,
  problems: ["insecure_transport", "not_found", "rate_limited"],
  dependsOn: "service",
  admission: "follow",
  needsPreparation: true,
  shownAnswer: { status: "asked" },
  async answer(sources, _parameters, { email, country }) {
    const iso2 = country === undefined ? null : findCountry(sources, country);
    const { following } = accessOf(sources);
    if (following === null)
      throw new Problem("not_found", "This service sends no mails. The feeds at /follow tell the same.");
    await following.start(email, iso2);
    return { kind: "json", body: { status: "asked" } };
  },
});

function findCountry(sources: Sources, name: string): string {
  const found = sources.atlas.findBySegment(name);
  if (found === undefined) throw refuseBody([namesNoCountry(sources, "#/country", name)]);
  return found.territory.iso2;
}

const LINK = { ...MAIL_LINK, needsPreparation: true } as const;

const NOT_FOUND = writeMailPage(
  "Nothing to confirm, nothing to end",
  `<p>This link ended before, or was not used within ${CONFIRMATION_HOURS} hours. No mail is sent because of it.</p>`,
);

const BUTTONS =
  "A page with a button: programs that follow every link of a mail change nothing by that. The page is the same for a code that was never sent and one that is over. Not counted; the limit is that of confirmations.";

export const showFollow = defineOperation({
  ...LINK,
  id: "show_follow",
  method: "GET",
  path: FOLLOW_LINKS.confirm,
  summary: "The page that asks to confirm a follow",
  description: `What the link in the first mail leads to. ${BUTTONS}`,
  shownAnswer: askToFollow("every release"),
  answer: (sources, { code }) => answerPage(sources, (following) => following.find(code), askToFollow),
});

export const confirmFollow = defineOperation({
  ...LINK,
  id: "confirm_follow",
  method: "POST",
  path: FOLLOW_LINKS.confirm,
  summary: "Confirm a follow",
  description:
    "What the button of that page does: from now on one mail is sent for each release that becomes current. Takes no body. Not counted; the limit is that of confirmations.",
  shownAnswer: sayFollowed("every release"),
  answer: (sources, { code }) => answerPage(sources, (following) => following.confirm(code), sayFollowed),
});

export const showLeaving = defineOperation({
  ...LINK,
  id: "show_leaving",
  method: "GET",
  path: FOLLOW_LINKS.leave,
  summary: "The page that asks to end a follow",
  description: `What the last link in each mail leads to. ${BUTTONS}`,
  shownAnswer: askToLeave("every release"),
  answer: (sources, { code }) => answerPage(sources, (following) => following.find(code), askToLeave),
});

export const leaveFollow = defineOperation({
  ...LINK,
  id: "leave_follow",
  method: "POST",
  path: FOLLOW_LINKS.leave,
  summary: "End a follow",
  description:
    "Ends a follow and deletes what is stored of it. Mail programs call it for their own button (`List-Unsubscribe-Post`, RFC 8058); what they send as a body is not read. Not counted; the limit is that of confirmations.",
  shownAnswer: sayLeft("every release"),
  answer: (sources, { code }) => answerPage(sources, (following) => following.leave(code), sayLeft),
});

async function answerPage(
  sources: Sources,
  find: (following: MailFollowing) => Promise<Follow | null>,
  write: (what: string) => string,
) {
  const { following } = accessOf(sources);
  const follow = following === null ? null : await find(following);
  return { kind: "text", text: follow === null ? NOT_FOUND : write(followedInWords(sources, follow)) } as const;
}

/** What a follow is about, within a sentence: `the Netherlands`, `every release`. */
export function followedInWords({ atlas }: Pick<Sources, "atlas">, { country }: Pick<Follow, "country">): string {
  const territory = country === null ? undefined : atlas.byIso2(country);
  return territory === undefined ? "every release" : countryInWords(territory);
}

function askToFollow(what: string): string {
  return writeMailPage(
    `Follow ${what}?`,
    `<p>You get one mail for each release of the data that becomes current, and nothing else. Each mail has a link that ends it.</p>
<form method="post"><p><button>Follow</button></p></form>
<p>If you did not ask for this, close this page: no more mails come.</p>`,
  );
}

function sayFollowed(what: string): string {
  return writeMailPage(
    `You follow ${what}`,
    "<p>The next mail comes when another release of the data becomes current.</p>",
  );
}

function askToLeave(what: string): string {
  return writeMailPage(
    `Stop following ${what}?`,
    `<p>No more mails come, and your e-mail address is deleted from what is stored about this.</p>
<form method="post"><p><button>Stop</button></p></form>`,
  );
}

function sayLeft(what: string): string {
  return writeMailPage(
    `You no longer follow ${what}`,
    "<p>Your e-mail address is deleted from what was stored about this.</p>",
  );
}
