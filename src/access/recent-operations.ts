/** Remembers which operations subjects asked in the present hour, as far as memory for it reaches. */
export interface RecentOperations {
  add(subjectId: string, operation: string): void;
  /** Most asked first. */
  of(subjectId: string): readonly string[];
  /** Forgets everything when the hour is another one. */
  turn(hour: number): void;
}

const SUBJECTS_MAX = 50_000;

/** Builds an empty memory. Where it is full, it begins anew: what it is asked for is advice. */
export function buildRecentOperations(subjectsMax = SUBJECTS_MAX): RecentOperations {
  let subjects = new Map<string, Map<string, number>>();
  let presentHour = 0;
  return {
    add(subjectId, operation) {
      let operations = subjects.get(subjectId);
      if (operations === undefined) {
        if (subjects.size >= subjectsMax) subjects = new Map();
        operations = new Map();
        subjects.set(subjectId, operations);
      }
      operations.set(operation, (operations.get(operation) ?? 0) + 1);
    },
    of(subjectId) {
      const operations = [...(subjects.get(subjectId) ?? [])];
      return operations.sort(([, a], [, b]) => b - a).map(([operation]) => operation);
    },
    turn(hour) {
      if (hour === presentHour) return;
      presentHour = hour;
      subjects = new Map();
    },
  };
}
