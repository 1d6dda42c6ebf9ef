import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { ok, type Souk } from '../support/souk.ts';

/** The schema of a server, by introspection. */
export async function readSchema({ guest }: Pick<Souk, 'guest'>): Promise<GraphQLSchema> {
  const { data } = ok(await guest.raw('POST', '/graphql', { query: getIntrospectionQuery() }));
  return buildClientSchema(data);
}

/** Types that lead to the whole catalogue from everywhere: of them only their name is selected. */
const SHALLOW = new Set([
  'ProductInterface',
  'SimpleProduct',
  'ConfigurableProduct',
  'CategoryInterface',
  'CategoryTree',
]);

/** A selection of all fields of a type that need no argument, `depth` levels of objects deep; empty for scalars. */
export function selectAll(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const fields = SHALLOW.has(named.name) ? [] : fieldsOf(named, depth);
  return `{ ${['__typename', ...fields].join(' ')} }`;
}

function fieldsOf(type: GraphQLNamedType, depth: number): string[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    if (!isCompositeType(getNamedType(field.type))) return [field.name];
    return depth > 1 ? [`${field.name} ${selectAll(field.type, depth - 1)}`] : [];
  });
}

/** Checks the data of a response against the operation and the schema; the first difference, undefined for none. */
export function shapeFault(schema: GraphQLSchema, query: string, data: unknown): string | undefined {
  const [operation] = parse(query).definitions as [OperationDefinitionNode];
  const root = schema.getRootType(operation.operation)!;
  return data === null ? undefined : objectFault(root, operation.selectionSet, data, operation.operation);

  function valueFault(
    type: GraphQLOutputType,
    set: SelectionSetNode | undefined,
    value: unknown,
    at: string,
  ): string | undefined {
    if (value === null) return isNonNullType(type) ? `${at} is null` : undefined;
    const own = getNullableType(type) as GraphQLOutputType;
    if (isListType(own)) {
      if (!Array.isArray(value)) return `${at} is no list`;
      return firstOf(value, (one, i) => valueFault(own.ofType as GraphQLOutputType, set, one, `${at}[${i}]`));
    }
    if (set) return objectFault(own as GraphQLNamedType, set, value, at);
    return isLeafValue(own as GraphQLNamedType, value)
      ? undefined
      : `${at} is no ${String(own)}: ${JSON.stringify(value)}`;
  }

  function objectFault(type: GraphQLNamedType, set: SelectionSetNode, value: unknown, at: string): string | undefined {
    if (typeof value !== 'object' || value === null) return `${at} is no object`;
    const record = value as Record<string, unknown>;
    const typename = record.__typename;
    const own = typeof typename === 'string' ? schema.getType(typename) : type;
    if (!isObjectType(own) && !isInterfaceType(own)) return `${at} has the unknown type ${String(typename)}`;
    const names = set.selections.flatMap((one) => (one.kind === Kind.FIELD ? [one] : []));
    const keys = new Set(names.map(({ alias, name }) => (alias ?? name).value));
    const unasked = Object.keys(record).find((key) => !keys.has(key));
    if (unasked !== undefined) return `${at}.${unasked} was not selected`;
    return firstOf(names, ({ alias, name, selectionSet }) => {
      const key = (alias ?? name).value;
      if (!(key in record)) return `${at}.${key} is missing`;
      const field = own.getFields()[name.value];
      return field && valueFault(field.type, selectionSet, record[key], `${at}.${key}`);
    });
  }
}

function firstOf<T>(all: readonly T[], fault: (one: T, i: number) => string | undefined): string | undefined {
  for (const [i, one] of all.entries()) {
    const found = fault(one, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isLeafValue(type: GraphQLNamedType, value: unknown): boolean {
  if (isEnumType(type)) return type.getValue(String(value)) !== undefined;
  switch (type.name) {
    case 'Int':
      return Number.isInteger(value);
    case 'Float':
      return typeof value === 'number';
    case 'Boolean':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string';
  }
}
