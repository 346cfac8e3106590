import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeTwiceEncoded, doubtOf } from "../../src/intake/doubtful-texts.ts";

const twiceEncoded = (text: string): string => new TextDecoder("windows-1252").decode(Buffer.from(text));

test("names that stand for others, or mix two alphabets, are doubtful", () => {
  for (const name of ["TEST", "Test company 2", "Lorem ipsum AG", "TODO", "3\u041c", "\u0410cme"])
    assert.notEqual(doubtOf(name, true), null, name);
  for (const name of ["Testa", "Contest", "Attest SA", "3M", "Яндекс", "Todos Santos", "A101"])
    assert.equal(doubtOf(name, true), null, name);
});

test("texts of drafts are doubtful, and sentences with their words are not", () => {
  for (const text of ["Lorem ipsum dolor sit amet", "See TODO", "test 2", "A placeholder", "G\u043eods"])
    assert.notEqual(doubtOf(text, false), null, text);
  for (const text of ["We test our products", "Todo el mundo", "Crash test", "Dummy makers"])
    assert.equal(doubtOf(text, false), null, text);
});

describe("texts that were encoded twice as UTF-8", () => {
  for (const text of ["Société", "Österreich", "Škoda", "Łódź", "L’Oréal", "Яндекс", "阿里巴巴", "Żabka"])
    test(`${text} is found again`, () => {
      assert.equal(decodeTwiceEncoded(twiceEncoded(text)), text);
    });

  for (const text of ["Société", "«CAFÉ»", "CAFÉ™", "NESTLÉ®", "SÃO", "IRMÃ", "Ångström", "Яндекс", "voilà…", "¿Qué?"])
    test(`${text} is left alone`, () => {
      assert.equal(decodeTwiceEncoded(text), null);
    });
});
