import { Type } from "typebox";
import { areaMembers } from "../../ask/components.ts";
import {
  answerHistory,
  findNewest,
  HISTORY_COMPONENTS,
  historyEntry,
  historyExamples,
  historyOf,
  historyParameters,
  openHistory,
} from "./history.ts";
import { ref } from "../../ask/json-shape.ts";
import { sectorMembers } from "../../ask/named-members.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { findRangeErrors } from "./release-range.ts";
import { Problem, quote } from "../../problem.ts";
import type { ReleaseFigures } from "../../release/snapshot.ts";
import { sectorSegment } from "../sector/get-sector.ts";

const SectorHistoryEntry = historyEntry("SectorHistoryEntry", "sector", {
  listed_companies: areaMembers.listed_companies,
  judged_companies: areaMembers.judged_companies,
});

const SectorHistory = historyOf("SectorHistory", ref(SectorHistoryEntry), sectorMembers);

export const getSectorHistory: JsonOperation<typeof SectorHistory> = defineOperation({
  id: "get_sector_history",
  method: "GET",
  path: "/api/v2/sectors/{slug}/history",
  tag: "Sectors",
  summary: "How a sector developed",
  description:
    "A sector in one release after the other, oldest first: median band, distribution and firmness, each on the scale of its release. `break` says where the method changed, so that nothing can be said of rise or fall.",
  parameters: {
    path: Type.Object({ slug: sectorSegment }),
    query: describeParameters(historyParameters(SectorHistoryEntry)),
  },
  form: {
    kind: "json",
    schema: SectorHistory,
    components: [SectorHistoryEntry, ...HISTORY_COMPONENTS],
  },
  problems: ["sector_not_found"],
  dependsOn: "service",
  knownPaths: ({ sectors }) => sectors.map(({ slug }) => ({ slug })),
  examples: historyExamples,
  check: findRangeErrors,
  answer(sources, parameters) {
    const { slug } = parameters;
    const history = openHistory({ operation: getSectorHistory, sources, parameters });
    const find = ({ sectors }: ReleaseFigures) => sectors.find((sector) => sector.slug === slug);
    const newest = findNewest(history, find);
    if (newest === undefined) {
      throw new Problem(
        "sector_not_found",
        `These releases have no sector ${quote(slug)}; /api/v2/sectors lists those of a release.`,
      );
    }
    const { label } = newest;
    return answerHistory(history, {
      collection: "sectors",
      words: { kind: "sector", name: label },
      identity: { slug, label },
      find,
      describe: (found) => ({
        listed_companies: found?.listedCompanies ?? 0,
        judged_companies: found?.judgedCompanies ?? 0,
      }),
    });
  },
});
