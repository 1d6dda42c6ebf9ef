import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { isRecord } from '../../kernel/fields.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { graphqlErrors } from './errors.ts';
import type { Variables } from './executor/plan.ts';

/** Limits of one document. */
export interface QueryLimits {
  /** Depth of nested fields with selections, without the outermost. */
  readonly depth: number;
  /** Number of fields; those of a fragment count wherever it is used. */
  readonly complexity: number;
  /**
   * Number of requested list items: the page size of a paged list, multiplied for nested lists. A list of objects without pages
   * counts 1, and the fields inside it `UNPAGED_ITEMS` times.
   */
  readonly rows: number;
}

/** Maximum number of tokens of a document; a longer one is not parsed. */
export const MAX_TOKENS = 20_000;
/**
 * Assumed length of a list of objects without pages. Most are short, and trees are nested five deep: a larger number would
 * reject pages of storefronts. The budget of nodes stops longer lists during execution.
 */
const UNPAGED_ITEMS = 2;
/** Maximum number of operations and fragments of a document: validation compares fragments with each other. */
const MAX_DEFINITIONS = 200;
/** Maximum number of introspection fields in one operation; the usual query of the whole schema has some 250. */
const MAX_META_FIELDS = 1000;

/**
 * Throws when a list in the arguments of a mutation is longer than `most`. Mutations process lists element by element and are
 * never interrupted, so that the budget of a request cannot stop them.
 */
export function checkInputs(value: unknown, most: number): void {
  if (Array.isArray(value)) {
    if (value.length > most) throw graphqlErrors.inputs([most, value.length]);
    for (const element of value) checkInputs(element, most);
  } else if (isRecord(value)) {
    for (const field of Object.values(value)) checkInputs(field, most);
  }
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

interface Measure {
  readonly depth: number;
  readonly fields: number;
  /** Introspection fields, which do not count as fields. */
  readonly metaFields: number;
}

const nothing: Measure = { depth: 0, fields: 0, metaFields: 0 };

/**
 * Throws when a document exceeds `limits`. It runs before validation, whose time grows with the square of the number of fields.
 */
export function checkLimits(document: DocumentNode, limits: Omit<QueryLimits, 'rows'>): void {
  const { length: definitions } = document.definitions;
  if (definitions > MAX_DEFINITIONS) throw graphqlErrors.definitions([MAX_DEFINITIONS, definitions]);
  const fragments = fragmentsOf(document);
  const known = new Map<string, Measure>();
  for (const one of document.definitions) {
    if (one.kind !== Kind.OPERATION_DEFINITION && one.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const { depth, fields, metaFields } = measure(one.selectionSet, fragments, known);
    if (depth - 1 > limits.depth) throw graphqlErrors.depth([limits.depth, depth - 1]);
    if (fields > limits.complexity) throw graphqlErrors.complexity([limits.complexity, fields]);
    if (metaFields > MAX_META_FIELDS) throw graphqlErrors.complexity([MAX_META_FIELDS, metaFields]);
  }
}

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  return new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
}

/** Measures a selection. Each fragment is measured once and counted at every use. */
function measure(set: SelectionSetNode, fragments: Fragments, known: Map<string, Measure>): Measure {
  let { depth, fields, metaFields } = nothing;
  for (const one of set.selections) {
    const found = one.kind === Kind.FIELD ? ofField(one) : ofFragment(one);
    depth = Math.max(depth, found.depth);
    fields += found.fields;
    metaFields += found.metaFields;
  }
  return { depth, fields, metaFields };

  function ofField({ name, selectionSet }: FieldNode): Measure {
    const below = selectionSet && measure(selectionSet, fragments, known);
    const within = below ?? nothing;
    if (name.value.startsWith('__')) return { ...nothing, metaFields: 1 + within.fields + within.metaFields };
    return { ...within, depth: below ? below.depth + 1 : 0, fields: within.fields + 1 };
  }

  function ofFragment(one: Exclude<(typeof set.selections)[number], FieldNode>): Measure {
    if (one.kind === Kind.INLINE_FRAGMENT) return measure(one.selectionSet, fragments, known);
    const name = one.name.value;
    const found = known.get(name);
    if (found) return found;
    // Validation rejects recursive and undeclared fragments.
    known.set(name, nothing);
    const declared = fragments.get(name);
    const measured = declared ? measure(declared.selectionSet, fragments, known) : nothing;
    known.set(name, measured);
    return measured;
  }
}

/** A requested list with its nested lists; `size`: of a page. */
interface ListField {
  readonly size: ((variables: Variables) => number) | undefined;
  readonly below: readonly ListField[];
}

/** Returns a function that counts the items that a valid operation within `checkLimits` requests, for given variables. */
export function rowsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Variables) => number {
  const fragments = fragmentsOf(document);
  const root = schema.getRootType(operation.operation);
  const lists = root ? listsIn(operation.selectionSet, root, false) : [];
  const count = (of: readonly ListField[], variables: Variables): number =>
    of.reduce((sum, { size, below }) => {
      const inside = count(below, variables);
      return sum + (size ? size(variables) * (1 + inside) : 1 + UNPAGED_ITEMS * inside);
    }, 0);
  return (variables) => count(lists, variables);

  /** `isPage`: whether lists directly in the selection are the page that its field has counted. */
  function listsIn({ selections }: SelectionSetNode, type: GraphQLNamedType, isPage: boolean): ListField[] {
    return selections.flatMap((one) => {
      if (one.kind === Kind.FIELD) return listsAt(one, type, isPage);
      const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : valueAt(fragments, one.name.value);
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      return listsIn(fragment.selectionSet, condition ?? type, isPage);
    });
  }

  function listsAt(node: FieldNode, type: GraphQLNamedType, isPage: boolean): ListField[] {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (!field || !node.selectionSet) return [];
    const pageSize = field.args.find(({ name }) => name === 'pageSize' || name === 'page_size');
    const below = listsIn(node.selectionSet, getNamedType(field.type), pageSize !== undefined);
    if (pageSize) return [{ size: sizeOf(node, pageSize, operation), below }];
    return !isPage && isListType(getNullableType(field.type)) ? [{ size: undefined, below }] : below;
  }
}

/** The size of a page: from the argument, otherwise the default of the operation or field. */
function sizeOf(
  node: FieldNode,
  { name, defaultValue }: GraphQLArgument,
  operation: OperationDefinitionNode,
): NonNullable<ListField['size']> {
  const value = node.arguments?.find((one) => one.name.value === name)?.value;
  if (value?.kind !== Kind.VARIABLE) {
    const size = numberOf(value?.kind === Kind.INT ? value.value : defaultValue);
    return () => size;
  }
  const variable = value.name.value;
  const own = operation.variableDefinitions?.find((one) => one.variable.name.value === variable)?.defaultValue;
  const fallback = numberOf(own?.kind === Kind.INT ? own.value : defaultValue);
  return (variables) => (variables[variable] === undefined ? fallback : numberOf(variables[variable]));
}

/** The resolver rejects values that are not numbers. */
function numberOf(value: unknown): number {
  return Math.max(0, Number(value) || 0);
}
