import { entitiesOf } from '../audit/entities.ts';
import { compileArguments, type RawArguments } from '../../kernel/arguments.ts';
import type { Call } from '../../kernel/call.ts';
import type { DecodeContext } from '../../kernel/decode.ts';
import { compileEncoder, type Encoder } from '../../kernel/encode.ts';
import type { WantedFields } from '../../kernel/fields-filter.ts';
import type { CallArguments, Interception, Interceptor } from '../../kernel/interception.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RegisteredRoute, Registry } from '../../kernel/registry.ts';
import { takesBody } from '../../kernel/route.ts';
import { bare } from '../../kernel/types.ts';
import { compileForced } from './forced.ts';

/** Decoded arguments, by name. */
export type DecodedInput = Record<string, unknown>;

/** The steps of a call that depend on its operation: a route, a mutation, or a query. */
export interface CallPlan {
  readonly writes: boolean;
  /** Whether the handler opens its transactions itself, because slow work precedes them. */
  readonly opensTransactions: boolean;
  /** Whether nothing has an effect before the first of these transactions has ended. */
  readonly startsInTransaction: boolean;
  /** Asks an interceptor whether it intercepts a call of the operation. */
  interceptedBy(interceptor: Interceptor, platform: Platform, call: Call): Interception | undefined;
  /** Decodes arguments that an interceptor has changed. Throws as `decode` does for a client's arguments. */
  decodeChanged(input: CallArguments, platform: Platform): Promise<DecodedInput> | DecodedInput;
  /** Calls the handler. */
  handle(input: DecodedInput, call: Call, requestedFields?: WantedFields): unknown;
  readonly audit: AuditedOperation;
}

/** An operation as the audit log records it. */
interface AuditedOperation {
  /** `PUT /V1/products/:sku`, `mutation placeOrder`. */
  readonly operation: string;
  /** Whether it changes nothing despite its method. */
  readonly reads?: true | undefined;
  /** The entities that a call has changed, in one line; see `audit/entities.ts`. */
  entitiesOf(input: DecodedInput, value: unknown): string;
}

/** The plan of a route, made from its declaration at its first call. */
export interface RoutePlan extends CallPlan {
  readonly registered: RegisteredRoute;
  /** Whether its arguments may contain a list of objects, so that input limits apply. */
  readonly limited: boolean;
  /** Whether it has arguments in the request body. */
  readonly hasBody: boolean;
  /** Adds the arguments that the server forces; undefined if there are none. */
  readonly force: ReturnType<typeof compileForced>;
  decode(raw: RawArguments, context: DecodeContext): Promise<DecodedInput>;
  readonly encode: Encoder;
  /** The response as PDF; undefined when the route has none. */
  readonly print: ((input: DecodedInput, call: Call) => Promise<Buffer>) | undefined;
  /** The version of the response; undefined when the route has none. */
  readonly version: ((input: DecodedInput, call: Call) => Promise<string | undefined>) | undefined;
}

const plans = new WeakMap<RegisteredRoute, RoutePlan>();

/** The plan of a route of `registry`, shared by all entry points. */
export function planOf(registry: Registry, registered: RegisteredRoute): RoutePlan {
  let plan = plans.get(registered);
  if (!plan) plans.set(registered, (plan = makePlan(registry, registered)));
  return plan;
}

function makePlan(registry: Registry, registered: RegisteredRoute): RoutePlan {
  const { route } = registered;
  const shapes = Object.values(route.input).map((type) => bare(type).kind);
  const version = route.version as RoutePlan['version'];
  const handle: RoutePlan['handle'] = route.handle;
  const decode = lazily(() => compileArguments(registered, registry));
  const encode = lazily(() => compileEncoder(route.output, registry));
  return {
    registered,
    limited: shapes.some((kind) => kind === 'object' || kind === 'array'),
    writes: route.method !== 'GET',
    opensTransactions: route.transaction === false,
    startsInTransaction: route.startsInTransaction === true,
    hasBody: takesBody(route),
    force: compileForced(route, registry.forced),
    interceptedBy: (interceptor, platform, call) => interceptor.ofRoute(platform, registered, call),
    decodeChanged: (input, { decoding }) => decode()({ path: {}, rest: input }, decoding),
    audit: {
      operation: `${route.method} ${route.path}`,
      reads: route.reads,
      entitiesOf: (input, value) => entitiesOf(registered, input, value),
    },
    decode: (raw, context) => decode()(raw, context),
    encode: (value, filter) => encode()(value, filter),
    handle: (input, call, requestedFields) => handle.call(route, input, call, requestedFields),
    print: route.print as RoutePlan['print'],
    version: version && ((input, call) => version.call(route, input, call)),
  };
}

function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
