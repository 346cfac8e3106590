import type { CompanyDetail, CompanyRecord, JudgementRecord } from "../snapshot/snapshot.ts";
import { countOf } from "../trust/scale.ts";
import { describeBands } from "./figures.ts";
import { keepPerRelease } from "./kept-per-release.ts";
import type { Sources } from "./sources.ts";
import { type WrittenJson, keepPieces, writeMembers } from "./written-json.ts";

/** Writes what only the detail of a company holds, from pieces that many details share. */
export interface DetailWriter {
  /** The elements of `pillars`, in the publisher's order. */
  pillars(detail: CompanyDetail): WrittenJson;
  /** The elements of `judgements`. */
  judgements(detail: CompanyDetail): WrittenJson;
}

/** The writer of a release's details. */
export const detailWriterOf: (sources: Sources) => DetailWriter = keepPerRelease(buildWriter);

/** Why a member is null that the publisher may give or not. */
export function missing(value: string | null): "not_given" | null {
  return value === null ? "not_given" : null;
}

function buildWriter({ snapshot }: Sources): DetailWriter {
  const { manifest, judgementWords: words } = snapshot;
  const { pillars, scale } = manifest.dataset;
  const figures = keepPieces((own: CompanyRecord["pillars"][number]) =>
    writeMembers({ judgement_count: countOf(own.distribution), ...describeBands(scale, own) }),
  );
  const pillarStarts = pillars.map(({ id, label }) => writeMembers({ id, label }));
  const findings = keepPieces(
    ({ pillar, band, criterion }: JudgementRecord) => {
      const found = { pillar: pillars[pillar]!.id, band: scale.bands[band - 1]!.id, band_rank: band };
      return `{${writeMembers(found)},${writeOptional("criterion", words.term(criterion))},`;
    },
    // One number for the three: a text would have to be put together and hashed for every judgement.
    ({ pillar, band, criterion }) => (criterion * pillars.length + pillar) * scale.bands.length + band - 1,
  );
  const judges = keepPieces((judge: number) => `${writeOptional("judge", words.term(judge))},`);
  const dates = keepPieces((date: number) => `${writeOptional("judged_on", words.date(date))},`);
  const sourceEnd = (address: string | null): WrittenJson => `${writeOptional("source_url", address)}}`;
  const noSource = sourceEnd(null);
  return {
    pillars(detail) {
      let written = "";
      for (const [index, own] of detail.pillars.entries()) {
        written += `${index === 0 ? "" : ","}{${pillarStarts[index]!},${figures(own)}}`;
      }
      return written;
    },
    judgements({ judgements, sources }) {
      // A company has few sources, and no other company has them.
      const sourceEnds = sources.map(sourceEnd);
      let written = "";
      for (const judgement of judgements) {
        if (written !== "") written += ",";
        written += findings(judgement) + judges(judgement.judge) + dates(judgement.judgedOn);
        written += sourceEnds[judgement.source - 1] ?? noSource;
      }
      return written;
    },
  };
}

/** Writes a member that may be null, with the reason beside it. */
function writeOptional(name: string, value: string | null): WrittenJson {
  return writeMembers({ [name]: value, [`${name}_reason`]: missing(value) });
}
