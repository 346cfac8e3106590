import { writeSync } from "node:fs";
import { openEmbeddedAccess } from "../../src/access/embedded/open-embedded-access.ts";

/**
 * A process that admits requests in batches, gives out keys beside that, and answers on its
 * standard output: the number of requests answered so far, or a key, one to a line that ends with a
 * full stop. It goes on until it is killed.
 */
const access = await openEmbeddedAccess({ dataFolder: process.argv[2]!, now: () => new Date() });

/** Written when it returns, as an answer is that a client has; the pipe may be full for a while. */
function answer(text: string): void {
  const bytes = Buffer.from(`${text}.\n`);
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(never, 0, 0, 1);
    }
  }
}

let answered = 0;
async function answerBatch(): Promise<void> {
  const subject = { ...access.findAddress("203.0.113.7"), limits: { perHour: null, perDay: null } };
  const batch = 1 + (answered % 32);
  await Promise.all(Array.from({ length: batch }, () => access.admit(subject, "previewCountries")));
  answered += batch;
  answer(String(answered));
  setImmediate(() => void answerBatch());
}
async function signUp(): Promise<void> {
  const { apiKey } = await access.signUp({ email: `reader${process.pid}@example.org`, useCase: "A study." });
  answer(apiKey);
  setImmediate(() => void signUp());
}
void answerBatch();
await signUp();
