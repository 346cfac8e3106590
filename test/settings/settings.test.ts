import assert from "node:assert/strict";
import path from "node:path";
import { describe, test } from "node:test";
import { findPublicSetting } from "../../src/cli/demonstration.ts";
import { SETTINGS } from "../../src/setting-table.ts";
import { PROJECT_FOLDER, readSettings, type Settings, SettingsError } from "../../src/settings.ts";
import { TestCli } from "../cli/run-cli.ts";

function errorsOf(environment: Readonly<Record<string, string>>): string {
  try {
    readSettings(environment);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.message;
  }
  return assert.fail("the settings were taken");
}

/** No setting with an expectation accepts this. */
const NONSENSE = "<nonsense>";
const ACCEPTS_ANY_TEXT = [
  "HOST",
  "DATA_DIR",
  "SIGNING_KEY_FILE",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "METRICS_HOST",
  "NODE_ENV",
];

describe("every setting", () => {
  for (const [name, { variable, fallback, read, help, isSecret }] of Object.entries(SETTINGS)) {
    test(`${variable} has a default and a sentence of help, and is read by its name`, () => {
      // How the program is installed decides it.
      const computed = name === "dataFolder" ? path.join(PROJECT_FOLDER, "var") : null;
      assert.deepEqual(readSettings({})[name as keyof Settings], read(fallback) ?? computed);
      assert.deepEqual(readSettings({ [variable]: ` ${fallback} ` }), readSettings({}));
      assert.match(help, /\.$/u);
    });

    test(`${variable} refuses a value it cannot have, with what it expects`, () => {
      if (ACCEPTS_ANY_TEXT.includes(variable)) readSettings({ [variable]: NONSENSE });
      else {
        const shown = isSecret ? "…" : NONSENSE;
        assert.match(errorsOf({ [variable]: NONSENSE }), new RegExp(`^${variable}=${shown}: expected `, "u"));
      }
    });
  }

  test("all invalid values are named at once", () => {
    const variables = Object.values(SETTINGS).map(({ variable }) => variable);
    const errors = errorsOf(Object.fromEntries(variables.map((variable) => [variable, NONSENSE])));
    const named = errors.split("\n").map((line) => line.slice(0, line.indexOf("=")));
    assert.deepEqual(
      named,
      variables.filter((variable) => !ACCEPTS_ANY_TEXT.includes(variable)),
    );
  });
});

describe("the origin of releases", () => {
  const originOf = (environment: Readonly<Record<string, string>>): string | null =>
    readSettings(environment).originUrl;

  test("is what RELEASES_URL says, and several nodes have to say it", () => {
    const stores = { DATABASE_URL: "postgres://db/x", REDIS_URL: "redis://r" };
    assert.equal(originOf({}), null);
    assert.match(
      errorsOf(stores),
      /^DATABASE_URL is set and RELEASES_URL is not: .* expected file:\/\/\/srv\/releases/u,
    );
    assert.equal(originOf({ ...stores, RELEASES_URL: "none" }), null);
    assert.equal(originOf({ ...stores, RELEASES_URL: "file:///srv/releases" }), "file:///srv/releases");
    assert.equal(originOf({ RELEASES_URL: "https://user:word@cdn.example/r/" }), "https://user:word@cdn.example/r/");
  });

  test("may be a bucket, with the key that Amazon's programs take from the environment", () => {
    const found = readSettings({
      RELEASES_URL: "s3://releases/trust?addressing=virtual-host",
      AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
      AWS_SECRET_ACCESS_KEY: "a/b+c",
      AWS_ENDPOINT_URL: "http://minio:9000",
    });
    assert.equal(found.originUrl, "s3://releases/trust?addressing=virtual-host");
    assert.deepEqual(
      [found.awsAccessKeyId, found.awsSecretAccessKey, found.awsSessionToken, found.awsRegion, found.awsEndpointUrl],
      ["AKIDEXAMPLE", "a/b+c", null, "us-east-1", "http://minio:9000"],
    );
    for (const url of ["minio:9000", "http://user@minio", "http://minio/?a=b"])
      assert.match(errorsOf({ AWS_ENDPOINT_URL: url }), /^AWS_ENDPOINT_URL=.*: expected an http or https URL/u);
  });

  for (const url of ["ftp://x/y", "file://host/x", "s3:///x", "file:///", "x", "https://h/?a=b", "https://h/#x"])
    test(`cannot be ${url}`, () => assert.match(errorsOf({ RELEASES_URL: url }), /^RELEASES_URL=…: expected file:/u));
});

describe("the settings of version 1", () => {
  test("are deprecated on the first of October 2026 and end a year later, unenforced", () => {
    const { v1DeprecatedAt, v1SunsetAt, v1SunsetEnforced } = readSettings({});
    assert.equal(v1DeprecatedAt.getTime() / 1000, 1_790_812_800);
    assert.equal(v1SunsetAt.toUTCString(), "Fri, 01 Oct 2027 00:00:00 GMT");
    assert.equal(v1SunsetEnforced, false);
  });

  test("take a time in UTC or a date", () => {
    const settings = readSettings({ V1_DEPRECATION: "2027-02-28", V1_SUNSET: "2028-02-29T12:30:00Z" });
    assert.equal(settings.v1DeprecatedAt.toISOString(), "2027-02-28T00:00:00.000Z");
    assert.equal(settings.v1SunsetAt.toISOString(), "2028-02-29T12:30:00.000Z");
    assert.equal(readSettings({ V1_SUNSET_ENFORCED: "true" }).v1SunsetEnforced, true);
  });

  test("refuse what is no time", () => {
    for (const text of ["soon", "2027", "2027-13-01", "2027-02-30", "2027-10-01T00:00:00", "01.10.2027", "@1790812800"])
      assert.match(errorsOf({ V1_SUNSET: text }), new RegExp(`^V1_SUNSET=${text}: expected a time`, "u"));
    assert.match(errorsOf({ V1_SUNSET_ENFORCED: "yes" }), /^V1_SUNSET_ENFORCED=yes: expected `true` or `false`$/u);
  });

  test("a sunset before the deprecation is refused, at the same time it is not", async () => {
    const error = errorsOf({ V1_DEPRECATION: "2027-01-01", V1_SUNSET: "2026-12-31T23:59:59Z" });
    assert.match(error, /^V1_SUNSET is 2026-12-31T23:59:59\.000Z, before V1_DEPRECATION, 2027-01-01T/u);
    readSettings({ V1_DEPRECATION: "2027-01-01", V1_SUNSET: "2027-01-01" });
    const cli = new TestCli({ V1_SUNSET: "2020-01-01" });
    assert.equal((await cli.run("serve")).status, 2);
    await cli.remove();
  });
});

describe("the settings of callers", () => {
  test("trust no proxy by default, so many, or those in ranges", () => {
    assert.equal(readSettings({}).trustedProxies, null);
    assert.deepEqual(readSettings({ TRUSTED_PROXIES: "2" }).trustedProxies, { hops: 2 });
    assert.deepEqual(readSettings({ TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,2001:db8::/32,::1" }).trustedProxies, {
      ranges: ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::1"],
    });
    for (const text of [
      "-1",
      "33",
      "proxy.example",
      "10.0.0.0/33",
      "10.0.0.999",
      "010.0.0.1",
      "::1/129",
      "::g",
      "1,",
      "10.0.0.0/8/8",
    ])
      assert.match(errorsOf({ TRUSTED_PROXIES: text }), /^TRUSTED_PROXIES=.*: expected/u, text);
  });

  test("name the stores of many nodes together, and repeat no password", async () => {
    const both = { DATABASE_URL: "postgres://u:secret@db.example/x", REDIS_URL: "redis://:secret@redis.example" };
    assert.deepEqual(readSettings({ ...both, RELEASES_URL: "none" }).sharedStores, {
      databaseUrl: both.DATABASE_URL,
      redisUrl: both.REDIS_URL,
    });
    assert.equal(readSettings({}).sharedStores, null);
    assert.equal(readSettings({}).storeWaitMilliseconds, 250);
    for (const [name, value] of Object.entries(both)) {
      const error = errorsOf({ [name]: value });
      assert.match(error, /^\w+ is set and \w+ is not: several nodes need both/u);
      assert.ok(!error.includes("secret"));
    }
    const unreadable = errorsOf({ DATABASE_URL: "mysql://u:secret@db.example/x", REDIS_URL: "secret" });
    assert.match(unreadable, /^DATABASE_URL=…: expected a URL that begins with postgres:\/\//u);
    assert.ok(!unreadable.includes("secret"), unreadable);
    const carried = errorsOf({ RELEASES_URL: "postgres://u:secret@db.example/x" });
    assert.match(carried, /PostgreSQL no longer carries releases.*file:\/\/\/.*s3:\/\/.*https:\/\//u);
    assert.ok(!carried.includes("secret"));
    const cli = new TestCli({ DATABASE_URL: both.DATABASE_URL });
    assert.equal((await cli.run("serve")).status, 2);
    await cli.remove();
  });
});

describe("a service for other people", () => {
  const publicBy = (environment: Readonly<Record<string, string>>): string | null =>
    findPublicSetting(readSettings(environment));

  test("is one with a public BASE_URL, with DATABASE_URL, or with NODE_ENV=production", () => {
    assert.equal(publicBy({}), null);
    assert.equal(publicBy({ NODE_ENV: "test" }), null);
    assert.equal(publicBy({ NODE_ENV: "production" }), "NODE_ENV=production");
    const DATABASE_URL = "postgres://u:secret@db.example/x";
    const stores = { DATABASE_URL, REDIS_URL: "redis://redis.example", RELEASES_URL: "none" };
    assert.equal(publicBy(stores), "DATABASE_URL");
    for (const host of ["trust.example.org", "8.8.8.8", "172.32.0.1", "[2001:db8::1]", "localhost.example.org"])
      assert.equal(publicBy({ BASE_URL: `https://${host}` }), `BASE_URL=https://${host}`);
  });

  test("is none under an address or a name that only this machine or its network knows", () => {
    for (const host of [
      "localhost",
      "trust.localhost",
      "127.0.0.1",
      "127.1",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.20",
      "169.254.0.9",
      "100.64.0.1",
      "[::1]",
      "[fd00::1]",
      "[fe80::1]",
      "[::ffff:10.0.0.1]",
      "printer.local",
      "trust.internal",
      "trust",
    ])
      assert.equal(publicBy({ BASE_URL: `http://${host}:8080` }), null, host);
  });

  test("a mail server needs a sender and the public origin, and its password is not repeated", () => {
    const mail = { SMTP_URL: "smtp://keys:secret@mail.example:587", MAIL_FROM: "Keys <keys@example.org>" };
    const settings = readSettings({ ...mail, BASE_URL: "https://trust.example" });
    assert.deepEqual(settings.mail, { url: mail.SMTP_URL, from: mail.MAIL_FROM, baseUrl: "https://trust.example" });
    assert.equal(readSettings({ MAIL_FROM: "keys@example.org" }).mail, null);
    assert.throws(
      () => readSettings({ SMTP_URL: mail.SMTP_URL }),
      /SMTP_URL is set and MAIL_FROM and BASE_URL is not/u,
    );
    for (const from of ["keys", "Keys <keys>", "a@b.org\nBcc: c@d.org", "Keys <a@b.org>, <c@d.org>"])
      assert.throws(() => readSettings({ MAIL_FROM: from }), /MAIL_FROM=.*expected an e-mail address/su);
    const wrong = () => readSettings({ SMTP_URL: "imap://keys:secret@mail.example" });
    assert.throws(wrong, (error: Error) => !error.message.includes("secret"));
  });
});
