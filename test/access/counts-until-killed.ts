import { writeSync } from "node:fs";
import { openEmbeddedAccess } from "../../src/access/embedded/open-embedded-access.ts";

/**
 * A process that takes and counts requests in batches, gives out keys beside that, and answers on its standard output: the number of
 * requests answered so far, or a key, one to a line. It goes on until it is killed.
 */
const access = await openEmbeddedAccess({ dataFolder: process.argv[2]!, now: () => new Date() });
const answer = (text: string): void => void writeSync(1, `${text}\n`);

let answered = 0;
function answerBatch(): void {
  const subject = access.findAddress("203.0.113.7");
  const batch = 1 + (answered % 32);
  for (let each = 0; each < batch; each += 1) {
    void access.take({ ...subject, limits: { perHour: null, perDay: null } });
    access.count(subject, "previewCountries");
  }
  access.commit();
  answered += batch;
  answer(String(answered));
  setImmediate(answerBatch);
}
async function signUp(): Promise<void> {
  const { apiKey } = await access.signUp({ email: `reader${process.pid}@example.org`, useCase: "A study." });
  answer(apiKey);
  setImmediate(() => void signUp());
}
answerBatch();
await signUp();
