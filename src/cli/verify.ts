import { checkOriginCopy, type OriginCopy } from "../distribution/check-origin-copy.ts";
import { OriginError } from "../distribution/origin.ts";
import { PointerError } from "../distribution/pointer.ts";
import { type PublicKey, SignatureError } from "../release/minisign.ts";
import { verifySignature } from "../release/sign-release.ts";
import type { ReleaseStore } from "../release/store/release-store.ts";
import { type VerificationResult, VerifyError, verifyRelease } from "../release/verify-release.ts";
import { openOriginOf } from "../publishing/change-releases.ts";
import { type Command, type Console, releaseNamed, type Result, storeOf } from "./command.ts";
import { countedCompanies } from "../publishing/words.ts";
import { counted } from "../intake/counted.ts";
import { showProgress, withReasons } from "./output.ts";

export const verify: Command = {
  summary: "Recompute the statistics of a release from its judgements and compare",
  synopsis: "[<release>] [--json]",
  help: `Without <release>, verifies the current one. Stops at the first difference and names it. Where RELEASES_URL names an
origin, its copy is compared as well, file by file.`,
  options: { json: "boolean" },
  async run(console, args) {
    const store = storeOf(console);
    const id = releaseNamed(store, args);
    const local = await verifyHere(console, store, id);
    const copy = await verifyInOrigin(console, id);
    return {
      json: verifiedJson(id, local, copy),
      lines: [...hereLines(id, local, console.settings.trustedKeys), ...copyLines(copy)],
      status: typeof local === "string" || copy?.state === "damaged" ? 1 : 0,
    };
  },
};

interface VerifiedHere extends VerificationResult {
  readonly key: PublicKey | null;
}

/** Returns what is wrong as a sentence where a release is not as published. */
async function verifyHere(console: Console, store: ReleaseStore, id: string): Promise<VerifiedHere | string> {
  const progress = showProgress(console);
  try {
    const manifest = store.manifest(id);
    const verified = await verifyRelease(manifest, store.folderOf(id), progress.onProgress);
    return { ...verified, key: verifySignature(manifest, store.folderOf(id)) };
  } catch (error) {
    if (error instanceof VerifyError || error instanceof SignatureError) return error.message;
    throw error;
  } finally {
    progress.finish();
  }
}

/** Checks the copy in the origin; says if that cannot be asked. Null without a copy to check. */
async function verifyInOrigin(console: Console, id: string): Promise<OriginCopy | null> {
  const origin = await openOriginOf(console);
  if (origin === null) return null;
  try {
    return await checkOriginCopy(origin, id, console.settings.trustedKeys, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof OriginError || error instanceof PointerError)) throw error;
    console.say(`The copy in ${origin.name} could not be compared: ${error.message}`);
    return null;
  }
}

function verifiedJson(id: string, local: VerifiedHere | string, copy: OriginCopy | null): object {
  const origin = { origin: copy?.state ?? null, origin_fault: copy?.fault ?? null };
  const why = { origin: "not_compared", origin_fault: copy === null ? "not_compared" : "no_fault" };
  if (typeof local === "string") return withReasons({ id, verified: false, mismatch: local, ...origin }, why);
  const { key, ...verified } = local;
  const members = { id, verified: true, ...verified, signed_by: key?.text ?? null, ...origin };
  return withReasons(members, { signed_by: "not_signed", ...why });
}

function hereLines(id: string, local: VerifiedHere | string, trusted: readonly string[]): Result["lines"] {
  if (typeof local === "string") return [`${id} is NOT as published. ${local}`];
  const { files, figures, judgements, companies, key } = local;
  const read = `${counted(judgements, "judgement")} of ${countedCompanies(companies)}`;
  const same = `${id} is as published: ${counted(files, "file")}, ${counted(figures, "value")}, recomputed from ${read}.`;
  if (key === null) return [same, "It is not signed."];
  const note = "TRUSTED_KEYS names no key: compare this one with the key that the publisher gives elsewhere.";
  return [same, `Signed by the key ${key.id}: ${key.text}`, ...(trusted.length === 0 ? [{ note }] : [])];
}

function copyLines(copy: OriginCopy | null): string[] {
  if (copy === null) return [];
  const said = {
    whole: "The copy in the origin is as published, too.",
    damaged: `The copy in the origin is DAMAGED: ${copy.fault}. Run \`country-trust renew\` where releases are published: it writes again what is missing or damaged.`,
    absent: "The origin does not have this release.",
  };
  return [said[copy.state]];
}
