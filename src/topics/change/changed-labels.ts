import { Type } from "../../ask/type.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { capitalized, inARow, labelInWords } from "../../ask/grammar.ts";
import type { LabelChange } from "../../trust/label-changes.ts";

/** Describes bands and pillars whose labels differ between two releases. */

export const ChangedLabel = Type.Object(
  {
    of: oneOf(["band", "pillar"], { description: "What is called differently." }),
    id: Type.String({ description: "Id of the band or the pillar." }),
    before: Type.String({ description: "Its label in the earlier release." }),
    after: Type.String({ description: "Its label in the later release." }),
  },
  { $id: "ChangedLabel", description: "A band or a pillar that the two releases call differently." },
);

/** Names the bands and pillars with other labels, in a sentence; empty if there are none. */
export function labelsInWords({ labels }: { readonly labels: readonly LabelChange[] }): string {
  const names = labels.map(
    ({ of, before, after }) => `the ${of} ${labelInWords(before)} is now called ${labelInWords(after)}`,
  );
  return names.length === 0 ? "" : `${capitalized(inARow(names))}.`;
}
