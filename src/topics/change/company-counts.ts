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
  const { added, removed, renamed, reclassified, otherSectorsChanged, replyChanged, detailsChanged } = counts;
  const { movedMedian, pillarMoved, judgementsChanged } = counts;
  const judged = { moved_median: movedMedian, pillar_moved: pillarMoved, judgements_changed: judgementsChanged };
  const others = {
    other_sectors_changed: otherSectorsChanged,
    reply_changed: replyChanged,
    details_changed: detailsChanged,
  };
  return joinMembers(
    { added, removed, renamed, reclassified },
    withReasons(judged, {
      moved_median: "method_change",
      pillar_moved: "method_change",
      judgements_changed: "method_change",
    }),
    others,
  );
}
