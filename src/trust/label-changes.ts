import type { Pillar, Scale } from "./scale.ts";

/** A band or a pillar that two releases call differently. */
export interface LabelChange {
  readonly of: "band" | "pillar";
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

interface LabelSource {
  readonly scale: Scale;
  readonly pillars: readonly Pillar[];
}

/** Finds the bands and pillars of both releases with another label; ids decide which is which. */
export function findLabelChanges(before: LabelSource, after: LabelSource): LabelChange[] {
  const changed = (of: LabelChange["of"], was: readonly Pillar[], is: readonly Pillar[]): LabelChange[] =>
    was.flatMap(({ id, label }) => {
      const later = is.find((each) => each.id === id)?.label ?? label;
      return later === label ? [] : [{ of, id, before: label, after: later }];
    });
  return [
    ...changed("band", before.scale.bands, after.scale.bands),
    ...changed("pillar", before.pillars, after.pillars),
  ];
}
