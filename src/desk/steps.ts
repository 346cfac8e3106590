import type { Step } from "./step.ts";
import { bandsStep } from "./step-bands.ts";
import { columnsStep } from "./step-columns.ts";
import { companiesStep } from "./step-companies.ts";
import { filesStep } from "./step-files.ts";
import { publishStep } from "./step-publish.ts";
import { resultStep } from "./step-result.ts";

/** The steps in the order of their links. Any other order works as well. */
export const STEPS: readonly Step[] = [filesStep, columnsStep, bandsStep, companiesStep, resultStep, publishStep];
