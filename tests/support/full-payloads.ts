import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  Kind,
  print,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import type { GraphQLClient } from './graphql.ts';

/** Reads the schema of a server by introspection. */
export async function readSchema(client: GraphQLClient): Promise<GraphQLSchema> {
  return buildClientSchema(await client.data(getIntrospectionQuery()));
}

/** Names of the mutations whose payload is an object. */
export function mutationsWithPayload(schema: GraphQLSchema): string[] {
  return Object.values(schema.getMutationType()!.getFields())
    .filter(({ type }) => isCompositeType(getNamedType(type)))
    .map(({ name }) => name);
}

/**
 * The document of a mutation that selects every field of its payload, `depth` objects deep. Each type is expanded where the selection
 * first reaches it, and fields that need arguments are left out.
 */
export function fullMutation(schema: GraphQLSchema, name: string, depth: number): string {
  const field = schema.getMutationType()!.getFields()[name]!;
  const variables = field.args.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
  const args = field.args.map((one) => `${one.name}: $${one.name}`).join(', ');
  const payload = print({
    kind: Kind.SELECTION_SET,
    selections: fullSelection(schema, getNamedType(field.type), depth),
  });
  return `mutation${variables && `(${variables})`} { ${name}${args && `(${args})`} ${payload} }`;
}

/** An object of the selection whose fields are still to be selected. */
interface OpenObject {
  readonly type: GraphQLNamedType;
  readonly selections: SelectionNode[];
}

/** Breadth first, so that every type is expanded as near to the root as possible. */
function fullSelection(schema: GraphQLSchema, root: GraphQLNamedType, depth: number): SelectionNode[] {
  const expanded = new Set<string>();
  const selections: SelectionNode[] = [];
  let level: OpenObject[] = [{ type: root, selections }];
  for (let left = depth; level.length > 0; left--) {
    const next: OpenObject[] = [];
    for (const open of level) {
      open.selections.push(fieldNode('__typename'));
      if (left === 0 || expanded.has(open.type.name)) continue;
      expanded.add(open.type.name);
      open.selections.push(...fieldsOf(schema, open.type, next));
    }
    level = next;
  }
  return selections;
}

/** The fields of a type; of an interface or union also those that only some of its types have, under aliases. */
function fieldsOf(schema: GraphQLSchema, type: GraphQLNamedType, next: OpenObject[]): SelectionNode[] {
  const select = (field: GraphQLField<unknown, unknown>, prefix: string): FieldNode[] => {
    if (field.args.some((one) => isNonNullType(one.type) && one.defaultValue === undefined)) return [];
    const alias = prefix && `${prefix}_${field.name}`;
    const valueType = getNamedType(field.type);
    if (!isCompositeType(valueType)) return [fieldNode(field.name, alias)];
    const selections: SelectionNode[] = [];
    next.push({ type: valueType, selections });
    return [fieldNode(field.name, alias, selections)];
  };
  const own = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  if (isObjectType(type)) return own.flatMap((field) => select(field, ''));
  const shared = new Set(own.map(({ name }) => name));
  const possible = isInterfaceType(type) || 'getTypes' in type ? schema.getPossibleTypes(type) : [];
  return [
    ...own.flatMap((field) => select(field, '')),
    ...possible.flatMap((one): SelectionNode[] => {
      const fields = Object.values(one.getFields()).filter(({ name }) => !shared.has(name));
      const selections = fields.flatMap((field) => select(field, one.name));
      if (selections.length === 0) return [];
      const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: one.name } } as const;
      return [{ kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet: { kind: Kind.SELECTION_SET, selections } }];
    }),
  ];
}

function fieldNode(name: string, alias = '', selections?: readonly SelectionNode[]): FieldNode {
  return {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: name },
    ...(alias && { alias: { kind: Kind.NAME, value: alias } }),
    ...(selections && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
  };
}
