import assert from "node:assert/strict";
import { isIPv4, isIPv6 } from "node:net";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { groupAddress } from "../../src/access/address-group.ts";

describe("a caller's address", () => {
  test("of IPv4 stands for itself, in IPv6's clothes too", () => {
    for (const same of ["203.0.113.7", "::ffff:203.0.113.7", "::FFFF:cb00:7107", "0:0:0:0:0:ffff:203.0.113.7"])
      assert.equal(groupAddress(same), "203.0.113.7");
  });

  test("of IPv6 is grouped by its first 64 bits", () => {
    const group = "2001:db8:0:1::/64";
    for (const one of ["2001:db8:0:1::", "2001:0DB8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8::1:1:2:3:4%eth0"])
      assert.equal(groupAddress(one), group, one);
    assert.notEqual(groupAddress("2001:db8:0:2::"), group);
    assert.equal(groupAddress("::1"), "0:0:0:0::/64");
  });

  test("that is none belongs to one group", () => {
    const wrong = ["", "localhost", "1.2.3", "1.2.3.256", "01.2.3.4", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "g::"];
    for (const each of [...wrong, "1:2:3:4:5:6:7:8:9", "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7::8"])
      assert.equal(groupAddress(each), "unknown", each);
  });

  test("is read as the platform reads it", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.ipV4()), (address) => {
        const group = groupAddress(address);
        if (isIPv4(address)) return assert.equal(group, address);
        // The twin: the URL parser writes an address in its one shortest form, which is spread out
        // again here.
        const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
        const [head = "", tail] = canonical.split("::");
        const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
        const zeros = Array.from({ length: 8 - before!.length - after!.length }, () => "0");
        const groups = [...before!, ...zeros, ...after!];
        const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
        if (!isMapped) assert.equal(group, `${groups.slice(0, 4).join(":")}::/64`);
      }),
    );
  });

  test("that the platform does not know is unknown", () => {
    const piece = fc.constantFrom(":", "::", ".", "0", "1", "ff", "12345", "255", "256", "x", "%a");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        // A zone may be anything here, nothing included.
        const known = isIPv4(text) || isIPv6(text.replace(/%.*$/, ""));
        assert.equal(groupAddress(text) === "unknown", !known, text);
      }),
      { numRuns: 1000 },
    );
  });
});
