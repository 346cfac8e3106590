import type { Atlas } from "../atlas/atlas.ts";
import { nearestChoice } from "../intake/similar-names.ts";
import { SINGLE_BYTE_ENCODINGS, type SingleByteEncoding } from "../intake/sources/utf8.ts";
import { type OptionValues, textOption, UsageError } from "./command.ts";

/** Licences of data, by their SPDX identifiers; others are written into dataset.json by hand. */
const LICENCES = [
  ..."CC-BY-4.0 CC0-1.0 CC-BY-SA-4.0 CC-BY-NC-4.0 CC-BY-NC-SA-4.0 CC-BY-ND-4.0 CC-BY-NC-ND-4.0".split(" "),
  ..."ODbL-1.0 ODC-By-1.0 PDDL-1.0 CDLA-Permissive-2.0 CDLA-Sharing-1.0".split(" "),
  ..."OGL-UK-3.0 OGL-Canada-2.0 etalab-2.0 DL-DE-BY-2.0 DL-DE-ZERO-2.0 NLOD-2.0 IODL-2.0".split(" "),
];
const SHOWN = "CC-BY-4.0, CC0-1.0 or ODbL-1.0";

/** The licence of `--licence`, as the list of SPDX writes it. Throws a UsageError. */
export function readLicence(options: OptionValues): { readonly licence?: string } {
  const text = textOption(options, "licence")?.trim();
  if (text === undefined) return {};
  const licence = LICENCES.find((each) => each.toLowerCase() === text.toLowerCase());
  if (licence !== undefined) return { licence };
  if (/^LicenseRef-[\w.-]+$/u.test(text)) return { licence: text };
  const choices = LICENCES.map((each) => ({ name: each, choice: each }));
  throw new UsageError(
    `--licence is "${text}", which is no licence of data that init knows; ` +
      `expected an SPDX identifier such as ${nearestChoice(text, choices) ?? SHOWN}. ` +
      "Another one of https://spdx.org/licenses/ is written into dataset.json /licence",
  );
}

/** The country of `--country`, or "none"; null without it. Throws a UsageError. */
export function readCountry(atlas: Atlas, options: OptionValues): string | null {
  const text = textOption(options, "country")?.trim();
  if (text === undefined) return null;
  const fault = faultOfCountry(atlas, text);
  if (fault !== null) throw new UsageError(`--country is "${text}", which ${fault}`);
  return text;
}

/** Says why a text is neither a country nor "none", and what is expected; null where it is. */
export function faultOfCountry(atlas: Atlas, text: string): string | null {
  const meaning = atlas.resolveCountry(text);
  if (text === "none" || meaning.kind === "country") return null;
  if (meaning.kind === "ambiguous")
    return `may be several: ${meaning.candidates.map(({ name, iso2 }) => `${name} (${iso2})`).join(", ")}`;
  const expected = "expected" in meaning ? meaning.expected : "a country";
  return `is no country; expected "none", or ${expected}`;
}

/** The year of `--year`. Throws a UsageError. */
export function readYear(options: OptionValues): { readonly year?: number } {
  const text = textOption(options, "year");
  if (text === undefined) return {};
  if (!/^\d{4}$/u.test(text)) throw new UsageError(`expected --year with four digits; found "${text}"`);
  return { year: Number(text) };
}

/** The encoding of `--encoding`; null without it. Throws a UsageError. */
export function readEncoding(options: OptionValues): SingleByteEncoding | null {
  const text = textOption(options, "encoding");
  if (text === undefined) return null;
  const known = SINGLE_BYTE_ENCODINGS.find((each) => each === text.toLowerCase());
  if (known === undefined)
    throw new UsageError(`unknown encoding "${text}"; expected one of ${SINGLE_BYTE_ENCODINGS.join(", ")}`);
  return known;
}
