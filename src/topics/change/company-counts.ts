import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { ReleaseChanges } from "../../release/changes/release-changes.ts";
import { joinMembers, nullable, objectOf, withReasons } from "../../ask/json-shape.ts";

/** Describes how many companies changed between two releases. */

export const CompanyCounts = objectOf(
  {
    added: Type.Integer({ minimum: 0, description: "Listed in the later release alone." }),
    removed: Type.Integer({ minimum: 0, description: "Listed in the earlier release alone." }),
    renamed: Type.Integer({ minimum: 0, description: "Listed in both releases with another name." }),
    reclassified: Type.Integer({ minimum: 0, description: "Filed in another country or sector." }),
    moved_median: nullable(
      Type.Integer({
        minimum: 0,
        description: "Listed in both releases with another median band, or judged in one of them alone.",
      }),
      "method_change",
    ),
    pillar_moved: nullable(
      Type.Integer({
        minimum: 0,
        description: "Listed in both releases with the same median band, and another one in a pillar.",
      }),
      "method_change",
    ),
    judgements_changed: nullable(
      Type.Integer({
        minimum: 0,
        description:
          "Listed in both releases with the same median bands, and other judgements: bands, criteria, judges, dates or sources.",
      }),
      "method_change",
    ),
    other_sectors_changed: Type.Integer({
      minimum: 0,
      description: "Listed in both releases with other sectors besides the one they are counted in.",
    }),
    reply_changed: Type.Integer({
      minimum: 0,
      description:
        "Listed in both releases, and a reply, or that they were asked, is new, differs or is gone; or added with a reply.",
    }),
    details_changed: Type.Integer({
      minimum: 0,
      description: "Listed in both releases with another website, LEI, other names, products or path.",
    }),
  },
  { $id: "CompanyCounts", description: "How many companies changed; one can be reclassified and re-rated at once." },
);

export function describeCounts(counts: ReleaseChanges["counts"]): Static<typeof CompanyCounts> {
  const judged = {
    moved_median: counts.movedMedian,
    pillar_moved: counts.pillarMoved,
    judgements_changed: counts.judgementsChanged,
  };
  const why = "method_change";
  return joinMembers(
    { added: counts.added, removed: counts.removed, renamed: counts.renamed, reclassified: counts.reclassified },
    withReasons(judged, { moved_median: why, pillar_moved: why, judgements_changed: why }),
    {
      other_sectors_changed: counts.otherSectorsChanged,
      reply_changed: counts.replyChanged,
      details_changed: counts.detailsChanged,
    },
  );
}
