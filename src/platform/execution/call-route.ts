import type { Call, Scope } from '../../kernel/call.ts';
import type { CallRoute } from '../../kernel/demo.ts';
import { collectStreams, hasStream } from '../../kernel/encode.ts';
import type { FieldsFilter } from '../../kernel/fields-filter.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { conceal, hiddenFromReceivers } from '../../kernel/secrets.ts';
import { admitTrusted } from './admit.ts';
import { decode } from './decode.ts';
import { perform, performWithin, type AdmittedRoute, type EncodeResult } from './life.ts';
import { planOf } from './plan.ts';

/**
 * A caller within the process with all permissions, to fill an installation. Of several routes for an operation it takes the
 * first that needs no arguments besides `input`. `scope`: of its calls; the global one by default.
 */
export function routeCaller(platform: Platform, scope?: Scope): CallRoute {
  return async <R>(service: string, operation: string, input: TrustedRead['input'] = {}) => {
    const admitted = admitOperation(platform, service, operation, input, scope);
    return typed<R>(await performTrusted(admitted, input, (value) => value));
  };
}

/** As `routeCaller`, within the open transaction of a call, and in its scope. */
export function routeCallerWithin(platform: Platform, call: Call): CallRoute {
  return async <R>(service: string, operation: string, input: TrustedRead['input'] = {}) => {
    const admitted = admitOperation(platform, service, operation, input, call.scope);
    const decoded = await decode(admitted, { path: {}, rest: input }, 'trusted');
    const { result } = await performWithin({ ...admitted, call }, decoded, (value) => value);
    return typed<R>(result);
  };
}

/** Decodes the arguments of an operation, as a request's. Throws the interface's errors. */
export async function decodeInput<R>(
  platform: Platform,
  service: string,
  operation: string,
  input: TrustedRead['input'],
): Promise<R> {
  const admitted = admitOperation(platform, service, operation, input);
  return typed<R>(await decode(admitted, { path: {}, rest: input }, 'trusted'));
}

/** A value that the types of the caller describe. */
function typed<R>(value: unknown): R {
  return value as R;
}

/** A reading operation of a service, with its input. */
interface TrustedRead {
  readonly service: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Reads the response of a route for hooks and receivers of events, as the platform itself: encoded as for clients, with the
 * requested fields, and with masked secrets.
 */
export async function readRoute(
  platform: Platform,
  read: TrustedRead,
  filter: FieldsFilter | undefined,
): Promise<unknown> {
  const admitted = admitOperation(platform, read.service, read.operation, read.input);
  const { output } = admitted.plan.registered.route;
  const value = await performTrusted({ ...admitted, requestedFields: filter }, read.input, (one) =>
    admitted.plan.encode(one, filter),
  );
  return conceal({ value: output }, { value }, hiddenFromReceivers).open.value;
}

function admitOperation(
  platform: Platform,
  service: string,
  operation: string,
  input: object,
  scope?: Scope,
): AdmittedRoute {
  const { registry } = platform;
  const isMeant = ({ route, parameters }: RegisteredRoute): boolean =>
    route.service === service &&
    route.operation === operation &&
    route.forced === undefined &&
    parameters.every(({ name }) => name in input);
  const found = registry.routes.find(isMeant);
  if (!found) throw new Error(`no route for ${service}.${operation} in this edition`);
  return admitTrusted(platform, planOf(registry, found), scope);
}

async function performTrusted(
  admitted: AdmittedRoute,
  input: Readonly<Record<string, unknown>>,
  encode: EncodeResult<unknown>,
): Promise<unknown> {
  const decoded = await decode(admitted, { path: {}, rest: input }, 'trusted');
  const result = await perform(admitted, decoded, encode);
  return hasStream(result) ? collectStreams(result) : result;
}
