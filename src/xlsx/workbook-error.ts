import { UserError } from "../user-error.ts";

/** A workbook that cannot be read; the message says what it is, and what to do. */
export class WorkbookError extends UserError {}
