import type { RowProblem } from "./problem-report.ts";

/** A problem with the kind and the place in the dataset under which it is grouped. */
export interface Finding extends RowProblem {
  readonly kind: string;
  readonly table: string;
  readonly column: string | null;
}

type FindingParts = Pick<Finding, "kind" | "table" | "found" | "expected"> & Partial<Finding>;

/** What was found wrong outside the rows, and what the publisher should know besides. */
export class FindingList {
  readonly findings: Finding[] = [];
  readonly notices: string[] = [];

  add(parts: FindingParts): void {
    this.findings.push({ column: null, file: null, line: null, place: "", advice: null, ...parts });
  }

  notice(text: string): void {
    if (!this.notices.includes(text)) this.notices.push(text);
  }
}
