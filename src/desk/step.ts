import type { Html } from "../html/html.ts";
import type { Desk } from "./desk.ts";

/** What is open in a step, for the list of steps. */
export interface StepState {
  /** In a few words: "1 to look at", "3 files, 1,284 rows". */
  readonly said: string;
  /** How many things a person has to look at; with more than none, it is marked. */
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

/** What is shown instead of the next page, where a form cannot be taken as it is. */
export interface Refusal {
  /** What is wrong and what to do, in a sentence. */
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
  /** In the list of steps. */
  readonly title: string;
  /** Asked for every page, so it is quick; files that are being read are not waited for. */
  countOpen(desk: Desk): Promise<StepState>;
  /**
   * What stands in `main`, beginning with its `h1`. Forms are made with `form` of frame.ts, which
   * gives them what a post needs. An element with an id keeps the focus when a script swaps `main`.
   */
  show(desk: Desk, request: StepRequest): Promise<Html>;
  /**
   * Carries out a form, of which the field `do` says what is meant. The page is shown again
   * afterwards. Throws nothing for what a person enters: that is a refusal.
   */
  act(desk: Desk, form: DeskForm): Promise<Refusal | null>;
}
