import {
  GraphQLBoolean,
  GraphQLDeprecatedDirective,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLIncludeDirective,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLOneOfDirective,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  GraphQLUnionType,
  assertInputType,
  assertInterfaceType,
  assertNullableType,
  assertObjectType,
  assertOutputType,
  isObjectType,
  parseConstValue,
  valueFromAST,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLType,
} from 'graphql';
import type { Call } from '../../kernel/call.ts';
import type { GraphQLField, ScalarRules, TypeText } from '../../kernel/graphql.ts';
import { cut } from '../../kernel/cut-text.ts';
import { isAmong } from '../../kernel/narrow.ts';
import { secretKinds } from '../../kernel/secrets.ts';
import type { SecretKind } from '../../kernel/types.ts';
import type { CollectedInput, CollectedType, CollectedTypes } from './collect.ts';

/** Makes the resolver of a field; undefined: the field reads a property of the value. */
export type ResolverOf = (
  type: CollectedType,
  name: string,
  field: GraphQLField,
) => GraphQLFieldResolver<unknown, unknown> | undefined;

/** `Int`, which variables may have as a text of digits: PWA Studio sends the IDs of regions so (D350). */
const integer = new GraphQLScalarType({
  ...GraphQLInt.toConfig(),
  parseValue: (value) => GraphQLInt.parseValue(isDigits(value) ? Number(value) : value),
});

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,10}$/.test(value);

/**
 * Makes the types of a schema from the declarations of modules. Field types are resolved at their first use, since they may be circular.
 * `names`: types that the schema has under another name than that of their declaration.
 */
export function namedTypes(
  collected: CollectedTypes,
  resolverOf: ResolverOf,
  names: Readonly<Record<string, string>> = {},
): NamedTypes {
  const named = new Map<string, GraphQLNamedType>(
    [GraphQLBoolean, GraphQLFloat, GraphQLID, integer, GraphQLString].map((scalar) => [scalar.name, scalar]),
  );
  for (const [name, values] of collected.enums) named.set(name, enumOf(name, values));
  for (const [name, rules] of collected.scalars) named.set(name, scalarOf(name, rules));
  for (const input of collected.inputs.values()) named.set(input.name, inputOf(input, named));
  for (const type of collected.types.values()) {
    if (type.fields.size > 0) named.set(type.name, outputOf(type, names[type.name] ?? type.name, named, resolverOf));
  }
  for (const [name, { members, typeOf }] of collected.unions) {
    const types = (): GraphQLObjectType[] => members.map((member) => assertObjectType(named.get(member)));
    named.set(name, new GraphQLUnionType({ name, types, resolveType: typeByCall(typeOf) }));
  }
  return named;
}

/** Resolves the fields of a type, most of the work of a schema: it can be done type by type before `schemaOf`. */
export function resolveFields(type: GraphQLNamedType): void {
  if ('getFields' in type) type.getFields();
}

/** Makes the schema of types. */
export function schemaOf(named: NamedTypes): GraphQLSchema {
  return new GraphQLSchema({
    query: rootOf(named, 'Query'),
    mutation: rootOf(named, 'Mutation'),
    types: [...named.values()],
    directives: [GraphQLDeprecatedDirective, GraphQLIncludeDirective, GraphQLOneOfDirective, GraphQLSkipDirective],
  });
}

/** The types of a schema by the names of their declarations. */
type NamedTypes = ReadonlyMap<string, GraphQLNamedType>;

/** The type of queries or of mutations; undefined in a composition without any. */
function rootOf(named: NamedTypes, name: string): GraphQLObjectType | undefined {
  const type = named.get(name);
  return isObjectType(type) ? type : undefined;
}

function enumOf(name: string, values: readonly string[]): GraphQLEnumType {
  return new GraphQLEnumType({ name, values: Object.fromEntries(values.map((value) => [value, {}])) });
}

function scalarOf(name: string, { check }: ScalarRules): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    parseValue: (value: unknown) => {
      check?.(value);
      return value;
    },
  });
}

/** Returns the type of a value by the call of the request. */
function typeByCall(typeOf: (value: never, call: Call) => string) {
  return (value: unknown, { call }: { readonly call: Call }): string => typeOf(value as never, call);
}

function inputOf({ name, fields }: CollectedInput, named: NamedTypes): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name,
    fields: () =>
      Object.fromEntries([...fields].map(([key, { type, deprecated }]) => [key, argument(type, named, deprecated)])),
  });
}

function outputOf(type: CollectedType, name: string, named: NamedTypes, resolverOf: ResolverOf): GraphQLNamedType {
  const { kind, typeOf } = type;
  const shared = {
    name,
    interfaces: () => type.implements.map((one) => assertInterfaceType(named.get(one))),
    fields: () =>
      Object.fromEntries([...type.fields].map(([key, field]) => [key, fieldOf(type, key, field, named, resolverOf)])),
  };
  if (kind === 'object') return new GraphQLObjectType(shared);
  return new GraphQLInterfaceType({
    ...shared,
    resolveType: typeOf && typeByCall(typeOf),
  });
}

function fieldOf(
  type: CollectedType,
  name: string,
  field: GraphQLField,
  named: NamedTypes,
  resolverOf: ResolverOf,
): GraphQLFieldConfig<unknown, unknown> {
  const { text, secret } = readMark(field.type);
  const resolve = resolverOf(type, name, field);
  return {
    type: assertOutputType(readType(text, named)),
    args: Object.fromEntries(Object.entries(field.args).map(([key, text]) => [key, argument(text, named)])),
    ...(resolve && { resolve }),
    deprecationReason: field.options.deprecated,
    extensions: {
      isShared: field.options.isShared === true,
      shows: field.options.shows,
      isOwn: field.options.isLive === true || field.options.customersOnly === true,
      secret,
    },
  };
}

/** Splits the secret mark off the text of a type. */
function readMark(marked: TypeText): { text: TypeText; secret: SecretKind | undefined } {
  const [text, secret] = cut(marked, ' @');
  if (secret !== undefined && !isAmong(secretKinds, secret)) throw new Error(`${marked} has an unknown mark`);
  return { text, secret };
}

/** Reads the type of an argument or input field; `Int = 20` includes its default. */
function argument(
  marked: TypeText,
  named: NamedTypes,
  deprecationReason?: string,
): GraphQLFieldConfigArgumentMap[string] {
  const { text, secret } = readMark(marked);
  const [typeText, defaultText] = cut(text, ' = ');
  const type = assertInputType(readType(typeText, named));
  const defaultValue = defaultText === undefined ? undefined : valueFromAST(parseConstValue(defaultText), type);
  return { type, defaultValue, deprecationReason, extensions: { secret } };
}

/** Reads a type in the notation of the schema language. Throws for an undeclared name. */
function readType(text: TypeText, named: NamedTypes): GraphQLType {
  if (text.endsWith('!')) return new GraphQLNonNull(assertNullableType(readType(text.slice(0, -1), named)));
  if (text.startsWith('[')) return new GraphQLList(readType(text.slice(1, -1), named));
  const type = named.get(text);
  if (!type) throw new Error(`A field has the type ${text}, which nobody declares`);
  return type;
}
