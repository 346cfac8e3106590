import type { Operation } from "../ask/operation.ts";
import { type Argument, argumentOf } from "./tool.ts";

/** Arguments that several tools take, in the same words. */

export function releaseArgument(operation: Operation): Argument {
  return argumentOf(operation, "release", {
    description:
      "Id of a release, as `release.id` of an answer has it, `previous`, or a date at which it was current; the current release without it.",
  });
}

export function pillarArgument(operation: Operation): Argument {
  return argumentOf(operation, "pillar", {
    description: "Id or label of one pillar, as `describe_dataset` lists them; all pillars together without it.",
  });
}

export function sectorArgument(operation: Operation): Argument {
  const description = "Sectors, by an `id` of `describe_dataset`, to which the figures are narrowed; all without it.";
  return argumentOf(operation, "sector", { description }, "sector:");
}

export function limitArgument(operation: Operation, most: number): Argument {
  return argumentOf(operation, "limit", {
    maximum: most,
    default: most,
    description: "How many to give at most.",
  });
}

export function cursorArgument(operation: Operation): Argument {
  return argumentOf(operation, "cursor", {
    description: "Where a list goes on, from `go_on` of the answer before. The other arguments stay the same.",
  });
}
