import { readPointerText } from "../distribution/blobs.ts";
import { readHeld } from "../distribution/follow-origin.ts";
import type { Origin } from "../distribution/origin.ts";
import { isOver, readPointer } from "../distribution/pointer.ts";
import { ReleaseStoreError } from "../release/store/release-store.ts";
import { changeReleases, follow, openOriginOf } from "../publishing/change-releases.ts";
import { type Command, type Console, expectAtMost, failed, type Result, UsageError } from "./command.ts";
import { publishingContext } from "./dataset-options.ts";
import { withReasons } from "./output.ts";

export const origin: Command = {
  summary: "Show what the origin of the releases says, or follow it",
  synopsis: "[follow] [--json]",
  help: `Actions:
  follow             Bring DATA_DIR up to date once; a running service does that by itself

Options:
  --json             Print the result as JSON

RELEASES_URL names the origin.`,
  options: { json: "boolean" },
  async run(console, [action, ...more]) {
    expectAtMost(more, 0);
    if (action === "follow") return await followNow(console);
    if (action !== undefined) throw new UsageError("expected follow, or nothing");
    const { trustedKeys } = console.settings;
    const text = await withOrigin(console, (opened) => readPointerText(opened, AbortSignal.timeout(30_000)));
    return text === null ? failed(NOTHING_PUBLISHED) : pointerResult(console, readPointer(text, trustedKeys));
  },
};

export const renew: Command = {
  summary: "Renew the pointer of the origin, and write again what the origin has lost",
  synopsis: "[--json]",
  help: `Writes a new pointer with the same releases: nodes believe it for POINTER_DAYS from now. Every command that
changes releases does so, too, once a third of that time is over; where publications are rare, have a timer run this
one, once a day. Brings the releases of DATA_DIR to an origin that is empty.

Options:
  --json             Print the result as JSON

RELEASES_URL names the origin, and SIGNING_KEY_FILE the key that signs the pointer.`,
  options: { json: "boolean" },
  async run(console, args) {
    expectAtMost(args, 0);
    if (console.settings.originUrl === null) throw new ReleaseStoreError(NO_ORIGIN);
    const { isWhole, pushed } = await changeReleases(publishingContext(console), async () => null, true);
    const status = isWhole ? 0 : 1;
    return pushed === null
      ? { lines: [], status }
      : { ...pointerResult(console, readPointer(pushed.text, [])), status };
  },
};

async function followNow(console: Console): Promise<Result> {
  const followed = await withOrigin(console, (opened) => follow(publishingContext(console), opened));
  if (followed === null) return failed(NOTHING_PUBLISHED);
  const { isChanged, lacking } = followed;
  const { sequence, release, answersFrom } = followed.pointer;
  const missing = lacking.map(({ id }) => id);
  const members = { sequence, release, answers_from: answersFrom, changed: isChanged, lacking: missing };
  const line = `This folder holds sequence ${sequence}${isChanged ? "" : ", as before"}: ${release ?? "none"} is current.`;
  return {
    json: withReasons(members, REASONS),
    lines: [line],
    notes: lacking.map(({ id, why }) => `The origin has lost a part of ${id}, which is left out: ${why}`),
  };
}

/** The reasons why members of the JSON are null. */
const REASONS = {
  release: "nothing_published",
  answers_from: "at_once",
  expires: "no_end",
  key: "not_signed",
  held: "not_followed",
};

const NOTHING_PUBLISHED = "Nothing is published in the origin yet.";
const NO_ORIGIN = "there is no origin: RELEASES_URL is not set, and releases stay in DATA_DIR";

async function withOrigin<Answer>(console: Console, work: (origin: Origin) => Promise<Answer>): Promise<Answer> {
  const opened = await openOriginOf(console);
  if (opened === null) throw new ReleaseStoreError(NO_ORIGIN);
  return await work(opened);
}

function pointerResult(console: Console, pointer: ReturnType<typeof readPointer>): Result {
  const { sequence, release, answersFrom, publishedAt, expires, key } = pointer;
  const held = readHeld(console.settings.dataFolder)?.sequence ?? null;
  const times = { answers_from: answersFrom, published_at: publishedAt, expires };
  const isEarly = answersFrom !== null && !isOver(answersFrom, console.now());
  const current = isEarly ? `answers from ${answersFrom} on` : "is current";
  const end =
    expires === null
      ? "It is believed without an end."
      : isOver(expires, console.now())
        ? `It expired at ${expires}: nodes take over nothing until \`country-trust renew\` renews it.`
        : `It is believed until ${expires}.`;
  return {
    json: withReasons({ sequence, release, ...times, key, held }, REASONS),
    lines: [
      `Sequence ${sequence} of ${publishedAt}: ${release ?? "no release"} ${current}.`,
      end,
      key === null ? "It is not signed." : `It is signed with the key ${key}`,
      held === null ? "DATA_DIR has not followed it yet." : `DATA_DIR holds sequence ${held}.`,
    ],
  };
}
