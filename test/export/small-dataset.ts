import { writeDataset } from "../fixtures/dataset.ts";

/** Writes a dataset of so many companies into a new folder; returns that. */
export function writeSmallDataset(companyCount: number): string {
  const numbers = Array.from({ length: companyCount }, (_, index) => index);
  return writeDataset({
    bands: ["low", "middle", "high"],
    pillars: ["water"],
    companies: numbers.map((number) => `c${number},Company ${number},${number % 2 === 0 ? "FR" : "DE"},Energy`),
    judgements: numbers.map((number) => `c${number},water,${number % 3 === 0 ? "low" : "high"}`),
  });
}
