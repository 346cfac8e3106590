import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeTwiceEncoded } from "../../src/intake/doubtful-texts.ts";

const twiceEncoded = (text: string): string => new TextDecoder("windows-1252").decode(Buffer.from(text));

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
