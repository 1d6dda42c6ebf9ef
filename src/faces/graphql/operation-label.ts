import { Kind, type OperationDefinitionNode, type SelectionNode } from 'graphql';

/** Longest label, in characters. */
const LONGEST = 100;
/** Root fields that a label names. */
const NAMED_FIELDS = 3;

/** An operation for people, by its kind and name: `query CartPage`. An unnamed one has its root fields: `query products`. */
export function operationLabel({ operation, name, selectionSet }: OperationDefinitionNode): string {
  const text = name?.value ?? fieldsOf(selectionSet.selections);
  return `${operation} ${text}`.trimEnd().slice(0, LONGEST);
}

function fieldsOf(selections: readonly SelectionNode[]): string {
  const names = new Set(
    selections.flatMap((one) => {
      if (one.kind === Kind.FIELD) return one.name.value;
      return one.kind === Kind.FRAGMENT_SPREAD ? `...${one.name.value}` : '...';
    }),
  );
  const shown = [...names].slice(0, NAMED_FIELDS).join(', ');
  return names.size > NAMED_FIELDS ? `${shown}, …` : shown;
}
