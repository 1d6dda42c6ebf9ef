import type { CustomAttribute, Listing, Read, Write } from '../src/operation.ts';
import type { Entries, NamedModule, TakenNames } from './names.ts';

/** What the client is inferred from: manifests of modules, in the order of the composition. */
interface DeclaredModule extends NamedModule {
  readonly extends?: readonly DeclaredExtension[];
}
interface DeclaredExtension {
  readonly type: { readonly name: string };
  readonly fields: object;
}
interface DeclaredRoute {
  readonly method: string;
  readonly path: string;
  readonly input: object;
  readonly forced?: object;
  readonly output: unknown;
}

// Types of the algebra, by what tells them apart. To compare with its own interfaces, the compiler would look into every type
// that a type is made of, deeper than it goes.
interface Optional<T = unknown> {
  readonly kind: 'optional';
  readonly type: T;
}
interface ListOf<I> {
  readonly kind: 'array';
  readonly items: I;
}
interface NamedList {
  readonly kind: 'array';
  readonly named: true;
}
interface ObjectOf<F, N = unknown> {
  readonly kind: 'object';
  readonly name: N;
  readonly fields: F;
}

type Simplify<T> = { [K in keyof T]: T[K] } & {};
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** Fields that modules add to types of others, by the names of the types. */
type AddedFields<Ms extends readonly DeclaredModule[]> = AddedBy<ExtensionsOf<Ms[number]>>;
type ExtensionsOf<M> = M extends { readonly extends?: readonly (infer X)[] } ? X : never;
type AddedBy<X> = { [E in X as NameOfType<E>]: Intersection<NewFields<E>> };
type NameOfType<E> = E extends DeclaredExtension ? E['type']['name'] : never;
type NewFields<E> = E extends DeclaredExtension ? E['fields'] : never;

/** The fields of a type, with those that modules add. */
type FieldsOf<F, N, X> = N extends keyof X ? F & X[N] : F;

/** A reference to a type; the compiler cannot look into it, and knows the shape that its module states. */
interface Reference<S> {
  readonly kind: 'lazy';
  readonly __shape?: S;
}
type OptionalNames<F> = { [K in keyof F]: F[K] extends Optional ? K : never }[keyof F];

/** A value to send: of an object any field may be missing or undefined (unchanged) or null (back to the inherited value). */
type Sent<T, X> =
  T extends Optional<infer O>
    ? Sent<O, X> | null
    : T extends NamedList
      ? readonly string[] | Readonly<Record<string, string>>
      : T extends ListOf<infer I>
        ? readonly Sent<I, X>[]
        : T extends ObjectOf<infer F, infer N>
          ? SentFields<FieldsOf<F, N, X>, X>
          : T extends Reference<infer S>
            ? SentShape<S>
            : Value<T>;
type SentFields<F, X> = { -readonly [K in keyof F]?: Sent<F[K], X> | null | undefined };
type SentShape<S> = S extends readonly (infer I)[]
  ? readonly SentShape<I>[]
  : S extends object
    ? { -readonly [K in keyof S]?: SentShape<S[K]> | null | undefined }
    : S;

/** A value that is answered: required fields are there, null where there is no value; others may be missing. */
type Answered<T, X> =
  T extends Optional<infer O>
    ? Answered<O, X> | null
    : T extends ListOf<infer I>
      ? Answered<I, X>[]
      : T extends ObjectOf<infer F, infer N>
        ? AnsweredFields<FieldsOf<F, N, X>, X>
        : T extends Reference<infer S>
          ? AnsweredShape<S>
          : Value<T>;
type AnsweredFields<F, X> = Simplify<
  { [K in Exclude<keyof F, OptionalNames<F>>]: Answered<F[K], X> | null } & {
    [K in OptionalNames<F>]?: Answered<F[K], X>;
  }
>;
type AnsweredShape<S> = S extends readonly (infer I)[]
  ? AnsweredShape<I>[]
  : S extends object
    ? { -readonly [K in keyof S]: AnsweredShape<S[K]> | null }
    : S;

type Value<T> = T extends { readonly kind: 'string' } | { readonly asText: true }
  ? string
  : T extends { readonly kind: 'boolean' } | { readonly asFlag: true }
    ? boolean
    : T extends { readonly kind: 'integer' | 'number' }
      ? number
      : T extends { readonly kind: 'customAttributes' }
        ? CustomAttribute[]
        : T extends { readonly kind: 'void' }
          ? void
          : unknown;

type PathNames<P> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | PathNames<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;

/** Names of arguments that are search criteria. */
type CriteriaNames<I> = {
  [K in keyof I]: I[K] extends SearchCriteria | Optional<SearchCriteria> ? K : never;
}[keyof I];
type SearchCriteria = ObjectOf<object, 'framework-search-criteria-interface'>;

/** What is sent with a call: its arguments but those that the server puts in, and the rest of the path. */
type ArgumentsOf<
  R extends DeclaredRoute,
  X,
  I = Omit<R['input'], keyof NonNullable<R['forced']> | CriteriaNames<R['input']>>,
> = Simplify<
  { [K in Exclude<keyof I, OptionalNames<I>>]: Sent<I[K], X> } & {
    [K in OptionalNames<I>]?: (I[K] extends Optional<infer O> ? Sent<O, X> : never) | undefined;
  } & {
    [K in Exclude<PathNames<R['path']>, keyof R['input']>]: string | number;
  }
>;

type ItemOf<O, X> =
  O extends ObjectOf<{ readonly items: ListOf<infer I> }>
    ? Answered<I, X>
    : O extends ListOf<infer I>
      ? Answered<I, X>
      : unknown;

type OperationOf<R, X> = R extends DeclaredRoute
  ? CriteriaNames<R['input']> extends never
    ? R['method'] extends 'GET'
      ? Read<ArgumentsOf<R, X>, Answered<R['output'], X>>
      : Write<ArgumentsOf<R, X>, Answered<R['output'], X>>
    : Listing<ItemOf<R['output'], X>, ArgumentsOf<R, X>>
  : never;

/** The groups of the client that the modules of a composition have, each with its methods. */
export type GroupsOf<Ms extends readonly DeclaredModule[]> = Grouped<
  Entries<Ms[number], TakenNames<Ms>>,
  AddedFields<Ms>
>;
type Grouped<E, X> = { readonly [G in E as NameOf<G, 'group'>]: Methods<G, X> };
type Methods<E, X> = { readonly [M in E as NameOf<M, 'method'>]: OperationOf<NameOfRoute<M>, X> };
type NameOf<E, K extends string> = E extends { readonly [P in K]: infer N extends string } ? N : never;
type NameOfRoute<E> = E extends { readonly route: infer R } ? R : never;

/** Every route of the modules of a composition by its method and path. */
export type RoutesByPath<Ms extends readonly DeclaredModule[]> = ByPath<RoutesOf<Ms[number]>, AddedFields<Ms>>;
type RoutesOf<M> = M extends { readonly routes?: readonly (infer R)[] } ? R : never;
type ByPath<R, X> = {
  readonly [D in R as D extends DeclaredRoute ? `${D['method']} ${D['path']}` : never]: OperationOf<D, X>;
};
