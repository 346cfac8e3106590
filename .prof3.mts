import { DuckDBInstance } from "@duckdb/node-api";
const c = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
await c.run("CREATE TABLE t AS SELECT 'a' AS x");
for (const p of [String.raw`#(N/A|N/D|NV|GETTING_DATA|[\p{Lu}0-9/_]{2,}[!?]|#+)|(?i:err):\d{3}`, String.raw`#(N/A|N/D|NV|GETTING_DATA|[\p{Lu}0-9/_]+[!?]|#+)|(?i:err):\d{3}`, String.raw`#(N/A|N/D|NV|GETTING_DATA|[A-Z0-9/_]{2,}[!?]|#+)|(?i:err):\d{3}`, String.raw`#(N/A|N/D|NV|GETTING_DATA|[0-9/_]*\p{Lu}[!?]|#+)`, String.raw`(?-u)#(N/A|N/D|NV|GETTING_DATA|[^a-z]{2,}[!?]|#+)`, String.raw`#([^a-z])`, String.raw`https`,String.raw`(?i)https?://[^\s/?#]+[^\s]*`, "[!-~]+( [!-~]+)*", String.raw`\p{Cc}`]) {
  const u = process.cpuUsage();
  for (let i = 0; i < 20; i++) await c.run(`SELECT regexp_full_match(x, '${p}') FROM t`);
  const d = process.cpuUsage(u); console.log(((d.user + d.system) / 20000).toFixed(2), p);
}
process.exit()
