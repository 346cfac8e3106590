import type { Static } from "typebox";
import type { checkClaim } from "./check-claim.ts";
import { claimTexts as texts } from "./texts.ts";

type CheckedClaim = Static<(typeof checkClaim)["form"]["schema"]>;
type Figures = CheckedClaim["subject"];

/** What a claim rests on: the subject and what it is compared with, where the scales agree. */
export function figuresOf({ subject, than, before, reason }: CheckedClaim): readonly Figures[] {
  const isOtherScale = reason === "method_change" || reason === "other_dataset";
  // Two parts of one country have the figures of that country.
  const other = than?.slug === subject.slug ? null : than;
  return [subject, other, isOtherScale ? null : before].filter((figures) => figures !== null);
}

/** Its name, and of which release it is where that is another than the one shown. */
export function nameFigures(
  { dataset }: { readonly dataset: { readonly meta: { readonly release: string } } },
  { name, release }: Pick<Figures, "name" | "release">,
): string {
  return release === dataset.meta.release ? name : texts.inRelease(name, release);
}
