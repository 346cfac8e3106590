/** Which area each company belongs to, as places from 0; null where all belong to the one there is. */
export interface AreaColumn {
  readonly places: Uint8Array | Uint16Array | null;
  readonly count: number;
}

/** The companies of every area and band, each group in the order of the positions. */
export interface BandGroups {
  /** The positions of a group; empty where the area has nobody in the band. `band` 0 holds those without one. */
  at(place: number, band: number): Uint32Array;
}

const NOBODY = new Uint32Array();

/** Groups positions 0 to `companies` − 1 by area and band, in two passes; without `bands` every company is in band 0. */
export function groupByBand(companies: number, { places, count }: AreaColumn, bands: Uint8Array | null): BandGroups {
  let levels = 1;
  if (bands !== null) for (const band of bands) if (band >= levels) levels = band + 1;
  const ends = new Uint32Array(count * levels);
  const groupAt = (position: number): number =>
    (places === null ? 0 : places[position]!) * levels + (bands === null ? 0 : bands[position]!);
  for (let position = 0; position < companies; position += 1) ends[groupAt(position)]! += 1;
  let end = 0;
  for (const [group, size] of ends.entries()) {
    ends[group] = end;
    end += size;
  }
  // Each starts where the one before ends; filling moves it on to its own end.
  const positions = new Uint32Array(companies);
  for (let position = 0; position < companies; position += 1) positions[ends[groupAt(position)]!++] = position;
  return {
    at(place, band) {
      const group = place * levels + band;
      return band < levels ? positions.subarray(group === 0 ? 0 : ends[group - 1], ends[group]) : NOBODY;
    },
  };
}
