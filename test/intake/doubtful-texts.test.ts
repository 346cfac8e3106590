import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeTwiceEncoded, doubtOfName } from "../../src/intake/doubtful-texts.ts";

const twiceEncoded = (text: string): string => new TextDecoder("windows-1252").decode(Buffer.from(text));

test("names that stand for others, or mix two alphabets, are doubtful", () => {
  for (const name of ["TEST", "Test company 2", "Lorem ipsum AG", "TODO", "3\u041c", "\u0410cme"])
    assert.notEqual(doubtOfName(name), null, name);
  for (const name of ["Testa", "Contest", "Attest SA", "3M", "Яндекс", "Todos Santos", "A101"])
    assert.equal(doubtOfName(name), null, name);
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
