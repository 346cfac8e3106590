import type { TSchema } from "typebox";
import type { Logger } from "pino";
import type { Operation } from "../ask/operation.ts";
import type { Snapshot } from "../release/snapshot.ts";
import { Problem } from "../problem.ts";
import { type Example, showExample } from "./answer-examples.ts";
import { type AnswerContext, sourcesOf } from "./operation-endpoint.ts";
import { describeApi } from "./openapi.ts";
import { buildPostmanCollection } from "./postman.ts";

/**
 * The descriptions of the operations that programs read, with examples from the release that
 * answers now.
 */
export interface ApiDescriptions {
  readonly openapi: object;
  readonly postman: object;
}

/** What the descriptions are made of. */
export interface ApiDescriptionParts {
  readonly operations: readonly Operation[];
  /** Every schema that is pointed at; each has an `$id`. */
  readonly components: readonly TSchema[];
  readonly context: AnswerContext;
  /** Version of the software. */
  readonly version: string;
  readonly logger: Logger;
}

/**
 * Returns a function that gives the descriptions of the present release, made when first asked for
 * and kept until the next one.
 */
export function keepApiDescriptions(parts: ApiDescriptionParts): () => Promise<ApiDescriptions> {
  let kept: { readonly snapshot: Snapshot; readonly made: Promise<ApiDescriptions> } | undefined;
  return () => {
    const snapshot = parts.context.releases.current();
    if (kept?.snapshot === snapshot) return kept.made;
    const made = makeDescriptions(parts, snapshot);
    kept = { snapshot, made };
    // What could not be made is tried again for the next request.
    made.catch(() => void (kept = undefined));
    return made;
  };
}

async function makeDescriptions(parts: ApiDescriptionParts, snapshot: Snapshot): Promise<ApiDescriptions> {
  const { operations, components, context, version, logger } = parts;
  const sources = sourcesOf(context, snapshot, null);
  const examples = new Map<string, Example>();
  for (const operation of operations) {
    try {
      examples.set(operation.id, await showExample(operation, sources));
    } catch (error) {
      // A caller of the operation meets the error again; the rest of the description is of use
      // without this example. A refusal, such as of a workbook with too many rows, is no fault.
      if (!(error instanceof Problem))
        logger.error({ err: error, operation: operation.id }, "an example could not be made");
    }
  }
  const described = { operations, components, site: context.site, version, snapshot, examples };
  return { openapi: describeApi(described), postman: buildPostmanCollection(described) };
}
