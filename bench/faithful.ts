import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { TestCli } from "../test/cli/run-cli.ts";
import { askModel, type Model } from "./faithful/ask-model.ts";
import { TRAPS } from "./faithful/case.ts";
import { type FaithfulDataset, openDatasets } from "./faithful/datasets.ts";
import { replay } from "./faithful/replay.ts";
import { faultsInText } from "./faithful/said.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * Do agents find what a question needs, and are they told what they may write? Replays every case
 * and examines the text of every answer. With a model, asks it each question as well, judges what
 * it writes, and prints how often the figures bear it out; `--report` writes a line of JSON for
 * each case.
 *
 * npm run bench -- faithful [--model <name>] [--cases <part of an id>] [--most 40] [--report file]
 *
 * The model is asked at OPENAI_BASE_URL (the interface of chat completions, such as that of a
 * server on this machine), with OPENAI_API_KEY if one is needed.
 */

const { values } = parseArgs({
  options: {
    model: { type: "string" },
    cases: { type: "string", default: "" },
    most: { type: "string", default: "1000000" },
    report: { type: "string" },
  },
});

function readModel(): Model | null {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key } = process.env;
  if (values.model === undefined) return null;
  if (baseUrl === undefined) throw new Error("set OPENAI_BASE_URL to the endpoint of the model");
  return { baseUrl, name: values.model, key: key ?? null };
}

/** The cases that were chosen. */
function* chosen(datasets: readonly FaithfulDataset[]) {
  let left = Number(values.most);
  for (const { agent, cases } of datasets)
    for (const each of cases) if (each.id.includes(values.cases) && left-- > 0) yield { agent, case: each };
}

const model = readModel();
const cli = new TestCli();
const datasets = await openDatasets(cli);
let faults = 0;
for (const { agent, case: each } of chosen(datasets))
  for (const fault of await replay(agent, each)) {
    faults += 1;
    process.stdout.write(`${fault}\n`);
  }
let texts = 0;
for (const { agent, texts: expected } of datasets)
  for (const each of expected.filter(({ id }) => id.includes(values.cases))) {
    texts += 1;
    for (const fault of faultsInText(await agent.call(each.tool, { ...each.given }), each)) {
      faults += 1;
      process.stdout.write(`${each.id}: ${fault}\n`);
    }
  }
const rows = datasets.map(({ name, cases }) => [
  name,
  ...TRAPS.map((trap) => String(cases.filter((each) => each.trap === trap).length)),
  String(cases.length),
]);
process.stdout.write(`${layOutTable(["cases", ...TRAPS, "all"], rows)}\n\ntexts: ${texts}\nfaults: ${faults}\n`);

if (model === null)
  process.stdout.write("No model was measured here: name one with --model, and its endpoint in OPENAI_BASE_URL.\n");
else {
  const report: object[] = [];
  const asked = new Map<string, { faithful: number; all: number }>();
  for (const { agent, case: each } of chosen(datasets)) {
    const { isFaithful, written, calls, faults: untrue } = await askModel(model, agent, each);
    const { id, dataset, trap, question } = each;
    report.push({
      model: model.name,
      id,
      dataset,
      trap,
      question,
      is_faithful: isFaithful,
      written,
      faults: untrue,
      calls,
    });
    const of = asked.get(each.trap) ?? { faithful: 0, all: 0 };
    asked.set(each.trap, { faithful: of.faithful + Number(isFaithful), all: of.all + 1 });
    const said =
      written === null
        ? "no readable answer"
        : `would write ${written.join(", ") || "none"}${untrue.map((sentence) => `; wrote “${sentence}”`).join("")}`;
    process.stdout.write(`${isFaithful ? "faithful" : "NOT FAITHFUL"}  ${each.id}: ${said} (${calls} calls)\n`);
  }
  if (values.report !== undefined)
    writeFileSync(values.report, report.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const of = [...asked].map(([trap, { faithful, all }]) => [trap, `${faithful} of ${all}`]);
  process.stdout.write(`\n${layOutTable([`faithful answers of ${model.name}`, ""], of)}\n`);
}
await cli.remove();
process.exitCode = faults === 0 ? 0 : 1;
