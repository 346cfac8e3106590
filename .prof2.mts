import { DuckDBConnection } from "@duckdb/node-api";
import { open, writeDataset } from "./test/intake/open-folder.ts";
const P = DuckDBConnection.prototype as any;
const log: [string, number, number][] = [];
let on = false;
for (const m of ["run", "runAndReadAll", "runAndReadUntil", "stream", "streamAndReadAll", "prepare", "extractStatements", "createAppender"]) {
  const o = P[m]; if (!o) continue;
  P[m] = async function (...a: any[]) { const c = process.cpuUsage(); const r = await o.apply(this, a); const u = process.cpuUsage(c); if (on) log.push([m + " " + String(a[0]).replace(/\s+/g, " "), (u.user + u.system) / 1000, 0]); return r; };
}
const f = { "companies.csv": "id,name,country,sector\nc1,One,FR,Food\nc2,Two,DE,Food\n", "judgements.csv": "company,pillar,band,judged_on\nc1,water,low,2023-12-31\nc1,water,high,2024-01-01\n" };
for (let i = 0; i < 6; i++) { on = i === 5; 
  const c = process.cpuUsage(); 
  const r = await open(writeDataset(f), { threads: 1 });
  const u = process.cpuUsage(c);
  console.log(r.ok, (u.user + u.system) / 1000);
}
console.log(log.length, "statements", log.reduce((s, l) => s + l[1], 0));
for (const [s, c] of log.toSorted((a, b) => b[1] - a[1]).slice(0, 40)) console.log(c.toFixed(1), s.slice(0, 150));
process.exit();
