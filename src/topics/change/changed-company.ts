import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { ChangedCompany } from "../../release/changes/changed-companies.ts";
import type { CompanySummary, Snapshot } from "../../release/snapshot.ts";
import { COMPANY_CHANGES } from "../../trust/company-changes.ts";
import type { TwoSnapshots } from "./changes-between.ts";
import { CountryIdentity, medianMembers, otherSectorsMember, SectorIdentity } from "../../ask/components.ts";
import { companyCountry, describeMedian, otherSectorsOf, sectorOf } from "../../ask/describe.ts";
import { joinMembers, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { replyStatusMember, slugMember, urlOf } from "../../ask/named-members.ts";
import type { Sources } from "../../ask/sources.ts";
import { hrefOf } from "../../ask/urls.ts";

/** Describes a company that changed between two releases. */

/** Description of the kinds of change. */
export const CHANGES_DESCRIPTION =
  "`added` and `removed`: listed in one release only; `reclassified`: filed in another country or sector; `re_rated`: another median band; `first_judged` and `no_longer_judged`: listed in both, judged in one; `other_sectors_changed`: other sectors besides its own; `reply_changed`: a reply of the company, or that it was asked, is new, differs or is gone; of a company that was added, that it has one; `renamed`: another name; `pillar_moved`: the same median band, another one in a pillar; `judgements_changed`: the same median bands, other judgements; `details_changed`: another website, LEI, other names, products or path.";

export const CompanyThen = objectOf(
  {
    name: Type.String({ description: "Its name in that release." }),
    country: nullableRef(CountryIdentity, "filed_in_no_country"),
    sector: ref(SectorIdentity),
    other_sectors: otherSectorsMember,
    ...medianMembers,
    reply_status: replyStatusMember("The furthest status of its replies; `/api/v2/replies` has them."),
  },
  {
    $id: "CompanyThen",
    description: "Where a release files a company, its median band on the release's scale, and whether it replied.",
  },
);

export const ChangedCompanyEntry = objectOf(
  {
    id: Type.String({ description: "The publisher's own id, by which both releases know it." }),
    slug: slugMember("company"),
    name: Type.String({ description: "Its name, as the later release that lists it has it." }),
    changes: Type.Array(oneOf(COMPANY_CHANGES), { description: `What happened to it. ${CHANGES_DESCRIPTION}` }),
    before: nullableRef(CompanyThen, "not_in_release"),
    after: nullableRef(CompanyThen, "not_in_release"),
    href: urlOf("the company, in the later release that lists it"),
  },
  { $id: "ChangedCompanyEntry", description: "A company that something happened to between two releases." },
);

export const CHANGED_COMPANY_COMPONENTS = [CompanyThen, ChangedCompanyEntry];

/** Returns a changed company in both releases; null where one does not list it. */
export function companiesOf({ before, after }: TwoSnapshots, changed: ChangedCompany) {
  return {
    before: changed.before === null ? null : before.companyAt(changed.before),
    after: changed.after === null ? null : after.companyAt(changed.after),
  };
}

export function describeChanged(
  sources: Sources,
  releases: TwoSnapshots,
  changed: ChangedCompany,
): Static<typeof ChangedCompanyEntry> {
  const { before, after } = companiesOf(releases, changed);
  const latest = after ?? before;
  if (latest === null) throw new RangeError("a changed company is in neither release");
  const { name } = after === null ? releases.before : releases.after;
  const figures = {
    before: before === null ? null : describeThen(sources, releases.before, before),
    after: after === null ? null : describeThen(sources, releases.after, after),
  };
  return joinMembers(
    { id: latest.id, slug: latest.slug, name: latest.name, changes: [...changed.changes] },
    withReasons(figures, { before: "not_in_release", after: "not_in_release" }),
    { href: hrefOf(sources.site, "company", latest.slug, name) },
  );
}

export function describeThen(
  sources: Sources,
  snapshot: Snapshot,
  company: CompanySummary,
): Static<typeof CompanyThen> {
  const own = { ...sources, snapshot };
  const { scale } = snapshot.manifest.dataset;
  return joinMembers(
    { name: company.name },
    companyCountry(own, company.country),
    { sector: sectorOf(own, company.sector), other_sectors: otherSectorsOf(own, company) },
    describeMedian(scale, company.median),
    withReasons({ reply_status: company.replyStatus }, { reply_status: "not_asked" }),
  );
}
