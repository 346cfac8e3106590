import { setImmediate as nextTurn } from "node:timers/promises";
import { openAccess } from "../../src/access/open-access.ts";

/** A process that counts and signs up, and prints what it answered, until it is killed. */
const access = await openAccess({
  dataFolder: process.argv[2]!,
  shared: null,
  waitMilliseconds: 5000,
  now: () => new Date(),
});
const subject = { ...access.findAddress("203.0.113.7"), limits: { perHour: null, perDay: 10_000_000 } };
let requests = 0;
for (;;) {
  for (let each = 0; each < 100; each += 1) requests += (await access.consume(subject, "getCountry")).allowed ? 1 : 0;
  console.log(`${JSON.stringify({ at: Date.now(), requests })}.`);
  if (requests % 20_000 === 0)
    console.log(`${(await access.signUp({ email: "reader@example.org", useCase: "A study." })).apiKey}.`);
  await nextTurn();
}
