import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Branding, ColourMode, Logo, LogoExtension, Size, TextName } from "../branding/branding.ts";

/** The folder of logos and texts in a bundle. */
export const BRANDING_FOLDER = "branding";

/** A logo as the manifest describes it. */
export interface StoredLogo extends Size {
  readonly extension: LogoExtension;
  /** Path inside the bundle, `/`-separated: `branding/logo.svg`. */
  readonly path: string;
}

/** The branding of the site as the manifest has it. */
export interface StoredBranding {
  readonly accent: string | null;
  readonly logos: Readonly<Record<ColourMode, StoredLogo | null>>;
  /** Paths inside the bundle: `branding/about.md`. */
  readonly texts: Readonly<Record<TextName, string | null>>;
}

/** Writes logos and texts into a bundle, each as a file. */
export async function writeBranding({ accent, logos, texts }: Branding, bundle: string): Promise<StoredBranding> {
  await mkdir(path.join(bundle, BRANDING_FOLDER));
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(path.join(bundle, BRANDING_FOLDER, name), content);
    return `${BRANDING_FOLDER}/${name}`;
  };
  const writeLogo = async (name: string, logo: Logo | null): Promise<StoredLogo | null> => {
    if (logo === null) return null;
    const { extension, width, height, bytes } = logo;
    return { extension, width, height, path: await write(`${name}.${extension}`, bytes) };
  };
  const writeText = async (name: TextName): Promise<string | null> => {
    const text = texts[name];
    return text === null ? null : await write(`${name}.md`, text);
  };
  return {
    accent,
    logos: { light: await writeLogo("logo", logos.light), dark: await writeLogo("logo-dark", logos.dark) },
    texts: { about: await writeText("about"), privacy: await writeText("privacy"), terms: await writeText("terms") },
  };
}

/** Reads the logos and texts of a bundle again. */
export async function readBranding({ accent, logos, texts }: StoredBranding, bundle: string): Promise<Branding> {
  const readLogo = async (logo: StoredLogo | null): Promise<Logo | null> => {
    if (logo === null) return null;
    const { extension, width, height } = logo;
    return { extension, width, height, bytes: await readFile(path.join(bundle, logo.path)) };
  };
  const readText = async (file: string | null): Promise<string | null> =>
    file === null ? null : await readFile(path.join(bundle, file), "utf8");
  return {
    accent,
    logos: { light: await readLogo(logos.light), dark: await readLogo(logos.dark) },
    texts: {
      about: await readText(texts.about),
      privacy: await readText(texts.privacy),
      terms: await readText(texts.terms),
    },
  };
}

/**
 * Describes accent, logos and texts for the fingerprint of a release; null where there are none, so
 * that a release without them has the fingerprint of its data alone.
 */
export function describeBranding({ accent, logos, texts }: Branding): unknown {
  const hashed = (logo: Logo | null): unknown =>
    logo && [logo.extension, createHash("sha256").update(logo.bytes).digest("hex")];
  const parts = [accent, hashed(logos.light), hashed(logos.dark), texts.about, texts.privacy, texts.terms];
  return parts.every((part) => part === null) ? null : parts;
}
