import type { DetailCursor } from "../snapshot/snapshot.ts";
import { countOf } from "../trust/scale.ts";
import { type ByteSheet, takeSheet } from "../contract/byte-sheet.ts";
import { companyWriterOf } from "./companies.ts";
import { writeEnvelope } from "../contract/envelope.ts";
import { viewOf } from "../contract/copy-bytes.ts";
import { describeBands } from "../contract/figures.ts";
import { keepPerRelease } from "../contract/kept-per-release.ts";
import { NumberedPieces } from "../contract/numbered-pieces.ts";
import type { Sources } from "../contract/sources.ts";
import { type WrittenJson, flatten, keepPieces, writeMembers } from "../contract/written-json.ts";

/** Writes the detail of a company, by its position and slug, from pieces that many details share. */
export const detailWriterOf: (sources: Sources) => (position: number, slug: string) => ByteSheet =
  keepPerRelease(buildWriter);

function buildWriter(sources: Sources): (position: number, slug: string) => ByteSheet {
  const start = flatten(`{${writeEnvelope(sources)},`);
  const companies = companyWriterOf(sources);
  const writePillars = buildPillarWriter(sources);
  const writeJudgements = buildJudgementWriter(sources);
  const numbersOfPillars = numbersOfPillar(sources) * sources.snapshot.manifest.dataset.pillars.length;
  return (position, slug) => {
    const { packed, cursor } = sources.snapshot.detailAt(position);
    const sheet = takeSheet();
    // What the body is copied from comes before it, in the same memory.
    sheet.append(viewOf(packed), 0, packed.length);
    const aliases = cursor.number();
    const products = cursor.number();
    const sourceCount = cursor.number();
    const pillars = cursor.at;
    cursor.passNumbers(numbersOfPillars);
    const sourceEnds = writeSources(sheet, cursor, sourceCount);
    sheet.begin();
    sheet.write(start);
    companies.writeMembers(sheet, position);
    writeOptional(sheet, cursor, WEBSITE);
    writeOptional(sheet, cursor, LEI);
    writeAliases(sheet, cursor, aliases);
    const values = cursor.at;
    cursor.at = pillars;
    writePillars(sheet, cursor);
    cursor.at = values;
    writeProducts(sheet, cursor, products);
    writeJudgements(sheet, cursor, sourceEnds);
    companies.writeLinks(sheet, position, slug);
    sheet.write("}");
    return sheet;
  };
}

/** A member that may be null, with the reason beside it, and what stands before and after both. */
interface OptionalMember {
  readonly before: WrittenJson;
  readonly after: WrittenJson;
  /** Both and everything around them where there is no value. */
  readonly missing: WrittenJson;
}

function optionalMember(before: WrittenJson, name: string, after: WrittenJson): OptionalMember {
  return {
    before: flatten(`${before}"${name}":`),
    after: flatten(`,"${name}_reason":null${after}`),
    missing: flatten(`${before}${writeMissing(name, null)}${after}`),
  };
}

/** Writes a member that may be null, with the reason beside it. */
function writeMissing(name: string, value: string | null): WrittenJson {
  return writeMembers({ [name]: value, [`${name}_reason`]: value === null ? "not_given" : null });
}

function writeOptional(sheet: ByteSheet, cursor: DetailCursor, { before, after, missing }: OptionalMember): void {
  if (cursor.isNull()) {
    cursor.passValue();
    sheet.write(missing);
    return;
  }
  sheet.write(before);
  writeValue(sheet, cursor);
  sheet.write(after);
}

function writeValue(sheet: ByteSheet, cursor: DetailCursor): void {
  const start = cursor.at;
  sheet.repeat(start, cursor.passValue());
}

const WEBSITE = optionalMember(",", "website", "");
const LEI = optionalMember(",", "lei", ',"aliases":[');

/** Writes the elements of `aliases`, and on to those of `pillars`. */
function writeAliases(sheet: ByteSheet, cursor: DetailCursor, count: number): void {
  const start = cursor.at;
  let end = start;
  for (let left = count; left > 0; left -= 1) end = cursor.passValue();
  // They stand in the packed detail as they stand in JSON.
  sheet.repeat(start, end);
  sheet.write('],"pillars":[');
}

function numbersOfPillar({ snapshot }: Sources): number {
  return snapshot.manifest.dataset.scale.bands.length + 1;
}

/** Writes the elements of `pillars`, in the publisher's order. */
function buildPillarWriter(sources: Sources): (sheet: ByteSheet, cursor: DetailCursor) => void {
  const { pillars, scale } = sources.snapshot.manifest.dataset;
  const starts = pillars.map(({ id, label }, index) =>
    flatten(`${index === 0 ? "" : ","}{${writeMembers({ id, label })},`),
  );
  const numbers = numbersOfPillar(sources);
  const figures = keepPieces(
    ({ cursor, start }: { readonly cursor: DetailCursor; readonly start: number; readonly key: string }) => {
      cursor.at = start;
      const distribution = scale.bands.map(() => cursor.number());
      const median = cursor.number() || null;
      return `${writeMembers({ judgement_count: countOf(distribution), ...describeBands(scale, { distribution, median }) })}}`;
    },
    ({ key }) => key,
  );
  return (sheet, cursor) => {
    for (const pillar of starts) {
      sheet.write(pillar);
      const start = cursor.at;
      sheet.write(figures({ cursor, start, key: cursor.passNumbers(numbers) }));
    }
  };
}

const PRODUCT_ID = optionalMember("{", "id", ',"slug":');
const PRODUCT_BRAND = optionalMember(",", "brand", "}");

function writeProducts(sheet: ByteSheet, cursor: DetailCursor, count: number): void {
  sheet.write('],"products":[');
  for (let product = 0; product < count; product += 1) {
    if (product > 0) sheet.write(",");
    writeOptional(sheet, cursor, PRODUCT_ID);
    writeValue(sheet, cursor);
    sheet.write(',"name":');
    writeValue(sheet, cursor);
    writeOptional(sheet, cursor, PRODUCT_BRAND);
  }
}

const SOURCE = optionalMember("", "source_url", "}");

/** Writes the ends of judgements, that of those without a source first; gives where each starts, and where the last ends. */
function writeSources(sheet: ByteSheet, cursor: DetailCursor, count: number): number[] {
  const places = [sheet.end];
  sheet.write(SOURCE.missing);
  places.push(sheet.end);
  for (let left = count; left > 0; left -= 1) {
    writeOptional(sheet, cursor, SOURCE);
    places.push(sheet.end);
  }
  return places;
}

/** Writes on to the elements of `judgements`, and these. */
function buildJudgementWriter({
  snapshot,
}: Sources): (sheet: ByteSheet, cursor: DetailCursor, sourceEnds: readonly number[]) => void {
  const { manifest, judgementWords: words } = snapshot;
  const { pillars, scale } = manifest.dataset;
  const bands = scale.bands.length;
  const findings = new NumberedPieces((finding) => {
    const place = Math.floor(finding / bands);
    const band = finding % bands;
    const found = { pillar: pillars[place % pillars.length]!.id, band: scale.bands[band]!.id, band_rank: band + 1 };
    const criterion = words.term(Math.floor(place / pillars.length));
    return `,{${writeMembers(found)},${writeMissing("criterion", criterion)},`;
  });
  const judges = new NumberedPieces((judge) => `${writeMissing("judge", words.term(judge))},`);
  const dates = new NumberedPieces((date) => `${writeMissing("judged_on", words.date(date))},`);
  return (sheet, cursor, sourceEnds) => {
    sheet.write('],"judgements":[');
    let isFirst = true;
    while (!cursor.isAtEnd()) {
      const pillar = cursor.number();
      const band = cursor.number();
      const criterion = cursor.number();
      const finding = (criterion * pillars.length + pillar) * bands + band - 1;
      // The first has no comma before it.
      findings.writeOn(sheet, finding, isFirst ? 1 : 0);
      isFirst = false;
      judges.writeOn(sheet, cursor.number());
      dates.writeOn(sheet, cursor.number());
      const source = cursor.number();
      sheet.repeat(sourceEnds[source]!, sourceEnds[source + 1]!);
    }
    sheet.write('],"links":');
  };
}
