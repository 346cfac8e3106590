import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { AccessStores } from "../access.ts";
import { adoptJournalFolders } from "../journal/journal-folders.ts";
import { followJournals } from "../journal/follow-journals.ts";
import { answerCalls } from "./calls.ts";
import { openEmbeddedStores } from "./open-embedded-stores.ts";

/*
 * The one thread of a service that writes accounts and usage, so that no answer waits for a disk. It first merges what processes that
 * were killed had counted, and then follows the journals of its own process.
 */

/** What the thread is started with. */
export interface StoreThreadData {
  readonly dataFolder: string;
  /** Parent of the journal folders of all processes, and the folder of this one. */
  readonly journals: string;
  readonly journalFolder: string;
  /** How long a call waits for another process that writes. */
  readonly waitMilliseconds: number;
  /** The first port that calls come from. */
  readonly port: MessagePort;
}

/** What the thread says besides its answers. */
export type StoreThreadNote =
  | { readonly kind: "ready" }
  | { readonly kind: "refused"; readonly name: string; readonly message: string }
  | { readonly kind: "torn"; readonly file: string; readonly bytes: number };

async function adoptOrphans({ usage }: AccessStores, journals: string): Promise<void> {
  for (const orphan of adoptJournalFolders(journals)) {
    await followJournals({ folder: orphan.folder, usage, onTorn }).finish();
    orphan.remove();
  }
}

function say(note: StoreThreadNote): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort!.postMessage(note);
}

function onTorn(file: string, bytes: number): void {
  say({ kind: "torn", file, bytes });
}

async function run({ dataFolder, journals, journalFolder, waitMilliseconds, port }: StoreThreadData): Promise<void> {
  const stores = await openEmbeddedStores(dataFolder, waitMilliseconds);
  const { accounts, usage } = stores;
  await adoptOrphans(stores, journals);
  const follower = followJournals({ folder: journalFolder, usage, onTorn });
  const finish = async (): Promise<void> => {
    await follower.finish();
    await stores.close();
  };
  const objects = { accounts, usage, journals: { merge: () => follower.merge(), finish } };
  answerCalls(port, objects);
  parentPort!.on("message", (another: MessagePort) => answerCalls(another, objects));
  say({ kind: "ready" });
}

// Elsewhere it is only loaded, to be compiled.
if (parentPort !== null) {
  run(workerData as StoreThreadData).catch((error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    say({ kind: "refused", name, message });
  });
}
