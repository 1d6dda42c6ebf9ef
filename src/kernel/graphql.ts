import type { Call, Services } from './call.ts';
import type { Edition } from './registry.ts';
import type { AnyRoute } from './route.ts';

/**
 * The words in which modules declare the types of the GraphQL schema. A type of a field is written as in the schema language
 * (`[CartItemInterface]!`), and TypeScript reads it: what a resolver takes and gives follows from the text. Names stand for what
 * `GraphQLTypes` says.
 */

/**
 * What stands behind each type of the schema: of an output type the value that its resolvers get, of an input type what a client
 * sends. Each module adds its own by declaration merging; see `ValueTypesOf`, `InputTypesOf` and `EnumTypesOf` for those without resolvers.
 */
export interface GraphQLTypes {
  Boolean: boolean;
  Float: number;
  /** An output may be a number. */
  ID: string;
  Int: number;
  String: string;
  Query: undefined;
  Mutation: undefined;
}

/** Something about a caller that decides what the same query answers, such as a customer's group. */
export type AnswerFact = (call: Call) => Promise<string> | string;

declare module './call.ts' {
  interface ContributionPoints {
    answerFacts: AnswerFact;
  }
}

/**
 * A type as the schema language writes it, such as `[String!]!`. A mark behind it says that the value is secret, and why (`SecretKind`):
 * `String! @credential`.
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
/** What a resolver of a type gives. An error in a list is the error of that item alone. */
type Result<T extends string> = UnmarkedResult<Unmarked<T>>;
type UnmarkedResult<T extends string> = T extends `${infer I}!`
  ? PresentResult<I>
  : PresentResult<T> | null | undefined;

/** The arguments of a field: name → type, with ` = <default>` where there is one. */
type ArgumentTexts = Readonly<Record<string, TypeText>>;
type ArgumentValue<T extends string> = T extends `${infer I} = ${string}` ? Exclude<Value<I>, undefined> : Value<T>;
/** What a resolver takes for these arguments. */
export type ArgumentValues<A extends ArgumentTexts> = { readonly [K in keyof A]: ArgumentValue<A[K] & string> };

/** Which fields of an answer a client has asked for. */
export interface Selection {
  /** Whether the field at `path` below this one is asked for (`items.product.sku`), on whatever type. */
  has(path: string): boolean;
  /** Names of the fields that are asked for right below this one. */
  names(): readonly string[];
}

type Resolver<S, A, R> = (source: S, args: A, call: Call, selection: Selection) => R | Promise<R>;
/** Resolves the field of many objects at once; gives a value or an error for each, in the same order. */
type BatchResolver<S, A, R> = (
  sources: readonly S[],
  args: A,
  call: Call,
  selection: Selection,
) => Promise<readonly (R | Error)[]>;

/** The releases whose schema has a type, field or value; absent: every release. */
export interface ReleaseMarks {
  /** First release that has it, when newer than the base one; by edition where they differ. */
  readonly release?: string | Readonly<Record<Edition, string>>;
  /** First release that has it no more. */
  readonly before?: string;
}

/** What may be said of a field. */
interface FieldOptions extends ReleaseMarks {
  /** Why it should not be used any more, and what should. */
  readonly deprecated?: string;
  /** Only signed-in customers may ask for it. */
  readonly customersOnly?: boolean;
  /** The route that does the same: captchas and limits of attempts at credentials hold here too. */
  readonly like?: AnyRoute;
  /** The form that a field without such a route is, for reCAPTCHA. */
  readonly recaptcha?: AnyRoute['recaptcha'];
  /** A query that answers all callers of a kind the same (`AnswerFact`): its answer is kept until something changes that is shown to all. */
  readonly isShared?: boolean;
  /** A field whose value changes with what nobody is shown, such as reservations, or with more than the kind of caller: no answer with it is kept. */
  readonly isLive?: boolean;
  /** A mutation whose work opens its transactions itself. */
  readonly opensTransactions?: boolean;
}

/** A field with its resolver. */
export interface GraphQLField<S = never> {
  readonly type: TypeText;
  readonly args: ArgumentTexts;
  readonly options: FieldOptions;
  /** Absent: the property of the field's name. */
  readonly resolve?: Resolver<S, never, unknown>;
  /** Resolves for many at once, in place of `resolve`. */
  readonly resolveAll?: BatchResolver<S, never, unknown>;
}

/** Fields of a type by name: with a resolver, or just their type where the value has a property of the name. */
type FieldsOn<S> = Readonly<Record<string, TypeText | GraphQLField<S>>>;

/** What is wrong with fields that name no resolver: the value needs a property of the field's name and type. */
type PropertiesFor<S, F> = {
  readonly [K in keyof F]: F[K] extends string
    ? S extends { readonly [P in K]?: Result<F[K]> }
      ? K extends keyof S
        ? F[K]
        : never
      : never
    : F[K];
};

/** Makes the fields of a type whose values are `S`. */
interface FieldMaker<S> {
  /** A field with its resolver. */
  field<const T extends TypeText, const R extends Result<T>>(type: T, resolve: Resolver<S, object, R>): GraphQLField<S>;
  field<const T extends TypeText, const A extends ArgumentTexts, const R extends Result<T>>(
    type: T,
    args: A,
    resolve: Resolver<S, ArgumentValues<A>, R>,
    options?: FieldOptions,
  ): GraphQLField<S>;
  /**
   * A field that is resolved for all objects of an answer at once: what a list of products asks of the database is asked once, not
   * by product.
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
  return { type, args: args as ArgumentTexts, options: (options ?? {}) as FieldOptions, work };
}

/** Marks a field as one that should not be used any more; `why` says what to use. */
export function deprecated<S>(why: string, of: TypeText | GraphQLField<S>): GraphQLField<S> {
  if (typeof of === 'string') return { type: of, args: {}, options: { deprecated: why } };
  return { ...of, options: { ...of.options, deprecated: why } };
}

/** Says which releases have a field. */
export function ofRelease<S>(marks: ReleaseMarks, of: TypeText | GraphQLField<S>): GraphQLField<S> {
  if (typeof of === 'string') return { type: of, args: {}, options: marks };
  return { ...of, options: { ...of.options, ...marks } };
}

/** Says which releases have declarations. */
export function ofReleases(
  marks: ReleaseMarks,
  declarations: readonly GraphQLDeclaration[],
): readonly GraphQLDeclaration[] {
  return declarations.map((one) => Object.assign({}, one, marks));
}

/** A declaration of the schema; modules list theirs in their manifest. */
export type GraphQLDeclaration = Declaration &
  ReleaseMarks & {
    /** First release of the storefront compatibility package that has it; absent: every release. */
    readonly since?: string;
  };

type Declaration =
  | {
      readonly kind: 'object' | 'interface';
      readonly name: string;
      readonly fields: FieldsOn<never>;
      readonly implements: readonly string[];
      /** Of an interface: the type of a value. */
      readonly typeOf?: (value: never, call: Call) => string;
    }
  | { readonly kind: 'extension'; readonly name: string; readonly fields: FieldsOn<never> }
  | { readonly kind: 'values'; readonly types: Readonly<Record<string, ValueFields>> }
  | { readonly kind: 'inputs'; readonly types: Readonly<Record<string, InputFields>> }
  | { readonly kind: 'enums'; readonly types: Readonly<Record<string, readonly EnumValue[]>> }
  | {
      readonly kind: 'installation';
      readonly name: string;
      readonly dependsOn: (services: Services) => unknown;
      readonly fields: (services: Services) => InstallationFields;
    }
  | { readonly kind: 'inputExtension'; readonly name: string; readonly fields: InputFields };

/** Fields that the data of an installation decides on. A resolver may hold their names, but no metadata, which changes. */
export type InstallationFields = Readonly<Record<string, TypeText | GraphQLField<never>>>;

function made<S>(fields: (t: FieldMaker<S>) => object): FieldsOn<never> {
  return fields(maker as unknown as FieldMaker<S>) as FieldsOn<never>;
}

/** Names of the types that have something behind them. */
type TypeName = keyof GraphQLTypes & string;

/** Declares an object type: its fields take what `GraphQLTypes` says of it. The fields of its interfaces are its own too. */
export function objectType<N extends TypeName, const F extends FieldsOn<GraphQLTypes[N]>>(
  name: N,
  fields: (t: FieldMaker<GraphQLTypes[N]>) => F & PropertiesFor<GraphQLTypes[N], F>,
  interfaces: readonly TypeName[] = [],
): GraphQLDeclaration {
  return { kind: 'object', name, fields: made(fields), implements: interfaces };
}

/** Declares an interface; `typeOf` tells the type of a value. Its fields, with their resolvers, are those of each type that has it. */
export function interfaceType<N extends TypeName, const F extends FieldsOn<GraphQLTypes[N]>>(
  name: N,
  fields: (t: FieldMaker<GraphQLTypes[N]>) => F & PropertiesFor<GraphQLTypes[N], F>,
  typeOf: (value: GraphQLTypes[N], call: Call) => string,
): GraphQLDeclaration {
  return { kind: 'interface', name, fields: made(fields), implements: [], typeOf };
}

/** Adds fields to a type or interface that another declaration makes. Queries and mutations are fields of `Query` and `Mutation`. */
export function extendType<N extends TypeName, const F extends FieldsOn<GraphQLTypes[N]>>(
  name: N,
  fields: (t: FieldMaker<GraphQLTypes[N]>) => F & PropertiesFor<GraphQLTypes[N], F>,
): GraphQLDeclaration {
  return { kind: 'extension', name, fields: made(fields) };
}

/** Declares queries. */
export function queries(fields: (t: FieldMaker<undefined>) => FieldsOn<undefined>): GraphQLDeclaration {
  return { kind: 'extension', name: 'Query', fields: made(fields) };
}

/** Declares queries that answer all callers of a kind the same, who differ in no `AnswerFact`: what they answer is kept. */
export function sharedQueries(fields: (t: FieldMaker<undefined>) => FieldsOn<undefined>): GraphQLDeclaration {
  const shared = Object.entries(made(fields)).map(([name, field]) => {
    const { options, ...rest } = field as GraphQLField;
    return [name, { ...rest, options: { ...options, isShared: true } }] as const;
  });
  return { kind: 'extension', name: 'Query', fields: Object.fromEntries(shared) };
}

/** Declares mutations; each runs in a transaction of its own, one after another. */
export function mutations(fields: (t: FieldMaker<undefined>) => FieldsOn<undefined>): GraphQLDeclaration {
  return { kind: 'extension', name: 'Mutation', fields: made(fields) };
}

/**
 * Adds fields that the installation decides on, such as its attributes, to an input type, object type or interface. They are read anew
 * when `dependsOn` returns another value. Names that GraphQL does not allow, and those of declared fields, are left out.
 */
export function installationFields<N extends TypeName>(
  name: N,
  dependsOn: (services: Services) => unknown,
  fields: (services: Services, t: FieldMaker<GraphQLTypes[N]>) => InstallationFields,
): GraphQLDeclaration {
  const t = maker as unknown as FieldMaker<GraphQLTypes[N]>;
  return { kind: 'installation', name, dependsOn, fields: (services) => fields(services, t) };
}

/** Adds fields to an input type that another module declares; who reads them types what is sent by itself. */
export function extendInput(name: string, fields: InputFields): GraphQLDeclaration {
  return { kind: 'inputExtension', name, fields };
}

/** Declarations that the storefront compatibility package brought with a release of its own, such as `2.4.8`. */
export function ofPackage(since: string, declarations: readonly GraphQLDeclaration[]): readonly GraphQLDeclaration[] {
  return declarations.map((one) => Object.assign({}, one, { since }));
}

/** Fields of a type without resolvers, by name. */
type ValueFields = Readonly<Record<string, TypeText | MarkedField>>;
/** The type of a field, with what else is said of it. */
export interface MarkedField extends ReleaseMarks {
  readonly type: TypeText;
  /** Why it should not be used any more, and what should. */
  readonly deprecated?: string;
}
type TextOf<F> = Unmarked<F extends { readonly type: infer T } ? T & string : F & string>;
type ResultFields<F> = { readonly [K in keyof F]?: Result<TextOf<F[K]>> };
type RequiredNames<F> = { [K in keyof F]: TextOf<F[K]> extends `${string}!` ? K : never }[keyof F];
/** An output: what may be null may be left out. */
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
  readonly [K in OptionalNames<F>]?: ArgumentValue<TextOf<F[K]>>;
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

/** A value of an enumeration; marks say which releases have it. */
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
