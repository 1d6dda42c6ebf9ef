import type { ContentTag } from './content-tags.ts';
import type { Call, Services } from './call.ts';
import type { FieldOptions, ReleaseMarks } from './graphql-options.ts';
import type { GraphQLTypes } from './graphql-types.ts';

export type { GraphQLTypes } from './graphql-types.ts';

/**
 * The declarations of GraphQL types by modules. Types are written in the notation of the schema language
 * (`[CartItemInterface]!`), and TypeScript derives from the text the arguments and results of resolvers. `GraphQLTypes` gives
 * the static type of each name.
 */

/**
 * A type in the notation of the schema language, such as `[String!]!`. A mark at the end makes the value secret, and says why
 * (`SecretKind`): `String! @credential`.
 */
export type TypeText = string;

type Unmarked<T extends string> = T extends `${infer I} @${string}` ? I : T;

type Named<N extends string> = N extends keyof GraphQLTypes ? GraphQLTypes[N] : never;
type Present<T extends string> = T extends `[${infer I}]` ? readonly Value<I>[] : Named<T>;
type Value<T extends string> = UnmarkedValue<Unmarked<T>>;
type UnmarkedValue<T extends string> = T extends `${infer I}!` ? Present<I> : Present<T> | null | undefined;

type PresentResult<T extends string> = T extends `[${infer I}]`
  ? readonly (Result<I> | Error)[]
  : T extends 'ID' | 'String'
    ? string | number
    : Named<T>;
/** The result of a resolver of a type. An error in a list concerns that item alone. */
type Result<T extends string> = UnmarkedResult<Unmarked<T>>;
type UnmarkedResult<T extends string> = T extends `${infer I}!`
  ? PresentResult<I>
  : PresentResult<T> | null | undefined;

/** The arguments of a field: name → type, optionally with ` = <default>`. */
type ArgumentTexts = Readonly<Record<string, TypeText>>;
type ArgumentValue<T extends string> = T extends `${infer I} = ${string}` ? Exclude<Value<I>, undefined> : Value<T>;
/** The decoded values of these arguments. */
export type ArgumentValues<A extends ArgumentTexts> = { readonly [K in keyof A]: ArgumentValue<A[K] & string> };

/** The fields of a response that a client selects. */
export interface Selection {
  /** Whether the field at `path` below this one is selected (`items.product.sku`), on any type. */
  has(path: string): boolean;
  /** Names of the selected fields directly below this one. */
  names(): readonly string[];
}

type Resolver<S, A, R> = (source: S, args: A, call: Call, selection: Selection) => R | Promise<R>;
/** Resolves a field of many objects at once; returns a value or an error for each, in the same order. */
type BatchResolver<S, A, R> = (
  sources: readonly S[],
  args: A,
  call: Call,
  selection: Selection,
) => Promise<readonly (R | Error)[]>;

/** A field with its resolver. */
export interface GraphQLField<S = never> {
  readonly type: TypeText;
  readonly args: ArgumentTexts;
  readonly options: FieldOptions;
  /** Absent: the field reads the property of its name. */
  readonly resolve?: Resolver<S, never, unknown>;
  /** Resolves many objects at once, in place of `resolve`. */
  readonly resolveAll?: BatchResolver<S, never, unknown>;
}

/** Fields of a type by name: with a resolver, or only the type when the value has a property of that name. */
type FieldsOn<S> = Readonly<Record<string, TypeText | GraphQLField<S>>>;

/** The requirement for fields without a resolver: the value needs a property of the field's name and type. */
type PropertiesFor<S, F> = {
  readonly [K in keyof F]: F[K] extends string
    ? S extends { readonly [P in K]?: Result<F[K]> }
      ? K extends keyof S
        ? F[K]
        : never
      : never
    : F[K];
};

/** Makes fields of a type with source values `S`. */
export interface FieldMaker<S> {
  /** A field with its resolver. */
  field<const T extends TypeText, const R extends Result<T>>(type: T, resolve: Resolver<S, object, R>): GraphQLField<S>;
  field<const T extends TypeText, const A extends ArgumentTexts, const R extends Result<T>>(
    type: T,
    args: A,
    resolve: Resolver<S, ArgumentValues<A>, R>,
    options?: FieldOptions,
  ): GraphQLField<S>;
  /**
   * A field that is resolved for all objects of a response at once, so that a list of products needs one query, not one per
   * product.
   */
  batch<const T extends TypeText, const R extends Result<T>>(
    type: T,
    resolveAll: BatchResolver<S, object, R>,
  ): GraphQLField<S>;
  batch<const T extends TypeText, const A extends ArgumentTexts, const R extends Result<T>>(
    type: T,
    args: A,
    resolveAll: BatchResolver<S, ArgumentValues<A>, R>,
    options?: FieldOptions,
  ): GraphQLField<S>;
}

const maker: FieldMaker<never> = {
  field: (type: TypeText, ...rest: unknown[]): GraphQLField => {
    const { work, ...declared } = readField(type, rest);
    return { ...declared, resolve: work as Resolver<never, never, unknown> };
  },
  batch: (type: TypeText, ...rest: unknown[]): GraphQLField => {
    const { work, ...declared } = readField(type, rest);
    return { ...declared, resolveAll: work as BatchResolver<never, never, unknown> };
  },
};

function readField(
  type: TypeText,
  rest: readonly unknown[],
): Omit<GraphQLField, 'resolve' | 'resolveAll'> & { work: unknown } {
  const [args, work, options] = typeof rest[0] === 'function' ? [{}, ...rest] : rest;
  return { type, args: args as ArgumentTexts, options: options ?? {}, work };
}

/** Marks a field as deprecated; `why` names the replacement. */
export function deprecated<S>(why: string, of: TypeText | GraphQLField<S>): GraphQLField<S> {
  if (typeof of === 'string') return { type: of, args: {}, options: { deprecated: why } };
  return { ...of, options: { ...of.options, deprecated: why } };
}

/** States the content that a field adds to a query which states its own (`FieldOptions.shows`). */
export function showing<S>(shows: readonly ContentTag[], of: GraphQLField<S>): GraphQLField<S> {
  return { ...of, options: { ...of.options, shows } };
}

/** Limits a field to some releases. */
export function ofRelease<S>(marks: ReleaseMarks, of: TypeText | GraphQLField<S>): GraphQLField<S> {
  if (typeof of === 'string') return { type: of, args: {}, options: marks };
  return { ...of, options: { ...of.options, ...marks } };
}

/** Limits declarations to some releases. */
export function ofReleases(
  marks: ReleaseMarks,
  declarations: readonly GraphQLDeclaration[],
): readonly GraphQLDeclaration[] {
  return declarations.map((one) => Object.assign({}, one, marks));
}

/** A declaration of the schema; modules list theirs in their manifest. */
export type GraphQLDeclaration = Declaration &
  ReleaseMarks & {
    /** First release of the storefront compatibility package with it; absent: all releases. */
    readonly since?: string;
  };

type Declaration =
  | {
      readonly kind: 'object' | 'interface';
      readonly name: string;
      readonly fields: FieldsOn<never>;
      readonly implements: readonly string[];
      /** For interfaces: the type of a value. */
      readonly typeOf?: (value: never, call: Call) => string;
      /** See `objectType`. */
      guard?(source: unknown, isOpen: boolean): void;
    }
  | { readonly kind: 'extension'; readonly name: string; readonly fields: FieldsOn<never> }
  | { readonly kind: 'values'; readonly types: Readonly<Record<string, ValueFields>> }
  | { readonly kind: 'inputs'; readonly types: Readonly<Record<string, InputFields>> }
  | { readonly kind: 'enums'; readonly types: Readonly<Record<string, readonly EnumValue[]>> }
  | { readonly kind: 'scalars'; readonly types: Readonly<Record<string, ScalarRules>> }
  | {
      readonly kind: 'union';
      readonly name: string;
      readonly members: readonly string[];
      readonly typeOf: (value: never, call: Call) => string;
    }
  | {
      readonly kind: 'installation';
      readonly name: string;
      readonly dependsOn: (services: Services) => unknown;
      readonly fields: (services: Services) => InstallationFields;
    }
  | { readonly kind: 'inputExtension'; readonly name: string; readonly fields: InputFields }
  | { readonly kind: 'enumExtension'; readonly name: string; readonly values: readonly EnumValue[] };

/** Fields that depend on the data of an installation. A resolver may hold their names, but no metadata, which changes. */
export type InstallationFields = Readonly<Record<string, TypeText | GraphQLField<never>>>;

function fieldsFrom<S>(fields: (t: FieldMaker<S>) => object): FieldsOn<never> {
  return fields(maker as unknown as FieldMaker<S>) as FieldsOn<never>;
}

/** Names of the types in `GraphQLTypes`. */
type TypeName = keyof GraphQLTypes & string;

/**
 * Declares an object type; `GraphQLTypes` gives the source of its fields. It also has the fields of its interfaces. `guard` runs
 * before each field of the type, also before those that other modules add, and throws to withhold it; `isOpen` is the option of
 * the field.
 */
export function objectType<N extends TypeName, const F extends FieldsOn<GraphQLTypes[N]>>(
  name: N,
  fields: (t: FieldMaker<GraphQLTypes[N]>) => F & PropertiesFor<GraphQLTypes[N], F>,
  interfaces: readonly TypeName[] = [],
  guard?: (source: GraphQLTypes[N], isOpen: boolean) => void,
): GraphQLDeclaration {
  return { kind: 'object', name, fields: fieldsFrom(fields), implements: interfaces, ...(guard && { guard }) };
}

/**
 * Declares an interface; `typeOf` returns the type of a value. Every type of the interface has its fields and their resolvers.
 */
export function interfaceType<N extends TypeName, const F extends FieldsOn<GraphQLTypes[N]>>(
  name: N,
  fields: (t: FieldMaker<GraphQLTypes[N]>) => F & PropertiesFor<GraphQLTypes[N], F>,
  typeOf: (value: GraphQLTypes[N], call: Call) => string,
): GraphQLDeclaration {
  return { kind: 'interface', name, fields: fieldsFrom(fields), implements: [], typeOf };
}

/** Declares a union of object types; `typeOf` returns the type of a value. */
export function unionType<N extends TypeName>(
  name: N,
  members: readonly TypeName[],
  typeOf: (value: GraphQLTypes[N], call: Call) => string,
): GraphQLDeclaration {
  return { kind: 'union', name, members, typeOf };
}

/** Adds fields to a declared type or interface. Queries and mutations are fields of `Query` and `Mutation`. */
export function extendType<N extends TypeName, const F extends FieldsOn<GraphQLTypes[N]>>(
  name: N,
  fields: (t: FieldMaker<GraphQLTypes[N]>) => F & PropertiesFor<GraphQLTypes[N], F>,
): GraphQLDeclaration {
  return { kind: 'extension', name, fields: fieldsFrom(fields) };
}

/** Declares queries. */
export function queries(fields: (t: FieldMaker<undefined>) => FieldsOn<undefined>): GraphQLDeclaration {
  return { kind: 'extension', name: 'Query', fields: fieldsFrom(fields) };
}

/**
 * Declares queries with equal responses for callers with the same `ResponseFact`s: their responses are cached. `shows`: the content
 * that they show besides that of their fields, by tags such as `cat_p`; absent: all content.
 */
export function sharedQueries(
  fields: (t: FieldMaker<undefined>) => FieldsOn<undefined>,
  shows?: readonly ContentTag[],
): GraphQLDeclaration {
  const shared = Object.entries(fieldsFrom(fields)).map(([name, field]) => {
    const { options, ...rest } = field as GraphQLField;
    return [name, { ...rest, options: { ...options, isShared: true, ...(shows && { shows }) } }] as const;
  });
  return { kind: 'extension', name: 'Query', fields: Object.fromEntries(shared) };
}

/** Declares mutations; they run one after another, each in a transaction of its own. */
export function mutations(fields: (t: FieldMaker<undefined>) => FieldsOn<undefined>): GraphQLDeclaration {
  return { kind: 'extension', name: 'Mutation', fields: fieldsFrom(fields) };
}

/**
 * Adds fields that depend on the installation, such as its attributes, to an input type, object type or interface. They are
 * read again when `dependsOn` returns another value. Names that are invalid in GraphQL, and those of declared fields, are left
 * out.
 */
export function installationFields<N extends TypeName>(
  name: N,
  dependsOn: (services: Services) => unknown,
  fields: (services: Services, t: FieldMaker<GraphQLTypes[N]>) => InstallationFields,
): GraphQLDeclaration {
  const t = maker as unknown as FieldMaker<GraphQLTypes[N]>;
  return { kind: 'installation', name, dependsOn, fields: (services) => fields(services, t) };
}

/** Adds fields to an input type of another module. The code that reads them types them itself. */
export function extendInput(name: string, fields: InputFields): GraphQLDeclaration {
  return { kind: 'inputExtension', name, fields };
}

/** Adds values to an enumeration of another module. The code that reads them types them itself. */
export function extendEnum(name: string, values: readonly EnumValue[]): GraphQLDeclaration {
  return { kind: 'enumExtension', name, values };
}

/** Declarations that came with a release of the storefront compatibility package, such as `2.4.8`. */
export function ofPackage(since: string, declarations: readonly GraphQLDeclaration[]): readonly GraphQLDeclaration[] {
  return declarations.map((one) => Object.assign({}, one, { since }));
}

/** Fields of a type without resolvers, by name. */
type ValueFields = Readonly<Record<string, TypeText | MarkedField>>;
/** The type of a field, with its marks. */
export interface MarkedField extends ReleaseMarks {
  readonly type: TypeText;
  /** Deprecation reason, with the replacement. */
  readonly deprecated?: string;
}
type TextOf<F> = Unmarked<F extends { readonly type: infer T } ? T & string : F & string>;
type ResultFields<F> = { readonly [K in keyof F]?: Result<TextOf<F[K]>> };
type RequiredNames<F> = { [K in keyof F]: TextOf<F[K]> extends `${string}!` ? K : never }[keyof F];
/** The static type of an output: nullable fields may be absent. */
type OutputOf<F> = ResultFields<Omit<F, RequiredNames<F>>> & {
  readonly [K in RequiredNames<F>]: Result<TextOf<F[K]>>;
};

/** Declares object types whose values have every field as a property. */
export function valueTypes<const T extends Readonly<Record<string, ValueFields>>>(
  types: T,
): { readonly kind: 'values'; readonly types: T } {
  return { kind: 'values', types };
}

/** The static types of `valueTypes`, for `GraphQLTypes`. */
export type ValueTypesOf<D extends { readonly types: object }> = {
  readonly [N in keyof D['types']]: OutputOf<D['types'][N]>;
};

type InputFields = Readonly<Record<string, TypeText | MarkedField>>;
type OptionalNames<F> = Exclude<keyof F, RequiredNames<F>>;
type InputOf<F> = { readonly [K in RequiredNames<F>]: ArgumentValue<TextOf<F[K]>> } & {
  readonly [K in OptionalNames<F>]?: Exclude<ArgumentValue<TextOf<F[K]>>, undefined>;
};

/** Declares input types. */
export function inputTypes<const T extends Readonly<Record<string, InputFields>>>(
  types: T,
): { readonly kind: 'inputs'; readonly types: T } {
  return { kind: 'inputs', types };
}

/** The static types of `inputTypes`, for `GraphQLTypes`. */
export type InputTypesOf<D extends { readonly types: object }> = {
  readonly [N in keyof D['types']]: InputOf<D['types'][N]>;
};

/** A value of an enumeration; marks name its releases. */
export type EnumValue = string | (ReleaseMarks & { readonly value: string });
type EnumText<V> = V extends { readonly value: infer T } ? T : V;

/** Declares enumerations by their values. */
export function enumTypes<const T extends Readonly<Record<string, readonly EnumValue[]>>>(
  types: T,
): { readonly kind: 'enums'; readonly types: T } {
  return { kind: 'enums', types };
}

/** The static types of `enumTypes`, for `GraphQLTypes`. */
export type EnumTypesOf<D extends { readonly types: Readonly<Record<string, readonly EnumValue[]>> }> = {
  readonly [N in keyof D['types']]: EnumText<D['types'][N][number]>;
};

/** How the values of a scalar type are read. */
export interface ScalarRules {
  /** Checks a value of the input. Throws for an invalid one; absent: any value is valid. */
  readonly check?: (value: unknown) => void;
}

/** Declares scalar types. Values are sent as they are. */
export function scalarTypes(types: Readonly<Record<string, ScalarRules>>): GraphQLDeclaration {
  return { kind: 'scalars', types };
}
