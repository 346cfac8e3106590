import { Type } from "../../ask/type.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { licencePage } from "../download/downloads.ts";
import { describeData } from "../download/describe-release.ts";
import { citationOf, licenceName } from "../../ask/describe.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { type AnswerForm, defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";

/**
 * Citations of the data, in the forms that reference managers read. Every form cites the release it
 * was asked of.
 */

const CslItems = Type.Array(Type.Object({}, { additionalProperties: true, description: "The dataset." }), {
  $id: "CslItems",
  description: "One dataset in CSL-JSON (https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html).",
});

interface Citation {
  readonly form: AnswerForm;
  readonly write: (snapshot: Snapshot, site: Site) => object | string;
}

/** Returns the citation key of a release: `country_trust_bands_2026_11_20_0f3a…`. */
function keyOf({ manifest }: Snapshot): string {
  return `country_trust_bands_${manifest.id.replaceAll("-", "_")}`;
}

const asText: Citation = {
  form: { kind: "text", mediaType: "text/plain; charset=utf-8", description: "One line." },
  write: (snapshot, site) => `${citationOf(snapshot, site)}\n`,
};

const asBibtex: Citation = {
  form: { kind: "text", mediaType: "application/x-bibtex; charset=utf-8", description: "One entry." },
  write(snapshot, site) {
    const { dataset, id } = snapshot.manifest;
    const fields = {
      author: `{${bibtexText(dataset.publisher)}}`,
      title: `{${bibtexText(dataset.title)}}`,
      publisher: bibtexText(dataset.publisher),
      year: String(dataset.year),
      version: id,
      url: releasePageOf(site, id),
      note: bibtexText(`Release ${id}. ${licenceName(dataset.licence)}`),
    };
    const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
    return `@misc{${keyOf(snapshot)},\n${lines.join(",\n")}\n}\n`;
  },
};

const BIBTEX_SPECIAL: Readonly<Record<string, string>> = {
  "\\": String.raw`\textbackslash{}`,
  "~": String.raw`\textasciitilde{}`,
  "^": String.raw`\textasciicircum{}`,
};

function bibtexText(text: string): string {
  return text.replaceAll(/[\\~^]|[&%$#_{}]/gu, (found) => BIBTEX_SPECIAL[found] ?? `\\${found}`);
}

const asCsl: Citation = {
  form: { kind: "json", mediaType: "application/vnd.citationstyles.csl+json", schema: CslItems },
  write(snapshot, site) {
    const { dataset, id } = snapshot.manifest;
    return [
      {
        id: keyOf(snapshot),
        type: "dataset",
        title: dataset.title,
        author: [{ literal: dataset.publisher }],
        publisher: dataset.publisher,
        issued: { "date-parts": [[dataset.year]] },
        version: id,
        URL: releasePageOf(site, id),
        note: licenceName(dataset.licence),
      },
    ];
  },
};

const said = (description: string) => Type.String({ description });

const cited = {
  type: said("`dataset`, and `data` in what is to be cited."),
  title: said("Title of the dataset."),
  version: said("Id of the release."),
  url: Type.String({ format: "uri", description: "The page of the release." }),
  authors: Type.Array(Type.Object({ name: said("Its publisher.") }), { description: "Who made it." }),
};

const CitationFile = Type.Object(
  {
    "cff-version": said("Version of the format."),
    message: said("What it asks of readers."),
    ...cited,
    abstract: said("What the dataset is, in a sentence."),
    "date-released": Type.String({ format: "date", description: "The day of the release." }),
    license: Type.Optional(said("An SPDX identifier; without one there is a `license-url`.")),
    "license-url": Type.Optional(Type.String({ format: "uri", description: "The licence." })),
    "preferred-citation": Type.Object(
      { ...cited, year: Type.Integer({ description: "Year of the dataset." }) },
      { description: "What is to be cited." },
    ),
  },
  { $id: "CitationFile", description: "A file `CITATION.cff` (Citation File Format 1.2.0)." },
);

const asCff: Citation = {
  form: {
    kind: "text",
    mediaType: "application/yaml",
    description: "A file CITATION.cff 1.2.0, YAML in UTF-8.",
    schema: CitationFile,
  },
  write(snapshot, site) {
    const { dataset, id, publishedAt } = snapshot.manifest;
    const isSpdxIdentifier = /^[A-Za-z0-9.+-]+$/u.test(dataset.licence);
    const publisher = { name: dataset.publisher };
    return writeYaml({
      "cff-version": "1.2.0",
      message: "If you use this dataset, please cite it as below.",
      type: "dataset",
      title: dataset.title,
      abstract: describeData(snapshot).description,
      authors: [publisher],
      version: id,
      "date-released": publishedAt.slice(0, 10),
      url: releasePageOf(site, id),
      ...(isSpdxIdentifier ? { license: dataset.licence } : { "license-url": licencePage(dataset.licence) }),
      "preferred-citation": {
        type: "data",
        title: dataset.title,
        authors: [publisher],
        publisher,
        year: dataset.year,
        version: id,
        url: releasePageOf(site, id),
      },
    });
  },
};

/**
 * Writes a mapping as YAML 1.2: every value is written as JSON, which YAML reads as it is (YAML
 * 1.2.2 §1.2).
 */
function writeYaml(mapping: Readonly<Record<string, unknown>>): string {
  return Object.entries(mapping)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join("");
}

const FORMATS = ["txt", "bib", "csl.json", "cff"] as const;

/** The citation in every form, by the extension of the path. */
const CITATIONS: Readonly<Record<(typeof FORMATS)[number], Citation>> = {
  txt: asText,
  bib: asBibtex,
  "csl.json": asCsl,
  cff: asCff,
};

export const cite: Operation = defineOperation({
  id: "cite",
  path: "/api/v2/citation.{format}",
  tag: "Citation",
  summary: "How to cite the data",
  description:
    "The citation as a line of text, as BibTeX, as CSL-JSON or as a file `CITATION.cff` 1.2.0. It names the release; with `release` that of an older one.",
  parameters: {
    path: Type.Object({ format: oneOf(FORMATS, { description: "The form of the citation." }) }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: asText.form,
  choice: {
    parameter: "format",
    forms: Object.fromEntries(Object.entries(CITATIONS).map(([format, { form }]) => [format, form])),
  },
  problems: ["not_found"],
  answer({ snapshot, site }, { format }) {
    const written = CITATIONS[format].write(snapshot, site);
    return typeof written === "string" ? { kind: "text", text: written } : { kind: "json", body: written };
  },
});
