import { compileArguments, type RawArguments } from '../kernel/arguments.ts';
import type { Call } from '../kernel/call.ts';
import type { DecodeContext } from '../kernel/decode.ts';
import { compileEncoder, type Encoder } from '../kernel/encode.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import type { Target } from '../kernel/served-fields.ts';
import { bare } from '../kernel/types.ts';
import type { ForcedValues } from '../kernel/route.ts';
import { compileForced } from './forced.ts';

/** What answering a route takes, made from its declaration when it is first called. */
export interface Plan {
  readonly registered: RegisteredRoute;
  /** Whether its arguments can hold a list of objects, so that input limits concern it. */
  readonly limited: boolean;
  readonly writes: boolean;
  /** Whether arguments of a call come from its body. */
  readonly hasBody: boolean;
  /** Puts in what the server forces; undefined where nothing is forced. */
  readonly force: ReturnType<typeof compileForced>;
  decode(raw: RawArguments, context: DecodeContext): Promise<Record<string, unknown>>;
  readonly encode: Encoder;
  /** Calls the handler. */
  run(input: Record<string, unknown>, call: Call): unknown;
  /** The answer in print; undefined when the route has none. */
  readonly print: ((input: Record<string, unknown>, call: Call) => Promise<Buffer>) | undefined;
  /** The version of the answer; undefined when the route has none. */
  readonly version: ((input: Record<string, unknown>, call: Call) => Promise<string | undefined>) | undefined;
}

export function planRoute(registered: RegisteredRoute, target: Target, values: Partial<ForcedValues>): Plan {
  const { route } = registered;
  const shapes = Object.values(route.input).map((type) => bare(type).kind);
  const version = route.version as Plan['version'];
  const run = route.handle as (input: Record<string, unknown>, call: Call) => unknown;
  const decode = lazily(() => compileArguments(registered, target));
  const encode = lazily(() => compileEncoder(route.output, target));
  return {
    registered,
    limited: shapes.some((kind) => kind === 'object' || kind === 'array'),
    writes: route.method !== 'GET',
    hasBody: route.method === 'POST' || route.method === 'PUT',
    force: compileForced(route, values),
    decode: (raw, context) => decode()(raw, context),
    encode: (value, filter) => encode()(value, filter),
    run: (input, call) => run.call(route, input, call),
    print: route.print as Plan['print'],
    version: version && ((input, call) => version.call(route, input, call)),
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
