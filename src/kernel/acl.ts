/** A permission of the ACL tree, declared by its module. */
export interface AclResource {
  /** Such as `Magento_Catalog::products`. */
  readonly id: string;
  /** Its parent permission, of any module; null for roots. */
  readonly parent: string | null;
  /** Its position among its siblings. */
  readonly sortOrder: number;
}

/**
 * Composes the permissions of modules: each before its children, depth first. Throws for a duplicate permission or a missing
 * parent.
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
