import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';
import type { Selection } from '../../kernel/graphql.ts';

/** The executor's description of a field, for its resolver. All requests of a document share it. */
export interface FieldInfo extends Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'> {
  /** The result of `selectionOf`, once it was needed. */
  selection?: Selection | undefined;
}

/** The selected fields below the field of `info`. They may include fields that `@skip` excludes. */
export function selectionOf(info: FieldInfo): Selection {
  return (info.selection ??= newSelection(info));
}

function newSelection({ fieldNodes, fragments }: FieldInfo): Selection {
  const known = new Map<string, boolean>();
  const below = (nodes: readonly FieldNode[]): FieldNode[] =>
    nodes.flatMap(({ selectionSet }) => (selectionSet ? fieldsIn(selectionSet, fragments) : []));
  const fieldsAt = (path: string): readonly FieldNode[] =>
    path
      .split('.')
      .reduce<readonly FieldNode[]>(
        (nodes, name) => below(nodes).filter((node) => node.name.value === name),
        fieldNodes,
      );
  return {
    has(path) {
      let isSelected = known.get(path);
      if (isSelected === undefined) known.set(path, (isSelected = fieldsAt(path).length > 0));
      return isSelected;
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
