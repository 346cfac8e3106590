/**
 * Why a member of an answer is null: every code with its meaning. Codes are part of the contract:
 * none is renamed or given another meaning. docs/reasons.md and the OpenAPI document repeat them.
 */
export const REASONS = {
  not_given: "The publisher or the caller did not give a value.",
  not_judged: "Nothing that would count here has a current judgement.",
  no_companies: "The release has no company here.",
  too_few_companies: "The country has fewer judged companies than the ranking asks for.",
  scale_end: "The median band is the last one of the scale in this direction.",
  all_pillars: "The statistics are over all pillars together.",
  all_sectors: "The statistics are over all sectors together.",
  only_countries: "Only countries are ranked.",
  one_company: "It is one company itself.",
  claim_holds: "The claim holds.",
  cannot_be_told: "It cannot be told whether the claim holds.",
  no_re_rating: "No re-rating would turn the verdict.",
  undated: "No judgement of the release has a date.",
  last_page: "This is the last page of the list.",
  name_matched: "The query matches the name itself.",
  is_a_company: "The hit is a company, not a product of one.",
  open_sea: "The place is beyond every territorial sea.",
  unclaimed_land: "The place is on land that no state claims.",
  no_country: "The location is in no country.",
  not_listed: "No dispute of the policy covers the location; `boundaries.policy_href` lists those it knows.",
  antarctic_treaty: "Claims south of 60° S are suspended by article IV of the Antarctic Treaty.",
  in_a_territory: "The location is in a territory, so no other is looked for.",
  too_far: "There is none within the distance that is searched.",
  faulty_point: "The point is not valid; `problem` says why.",
  no_fault: "The point is valid.",
  unlimited: "There is no limit.",
  no_key: "The request had no API key.",
  no_end_known: "The key works, and no end is known.",
  addresses_are_not_kept: "Usage of client addresses is not kept longer than a day.",
  retired: "Numeric scores are no longer published.",
} as const satisfies Readonly<Record<string, string>>;

export type ReasonCode = keyof typeof REASONS;

/** All codes, in the order of the documents. */
export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];
