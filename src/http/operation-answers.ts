import { crc32 } from "node:zlib";
import { LRUCache } from "lru-cache";
import { canonicalAddress } from "../contract/addresses.ts";
import { askOperation, askWithBody, checkParameters, chooseSnapshot } from "../contract/ask.ts";
import { giveBack } from "../contract/byte-sheet.ts";
import type { Answer, Operation } from "../contract/operation.ts";
import type { GivenParameters } from "../contract/given-parameters.ts";
import type { Sources } from "../contract/sources.ts";
import { type AnswerContext, describeAnswer, isHeld, representAnswer, sourcesOf, tagOf } from "./make-answer.ts";
import { type Coding, acceptedCodings } from "./negotiation.ts";
import type { Prebuilt } from "./prebuilt.ts";
import type { FileAnswer } from "./replies.ts";
import {
  COMPRESSED_BYTES_MIN,
  type Description,
  type Representation,
  addCoding,
  bytesKept,
  describeHead,
} from "./representation.ts";

/** An answer as the HTTP door sends it. */
export type Found =
  | { readonly kind: "representation"; readonly representation: Representation }
  | { readonly kind: "stream"; readonly file: FileAnswer; readonly description: Description }
  | { readonly kind: "redirect"; readonly path: Readonly<Record<string, string>> };

/** Finds the answers of operations: those kept ready, those made before, and new ones. */
export interface OperationAnswers {
  /**
   * Finds an answer in the coding the client likes best. Returns at once where nothing has to be read or compressed.
   *
   * Throws, or rejects with, a `Problem` for anything the caller can mend.
   */
  find(
    operation: Operation,
    given: GivenParameters,
    caller: Sources["caller"],
    acceptEncoding: string | undefined,
  ): Found | Promise<Found>;
  /** Answers one caller alone; `bodyText` is null where no body is taken. Rejects with a `Problem` for anything the caller can mend. */
  makeFor(
    caller: Sources["caller"],
    operation: Operation,
    given: GivenParameters,
    bodyText: string | null,
  ): Promise<Made>;
}

/** An answer that nobody keeps: its text, and the headers of its own. */
export interface Made {
  readonly text: string | Buffer;
  readonly head: readonly string[];
  /** To be called when the text has left. */
  readonly left: (() => void) | undefined;
}

/**
 * Opens the answers over a context; `prebuilt` gives what is kept ready now, `cacheBytesMax` bounds what is kept besides.
 *
 * An address always has its codings from one place, those kept ready or these made on demand: they are compressed with
 * different effort, and one strong entity tag must not stand for two different bodies.
 */
export function openOperationAnswers(
  context: AnswerContext,
  prebuilt: () => Prebuilt,
  cacheBytesMax: number,
): OperationAnswers {
  const cache =
    cacheBytesMax > 0
      ? new LRUCache<string, Representation>({ maxSize: cacheBytesMax, sizeCalculation: bytesKept })
      : null;

  const asked = buildMemory();

  const keep = (key: string | null, representation: Representation): Found => {
    if (key !== null) cache?.set(key, representation);
    return { kind: "representation", representation };
  };

  /** Hands out what was made, compressed for this client where that is still missing. */
  const handOut = (key: string | null, representation: Representation, acceptEncoding: string | undefined) => {
    const coding = wantedCoding(acceptEncoding);
    const { forms } = representation;
    if (coding === "identity" || forms[coding] !== undefined || forms.identity.bytes < COMPRESSED_BYTES_MIN)
      return { kind: "representation", representation } as const;
    // The cache weighs an entry anew only when it is handed another object.
    return addCoding(representation, coding, "moderate").then(() => keep(key, { ...representation }));
  };

  return {
    find(operation, given, caller, acceptEncoding) {
      const snapshot = chooseSnapshot(context.releases, given);
      const sources = sourcesOf(context, snapshot, caller);
      const parameters = checkParameters(operation, sources, given);
      // Of what depends on more than a release nothing is kept, so nobody looks for it.
      const address = operation.dependsOn === "release" ? canonicalAddress(operation, parameters) : "";
      const isPinned = parameters["release"] !== undefined;
      const ready = prebuilt();
      const made = address === "" || isPinned || ready.snapshot !== snapshot ? undefined : ready.find(address);
      if (made instanceof Promise) return made.then((representation) => ({ kind: "representation", representation }));
      if (made !== undefined) return { kind: "representation", representation: made };
      const question = isPinned && operation.namesItself === true ? `pinned ${address}` : address;
      const key = operation.dependsOn === "release" ? `${snapshot.manifest.id} ${question}` : null;
      const kept = key === null ? undefined : cache?.get(key);
      if (kept !== undefined) return handOut(key, kept, acceptEncoding);

      const finish = (representation: Representation, keptAs: string | null): Found | Promise<Found> => {
        keep(keptAs, representation);
        return handOut(keptAs, representation, acceptEncoding);
      };
      const represent = (answer: Answer): Found | Promise<Found> => {
        if (answer.kind === "redirect") return answer;
        const description = describeAnswer(operation, answer, snapshot);
        if (answer.kind === "file" && !isHeld(answer, description))
          return { kind: "stream", file: answer, description };
        // What is written fast is kept from the second time on: most of it is asked for once, and would only be carried about.
        const keptAs = key === null || (answer.kind === "written" && !asked.hasSeen(key)) ? null : key;
        const use = keptAs !== null ? "kept" : wantedCoding(acceptEncoding) === "identity" ? "sent" : "compressed";
        const representation = representAnswer(answer, tagOf(sources), use, description);
        return representation instanceof Promise
          ? representation.then((read) => finish(read, keptAs))
          : finish(representation, keptAs);
      };
      const answer = operation.answer(sources, parameters, undefined);
      return answer instanceof Promise ? answer.then(represent) : represent(answer);
    },

    async makeFor(caller, operation, given, bodyText) {
      const { releases, atlas, access, site, now } = context;
      const sources = { releases, atlas, access, site, caller, at: now() };
      const answer = await (bodyText === null
        ? askOperation(operation, sources, given)
        : askWithBody(operation, sources, given, bodyText));
      if (answer.kind === "file") throw new Error(`${operation.id} answers one caller and answers a file`);
      const head = describeHead(answer);
      if (answer.kind !== "written")
        return { text: answer.kind === "json" ? JSON.stringify(answer.body) : answer.text, head, left: undefined };
      const { sheet } = answer;
      return { text: sheet.written(), head, left: () => giveBack(sheet) };
    },
  };
}

/** The coding a client likes best. */
function wantedCoding(acceptEncoding: string | undefined): Coding {
  return acceptedCodings(acceptEncoding)[0] ?? "identity";
}

/** How many questions are remembered: a power of two. */
const QUESTIONS_REMEMBERED = 65_536;

/** Remembers questions by a number each: whether one was asked lately, sometimes wrongly, in four bytes. */
function buildMemory(): { hasSeen(question: string): boolean } {
  const seen = new Uint32Array(QUESTIONS_REMEMBERED);
  return {
    hasSeen(question) {
      const number = crc32(question);
      const place = number % QUESTIONS_REMEMBERED;
      if (seen[place] === number) return true;
      seen[place] = number;
      return false;
    },
  };
}
