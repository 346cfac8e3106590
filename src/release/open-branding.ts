import { readFileSync } from "node:fs";
import path from "node:path";
import type { PublishedBranding, PublishedLogo } from "../branding/branding.ts";
import type { StoredLogo } from "./branding-files.ts";
import type { Manifest } from "./manifest.ts";

/** Opens what the publisher of a release makes of the site; files are read when they are asked. */
export function openBranding({ branding }: Pick<Manifest, "branding">, folder: string): PublishedBranding {
  const { accent, logos, texts } = branding;
  const publish = (logo: StoredLogo | null): PublishedLogo | null => {
    if (logo === null) return null;
    const { extension, width, height } = logo;
    return { extension, width, height, read: () => readFileSync(path.join(folder, logo.path)) };
  };
  return {
    accent,
    logos: { light: publish(logos.light), dark: publish(logos.dark) },
    text: (name) => {
      const file = texts[name];
      return file === null ? null : readFileSync(path.join(folder, file), "utf8");
    },
  };
}
