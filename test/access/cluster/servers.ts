import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { createClient } from "@redis/client";
import { Client } from "pg";

/** Servers the tests may use: what they make there has a name of its own and is removed. */
const DATABASE_URL = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";
export const REDIS_URL = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";
/** A server that is not there refuses at once; one on a busy machine may take its time. */
const PATIENCE_MILLISECONDS = 20_000;

/** Why tests of PostgreSQL are left out; false where it answers. */
export const withoutPostgres: string | false = await ask(DATABASE_URL);
/** Why tests of Redis are left out; false where it answers. */
export const withoutRedis: string | false = await askRedis();

const schemas: string[] = [];
const prefixes: string[] = [];

after(async () => {
  for (const schema of schemas) await inPostgres(`DROP SCHEMA ${schema} CASCADE`);
  if (prefixes.length === 0) return;
  const client = await createClient({ url: REDIS_URL }).connect();
  for (const prefix of prefixes) {
    for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1000 })) {
      if (keys.length > 0) await client.unlink(keys);
    }
  }
  client.destroy();
});

/** The URL of a new, empty schema, removed when the tests of this file are over. */
export async function newDatabaseUrl(): Promise<string> {
  const schema = `ct_${randomBytes(8).toString("hex")}`;
  await inPostgres(`CREATE SCHEMA ${schema}`);
  schemas.push(schema);
  const url = new URL(DATABASE_URL);
  url.searchParams.set("options", `-c search_path=${schema}`);
  return url.href;
}

/** A prefix nobody else uses; its keys are removed when the tests of this file are over. */
export function newKeyPrefix(): string {
  const prefix = `ct_${randomBytes(8).toString("hex")}:`;
  prefixes.push(prefix);
  return prefix;
}

/** Runs one statement as the owner of the database. */
export async function inPostgres(statement: string, url = DATABASE_URL): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MILLISECONDS });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function ask(url: string): Promise<string | false> {
  try {
    await inPostgres("SELECT 1", url);
    return false;
  } catch (error) {
    return `no PostgreSQL to test with (TEST_DATABASE_URL): ${String(error)}`;
  }
}

async function askRedis(): Promise<string | false> {
  const client = createClient({
    url: REDIS_URL,
    socket: { connectTimeout: PATIENCE_MILLISECONDS, reconnectStrategy: false },
  });
  client.on("error", () => {});
  try {
    await client.connect();
    client.destroy();
    return false;
  } catch (error) {
    return `no Redis to test with (TEST_REDIS_URL): ${String(error)}`;
  }
}
