/** A permission of the ACL tree, as the module declares it whose permission it is. */
export interface AclResource {
  /** Such as `Magento_Catalog::products`. */
  readonly id: string;
  /** The permission that it stands under, of any module; null for the roots. */
  readonly parent: string | null;
  /** Its place among those under the same parent. */
  readonly sortOrder: number;
}

/**
 * Puts together what modules declare: each permission before those under it, depth first. Throws where two declare the same
 * one, and where a parent is declared by nobody.
 */
export function composeAcl(declared: readonly AclResource[]): readonly AclResource[] {
  const ids = new Set<string>();
  for (const { id } of declared) {
    if (ids.has(id)) throw new Error(`two modules declare the permission ${id}`);
    ids.add(id);
  }
  const lost = declared.find(({ parent }) => parent !== null && !ids.has(parent));
  if (lost) throw new Error(`the permission ${lost.id} stands under one that no module declares: ${lost.parent}`);
  const below = Map.groupBy(
    declared.toSorted((a, b) => a.sortOrder - b.sortOrder),
    ({ parent }) => parent,
  );
  const treeOf = (one: AclResource): AclResource[] => [one, ...(below.get(one.id) ?? []).flatMap(treeOf)];
  return (below.get(null) ?? []).flatMap(treeOf);
}
