import { type Companion, examine, type Statement, type StatementFigures } from "../trust/statements.ts";

/**
 * A sentence about figures is a statement before it is words: its function examines the statement
 * and returns both. Pages print the text; a test examines each statement again, from the
 * companies alone.
 */

/** A text, and every statement that it makes. */
export interface Said {
  readonly text: string;
  readonly statements: readonly FullStatement[];
}

/** A statement with the names of what it is about, in the words of the claim check. */
export type FullStatement = Statement &
  About & {
    /** Facts that stand in the same sentence. */
    readonly companions: readonly Companion[];
    /** The fewest re-ratings that would make it false; null where none does. */
    readonly flipsToChange: number | null;
  };

/** The subject of a statement and its scope. */
export interface About {
  readonly subject: SubjectName;
  /** Id of the pillar; null over all pillars. */
  readonly pillar: string | null;
  /** Slug of the sector whose companies alone are counted; all without it. */
  readonly sector?: string;
  /** Slug of the region whose countries alone are ranked; the whole world without it. */
  readonly region?: string;
  /** The other one of a comparison. */
  readonly than?: SubjectName;
  /** Id of a pillar whose judgements are left out everywhere; none without it. */
  readonly without?: string;
  /** Id of the release; that of the answer without it. */
  readonly release?: string;
  /** Id of the earlier release of a change. */
  readonly since?: string;
}

/**
 * A country by its ISO 3166-1 alpha-2 code, a sector by its slug, a company by its id; all ranked
 * ones together; or the companies of a list: a caller's own, or one that is narrowed.
 */
export type SubjectName =
  `country:${string}` | `sector:${string}` | `company:${string}` | "countries" | "sectors" | "list";

/**
 * Examines a statement. Returns null if it may not be printed; its companions belong in the
 * sentence that says it.
 */
export function state(about: About, statement: Statement, figures: StatementFigures): FullStatement | null {
  const { verdict, companions, flipsToChange } = examine(statement, figures);
  return verdict === "holds" ? { ...statement, ...about, companions, flipsToChange } : null;
}

/** A statement about something, with the figures that decide whether it holds. */
export type Assertion = readonly [About, Statement, StatementFigures];

/** A text with those of its statements that may be printed. */
export function saidOf(text: string, stated: readonly Assertion[]): Said {
  return { text, statements: stated.flatMap(([about, statement, figures]) => state(about, statement, figures) ?? []) };
}
