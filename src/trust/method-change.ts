import type { Pillar, Scale } from "./scale.ts";

/**
 * The method by which a release gets its medians. `rule` names everything apart from scale and
 * pillars, for example `lower`.
 */
export interface Method {
  readonly scale: Scale;
  readonly pillars: readonly Pillar[];
  readonly rule: string;
}

/** The parts of the method. */
export const METHOD_PARTS = ["scale", "pillars", "rule"] as const;

/** Each part is true if it differs between two releases. */
export type MethodChange = Readonly<Record<(typeof METHOD_PARTS)[number], boolean>>;

/**
 * Says which parts of the method differ between two releases.
 *
 * Ids decide, and of the bands their order; other labels, descriptions or another order of the
 * pillars change no median.
 */
export function methodChangeOf(before: Method, after: Method): MethodChange {
  const bandIds = ({ scale }: Method): string => JSON.stringify(scale.bands.map(({ id }) => id));
  const pillarIds = ({ pillars }: Method): string => JSON.stringify(pillars.map(({ id }) => id).sort());
  return {
    scale: before.scale.id !== after.scale.id || bandIds(before) !== bandIds(after),
    pillars: pillarIds(before) !== pillarIds(after),
    rule: before.rule !== after.rule,
  };
}

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
