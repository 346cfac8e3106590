import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";
import { type OpenApiDocument, clientDocument, pathsOfReleases } from "./clients/client-document.ts";
import { pythonOperations } from "./clients/python-operations.ts";
import { PythonTypes } from "./clients/python-types.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes the types of the clients in `clients/` from docs/openapi.json. */

const TYPESCRIPT = "clients/typescript/src";
const PYTHON = "clients/python/src/country_trust_client";

const served = JSON.parse(readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8")) as OpenApiDocument;
const document = clientDocument(served);
const types = new PythonTypes(document);
// Before the classes: it decides which ones are needed.
const operations = pythonOperations(document, types);
const problem = types.typeOf({ $ref: "#/components/schemas/Problem" }, "Problem");

export async function generate(): Promise<readonly GeneratedFile[]> {
  return [
    { path: `${TYPESCRIPT}/schema.ts`, content: await formatted(await typesOf(document)) },
    { path: `${TYPESCRIPT}/paths-of-releases.ts`, content: await formatted(listOf(pathsOfReleases(document))) },
    { path: `${PYTHON}/schema.py`, content: schemaModule() },
    { path: `${PYTHON}/operations.py`, content: operationsModule() },
  ];
}

async function typesOf(part: OpenApiDocument): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(part)));
}

function listOf(paths: readonly string[]): string {
  return `/** The paths that take the parameter \`release\`. Generated from the OpenAPI document. */
export const PATHS_OF_RELEASES: ReadonlySet<string> = new Set(${JSON.stringify(paths)});
`;
}

function schemaModule(): string {
  return `"""The schemas of the API. Generated from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

${types.classes()}`;
}

function operationsModule(): string {
  const names = types.names().filter((name) => name !== problem && new RegExp(`\\b${name}\\b`, "u").test(operations));
  return `"""A method for each operation of the API. Generated from its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar, cast, overload

from .schema import (
${names.map((name) => `    ${name},\n`).join("")})


class _Page(TypedDict):
    next: str | None


PageType = TypeVar("PageType", bound=_Page)


class Operations:
    """What a client can ask."""

    def _call(
        self, method: str, path: str, parts: Mapping[str, str], query: Mapping[str, Any], body: object = None
    ) -> Any:
        raise NotImplementedError

    def pages(self, first: PageType) -> Iterator[PageType]:
        """The pages of a list, beginning with the one that was asked for, all of its release."""
        raise NotImplementedError

${operations}`;
}

async function formatted(code: string): Promise<string> {
  const config = await resolveConfig(fileURLToPath(import.meta.url));
  return format(code, { ...config, parser: "typescript" });
}
