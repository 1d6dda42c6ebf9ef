import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { graphqlErrors } from './errors.ts';

/** How much one request may ask for. */
export interface QueryLimits {
  /** Fields with a selection inside each other, the outermost not counted. */
  readonly depth: number;
  /** Fields, each counted where it is asked for; those of a fragment at each place that it is used at. */
  readonly complexity: number;
}

/** Most tokens of a document: beyond that it is not read. */
export const MAX_TOKENS = 20_000;

interface Measure {
  readonly depth: number;
  readonly fields: number;
}

/** Throws when an operation of a valid document asks for more than `limits` allow. Questions about the schema itself do not count. */
export function checkLimits(document: DocumentNode, operation: OperationDefinitionNode, limits: QueryLimits): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  }
  const { depth, fields } = measure(operation.selectionSet, fragments, new Map());
  if (depth - 1 > limits.depth) throw graphqlErrors.depth([limits.depth, depth - 1]);
  if (fields > limits.complexity) throw graphqlErrors.complexity([limits.complexity, fields]);
}

/** Measures a selection; each fragment once, however often it is used. */
function measure(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known: Map<string, Measure>,
): Measure {
  let depth = 0;
  let fields = 0;
  const inside = (set: SelectionSetNode): Measure => measure(set, fragments, known);
  for (const one of selections) {
    let found: Measure = { depth: 0, fields: 0 };
    if (one.kind === Kind.FIELD) {
      if (one.name.value.startsWith('__')) continue;
      const below = one.selectionSet ? inside(one.selectionSet) : undefined;
      found = { depth: below ? below.depth + 1 : 0, fields: (below?.fields ?? 0) + 1 };
    } else if (one.kind === Kind.INLINE_FRAGMENT) {
      found = inside(one.selectionSet);
    } else {
      const name = one.name.value;
      found = known.get(name) ?? inside(fragments.get(name)!.selectionSet);
      known.set(name, found);
    }
    depth = Math.max(depth, found.depth);
    fields += found.fields;
  }
  return { depth, fields };
}
