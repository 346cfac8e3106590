import { OPEN_GATE } from "../cli/demo-copy.ts";
import { writeDataset } from "../fixtures/dataset.ts";

const BANDS = ["low", "middle", "high"];
const COMPANIES = 60;

/** Writes a dataset of sixty companies; each round is another release, and none is refused. */
export function writeSmallDataset(folder: string, round: number): string {
  const numbers = Array.from({ length: COMPANIES }, (_, number) => number);
  return writeDataset(
    {
      bands: BANDS,
      pillars: ["water"],
      facts: { title: "Published often", gate: OPEN_GATE },
      companies: numbers.map((each) => `c${each},Company ${each},${["DE", "NA", "FR"][each % 3]},Sector ${each % 4}`),
      judgements: numbers.map((each) => `c${each},water,${BANDS[Math.floor(round / 3 ** (each % 12)) % 3]}`),
    },
    folder,
  );
}
