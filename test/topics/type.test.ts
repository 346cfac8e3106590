import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Type as TypeBox } from "typebox";
import { Type } from "../../src/ask/type.ts";

/** Schemas made here, against those that TypeBox makes of the same. */

const options = fc.option(
  fc.record({ description: fc.string(), default: fc.jsonValue(), $id: fc.string() }, { requiredKeys: [] }),
  { nil: undefined },
);

/** How a schema is made, of either. */
type Make = (maker: typeof Type) => object;

const leaf: fc.Arbitrary<Make> = fc.oneof(
  fc.tuple(fc.constantFrom("String", "Integer", "Number", "Boolean", "Null", "Unknown"), options).map(
    ([name, own]): Make =>
      (maker) =>
        maker[name](own),
  ),
  fc.tuple(fc.oneof(fc.string(), fc.integer(), fc.boolean()), options).map(
    ([value, own]): Make =>
      (maker) =>
        maker.Literal(value, own),
  ),
  fc.record({ type: fc.constant("string"), enum: fc.array(fc.string()) }).map(
    (schema): Make =>
      (maker) =>
        maker.Unsafe(schema),
  ),
);

const { schema } = fc.letrec<{ schema: Make; members: Make }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie("members"),
    fc.tuple(tie("schema"), options).map(
      ([items, own]): Make =>
        (maker) =>
          maker.Array(items(maker), own),
    ),
    fc.tuple(fc.array(tie("schema"), { maxLength: 3 }), options).map(
      ([all, own]): Make =>
        (maker) =>
          maker.Union(
            all.map((each) => each(maker)),
            own,
          ),
    ),
    tie("schema").map(
      (each): Make =>
        (maker) =>
          maker.Optional(each(maker)),
    ),
    fc.tuple(tie("schema")).map(
      ([value]): Make =>
        (maker) =>
          maker.Record(maker.String(), value(maker)),
    ),
    fc.tuple(tie("members"), options).map(
      ([each, own]): Make =>
        (maker) =>
          maker.Partial(each(maker) as never, own),
    ),
    // What is copied is a schema of its own.
    tie("schema").map((each): Make => (maker) => ({ ...each(maker) })),
  ),
  members: fc.tuple(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/u), tie("schema"), { maxKeys: 4 }), options).map(
    ([members, own]): Make =>
      (maker) =>
        maker.Object(Object.fromEntries(Object.entries(members).map(([name, each]) => [name, each(maker)])), own),
  ),
}));

describe("the schemas of answers", () => {
  test("are those that TypeBox makes, member by member in its order", () => {
    fc.assert(
      fc.property(schema, (make) => {
        assert.equal(JSON.stringify(make(Type)), JSON.stringify(make(TypeBox)));
      }),
    );
  });
});
