import type { CompanyRecord, JudgementRecord, Snapshot } from "../snapshot/snapshot.ts";
import { countOf } from "../trust/scale.ts";
import { describeBands } from "./figures.ts";
import { type WrittenJson, keepPieces, writeMembers } from "./written-json.ts";

/** Writes what only the detail of a company holds, from pieces that many details share. */
export interface DetailWriter {
  /** The elements of `pillars`, in the publisher's order. */
  pillars(company: CompanyRecord): WrittenJson;
  /** The elements of `judgements`. */
  judgements(company: CompanyRecord): WrittenJson;
}

const writers = new WeakMap<Snapshot, DetailWriter>();

/** The writer of a release's details. */
export function detailWriterOf(snapshot: Snapshot): DetailWriter {
  let writer = writers.get(snapshot);
  if (writer === undefined) {
    writer = buildWriter(snapshot);
    writers.set(snapshot, writer);
  }
  return writer;
}

/** Why a member is null that the publisher may give or not. */
export function missing(value: string | null): "not_given" | null {
  return value === null ? "not_given" : null;
}

function buildWriter(snapshot: Snapshot): DetailWriter {
  const { pillars, scale } = snapshot.manifest.dataset;
  const figures = keepPieces((own: CompanyRecord["pillars"][number]) =>
    writeMembers({ judgement_count: countOf(own.distribution), ...describeBands(scale, own) }),
  );
  const pillarStarts = pillars.map(({ id, label }) => writeMembers({ id, label }));
  const bandMembers = pillars.map(({ id }) =>
    scale.bands.map((band, index) => writeMembers({ pillar: id, band: band.id, band_rank: index + 1 })),
  );
  const criteria = optionalMember("criterion");
  const judges = optionalMember("judge");
  const dates = optionalMember("judged_on");
  const writeJudgement = (judgement: JudgementRecord, sourceMember: WrittenJson): WrittenJson => {
    const { pillar, band, criterion, judge, judgedOn } = judgement;
    const start = `{${bandMembers[pillar]![band - 1]!},${criteria(criterion)},${judges(judge)}`;
    return `${start},${dates(judgedOn)},${sourceMember}}`;
  };
  return {
    pillars(company) {
      let written = "";
      for (const [index, own] of company.pillars.entries()) {
        written += `${index === 0 ? "" : ","}{${pillarStarts[index]!},${figures(own)}}`;
      }
      return written;
    },
    judgements(company) {
      // A company has few sources, and no other company has them.
      const sources = optionalMember("source_url");
      let written = "";
      for (const judgement of snapshot.judgementsOf(company)) {
        written += (written === "" ? "" : ",") + writeJudgement(judgement, sources(judgement.sourceUrl));
      }
      return written;
    },
  };
}

/** Writes a member that may be null, with the reason beside it. */
function optionalMember(name: string): (value: string | null) => WrittenJson {
  return keepPieces((value: string | null) => writeMembers({ [name]: value, [`${name}_reason`]: missing(value) }));
}
