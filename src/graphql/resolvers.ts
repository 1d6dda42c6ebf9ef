import DataLoader from 'dataloader';
import type { GraphQLFieldResolver } from 'graphql';
import { isGuarded, observersOf, type CallGate } from '../execution/admit.ts';
import type { Settle } from '../execution/current.ts';
import { withDeadline } from '../execution/deadline.ts';
import type { Call } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import { storefrontErrors } from '../kernel/graphql-errors.ts';
import type { GraphQLField } from '../kernel/graphql.ts';
import type { CallObserver, Guarded, RequestFacts } from '../kernel/guards.ts';
import { interceptionOf } from '../kernel/interception.ts';
import type { Platform } from '../kernel/platform.ts';
import { anonymous } from '../kernel/route.ts';
import type { AnswerHead } from '../limits/headers.ts';
import type { ResolverOf } from './schema.ts';
import { selectionOf, type FieldInfo } from './selection.ts';

/** What the resolvers of one request share. */
export interface RequestContext {
  /** Of a mutation: another one after each, so that what was loaded before it is loaded anew. */
  call: Call;
  readonly facts: RequestFacts;
  readonly answer: AnswerHead;
  /** When the request began to be answered, in milliseconds of `performance.now()`. */
  readonly began: number;
  /** Whether a mutation of the request has succeeded. */
  hasChanged?: boolean;
  /** Awaited before a mutation has any effect, since cached values may have been outdated when it was read. */
  settle: Settle;
}

/** What stands at the door of fields that check credentials. */
interface ResolverHost {
  readonly platform: Platform;
  readonly gate: CallGate;
}

type Resolve = (source: unknown, args: unknown, context: RequestContext, info: FieldInfo) => unknown;

/** Makes the resolvers of a schema. */
export function createResolvers(host: ResolverHost): ResolverOf {
  return (type, name, field) => {
    const resolve = guarded(field, valueOf(field));
    const isMutation = type.name === 'Mutation';
    const run = isMutation ? asMutation(host, name, field, resolve!) : resolve;
    const doors = guardedAs(host, field);
    return (doors ? observed(host, doors, run!) : run) as GraphQLFieldResolver<unknown, unknown> | undefined;
  };
}

/** The value of a field; undefined: the property of its name. */
function valueOf({ resolve, resolveAll }: GraphQLField): Resolve | undefined {
  if (resolve)
    return (source, args, { call }, info) => resolve(source as never, args as never, call, selectionOf(info));
  if (!resolveAll) return undefined;
  const loaders = new WeakMap<Call, Map<unknown, Map<string, DataLoader<unknown, unknown>>>>();
  return (source, args, { call }, info) => {
    // Of one place in the document: another place may ask for other fields or with other arguments.
    const places = within(loaders, call, () => new Map());
    const place = within(places, info.fieldNodes[0], () => new Map<string, DataLoader<unknown, unknown>>());
    const load = (sources: readonly unknown[]): Promise<readonly unknown[]> =>
      resolveAll(sources as never, args as never, call, selectionOf(info));
    return within(place, JSON.stringify(args), () => new DataLoader<unknown, unknown>(load as never)).load(source);
  };
}

function within<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Asks before anything is read whether the caller may have the field. */
function guarded({ options }: GraphQLField, resolve: Resolve | undefined): Resolve | undefined {
  if (!options.customersOnly) return resolve;
  return (source, args, context, info) => {
    if (context.call.caller.type !== 'customer') throw storefrontErrors.customersOnly();
    return resolve!(source, args, context, info);
  };
}

/** What a field is guarded as: the route that does the same, or the form that it is itself. */
function guardedAs({ platform }: ResolverHost, { options: { like, recaptcha } }: GraphQLField): Guarded | undefined {
  if (!like) return recaptcha ? { access: anonymous, recaptcha } : undefined;
  const { method, path } = like;
  const served = platform.registry.routes.find(({ route }) => route.method === method && route.path === path);
  if (!served) throw new Error(`A GraphQL field is like ${method} ${path}, which is not served`);
  return served.route;
}

/** Asks of a field what its guards ask: captcha, limits of attempts. */
function observed({ gate }: ResolverHost, guarded: Guarded, resolve: Resolve): Resolve {
  return async (source, args, context, info) => {
    const { call, facts, answer } = context;
    if (isGuarded(guarded)) await context.settle();
    const observers = await observersOf(gate, guarded, call, facts, answer);
    const input = args as Readonly<Record<string, unknown>>;
    for (const one of observers) await one.decoded([input]);
    try {
      const value = await resolve(source, args, context, info);
      await tell(observers, input, undefined);
      return value;
    } catch (error) {
      await tell(observers, input, error);
      throw error;
    }
  };
}

/** Runs a mutation: deadline, interception, transaction. None is begun once the request has had its time. */
function asMutation({ platform }: ResolverHost, name: string, { options }: GraphQLField, resolve: Resolve): Resolve {
  return async (source, args, context, info) => {
    const run = (given: unknown, call: Call): Promise<unknown> =>
      Promise.resolve(resolve(source, given, { ...context, call }, info));
    // The cached versions were compared while the transaction began.
    const settled = async (given: unknown, inside: Call): Promise<unknown> => {
      await context.settle();
      return await run(given, inside);
    };
    const work = (given: unknown, call: Call): Promise<unknown> =>
      options.opensTransactions ? run(given, call) : call.transaction((inside) => settled(given, inside));
    const interception = interceptionOf(context.call, (one) => one.ofMutation(platform, name, context.call));
    if (interception || options.opensTransactions) await context.settle();
    const intercepted = async (call: Call): Promise<unknown> => {
      if (!interception) return work(args, call);
      const given = await interception.before(args as Readonly<Record<string, unknown>>);
      const value = await work(given, call);
      await interception.after(given, undefined);
      return value;
    };
    const { callTimeout } = platform.settings;
    const isOver = callTimeout > 0 && performance.now() - context.began > callTimeout * 1000;
    if (isOver) throw platformErrors.deadline({ seconds: callTimeout });
    try {
      const value = await withDeadline(context.call, { seconds: callTimeout }, intercepted);
      context.hasChanged = true;
      return value;
    } finally {
      context.call = context.call.with({});
    }
  };
}

async function tell(
  observers: readonly CallObserver[],
  input: Readonly<Record<string, unknown>>,
  failure: unknown,
): Promise<void> {
  for (const one of observers) await one.ended(input, failure);
}
