import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { AccessStores } from "../../src/access/access.ts";
import { openClusterStores } from "../../src/access/cluster/open-cluster-stores.ts";
import { openEmbeddedStores } from "../../src/access/embedded/open-embedded-stores.ts";
import { buildSmtpMailer } from "../../src/access/smtp-mailer.ts";
import { openAtlas } from "../../src/atlas/atlas.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { FollowerMails } from "../../src/webhooks/mail-followers.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { linkIn, type MailServer, openMailServer, type ReceivedMail } from "../fixtures/mail-server.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** Mails to those who follow, over both stores and a real mail server on this machine. */

const BASE = "https://trust.example";
const AT = new Date("2026-11-21T08:00:00.000Z");
const later = (hours: number): Date => new Date(AT.getTime() + hours * 3_600_000);
const ATLAS = openAtlas();

const [FIRST, SECOND] = [
  buildMemorySnapshot("2026-10-01-aaaaaaaaaaaa", COMPANIES, FACTS, "2026-10-01T10:00:00.000Z"),
  buildMemorySnapshot(
    "2026-11-01-bbbbbbbbbbbb",
    // France loses its only "very high" company.
    COMPANIES.filter(({ id }) => id !== "c-3"),
    FACTS,
    "2026-11-01T10:00:00.000Z",
  ),
] as const;

/** Releases of which a test says which is current. */
function newReleases() {
  const entries: { readonly snapshot: Snapshot; readonly since: string }[] = [
    { snapshot: FIRST, since: "2026-11-20T00:00:00.000Z" },
  ];
  return {
    ...buildMemoryReleases(FIRST, FIRST, SECOND),
    current: () => entries.at(-1)?.snapshot ?? FIRST,
    history: () => entries.map(({ snapshot, since }) => ({ release: snapshot.manifest.id, since })),
    moveTo: (snapshot: Snapshot, since: Date) => void entries.push({ snapshot, since: since.toISOString() }),
  };
}

const KINDS = [
  {
    name: "one machine",
    skip: false as const,
    newPlace: () => {
      const folder = newTemporaryFolder();
      return (): Promise<AccessStores> => openEmbeddedStores(folder);
    },
  },
  {
    name: "many nodes",
    skip: withoutPostgres,
    newPlace: () => {
      let url: Promise<string> | null = null;
      return async (): Promise<AccessStores> =>
        openClusterStores({ url: await (url ??= newDatabaseUrl()), waitMilliseconds: 10_000 });
    },
  },
];

const opened: { close(): Promise<void> }[] = [];
after(async () => {
  for (const each of opened.toReversed()) await each.close();
});

const plainOf = ({ source }: ReceivedMail): string => source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
const subjectOf = (mail: ReceivedMail): string => /^Subject: (.*(?:\r\n .*)*)/mu.exec(mail.source)?.[1] ?? "";

for (const { name, skip, newPlace } of KINDS) {
  describe(`mails to followers: ${name}`, { skip }, () => {
    /** As many senders as there are nodes, over one store. */
    const newService = async (mailServer: MailServer, nodes = 1) => {
      const open = newPlace();
      const releases = newReleases();
      const clock = { at: AT };
      const troubles: string[] = [];
      const all = await Promise.all(Array.from({ length: nodes }, open));
      for (const stores of all) {
        const sender = new FollowerMails({
          follows: stores.follows,
          releases,
          atlas: ATLAS,
          mailer: buildSmtpMailer({ url: `smtp://127.0.0.1:${mailServer.port}`, from: "News <news@trust.example>" }),
          now: () => clock.at,
          baseUrl: BASE,
          onTrouble: (sentence) => troubles.push(sentence),
          pollMilliseconds: 10,
        });
        opened.push(stores, sender);
      }
      const [{ follows }] = all as [AccessStores];
      let made = 0;
      const follow = async (email: string, country: string | null) => {
        const code = `code-${(made += 1)}`.padEnd(43, "x");
        // Before its first mail is due.
        await follows.start({ code, email, country }, later(0.5));
        await follows.confirm(code, later(0.5));
        return code;
      };
      return { follows, releases, clock, troubles, follow };
    };

    test("the first mail asks, and each release is told once, however many nodes there are", async () => {
      const mailServer = await openMailServer();
      const { mails } = mailServer;
      const { follows, releases, clock, follow } = await newService(mailServer, 3);
      const code = "first".padEnd(43, "x");
      await follows.start({ code, email: "reader@example.org", country: "FR" }, AT);
      await eventually("the first mail arrives", () => mails.length === 1);
      assert.equal(subjectOf(mails[0]!), "Follow France?");
      assert.equal(linkIn(mails[0]!), `${BASE}/api/follow/confirm?code=${code}`);
      await follows.confirm(code, AT);
      await follow("other@example.org", null);
      await follow("third@example.org", "DE");
      const news = (): readonly ReceivedMail[] => mails.filter((mail) => !subjectOf(mail).startsWith("Follow "));
      releases.moveTo(SECOND, later(1));
      clock.at = later(1);
      await eventually("the news arrive", () => news().length === 3);
      // Nothing more comes while nothing happens: all senders look again and again.
      await follows.start({ code: "marker".padEnd(43, "x"), email: "marker@example.org", country: null }, clock.at);
      await eventually("a later mail arrives", () => mails.some(({ to }) => to === "marker@example.org"));
      const told = news().map(({ to }) => to);
      assert.deepEqual(told.toSorted(), ["other@example.org", "reader@example.org", "third@example.org"]);
      const [own] = news().filter(({ to }) => to === "reader@example.org");
      assert.match(subjectOf(own!), /France/u);
      assert.match(own!.source, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/mu);
      assert.match(plainOf(own!), new RegExp(`^List-Unsubscribe:\\s+<${BASE}/api/follow/leave\\?code=${code}>`, "mu"));
      assert.match(plainOf(own!), /France/u);
      assert.ok(plainOf(own!).includes(`${BASE}/countries/france?release=2026-11-01-bbbbbbbbbbbb`));
      const [unchanged] = news().filter(({ to }) => to === "third@example.org");
      assert.equal(subjectOf(unchanged!), "Nothing about Germany changed.");
    });

    test("a mail that the server does not take now is tried again; one it never takes is given up", async () => {
      let code = 451;
      const mailServer = await openMailServer({
        onRcptTo(_address, _session, done) {
          done(code === 250 ? null : Object.assign(new Error("not now"), { responseCode: code }));
        },
      });
      const { follows, releases, clock, troubles, follow } = await newService(mailServer);
      const own = await follow("reader@example.org", "FR");
      releases.moveTo(SECOND, later(1));
      clock.at = later(1);
      await eventually("the trouble is reported", () => troubles.length === 1);
      assert.doesNotMatch(troubles.join(), /reader/u);
      assert.equal(mailServer.mails.length, 0);
      code = 250;
      clock.at = later(1.1);
      await eventually("the mail arrives", () => mailServer.mails.length === 1);
      assert.ok(await follows.find(own, clock.at));
      code = 550;
      releases.moveTo(FIRST, later(2));
      clock.at = later(2);
      await eventually("the refusal is reported", () => troubles.length === 2);
      assert.deepEqual(await follows.claim(later(2), 10, later(9)), [], "it is not due any more");
      code = 250;
      releases.moveTo(SECOND, later(3));
      clock.at = later(3);
      await eventually("the next release is told", () => mailServer.mails.length === 2);
    });

    test("a release that was withdrawn is told as that", async () => {
      const mailServer = await openMailServer();
      const { releases, clock, follow } = await newService(mailServer);
      releases.moveTo(SECOND, later(-1));
      await follow("reader@example.org", "FR");
      releases.moveTo(FIRST, later(1));
      clock.at = later(1);
      await eventually("the mail arrives", () => mailServer.mails.length === 1);
      assert.match(plainOf(mailServer.mails[0]!), /Release 2026-11-01-bbbbbbbbbbbb was withdrawn/u);
    });
  });
}
