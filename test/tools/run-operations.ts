import { OPERATIONS } from "../../src/topics/operations.ts";

/**
 * What a collection that is run as a whole has: what is documented, and nothing that ends the key
 * it is run with, or needs a server of the caller.
 */
export const RUN = OPERATIONS.filter(
  ({ endsKey, needsPreparation, isUndocumented }) =>
    endsKey !== true && needsPreparation !== true && isUndocumented !== true,
);
