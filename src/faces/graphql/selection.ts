import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';
import type { Selection } from '../../kernel/graphql.ts';

/** The executor's description of a field, for its resolver. */
export type FieldInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** The selected fields below the field of `info`. They may include fields that `@skip` excludes. */
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
