import tree from './acl.json' with { type: 'json' };
import { accessErrors } from './errors.ts';

/** One permission of the ACL tree. */
export interface AclResource {
  /** Such as `Magento_Catalog::products`. */
  readonly id: string;
  /** The resource it stands under; null for the roots and for resources that only the commercial edition places. */
  readonly parent: string | null;
  /** Release lines that have it: `2.2`, `2.4`; empty for resources that routes ask for and no public tree places. */
  readonly releases: readonly string[];
}

/** What a role or integration was granted: a list of resources, each granted by itself, or everything. */
export type Grants = readonly string[] | 'all';

/** Granting the root resource grants everything. */
const ROOT = 'Magento_Backend::all';

/** The permissions of the platform, depth first. */
export const aclResources: readonly AclResource[] = tree;

const known: ReadonlySet<string> = new Set(aclResources.map((resource) => resource.id));

/** Checks a list of resources to grant; the root resource makes it `all`. Throws for a resource that does not exist. */
export function checkGrants(grants: Grants): Grants {
  if (grants === 'all' || grants.includes(ROOT)) return 'all';
  const unknown = grants.find((id) => !known.has(id));
  if (unknown !== undefined) throw accessErrors.unknownResource([unknown]);
  return [...new Set(grants)];
}

/** Grants as they are stored: a JSON document. */
export function writeGrants(grants: Grants): string {
  return JSON.stringify(grants);
}

/** Reads stored grants into the form that callers carry. */
export function readGrants(document: string): ReadonlySet<string> | 'all' {
  const grants = JSON.parse(document) as Grants;
  return grants === 'all' ? 'all' : new Set(grants);
}
