import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { buildAgentSources, openAgent, type TestAgent } from "./open-agent.ts";

const RELEASE = "2026-11-20-aaaaaaaaaaaa";
const admitted: string[] = [];
let agent: TestAgent;

before(async () => {
  agent = await openAgent(buildAgentSources(buildMemoryReleases(buildMemorySnapshot(RELEASE)), admitted));
});

async function read(uri: string): Promise<{ mimeType: string | undefined; text: string }> {
  const { contents } = await agent.client.readResource({ uri });
  const [content] = contents;
  assert.ok(content !== undefined && "text" in content);
  return { mimeType: content.mimeType, text: content.text };
}

describe("resources", () => {
  test("are two documents and each country, and all can be read", async () => {
    const { resources } = await agent.client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      [
        "country-trust://methodology",
        "country-trust://scale",
        ...["brazil", "germany", "france", "namibia", "kosovo"].map((slug) => `country-trust://countries/${slug}`),
      ],
    );
    for (const { uri, mimeType } of resources) assert.equal((await read(uri)).mimeType, mimeType);
  });

  test("a country is the answer of its tool, by any of its names, and costs as much", async () => {
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    assert.equal(resourceTemplates[0]?.uriTemplate, "country-trust://countries/{country}");
    admitted.length = 0;
    const { text } = await read("country-trust://countries/FR");
    assert.deepEqual(admitted, ["get_country"]);
    const { first: _, ...answer } = await agent.call("get", { ids: ["france"] });
    assert.deepEqual({ must_not: [], ...(JSON.parse(text) as object) }, answer);
  });

  test("the methodology is free, the scale is not", async () => {
    admitted.length = 0;
    assert.match((await read("country-trust://methodology")).text, /^# Methodology/u);
    const { text } = await read("country-trust://scale");
    assert.equal((JSON.parse(text) as { meta: { release: string } }).meta.release, RELEASE);
    assert.deepEqual(admitted, ["get_scale"]);
  });

  test("that do not exist are refused", async () => {
    for (const uri of [
      "country-trust://x",
      "file:///etc/passwd",
      "country-trust://countries/",
      "country-trust://countries/%zz",
    ])
      await assert.rejects(read(uri), /not found/iu, uri);
    await assert.rejects(read("country-trust://countries/frnce"), /Did you mean `france`/u);
  });
});

test("an answer links to a picture where links are asked for", async () => {
  const { links } = await agent.call("get", { ids: ["france"], links: true });
  assert.match(links?.picture ?? "", /^https:\/\/trust\.example\/share\/countries\/france\.png\?release=/u);
});

test("the instructions name only tools that there are", async () => {
  const { tools } = await agent.client.listTools();
  const names = new Set(tools.map(({ name }) => name));
  const named = agent.client.getInstructions()?.match(/\b(?:check|describe|match|what)_[a-z]+/gu) ?? [];
  assert.ok(named.length > 1);
  assert.deepEqual(
    named.filter((name) => !names.has(name)),
    [],
  );
});
