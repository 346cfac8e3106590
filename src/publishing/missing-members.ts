import type { DatasetProblems } from "./context.ts";

/** Members of dataset.json in people's words, each with the step of the desk that fills it in. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ["/publisher", "The publisher's name is missing: step 6"],
  ["/year", "The year of publication is missing: step 6"],
  ["/scale", "The scale of bands is missing: step 3"],
  ["/pillars", "The list of what is judged is missing: step 2"],
]);

/** Says of members that dataset.json lacks what they are, and where they are filled in. */
export function withAdvice(kinds: DatasetProblems["kinds"]): DatasetProblems["kinds"] {
  return kinds.map((kind) => {
    if (kind.table !== "dataset.json") return kind;
    const shown = kind.shown.map((row) => {
      const said = row.found === "nothing" ? MEMBERS.get(row.place) : undefined;
      const advice = `${said} of the desk, or \`${row.place.slice(1)}\` in dataset.json.`;
      return said === undefined ? row : { ...row, advice };
    });
    return { ...kind, shown };
  });
}
