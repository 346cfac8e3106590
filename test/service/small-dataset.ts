import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const BANDS = ["low", "middle", "high"];
const COMPANIES = 60;

/** Writes a dataset of sixty companies; each round is another release, and none is refused. */
export function writeSmallDataset(folder: string, round: number): string {
  mkdirSync(folder, { recursive: true });
  const numbers = Array.from({ length: COMPANIES }, (_, number) => number);
  const companies = numbers.map(
    (each) => `c${each},Company ${each},${["DE", "NA", "FR"][each % 3]},Sector ${each % 4}`,
  );
  const judgements = numbers.map((each) => `c${each},water,${BANDS[Math.floor(round / 3 ** (each % 12)) % 3]}`);
  const named = (id: string): object => ({ id, label: id });
  const facts = {
    title: "Published often",
    publisher: "Tests",
    year: 2026,
    scale: { id: "three", bands: BANDS.map(named) },
    pillars: [named("water")],
    gate: { max_medians_moved_percent: 100, max_bands_moved: 2 },
  };
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
  writeFileSync(path.join(folder, "companies.csv"), ["id,name,country,sector", ...companies].join("\n"));
  writeFileSync(path.join(folder, "judgements.csv"), ["company,pillar,band", ...judgements].join("\n"));
  return folder;
}
