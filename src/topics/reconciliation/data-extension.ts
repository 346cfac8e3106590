import { Type } from "../../ask/type.ts";
import { type ProblemError, quote } from "../../problem.ts";
import { type CompanyProperty, propertiesOf } from "./company-properties.ts";
import { ref } from "../../ask/json-shape.ts";
import { buildReader } from "../../ask/read-body.ts";
import { refuseParameters } from "../../ask/read-parameters.ts";
import { PROPOSE_PROPERTIES_PATH } from "./reconciliation.ts";
import type { Sources } from "../../ask/sources.ts";

/** Data extension: values of properties for companies that were reconciled. */

/** Maximum number of companies, and of properties, of one request. */
const IDS_MAX = 500;
const PROPERTIES_MAX = 120;
/** Maximum length of an id that is looked up, in characters. */
const ID_CHARACTERS_MAX = 300;

const id = { maxLength: ID_CHARACTERS_MAX };

const ExtensionQuery = Type.Object(
  {
    ids: Type.Array(Type.String({ ...id, description: "Slug of a company, or the publisher's id." }), {
      maxItems: IDS_MAX,
      description: "The companies.",
    }),
    properties: Type.Array(
      Type.Object(
        {
          id: Type.String({ ...id, description: "Id of a property." }),
          settings: Type.Optional(
            Type.Object({}, { maxProperties: 0, description: "Properties have no settings: an empty object." }),
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: PROPERTIES_MAX, description: "What to answer of each." },
    ),
  },
  { $id: "DataExtensionQuery", additionalProperties: false, description: "A data extension query." },
);

/** An object surrounds the value so that pointers to errors begin with the parameter's name. */
const read = buildReader(Type.Object({ extend: ref(ExtensionQuery) }), [ExtensionQuery]);

/** Answers the queries of the parameter `extend` from the release of `sources`. */
export async function extendCompanies(sources: Sources, extend: unknown): Promise<object> {
  const { ids, properties } = (await read({ extend })).extend;
  const asked = findProperties(sources, properties);
  const rows = ids.map((sent) => {
    const company = sources.snapshot.companyBySlug(sent) ?? sources.snapshot.companyById(sent);
    const values = asked.map((property) => {
      const value = company === undefined ? null : property.valueOf(sources, company);
      return [property.id, value === null ? [] : [value]] as const;
    });
    return [sent, Object.fromEntries(values)] as const;
  });
  return { meta: asked.map(({ id: own, name }) => ({ id: own, name })), rows: Object.fromEntries(rows) };
}

function findProperties(
  { snapshot, site }: Sources,
  given: readonly { readonly id: string }[],
): readonly CompanyProperty[] {
  const known = new Map(propertiesOf(snapshot).map((property) => [property.id, property]));
  const found: CompanyProperty[] = [];
  const errors: ProblemError[] = [];
  for (const [index, { id: wanted }] of given.entries()) {
    const property = known.get(wanted);
    if (property !== undefined) found.push(property);
    else {
      const detail = `${quote(wanted)} is not a property of companies in release ${snapshot.manifest.id}; expected one of those at ${site.baseUrl}${PROPOSE_PROPERTIES_PATH}.`;
      errors.push({ pointer: `#/extend/properties/${index}/id`, detail });
    }
  }
  if (errors.length > 0) throw refuseParameters(errors, false);
  return found;
}
