import type DataLoader from 'dataloader';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { admitField, type CallGate } from '../../platform/execution/admit.ts';
import type { Settle } from '../../platform/execution/current.ts';
import { perform } from '../../platform/execution/life.ts';
import type { DecodedInput } from '../../platform/execution/plan.ts';
import type { Call } from '../../kernel/call.ts';
import { storefrontErrors } from '../../kernel/graphql-errors.ts';
import type { GraphQLField } from '../../kernel/graphql.ts';
import type { Guarded, RequestFacts } from '../../kernel/guards.ts';
import { newDataLoader } from '../../kernel/loader.ts';
import type { Platform } from '../../kernel/platform.ts';
import { anonymous } from '../../kernel/route.ts';
import type { ResponseHeaders } from '../../platform/limits/headers.ts';
import { requestLimits } from './configuration.ts';
import { mutationPlan, queryPlan } from './field-plans.ts';
import { checkInputs } from './limits.ts';
import type { CollectedType } from './collect.ts';
import type { ResolverOf } from './schema.ts';
import { selectionOf, type FieldInfo } from './selection.ts';

/** State shared by the resolvers of one request. */
export interface RequestContext {
  /** Each mutation replaces it, so that later fields load their data again. */
  call: Call;
  readonly facts: RequestFacts;
  readonly response: ResponseHeaders;
  /** Start of the request, in milliseconds of `performance.now()`. */
  readonly began: number;
  /** Id of the request in logs. */
  readonly reference: string;
  /** Whether a mutation of the request has succeeded. */
  hasChanged?: boolean;
  /** Awaited before a mutation has any effect: cached values may have been outdated when the request was read. */
  readonly settle: Settle;
}

/** Dependencies of resolvers that check credentials. */
interface ResolverHost {
  readonly platform: Platform;
  readonly gate: CallGate;
}

type Resolve = (source: unknown, args: DecodedInput, context: RequestContext, info: CalledFieldInfo) => unknown;

type CalledFieldInfo = FieldInfo & Pick<GraphQLResolveInfo, 'schema'>;

/** A field that runs as a call of its own. */
interface CalledField {
  readonly name: string;
  readonly options: GraphQLField['options'];
  readonly guarded: Guarded | undefined;
  readonly isMutation: boolean;
}

/** Makes the resolvers of a schema. */
export function createResolvers(host: ResolverHost): ResolverOf {
  return (type, name, field) => {
    const own = valueOf(field);
    const isMutation = type.name === 'Mutation';
    const guarded = guardedAs(host, field);
    const called = { name, options: field.options, guarded, isMutation };
    if (!own) {
      const needsResolver = isMutation || guarded || type.guard || field.options.customersOnly;
      if (needsResolver) throw new Error(`${type.name}.${name} has no resolver`);
      return undefined;
    }
    const resolve = forCustomers(field, behindGuard(type, field, own));
    const run = isMutation || guarded ? asCall(host, called, resolve) : resolve;
    return run as GraphQLFieldResolver<unknown, unknown> | undefined;
  };
}

/** The resolver of a field; undefined: it reads the property of its name. */
function valueOf({ resolve, resolveAll }: GraphQLField): Resolve | undefined {
  if (resolve)
    return (source, args, { call }, info) => resolve(source as never, args as never, call, selectionOf(info));
  if (!resolveAll) return undefined;
  const memoKey = {};
  return (source, args, { call }, info) => {
    // One loader per place in the document: other places may select other fields or have other arguments.
    const places = call.memo(memoKey, () => new Map<unknown, Map<string, DataLoader<unknown, unknown>>>());
    const place = within(places, info.fieldNodes[0], () => new Map<string, DataLoader<unknown, unknown>>());
    const load = (sources: readonly unknown[]): Promise<readonly unknown[]> =>
      resolveAll(sources as never, args as never, call, selectionOf(info));
    return within(place, JSON.stringify(args), () => newDataLoader(call, load as never)).load(source);
  };
}

function within<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Runs the guard of the type before the field. */
function behindGuard(
  { guard }: CollectedType,
  { options: { isOpen = false } }: GraphQLField,
  resolve: Resolve,
): Resolve {
  if (!guard) return resolve;
  return (source, args, context, info) => {
    guard(source, isOpen);
    return resolve(source, args, context, info);
  };
}

/** Checks the caller's permission for the field before anything is read. */
function forCustomers({ options }: GraphQLField, resolve: Resolve): Resolve {
  if (!options.customersOnly) return resolve;
  return (source, args, context, info) => {
    if (context.call.caller.type !== 'customer') throw storefrontErrors.customersOnly();
    return resolve(source, args, context, info);
  };
}

/** The guard of a field: the route with the same effect, or its own form. */
function guardedAs({ platform }: ResolverHost, { options }: GraphQLField): Guarded | undefined {
  const { like, recaptcha, captcha, attempts } = options;
  if (!like) {
    if (!recaptcha && !captcha && !attempts) return undefined;
    return {
      access: anonymous,
      ...(recaptcha && { recaptcha }),
      ...(captcha && { captcha }),
      ...(attempts && { attempts }),
    };
  }
  const { method, path } = like;
  const served = platform.registry.routes.find(({ route }) => route.method === method && route.path === path);
  if (!served) throw new Error(`A GraphQL field is like ${method} ${path}, which is not served`);
  return served.route;
}

/** Runs a field as a call (execution/life.ts): a mutation, or a query field that is guarded like a route. */
function asCall(
  { platform, gate }: ResolverHost,
  { name, options, guarded, isMutation }: CalledField,
  resolve: Resolve,
): Resolve {
  return async (source, args, context, info) => {
    const { facts, response, began, reference, settle } = context;
    if (isMutation) checkInputs(args, context.call.config.of(requestLimits.inputs));
    const handle = (input: DecodedInput, call: Call): unknown => resolve(source, input, { ...context, call }, info);
    const plan = isMutation ? mutationPlan({ schema: info.schema, name, options }, handle) : queryPlan(handle);
    const field = { plan, guarded, call: context.call, facts, response, began, reference, settle };
    const run = async (): Promise<unknown> => perform(await admitField(platform, gate, field), args, (value) => value);
    if (!isMutation) return await run();
    try {
      const value = await run();
      context.hasChanged = true;
      return value;
    } finally {
      context.call = context.call.with({});
    }
  };
}
