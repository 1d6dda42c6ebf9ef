import { parseJson, type JsonText } from '../../kernel/json-text.ts';
import { accessErrors } from './errors.ts';

/** The permissions of a role or integration: a list of resources, each granted by itself, or all. */
export type Grants = readonly string[] | 'all';

/** The root resource: granting it grants everything. */
export const ROOT_RESOURCE = 'Magento_Backend::all';

/** Checks a list of resources to grant; the root resource makes it `all`. Throws for a resource that no module declares. */
export function checkGrants(
  { permissions }: { readonly permissions: Pick<ReadonlySet<string>, 'has'> },
  grants: Grants,
): Grants {
  if (grants === 'all' || grants.includes(ROOT_RESOURCE)) return 'all';
  const unknown = grants.find((id) => !permissions.has(id));
  if (unknown !== undefined) throw accessErrors.unknownResource([unknown]);
  return [...new Set(grants)];
}

/** Grants as they are stored: a JSON document. */
export function writeGrants(grants: Grants): JsonText<Grants> {
  return JSON.stringify(grants);
}

/** Reads stored grants into the form that callers carry. */
export function readGrants(document: JsonText<Grants>): ReadonlySet<string> | 'all' {
  const grants = parseJson(document);
  return grants === 'all' ? 'all' : new Set(grants);
}
