import type { Branding } from "../../src/branding/branding.ts";
import type { DatasetFacts } from "../../src/trust/dataset.ts";
import { DRESSED } from "../fixtures/branding.ts";
import { FACTS, type StatedCompany } from "../fixtures/memory-release.ts";

/** Texts that must stay text wherever they are shown. */
export const HOSTILE_TEXTS: readonly string[] = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "</title></style></script><h1>",
  "<!-- -->]]>&amp;&lt;",
  "\u202eright to left\u202c עברית العربية",
  "😀👩‍👩‍👧‍👦 e\u0301\u0301\u0301\u0301",
  "W".repeat(500),
  "${1+1} {{1+1}} javascript:alert(1)",
];

const text = (index: number): string => HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? "";

/** A dataset whose every text is hostile. */
export const HOSTILE_FACTS: DatasetFacts = {
  ...FACTS,
  title: text(0),
  publisher: text(1),
  notice: `${text(3)} ${text(5)} ${text(7)}`,
  homepage: "https://publisher.example/?a=<b>&c='\"",
  scale: {
    id: "hostile",
    // The ids of the small dataset, so that pages are asked for the same bands.
    bands: FACTS.scale.bands.map(({ id }, index) => ({ id, label: text(index), description: text(index) })),
  },
  pillars: [
    { id: "safety", label: text(7), description: text(0) },
    { id: "privacy", label: text(5), description: text(1) },
  ],
  sectorLabels: { energy: text(1), retail: text(7) },
};

/** Texts of a publisher that hold all of them, and a logo. */
export const HOSTILE_BRANDING: Branding = {
  ...DRESSED,
  texts: {
    about: HOSTILE_TEXTS.join("\n\n"),
    privacy: HOSTILE_TEXTS.map((each) => `# ${each}`).join("\n\n"),
    terms: HOSTILE_TEXTS.map((each) => `- ${each}`).join("\n"),
  },
};

const REPLY = { judged_on: null, replied_on: "2026-05-04", url: null } as const;

/** What intake lets pass as the URL of a reply. */
const HOSTILE_URLS = [
  'https://reply.example/"><script>alert(1)</script>',
  "https://reply.example/'onmouseover='alert(1)",
  "http://[nonsense/<b>",
];

/** Companies with these names in countries that pages of the small dataset show. */
export const HOSTILE_COMPANIES: readonly StatedCompany[] = HOSTILE_TEXTS.flatMap((name, index) =>
  ["FR", "BR", "NA"].map((country, turn): StatedCompany => ({
    id: `h-${index}-${turn}`,
    name: `${name} ${turn}`,
    country,
    sector: index % 2 === 0 ? "energy" : "retail",
    aliases: [name],
    website: "https://company.example/?<b>",
    replies: [
      { ...REPLY, pillar: null, text: name.slice(0, 2000), status: index % 2 === 0 ? "answered" : "corrected" },
      {
        ...REPLY,
        pillar: index % 2,
        text: `${name}\n\n${name}`,
        status: "answered",
        url: HOSTILE_URLS[index % 3] ?? null,
      },
    ],
    judgements: country === "NA" ? [] : [[index % 2, 1 + ((index + turn) % 5), { judge: name, criterion: name }]],
  })),
);
