import { writeFileSync } from "node:fs";
import path from "node:path";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

const SURVEY = `Firm;Based in;Industry;Water use;Waste water;Visited
Acme;France;Food;Good;Poor;yes
Brandberg;Namibia;Mining;Fair;n/a;no
Cedar;Lebanon;Food;Poor;Fair;no
`;

/** A file that `init` has to ask about, alone in its folder. */
export function writeSurvey(): { readonly folder: string; readonly file: string } {
  const folder = newTemporaryFolder();
  const file = path.join(folder, "survey.csv");
  writeFileSync(file, SURVEY);
  return { folder, file };
}
