const text = { type: "string" };

const isOff = { type: "boolean" };

/** An object of exactly these members; those in `optional` may be missing. */
function exactly(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

function listOf(items: object): object {
  return { type: "array", items };
}

const variable = exactly({ key: text, value: text, type: { const: "string" }, description: text }, ["type"]);

const event = exactly({
  listen: { enum: ["prerequest", "test"] },
  script: exactly({ type: { const: "text/javascript" }, exec: listOf(text) }),
});

const header = exactly({ key: text, value: text });

const request = exactly(
  {
    method: { enum: ["GET", "POST"] },
    description: text,
    header: listOf(header),
    body: {
      oneOf: [
        exactly({ mode: { const: "raw" }, raw: text }),
        exactly({
          mode: { const: "urlencoded" },
          urlencoded: listOf(exactly({ key: text, value: text, type: { const: "text" } })),
        }),
      ],
    },
    url: exactly(
      {
        raw: { type: "string", pattern: "^\\{\\{base_url\\}\\}/" },
        host: { const: ["{{base_url}}"] },
        path: listOf(text),
        query: listOf(exactly({ key: text, value: text, description: text, disabled: isOff })),
        variable: listOf(variable),
      },
      ["query", "variable"],
    ),
  },
  ["body"],
);

const response = exactly({
  name: text,
  originalRequest: request,
  status: text,
  code: { type: "integer" },
  _postman_previewlanguage: { enum: ["json", "text"] },
  header: listOf(header),
  body: text,
});

/**
 * JSON Schema of the members of Postman's collection format 2.1 that the service uses, and of no
 * others.
 */
export const COLLECTION_FORM: object = exactly({
  info: exactly({
    name: text,
    description: text,
    schema: { const: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  }),
  variable: listOf(variable),
  event: listOf(event),
  item: listOf(
    exactly({
      name: text,
      description: text,
      item: listOf(exactly({ name: text, id: text, request, event: listOf(event), response: listOf(response) })),
    }),
  ),
});
