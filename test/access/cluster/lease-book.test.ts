import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LeaseBook } from "../../../src/access/cluster/lease-book.ts";
import { hourOf } from "../../../src/access/quota.ts";

const AT = Date.parse("2026-11-21T10:59:59.900Z");
const NEXT_HOUR = Date.parse("2026-11-21T11:00:00.000Z");

describe("the leases of a node", () => {
  test("are of the hour of Redis' reply, which owes the day back what was held in the hour before", () => {
    const book = new LeaseBook();
    const entry = book.find("k_1", AT);
    entry.unspent = 5;
    book.note(entry, { hour: 0, day: 20, at: NEXT_HOUR });
    assert.deepEqual(
      [entry.hour, entry.unspent, entry.unsettledDay, entry.debitedHour, entry.debitedDay],
      [hourOf(NEXT_HOUR), 0, -5, 0, 20],
    );
    assert.deepEqual(book.listOwing(), [entry]);
    // This clock is still in the hour before.
    assert.equal(book.find("k_1", AT).hour, hourOf(NEXT_HOUR));
  });

  test("that hold something stay open until they are released after a time of silence", () => {
    const at = Date.parse("2026-11-21T10:30:00Z");
    const book = new LeaseBook();
    const entry = book.find("k_1", at);
    entry.unspent = 1;
    book.keepOpen(entry);
    assert.deepEqual(book.listOwing(), []);
    book.releaseSilent(1000, at + 999);
    assert.equal(entry.unspent, 1);
    book.releaseSilent(1000, at + 1000);
    assert.deepEqual([entry.unspent, book.listOwing()], [0, [entry]]);
  });
});
