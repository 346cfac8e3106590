import type { DeskWalk } from "./walk-desk.ts";

/** What a person says of each folder of raw files, before publishing it. */
export const RAW_WALKS: Readonly<Record<string, (walk: DeskWalk) => Promise<void>>> = {
  async "pulse-https"(walk) {
    await walk.to("Columns");
    await walk.choose("Role of Domain", "Company");
    await walk.choose("Role of Agency", "Sector");
    await walk.fill("Country of all companies", "US");
    await walk.to("Bands");
    await walk.fillAndPress(/^Worst first/u, "F < T < C < B < A- < A < A+", "Make these bands");
  },

  async "sbti-companies-2026"(walk) {
    await walk.to("Columns");
    await walk.choose("Role of date_updated", "Date of judgement");
    await walk.to("Bands");
    await walk.fillAndPress(/^Worst first/u, "Commitment removed < Committed < Targets set", "Make these bands");
  },

  async "odb-survey"(walk) {
    await walk.choose("Its year is", "the year in its name");
    await walk.to("Columns");
    await walk.choose("Role of ISO3", "Company id");
    await walk.choose("Role of Country", "Company");
    await walk.choose("Role of ISO2", "Country");
    await walk.choose("Role of year of the file", "Date of judgement");
    for (const n of [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
      await walk.choose(`Role of ODB.2013.D${n}`, "Judged");
    await walk.to("Bands");
    await walk.press("Scores, cut into bands");
    await walk.press("Cut them on their own");
    await walk.fillAndPress(/^Worst first/u, "low < some < good < high", "Make these bands");
    for (const [name, cut] of [
      ["some begins at", "2.5"],
      ["good begins at", "5"],
      ["high begins at", "7.5"],
    ] as const)
      await walk.fill(name, cut);
    await walk.follow(/^ODB\.2013\.D1 and 14 more/u);
    for (const [name, cut] of [
      ["some begins at", "25"],
      ["good begins at", "50"],
      ["high begins at", "75"],
    ] as const)
      await walk.fill(name, cut);
  },

  async "ifg-transparenzranking"(walk) {
    await walk.to("Columns");
    await walk.follow("_criteria.yml");
    await walk.unjudge("maxPoints");
    await walk.follow(/of its form$/u);
    await walk.unjudge("type", "draft");
    await walk.choose("Role of name", "Company");
    await walk.choose("Role of name of the file", "Company id");
    await walk.fill("Country of all companies", "DE");
    await walk.follow(/member "criteria"$/u);
    await walk.choose("Role of name of the file", "Company of another table");
    await walk.choose("Role of updated", "Date of judgement");
    await walk.choose("Role of title", "Criterion");
    const title = await walk.unfold("How it is read", walk.column("title"));
    await title.getByRole("combobox", { name: "Its pillar is said by" }).selectOption("criteria");
    await title.getByRole("textbox", { name: "with the criterion in the column" }).fill("title");
    await title.getByRole("textbox", { name: "and the pillar in the column" }).fill("category");
    await walk.press("Save its pillar");
    await walk.to("Bands");
    await walk.press("Scores, cut into bands");
    await walk.unfold("Scores of a maximum");
    const main = walk.page.getByRole("main");
    await main.getByRole("combobox", { name: "or stands in the column" }).selectOption("title");
    await main.getByRole("combobox", { name: "whose value is looked up in" }).selectOption("_criteria.yml: title");
    await main.getByRole("combobox", { name: "where the maximum is" }).selectOption("_criteria.yml: maxPoints");
    await walk.press("Save the maximum");
    await walk.fillAndPress(/^Worst first/u, "none < part < full", "Make these bands");
    await walk.fill("part begins at", "0.01");
    await walk.fill("full begins at", "1");
  },

  async "tfa-directory"(walk) {
    await walk.to("Columns");
    await walk.choose("Role of key", "Company");
    await walk.choose("Role of domain", "Company id");
    await walk.choose("Role of categories", "Sector");
    const sector = await walk.unfold("How it is read", walk.column("categories"));
    await sector.getByRole("combobox", { name: "Of its cells" }).selectOption("the first of several");
    await walk.saving(() => sector.getByRole("button", { name: "Save" }).click());
    await walk.choose("Role of regions", "Country");
    const regions = await walk.unfold("How it is read", walk.column("regions"));
    await regions.getByRole("combobox", { name: "Of its cells" }).selectOption("the only one");
    await regions.getByRole("textbox", { name: "without those that begin with" }).fill("-");
    await walk.saving(() => regions.getByRole("button", { name: "Save" }).click());
    await walk.tick(/publish companies without a country/u);
    await walk.choose("Role of tfa", "Judged");
    await walk.fill("Name of the pillar tfa", "2FA");
    await walk.to("Bands");
    await walk.choose("Where a cell has several values, with ; between,", "the best of them counts");
    await walk.fillAndPress(
      /^Worst first/u,
      "none < sms, email or call=sms|email|call < app or proprietary=totp|custom-software|custom-hardware < hardware key or passkey=u2f",
      "Make these bands",
    );
    await walk.choose("Band of empty cells", "none");
  },

  async "us-hospitals"(walk) {
    await walk.to("Columns");
    await walk.choose("Role of Provider ID", "Company id");
    await walk.choose("Role of Hospital Name", "Company");
    await walk.choose("Role of Hospital Type", "Sector");
    await walk.fill("Country of all companies", "US");
    for (const name of ["Mortality", "Safety of care", "Readmission", "Patient experience"].concat([
      "Effectiveness of care",
      "Timeliness of care",
      "Efficient use of medical imaging",
    ]))
      await walk.fill(`Name of the pillar ${name} national comparison`, name);
    await walk.to("Bands");
    await walk.fillAndPress(
      /^Worst first/u,
      "Below the national average < Same as the national average < Above the national average",
      "Make these bands",
    );
  },

  async "bgp-operators"(walk) {
    await walk.to("Columns");
    await walk.choose("Role of asn", "Company id");
    await walk.choose("Role of name", "Company");
    await walk.choose("Role of type", "Sector");
    await walk.tick(/publish companies without a country/u);
    await walk.to("Bands");
    await walk.fillAndPress(/^Worst first/u, "unsafe < partially safe < safe", "Make these bands");
  },
};
