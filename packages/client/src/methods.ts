import type { Groups as ApiGroups, Routes } from './api.ts';
import type { BulkHandle } from './bulk.ts';
import type { Criteria } from './criteria.ts';
import type { GraphQLAnswer, GraphQLDocument, VariablesAndOptions } from './graphql.ts';
import type { List, Page } from './list.ts';
import type { Listing, Read, Write } from './operation.ts';
import type { AnswerWith, CallOptions, ClientOptions, Partly } from './options.ts';

type Simplify<T> = { [K in keyof T]: T[K] } & {};

type ArgumentsOf<O> = O extends Read<infer A, unknown> ? A : never;
type AnswerOf<O> = O extends Read<unknown, infer R> ? R : never;
type NamesOf<A> = A extends unknown ? keyof A : never;
/** The arguments of one of several routes: with some of the one there are none of the others alone. */
type OneOf<A, All = A> = A extends unknown ? Simplify<A & { [K in Exclude<NamesOf<All>, keyof A>]?: never }> : never;

/** Arguments, which may be left out where each of them may, and options. */
type Parameters<A, O> = Record<never, never> extends A ? [sent?: A, options?: O] : [sent: A, options?: O];

/** The method of routes that answer. */
export type Call<A, R> = <O extends CallOptions = Record<never, never>>(
  ...sent: Parameters<A, O>
) => Promise<AnswerWith<R, O>>;

/** The method of a route that lists. */
export type ListCall<I, A> = <O extends CallOptions = Record<never, never>>(
  ...asked: Parameters<Simplify<Criteria<I> & A>, O>
) => List<O extends { readonly fields: string } ? Partly<I> : I>;

type CallOf<O> = [O] extends [never] ? unknown : Call<OneOf<ArgumentsOf<O>>, AnswerOf<O>>;
type ListCallOf<O> = [O] extends [never]
  ? unknown // No list is among the routes: without this, nothing would count as a list of anything.
  : [O] extends [Listing<infer I, infer A>]
    ? ListCall<I, A>
    : unknown;
type MethodOf<O> = CallOf<Exclude<O, Listing<unknown>>> & ListCallOf<Extract<O, Listing<unknown>>>;

/** Calls that are accepted, and executed later. */
type AcceptedCallOf<O> = (
  ...sent: Parameters<OneOf<ArgumentsOf<O>>, AcceptOptions>
) => Promise<BulkHandle<AnswerOf<O>>>;
type BulkCallOf<O> = (
  elements: readonly OneOf<ArgumentsOf<O>>[],
  options?: AcceptOptions,
) => Promise<BulkHandle<AnswerOf<O>>>;
type AcceptOptions = Omit<CallOptions, 'fields'>;

type Writes<O> = Extract<O, Write<unknown, unknown>>;
/** The methods of a group that can be called later. */
type WriteNames<G> = { [M in keyof G]: [Writes<G[M]>] extends [never] ? never : M }[keyof G];

/** A client of a server that has these groups of methods and these routes. */
export type ClientOf<G, R> = {
  readonly [N in keyof G]: { readonly [M in keyof G[N]]: MethodOf<G[N][M]> };
} & OwnMembers<G, R>;

// Neither asks each member of a union, nor infers: before it knows the route, the compiler works this out for all of them at once.
type RequestParameters<O> = [O] extends [Listing<infer I, infer A>]
  ? Parameters<Simplify<Criteria<I> & A>, CallOptions>
  : [O] extends [Read<unknown, unknown>]
    ? Parameters<O['arguments'], CallOptions>
    : never;
type RequestAnswer<O> = [O] extends [Listing<infer I>] ? Page<I> : [O] extends [Read<unknown, infer R>] ? R : never;

/** What a client has beside the groups. */
export interface OwnMembers<G, R> {
  /** The same calls, accepted at once and executed later; each gives a handle that follows it. */
  readonly async: { readonly [N in keyof G]: { readonly [M in WriteNames<G[N]>]: AcceptedCallOf<Writes<G[N][M]>> } };
  /** The same calls, many of them accepted at once. */
  readonly bulk: { readonly [N in keyof G]: { readonly [M in WriteNames<G[N]>]: BulkCallOf<Writes<G[N][M]>> } };
  /** Calls a route by its method and path, as in `request('PUT /V1/taxRates', { taxRate })`; of a list it gives one page. */
  request<P extends keyof R>(route: P, ...sent: RequestParameters<R[P]>): Promise<RequestAnswer<R[P]>>;
  /** Sends a GraphQL document; a typed one says what its variables and its data are. */
  graphql<D = Record<string, unknown>, V = Record<string, unknown>>(
    document: string | GraphQLDocument<D, V>,
    ...sent: VariablesAndOptions<V>
  ): Promise<GraphQLAnswer<D>>;
  /** The handle of a call that was accepted before. */
  follow(bulkUuid: string): BulkHandle<unknown>;
  /** The same client with other options: another store view, another caller. */
  with(changes: Partial<ClientOptions>): ClientOf<G, R>;
}

/** What is sent by a method, as in `Sent<'products', 'save'>['product']`. */
export type Sent<G extends keyof ApiGroups, M extends keyof ApiGroups[G]> =
  ApiGroups[G][M] extends Listing<infer I, infer A> ? Criteria<I> & A : OneOf<ArgumentsOf<ApiGroups[G][M]>>;
/** What is answered to a method, as in `Answered<'products', 'get'>`; of a list an item. */
export type Answered<G extends keyof ApiGroups, M extends keyof ApiGroups[G]> =
  ApiGroups[G][M] extends Listing<infer I> ? I : AnswerOf<ApiGroups[G][M]>;

/** The client of Souk. */
export type Client = ClientOf<ApiGroups, Routes>;
