import { writeFileSync } from "node:fs";
import path from "node:path";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** Writes a dataset of so many companies into a new folder; returns that. */
export function writeSmallDataset(companyCount: number): string {
  const folder = newTemporaryFolder();
  const bands = ["low", "middle", "high"].map((id) => ({ id, label: id }));
  const pillars = [{ id: "water", label: "Water" }];
  const facts = { title: "Small", publisher: "Test", year: 2026, scale: { id: "three", bands }, pillars };
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
  const numbers = Array.from({ length: companyCount }, (_, index) => index);
  const companies = numbers.map((number) => `c${number},Company ${number},${number % 2 === 0 ? "FR" : "DE"},Energy`);
  writeFileSync(path.join(folder, "companies.csv"), ["id,name,country,sector", ...companies, ""].join("\n"));
  const judgements = numbers.map((number) => `c${number},water,${number % 3 === 0 ? "low" : "high"}`);
  writeFileSync(path.join(folder, "judgements.csv"), ["company,pillar,band", ...judgements, ""].join("\n"));
  return folder;
}
