import type { TSchema } from "typebox";
import { SHARED_COMPONENTS } from "./components.ts";
import { downloadCountryData } from "./download-country-data.ts";
import { getCompany } from "./get-company.ts";
import { getCountry } from "./get-country.ts";
import { getCountrySectorMatrix } from "./get-country-sector-matrix.ts";
import { getScale } from "./get-scale.ts";
import { getSector } from "./get-sector.ts";
import { listCompanies } from "./list-companies.ts";
import { listReleases } from "./list-releases.ts";
import { listSectors } from "./list-sectors.ts";
import type { Operation } from "./operation.ts";
import { previewCountries } from "./preview-countries.ts";
import { rankCountries } from "./rank-countries.ts";

/** Every public question, in the order documents list them. */
export const OPERATIONS: readonly Operation[] = [
  previewCountries,
  getCountry,
  rankCountries,
  getCountrySectorMatrix,
  downloadCountryData,
  listSectors,
  getSector,
  listCompanies,
  getCompany,
  getScale,
  listReleases,
];

/** Every schema with an `$id` that an answer is or points at. */
export const COMPONENTS: readonly TSchema[] = [
  ...SHARED_COMPONENTS,
  ...OPERATIONS.flatMap(({ form }) => (form.kind === "json" ? [...(form.components ?? []), form.schema] : [])),
];
