import { GraphQLError, type ExecutionResult } from 'graphql';
import { admitQuery } from '../../platform/execution/admit.ts';
import { Outdated, settled } from '../../platform/execution/current.ts';
import { ClientGone } from '../../platform/execution/deadline.ts';
import { perform } from '../../platform/execution/life.ts';
import { storageHeaders, type StorageHeaders } from '../../platform/page-cache/headers.ts';
import type { Call } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RequestMask, RequestWatch } from '../../kernel/request-watch.ts';
import type { CachedResponses } from './cached-responses.ts';
import type { ReadOperation } from './documents.ts';
import { graphqlErrors } from './errors.ts';
import { WorkMeter } from './executor/meter.ts';
import { meteredCall } from './executor/metered-call.ts';
import { serializeInTurns } from './executor/serialize.ts';
import { queryPlan } from './field-plans.ts';
import { outcomeOf, type GraphQLOutcome } from './measured.ts';
import type { GraphQLRequest } from './request.ts';
import type { RequestContext } from './resolvers.ts';
import { describe, sentErrors, statusOfFailure, statusOfResult, templateOf, type SentError } from './sent-errors.ts';
import type { ServedSchema } from './served-schemas.ts';

/** A response with its status. */
export interface GraphQLResponse {
  readonly status: number;
  readonly retryAfter?: number | undefined;
  /** The kind of its callers (`cacheIdOf`); undefined while unknown. */
  readonly kind?: string;
  readonly body: GraphQLBody | Buffer;
  readonly outcome: GraphQLOutcome;
  /** For responses that HTTP caches may store. */
  readonly storage?: StorageHeaders | undefined;
}

interface GraphQLBody {
  readonly errors?: readonly SentError[];
  readonly data?: unknown;
}

/** A schema and the cached responses. */
export interface ServedStorefront extends ServedSchema {
  readonly responses: CachedResponses;
  readonly mask: RequestMask;
}

/** The context of an operation. */
interface RunSurroundings {
  /** Kind of the caller; see `cacheIdOf`. */
  readonly kind: string;
  readonly requestId: string;
  readonly watch: RequestWatch | undefined;
  /** Whether the client has closed the connection. */
  isGone(): boolean;
}

/** An executed query, ready to be sent. */
interface ExecutedQuery {
  readonly errors: ExecutionResult['errors'];
  readonly body: GraphQLBody | Buffer;
  readonly outcome: GraphQLOutcome;
}

/** A valid operation and all that its execution needs. */
interface Running {
  readonly platform: Platform;
  readonly served: ServedStorefront;
  readonly request: GraphQLRequest;
  readonly context: RequestContext;
  readonly surroundings: RunSurroundings;
  readonly operation: ReadOperation;
  /** The operation in the outcome. */
  readonly about: Pick<GraphQLOutcome, 'name' | 'isValid'>;
}

/** Executes a request. Rejects with `Outdated` alone, when cached values have changed; every other failure is a response. */
export async function runRequest(
  platform: Platform,
  served: ServedStorefront,
  request: GraphQLRequest,
  context: RequestContext,
  surroundings: RunSurroundings,
): Promise<GraphQLResponse> {
  const { requestId, watch } = surroundings;
  const invalid = (status: number, errors: readonly GraphQLError[], name?: string): GraphQLResponse => {
    const body = { errors: sentErrors(errors, platform, requestId) };
    return { status, body, outcome: outcomeOf(body, errors.map(templateOf), { name, isValid: false }) };
  };
  let about: Running['about'] | undefined;
  try {
    const operation = served.storefront.documents().read(request.query, request.operationName);
    if (operation.kind === 'invalid') return invalid(200, operation.errors, operation.name);
    about = { name: operation.name, isValid: true };
    await watch?.decoded([request.variables]);
    const running = { platform, served, request, context, surroundings, operation, about };
    return await (operation.kind === 'mutation' ? runMutation(running) : runQuery(running));
  } catch (error) {
    // A document with a syntax error.
    if (error instanceof GraphQLError) return invalid(400, [error]);
    if (error instanceof Outdated) throw error;
    // The client has gone and will not read this.
    if (error instanceof ClientGone) return { status: 503, body: {}, outcome: outcomeOf({}, [], about) };
    return failedResponse(platform, requestId, error, about);
  }
}

async function runMutation(running: Running): Promise<GraphQLResponse> {
  const { request, context, operation } = running;
  if (request.isGet) throw graphqlErrors.byGet();
  const meter = newMeter(running);
  const metered = meteredContext(context, meter, meteredCall(context.call, meter));
  const result = await operation.run(metered, request.variables, meter);
  await metered.settle();
  return { ...statusOfResult(result.errors, metered.hasChanged), ...(await contentOf(running, result, meter)) };
}

async function runQuery(running: Running): Promise<GraphQLResponse> {
  const { platform, served, request, context, operation, about } = running;
  const { kind, watch, isGone } = running.surroundings;
  const { caller, scope } = context.call;
  const unwatched = platform.newCall(caller, scope, { readsOnly: true });
  const reading = watch?.identified(unwatched) ?? unwatched;
  const execute = async (): Promise<ExecutedQuery> => {
    const meter = newMeter(running);
    const plan = queryPlan((_, call) =>
      operation.run(meteredContext(context, meter, meteredCall(call, meter)), request.variables, meter),
    );
    const admitted = admitQuery(platform, plan, reading, isGone);
    const result = await perform(admitted, {}, (value) => value as ExecutionResult);
    return { errors: result.errors, ...(await contentOf(running, result, meter)) };
  };
  const isCached = operation.isShared && (caller.type === 'guest' || caller.type === 'customer');
  if (!isCached) {
    const { errors, ...executed } = await execute();
    return { ...statusOfResult(errors), ...executed };
  }
  let executed: ExecutedQuery | undefined;
  const body = await served.responses.read(reading, `${served.key}\n${kind}`, request, async () => {
    executed = await execute();
    return { body: executed.body, isCacheable: !executed.errors?.length };
  });
  if (!executed) watch?.answeredFromCache();
  const outcome = executed?.outcome ?? outcomeOf({}, [], about);
  const isStorable = request.isGet && outcome.result === 'complete' && isAnonymous(context);
  const storage = isStorable ? storageHeaders(reading, operation.shows) : undefined;
  return { ...statusOfResult(executed?.errors), body, outcome, storage };
}

function newMeter({ platform, served, context, surroundings: { isGone } }: Running): WorkMeter {
  const { callTimeout: seconds } = platform.settings;
  return new WorkMeter(served.storefront.limits(), { seconds, began: context.began, isGone });
}

function meteredContext(context: RequestContext, meter: WorkMeter, call: Call): RequestContext {
  const settle = context.settle === settled ? settled : () => meter.awaiting(context.settle);
  return { ...context, call, settle };
}

async function contentOf(
  { platform, surroundings: { requestId }, about }: Running,
  { errors = [], data }: ExecutionResult,
  { isLarge }: WorkMeter,
): Promise<Pick<GraphQLResponse, 'body' | 'outcome'>> {
  const body: GraphQLBody = {
    ...(errors.length > 0 && { errors: sentErrors(errors, platform, requestId) }),
    // As in the reference, `data` is left out when it is null.
    ...(data != null && { data }),
  };
  return {
    body: isLarge ? await serializeInTurns(body) : body,
    outcome: outcomeOf(body, errors.map(templateOf), about),
  };
}

/** The response to a request that failed as a whole. */
export function failedResponse(
  platform: Platform,
  requestId: string,
  error: unknown,
  operation?: Pick<GraphQLOutcome, 'name' | 'isValid'>,
): GraphQLResponse {
  const body = { errors: [describe(error, platform, requestId)] };
  return { ...statusOfFailure(error), body, outcome: outcomeOf(body, [templateOf(error)], operation) };
}

/** Whether a request has no credentials at all: caches in between could not tell callers with credentials apart. */
function isAnonymous({ call, facts }: RequestContext): boolean {
  return call.caller.type === 'guest' && facts.headers.authorization === undefined;
}
