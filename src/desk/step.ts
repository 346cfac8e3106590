import type { Html } from "../html/html.ts";
import type { Desk } from "./desk.ts";

/** The state of a step, for the list of steps. */
export interface StepState {
  /** The state in a few words: "1 to look at", "3 files, 1,284 rows". */
  readonly said: string;
  /** The number of things to look at; the step is marked if there are any. */
  readonly open: number;
}

/** The fields of a form that was posted to a step. */
export interface DeskForm {
  /** The last value of a field; null where it was not sent, and "" where it is empty. */
  text(name: string): string | null;
  /** All values of a field. */
  all(name: string): readonly string[];
  /** The names of all fields. */
  readonly names: readonly string[];
  /** Files that were chosen; those without a name or bytes are left out. */
  readonly files: readonly File[];
}

/** A request for a page of a step. */
export interface StepRequest {
  /** A parameter of the query; null where it is not there. */
  query(name: string): string | null;
}

/** A refusal of a form, shown instead of the next page. */
export interface Refusal {
  /** Says what is wrong and what to do, in a sentence. */
  readonly refused: string;
}

/**
 * A step of the desk, one file each. Everything it needs is in `Desk`: the documents as they are on
 * the disk (`desk.draft`), the files as tables (`desk.files`), and `desk.change`, which writes a
 * change and a line of the history. A step holds no state of its own.
 */
export interface Step {
  /** Its part of the address. */
  readonly id: string;
  /** The title in the list of steps. */
  readonly title: string;
  /** Runs for every page, so it is quick and does not wait for files that are being read. */
  countOpen(desk: Desk): Promise<StepState>;
  /**
   * Returns the content of `main`, from its `h1` on. Forms are made with `form` of frame.ts, which
   * adds the fields that a post needs. An element with an id keeps the focus when a script swaps
   * `main`.
   */
  show(desk: Desk, request: StepRequest): Promise<Html>;
  /**
   * Carries out a form, whose field `do` names the action. The page is shown again afterwards.
   * Wrong entries of a person are no exceptions but a refusal.
   */
  act(desk: Desk, form: DeskForm): Promise<Refusal | null>;
}
