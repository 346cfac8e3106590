import type { Logger } from "pino";
import { canonicalAddress } from "../contract/addresses.ts";
import { checkParameters } from "../contract/ask.ts";
import type { Operation } from "../contract/operation.ts";
import type { Sources } from "../contract/sources.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type AnswerContext, describeAnswer, isHeld, representAnswer, sourcesOf, tagOf } from "./make-answer.ts";
import { type Representation, addCoding } from "./representation.ts";

/** The answers of one release that are kept ready, by their canonical address. */
export interface Prebuilt {
  readonly snapshot: Snapshot;
  /** The answer of an address, made now if it is the first to ask; a promise where a file must be read; undefined if it is not kept ready. */
  find(address: string): Representation | Promise<Representation> | undefined;
  /** Settles when everything is made and compressed, or making it was stopped. */
  readonly whenReady: Promise<void>;
  /** Ends the work in the background; what is made stays usable. */
  stop(): void;
}

/**
 * Keeps ready what is asked most of a release: every operation without parameters, and every address an operation lists.
 *
 * Nothing is made before this returns. The answers are then made one by one between requests, and compressed as far as
 * br and gzip go on the thread pool; until then an answer leaves as it is.
 */
export function prebuild(
  operations: readonly Operation[],
  context: AnswerContext,
  snapshot: Snapshot,
  logger: Logger,
): Prebuilt {
  const sources = sourcesOf(context, snapshot, null);
  const entries = new Map<string, Entry>();
  for (const { operation, path } of questionsOf(operations, sources)) {
    entries.set(canonicalAddress(operation, path), { operation, path, made: undefined });
  }
  const find = (address: string) => {
    const entry = entries.get(address);
    if (entry === undefined || entry.made !== undefined) return entry?.made;
    const made = make(entry, sources);
    if (made === undefined) entries.delete(address);
    else keep(entry, made);
    return made;
  };
  let stopped = false;
  const work = async (): Promise<void> => {
    for (const address of entries.keys()) {
      await nextTurn();
      if (stopped) return;
      try {
        const made = await find(address);
        if (made === undefined) continue;
        await addCoding(made, "br", "most");
        if (!stopped) await addCoding(made, "gzip", "most");
      } catch (error) {
        // Whoever asks for it will meet the error again; the other answers are made all the same.
        logger.error({ err: error, release: snapshot.manifest.id, address }, "an answer could not be made ready");
      }
    }
  };
  const whenReady = work();
  return { snapshot, find, whenReady, stop: () => void (stopped = true) };
}

interface Entry {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  made: Representation | Promise<Representation> | undefined;
}

/** The questions kept ready, most asked first: operations without path parameters, then those with them. */
function questionsOf(operations: readonly Operation[], sources: Sources): Pick<Entry, "operation" | "path">[] {
  const ofRelease = operations.filter(
    ({ method, dependsOn, isRarelyAsked }) => method === "GET" && dependsOn === "release" && isRarelyAsked !== true,
  );
  const whole = ofRelease.filter(
    ({ parameters: { path, query } }) =>
      Object.keys(path.properties).length === 0 && new Set<string>(query.required).size === 0,
  );
  return [
    ...whole.map((operation) => ({ operation, path: {} })),
    ...ofRelease.flatMap(
      (operation) => operation.knownPaths?.(sources.snapshot).map((path) => ({ operation, path })) ?? [],
    ),
  ];
}

/** Makes an answer. Undefined where the address turns out to be a redirect or a file too large to hold. */
function make({ operation, path }: Entry, sources: Sources): Representation | Promise<Representation> | undefined {
  const answer = operation.answer(sources, checkParameters(operation, sources, { path, query: [] }), undefined);
  if (answer instanceof Promise) throw new Error(`${operation.id} has to wait, so its answers cannot be kept ready`);
  if (answer.kind === "redirect") return undefined;
  const description = describeAnswer(operation, answer, sources.snapshot);
  if (answer.kind === "file" && !isHeld(answer, description)) return undefined;
  return representAnswer(answer, tagOf(sources), "kept", description);
}

/** Keeps what was made; a file that could not be read is tried again by the next who asks. */
function keep(entry: Entry, made: Representation | Promise<Representation>): void {
  entry.made = made;
  if (!(made instanceof Promise)) return;
  made.then(
    (representation) => void (entry.made = representation),
    () => void (entry.made = undefined),
  );
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
