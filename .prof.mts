import { open, writeDataset } from "./test/intake/open-folder.ts";
const f = { "companies.csv": "id,name,country,sector\nc1,One,FR,Food\nc2,Two,DE,Food\n", "judgements.csv": "company,pillar,band,judged_on\nc1,water,low,2023-12-31\nc1,water,high,2024-01-01\n" };
for (let i = 0; i < 8; i++) {
  const c = process.cpuUsage(); const t = Date.now();
  const r = await open(writeDataset(f), process.argv[2] ? { threads: Number(process.argv[2]) } : {});
  const u = process.cpuUsage(c);
  console.log(r.ok, (u.user + u.system) / 1000, "ms cpu; wall", Date.now() - t);
}
process.exit();
