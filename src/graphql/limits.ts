import {
  getNamedType,
  isInterfaceType,
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
import { graphqlErrors } from './errors.ts';

/** How much one request may ask for. */
export interface QueryLimits {
  /** Fields with a selection inside each other, the outermost not counted. */
  readonly depth: number;
  /** Fields, each counted where it is asked for; those of a fragment at each place that it is used at. */
  readonly complexity: number;
  /** Items of lists that come in pages, as many as are asked for: a list inside another counts for each item of that. */
  readonly rows: number;
}

/** Most tokens of a document: beyond that it is not read. */
export const MAX_TOKENS = 20_000;
/** Most questions about the schema in one operation; the usual query of all of it has some 250. */
const MAX_META_FIELDS = 1000;

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

interface Measure {
  readonly depth: number;
  readonly fields: number;
  /** Of the schema itself, which do not count as fields. */
  readonly metaFields: number;
}

const nothing: Measure = { depth: 0, fields: 0, metaFields: 0 };

/**
 * Throws when part of a document asks for more than `limits` allow. The document need not be valid: to check that takes time that
 * grows with the square of what is asked for.
 */
export function checkLimits(document: DocumentNode, limits: Omit<QueryLimits, 'rows'>): void {
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

/** Measures a selection; each fragment once, however often it is used. */
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
    // One that uses itself, or that nobody declares, is left to the rules of valid documents.
    known.set(name, nothing);
    const declared = fragments.get(name);
    const measured = declared ? measure(declared.selectionSet, fragments, known) : nothing;
    known.set(name, measured);
    return measured;
  }
}

type Variables = Readonly<Record<string, unknown>>;

/** A list of which a page is asked for, with those inside it. */
interface PagedField {
  readonly size: (variables: Variables) => number;
  readonly below: readonly PagedField[];
}

/** Tells how many items an operation of a valid document within `checkLimits` asks for, with some variables. */
export function rowsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Variables) => number {
  const fragments = fragmentsOf(document);
  const root = schema.getRootType(operation.operation);
  const lists = root ? listsIn(operation.selectionSet, root) : [];
  const count = (paged: readonly PagedField[], variables: Variables): number =>
    paged.reduce((sum, { size, below }) => sum + size(variables) * (1 + count(below, variables)), 0);
  return (variables) => count(lists, variables);

  function listsIn({ selections }: SelectionSetNode, type: GraphQLNamedType): PagedField[] {
    return selections.flatMap((one) => {
      if (one.kind === Kind.FIELD) return listsAt(one, type);
      const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value)!;
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      return listsIn(fragment.selectionSet, condition ?? type);
    });
  }

  function listsAt(node: FieldNode, type: GraphQLNamedType): PagedField[] {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (!field) return [];
    const below = node.selectionSet ? listsIn(node.selectionSet, getNamedType(field.type)) : [];
    const argument = field.args.find(({ name }) => name === 'pageSize');
    return argument ? [{ size: sizeOf(node, argument, operation), below }] : below;
  }
}

/** The size of a page: as it is sent, otherwise what the operation or the field says of itself. */
function sizeOf(
  node: FieldNode,
  { name, defaultValue }: GraphQLArgument,
  operation: OperationDefinitionNode,
): PagedField['size'] {
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

/** What is no number of items is refused by whoever reads it. */
function numberOf(value: unknown): number {
  return Math.max(0, Number(value) || 0);
}
