import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';
import type { Selection } from '../kernel/graphql.ts';

/** What a resolver is told about its field by the executor. */
export type FieldInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** Tells which fields are asked for below the field of `info`. Fields that `@skip` leaves out may be among them. */
export function selectionOf({ fieldNodes, fragments }: FieldInfo): Selection {
  const below = (nodes: readonly FieldNode[]): FieldNode[] =>
    nodes.flatMap(({ selectionSet }) => (selectionSet ? fieldsIn(selectionSet, fragments) : []));
  return {
    has(path) {
      let nodes: readonly FieldNode[] = fieldNodes;
      for (const name of path.split('.')) nodes = below(nodes).filter((node) => node.name.value === name);
      return nodes.length > 0;
    },
    names: () => [...new Set(below(fieldNodes).map((node) => node.name.value))],
  };
}

function fieldsIn(
  { selections }: SelectionSetNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): FieldNode[] {
  return selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one];
    const set = one.kind === Kind.INLINE_FRAGMENT ? one.selectionSet : fragments[one.name.value]?.selectionSet;
    return set ? fieldsIn(set, fragments) : [];
  });
}
