/**
 * Why a member of an answer is null: every code with its meaning. Codes are part of the contract:
 * none is renamed or given another meaning. docs/reasons.md and the OpenAPI document repeat them.
 */
export const REASONS = {
  not_given: "The publisher or the caller did not give a value.",
  not_asked: "The publisher does not say that the company was asked for a reply.",
  not_answered: "The company has not answered.",
  whole_company: "It answers all that the company is judged by.",
  whole_pillar: "It answers all judgements of the pillar.",
  nothing_left_out:
    "No row of the publisher's files was left out because of a problem, and every company has a country.",
  not_judged: "Nothing that would count here has a current judgement.",
  no_companies: "The release has no company here.",
  too_few_companies: "There are fewer judged companies than the ranking asks for.",
  scale_end: "The median band is the last one of the scale in this direction.",
  all_pillars: "The statistics are over all pillars together.",
  all_sectors: "The statistics are over all sectors together.",
  only_countries: "Only countries are ranked.",
  one_company: "It is one company itself.",
  claim_holds: "The claim holds.",
  cannot_be_told: "It cannot be told whether the claim holds.",
  no_re_rating: "No re-rating would turn the verdict.",
  method_change: "Scale, pillars or rule differ between the releases, so nothing can be said of rise or fall.",
  composition:
    "The list of companies alone moved the median band: that of the companies judged in both releases did not move that way.",
  releases_compared: "The releases can be compared.",
  not_compared: "The releases cannot be compared; `reason` says why.",
  no_release_before: "No release before it is kept.",
  following_page: "It stands on the first page of the list.",
  first_release: "There is no release before it here.",
  same_method: "The method is that of the release before.",
  whole_release: "It is said of the whole release.",
  not_in_release: "The release does not list it.",
  undated: "No judgement of the release has a date.",
  last_page: "This is the last page of the list.",
  name_matched: "The query matches the name itself.",
  is_a_company: "The hit is a company, not a product of one.",
  open_sea: "The place is beyond every territorial sea.",
  unclaimed_land: "The place is on land that no state claims.",
  no_country: "The location is in no country.",
  filed_in_no_country: "The publisher gives no country of the company.",
  not_listed: "No dispute of the policy covers the location; `boundaries.policy_href` lists those it knows.",
  antarctic_treaty: "Claims south of 60° S are suspended by article IV of the Antarctic Treaty.",
  in_a_territory: "The location is in a territory, so no other is looked for.",
  too_far: "There is none within the distance that is searched.",
  faulty_point: "The point is not valid; `problem` says why.",
  no_fault: "The point is valid.",
  unlimited: "There is no limit.",
  no_key: "The request had no API key.",
  no_end_known: "The key works, and no end is known.",
  matched: "The row is matched with one company.",
  ambiguous: "Several companies may be meant, or one whose name is only similar.",
  unmatched: "No company of the release has such an identifier or a similar name.",
  first_row: "No row before it means the same company.",
  own_name: "It is the company’s own name, or none was compared.",
  working: "The webhook works.",
  not_attempted: "No attempt has ended yet.",
  no_response: "No response came; `outcome` says why.",
  no_attempt_follows: "No further attempt follows.",
  addresses_are_not_kept: "Usage of client addresses is not kept longer than a day.",
  not_signed: "The publisher did not sign the release.",
  retired: "Numeric scores are no longer published.",
} as const satisfies Readonly<Record<string, string>>;

export type ReasonCode = keyof typeof REASONS;

/** All codes, in the order of the documents. */
export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];
