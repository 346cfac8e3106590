import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, test } from "node:test";
import { openOutbox } from "../../src/http/outbox.ts";

/** An outbox over answers that only note what happens, in order. */
function openNoted() {
  const notes: string[] = [];
  const outbox = openOutbox(
    () => void notes.push("commit"),
    () => new Date(),
  );
  const post = (name: string, body: string | null = null): void => {
    const response = {
      destroyed: false,
      writeHead: () => undefined,
      end: () => void notes.push(name),
    } as unknown as ServerResponse;
    outbox.post(response, 200, [], body);
  };
  return { notes, outbox, post };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Makes a turn with several answers, so that the next one waits for company. */
async function makeBusy({ notes, post }: ReturnType<typeof openNoted>): Promise<void> {
  post("warm");
  post("warm");
  await nextTurn();
  notes.length = 0;
}

describe("the outbox", () => {
  test("lets a lone answer leave at once", () => {
    const { notes, post } = openNoted();
    post("a");
    assert.deepEqual(notes, ["commit", "a"]);
  });

  test("lets the answers of a busy turn leave together, in order, after one commit", async () => {
    const noted = openNoted();
    await makeBusy(noted);
    for (const name of ["a", "b", "c"]) noted.post(name);
    assert.deepEqual(noted.notes, []);
    await nextTurn();
    assert.deepEqual(noted.notes, ["commit", "a", "b", "c"]);
  });

  test("does not let many wait for the last", async () => {
    const noted = openNoted();
    await makeBusy(noted);
    for (let index = 0; index < 33; index++) noted.post(String(index));
    assert.equal(noted.notes.length, 33, "a commit and 32 answers");
    await nextTurn();
    assert.equal(noted.notes.length, 35);
  });

  test("lets a long answer leave at once, with those before it", async () => {
    const noted = openNoted();
    await makeBusy(noted);
    noted.post("a");
    noted.post("b", "x".repeat(200_000));
    noted.post("c");
    assert.deepEqual(noted.notes, ["commit", "a", "b"]);
    await nextTurn();
    assert.deepEqual(noted.notes, ["commit", "a", "b", "commit", "c"]);
  });

  test("goes back to answering at once when the rush is over", async () => {
    const noted = openNoted();
    await makeBusy(noted);
    noted.post("a");
    await nextTurn();
    noted.notes.length = 0;
    noted.post("b");
    assert.deepEqual(noted.notes, ["commit", "b"]);
  });

  test("sends everything at once when a door is about to write by itself", async () => {
    const noted = openNoted();
    await makeBusy(noted);
    noted.post("a");
    noted.outbox.flush();
    assert.deepEqual(noted.notes, ["commit", "a"]);
    await nextTurn();
    assert.deepEqual(noted.notes, ["commit", "a"], "nothing is sent twice");
  });
});
