import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Method, type MethodChange, methodChangeOf } from "../../src/trust/method-change.ts";

const SAME: MethodChange = { scale: false, pillars: false, rule: false };

describe("methodChangeOf", () => {
  const band = (id: string, label = id) => ({ id, label, description: null });
  const method: Method = {
    scale: { id: "three", bands: [band("low"), band("middle"), band("high")] },
    pillars: [band("labour"), band("privacy")],
    rule: "lower",
  };

  test("the same method has not changed, nor has one with other words or another order of pillars", () => {
    const reworded = {
      ...method,
      scale: { id: "three", bands: [band("low", "Low!"), band("middle"), band("high")] },
      pillars: [band("privacy", "Data"), band("labour")],
    };
    assert.deepEqual(methodChangeOf(method, method), SAME);
    assert.deepEqual(methodChangeOf(method, reworded), SAME);
  });

  test("another band, another order of bands or another scale id changes the scale", () => {
    const bands = method.scale.bands;
    for (const scale of [
      { id: "three", bands: bands.slice(1) },
      { id: "three", bands: bands.toReversed() },
      { id: "third", bands },
    ]) {
      assert.deepEqual(methodChangeOf(method, { ...method, scale }), { ...SAME, scale: true });
    }
  });

  test("another pillar or another rule is named as such", () => {
    assert.deepEqual(methodChangeOf(method, { ...method, pillars: [band("labour")] }), { ...SAME, pillars: true });
    assert.deepEqual(methodChangeOf(method, { ...method, rule: "upper" }), { ...SAME, rule: true });
  });
});
