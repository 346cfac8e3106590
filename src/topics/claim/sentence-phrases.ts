/**
 * The English words of claims: symbols of the grammar, each with its phrases. Articles are left
 * out, hyphens count as spaces, and the longest phrase wins.
 */
const PHRASES = `
is: is; are; is rated; are rated; is rated as; are rated as; rates; rate; rated; scores; score; gets; get; gets a; get a; receives; receive; receives a; receive a; earns; earn; is judged; are judged; is classed as; are classed as; is graded; are graded; is put at; comes out as; comes out; comes in; come in; stands at; stand at; stands; stand; sits at; sits; sit; is in band; are in band; is in; are in; has; have; has a; have a; has an; have an; has rating of; has a rating of; has median band of; has a median band of; has median of; has a median of; has median rating of; has a median rating of; has median band; has band; has rating; comes; come; does; do; fares; fare; ranks; rank; is ranked; are ranked; ranked; is placed; are placed; places; place; finishes; lies; lie; holds; hold; occupies; takes
not: not; does not; doesn't; do not; don't; did not; didn't; has not; hasn't; have not; haven't
is not: isn't; aren't; is not; are not; is not rated; are not rated; is not ranked; are not ranked; isn't rated; aren't rated; isn't ranked; aren't ranked
above: above; ahead of; in front of
below: below; behind
higher: higher; better; more trusted; more trustworthy; more highly rated; more highly trusted
lower: lower; worse; less trusted; less trustworthy; less highly rated
than: than
as: as
same: same; alike; tied; level
is same as: ties with; tie with; is tied with; are tied with; is level with; are level with
is above: outranks; outrank; beats; beat; outperforms; outperform; leads; lead; surpasses; surpass
is below: trails; trail; lags; lags behind; lag behind
at_least: at least; no lower than; no worse than; not below; not lower than
at_most: at most; no higher than; no better than; at best
or_above: or above; or better; or higher; and above; or more; or over
or_below: or below; or worse; or lower; and below; or under
best: best; most trusted; most trustworthy; most highly rated; most highly trusted; best rated; best ranked; highest rated; highest ranked; top rated; top ranked; best country; most trusted country; most trustworthy country; best rated country; highest rated country; highest ranked country; top rated country; top ranked country; most trusted nation; best performing country; best performer; top; at top; at top of ranking; top of ranking; top of table; top of list; top country; country with highest rating; country with best rating; country with highest band; country with best band
worst: worst; least trusted; least trustworthy; worst rated; worst ranked; lowest rated; lowest ranked; worst country; least trusted country; least trustworthy country; worst rated country; lowest rated country; lowest ranked country; least trusted nation; worst performing country; worst performer; bottom; at bottom; at bottom of ranking; bottom of ranking; bottom of table; bottom of list; last; in last place; last place; country with lowest rating; country with worst rating; country with lowest band; country with worst band
is best: tops ranking; leads ranking; heads ranking; tops table; leads table; heads table; tops list; leads list; heads list; leads field; tops rankings
is worst: props up table; trails everyone
in_ranking: in ranking; in rankings; of ranking; of ranked countries; of all ranked countries; among ranked countries; of all countries ranked; in table; in list; overall
place: place; spot; position
shares best: is among most trusted; is among most trusted countries; is one of most trusted countries; is among best; is one of best; is among best rated; is among best rated countries; is one of best rated countries; is among highest rated; is among highest rated countries
alone: alone; on its own; by itself; outright
shares: ties for; tie for; ties at; is tied for; are tied for; is tied at; is tied in; are tied in; shares; share; is joint; are joint; is equal; is jointly; comes joint; ranks joint; tied for; ties in; tie in
mostly: mostly; mainly; mostly rated; most; most of
companies: companies; firms; businesses; judged companies; rated companies; companies judged; companies rated; corporations; company names; company ratings; assessed companies; companies assessed
company: company; firm; business
countries: countries; country; nations; nation; ranked countries; rated countries; countries ranked; countries rated; countries with a rank
only: only
to: to
ones: ones; those; companies there
rating: rating; ratings; median band; median bands; median rating; median; band; bands; trust band; trust rating; overall rating; trust bands; overall band; trust; company rating; country rating; median trust band; result
pillar_word: pillar; pillar of
sector_word: sector; industry; sectors; industries
of: of
in: in; on; for; from; regarding; concerning; under; at; in terms of; when it comes to; with regard to; with respect to; as regards; based in; headquartered in; according to; within
's: 's
and: and
clause: but; while; whereas; yet
both: both
neither: neither
no_other: no other country
no_country: no country; not one country; not a single country; no ranked country
nor: nor
or: or
judged: judged
there: there is; there are; there were
average: average; mean; average rating; average score; mean rating; average band
up: rose; risen; rise; has risen; have risen; improved; improve; has improved; have improved; got better; gotten better; has gotten better; has got better; get better; gone up; has gone up; have gone up; went up; go up; moved up; has moved up; climbed; has climbed; have climbed; is up; are up; increased; has increased; advanced; has advanced; moved higher
down: fell; fallen; fall; has fallen; have fallen; dropped; drop; has dropped; have dropped; declined; decline; has declined; have declined; got worse; has got worse; gotten worse; has gotten worse; get worse; worsened; worsen; has worsened; have worsened; slipped; has slipped; slid; has slid; deteriorated; has deteriorated; gone down; has gone down; went down; go down; moved down; has moved down; is down; are down; sank; has sunk; decreased; has decreased; lost ground; has lost ground; moved lower
unchanged: is unchanged; are unchanged; unchanged; has not changed; hasn't changed; have not changed; haven't changed; has not moved; hasn't moved; did not change; didn't change; did not move; didn't move; stayed same; has stayed same; remained same; has remained same; is same; is same as; remains unchanged; remained unchanged; is still same; kept its band; has kept its band; kept its rating; stayed put; has been stable; is stable; was stable; remained stable; stayed stable
changed: changed; change; has changed; have changed; moved; has moved; have moved; is different; has another band; has a different band
`;

/**
 * Phrases that no claim can express, by the reason for which a sentence with them is refused. A
 * cause reaches to the end of the sentence.
 */
const REFUSED = `
cause: because; because of; due to; thanks to; owing to; as a result of; as a consequence of; caused by; driven by; on account of; since its government; after; following; in response to; so that; therefore; thus; hence; which shows; which proves; showing that; proving that; meaning that
forecast: will; will be; would; will not; won't; is going to; are going to; is set to; is expected to; are expected to; is likely to; are likely to; is unlikely to; is on track to; is poised to; is about to; soon; next year; next release; tomorrow; in future; by end of year; forecast; forecasts; is heading for; is projected to
qualifier: probably; perhaps; maybe; arguably; possibly; likely; may; may be; might; might be; could; could be; seems; seem; seems to; seems to be; appears; appears to; appears to be; allegedly; reportedly; supposedly; apparently; about; around; roughly; nearly; almost; approximately; some say; critics say; experts say; i think; we think; in my view; it is said that; virtually; practically; more or less; sort of; kind of; somewhat; slightly; significantly; much; far; clearly; obviously; dramatically; sharply; considerably; steadily; again; still; always; never; often; usually; generally; in general; typically; tends to
score: points; point; out of 5; out of 10; out of 100; stars; star; index; average score of
region: world; in world; worldwide; globally; european; asian; african; latin america; in latin america; in eu; eu; in european union; oecd; g7; g20; nordic; scandinavian; western; in region; on earth
`;

/** Reasons for which words are refused, the one that is told first. */
export const REFUSED_WORDS = ["cause", "forecast", "score", "region", "qualifier"] as const;
type RefusedWords = (typeof REFUSED_WORDS)[number];

/** Symbols of the grammar, by the phrase in lower case that stands for them. */
export const SYMBOLS_BY_PHRASE: ReadonlyMap<string, readonly string[]> = new Map(
  entriesOf(PHRASES).map(([symbols, phrase]) => [phrase, symbols.split(" ")]),
);

/** Reasons of refused phrases, by the phrase in lower case. */
export const REFUSED_PHRASES: ReadonlyMap<string, RefusedWords> = new Map(
  entriesOf(REFUSED).flatMap(([left, phrase]) =>
    REFUSED_WORDS.filter((reason) => reason === left).map((reason) => [phrase, reason] as const),
  ),
);

function entriesOf(table: string): (readonly [left: string, phrase: string])[] {
  return table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [left = "", phrases = ""] = line.split(": ");
      return phrases.split("; ").map((phrase) => [left, phrase] as const);
    });
}

const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );

/** The number of a place: `third`, `3rd`, `#3`; null for other words. */
export function readOrdinal(word: string): string | null {
  const index = ORDINALS.indexOf(word);
  if (index >= 0) return String(index + 1);
  return (
    /^([1-9]\d{0,4})(?:st|nd|rd|th)$/u.exec(word)?.[1] ??
    /^(?:#|no\. ?|number |rank |rank number )([1-9]\d{0,4})$/u.exec(word.replace(/ one$/u, " 1"))?.[1] ??
    null
  );
}
