import { isAudited, recordAround, recordEntries, type AuditEntry, type AuditTrace } from '../audit/record.ts';
import type { Call, Database } from '../../kernel/call.ts';
import type { WantedFields } from '../../kernel/fields-filter.ts';
import type { CallObserver } from '../../kernel/guards.ts';
import { interceptionOf, type Interception } from '../../kernel/interception.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RequestWatch } from '../../kernel/request-watch.ts';
import { currentSpan, inSpan } from '../../kernel/tracing.ts';
import { comparingFirst, settled, whileComparing, type Settle } from './current.ts';
import { onceAround, onceWithin } from '../idempotency/once.ts';
import type { IdempotencyKey } from '../idempotency/key.ts';
import { storeResponse } from '../idempotency/stored.ts';
import { withDeadline } from './deadline.ts';
import type { CallPlan, DecodedInput, RoutePlan } from './plan.ts';

/**
 * The life of a call. Every entry point takes it through the same steps, one after another:
 *
 *     admit     caller, rate limits, permissions and guards (captcha, attempts)             admit.ts
 *     decode    the input becomes arguments of the declared types                          decode.ts
 *     perform   deadline → interception → transaction with retries → audit → handler → encode → interception     here
 *
 *     entry point                    admitted     decoded      performed
 *     REST request                   admit        decode       perform
 *     mutation, guarded query field  admitField   by GraphQL   perform
 *     GraphQL query                  admitQuery   by GraphQL   perform
 *     asynchronous or bulk request   admit        decode       once it is an operation (operations/accept.ts)
 *     operation                      with that    with that    performWithin the transaction of its batch
 *     import                         trust        decode       performWithin a transaction for many products
 *     demo data                      trust        decode       perform
 *
 * A command of a module has the system's call and no route. All code changes a call by `with` alone (`calls.ts` makes all calls).
 */

/** An admitted call. */
export interface AdmittedCall {
  readonly platform: Platform;
  readonly plan: CallPlan;
  /** Outside a transaction; for `performWithin`, inside the open one. */
  readonly call: Call;
  /** Guards that observe its arguments and its end. */
  readonly observers: readonly CallObserver[];
  /** Records its request for inspection. */
  readonly watch?: RequestWatch | undefined;
  /** Deadline in seconds; 0: none. */
  readonly seconds: number;
  /** Whether the client has closed the connection; undefined: no client is connected. */
  readonly isGone?: (() => boolean) | undefined;
  /** Its origin for the audit log; undefined: it is not recorded. */
  readonly trace: AuditTrace | undefined;
  /** For a request that must take effect at most once. */
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** For requests: awaited before the call has any effect, since cached values may have been outdated at admission; see `whileComparing`. */
  readonly settle?: Settle;
  /** The requested fields of a read's response; the response of a write is complete. */
  readonly requestedFields?: WantedFields;
}

/** An admitted call of a route. */
export interface AdmittedRoute extends AdmittedCall {
  readonly plan: RoutePlan;
}

/** Encodes the result of a handler for its entry point, within the transaction. */
export type EncodeResult<T> = (value: unknown) => T | Promise<T>;

/** The outcome of a handler. */
interface PerformedCall<T> {
  readonly result: T;
  /** The entry for the audit log; undefined if it is not recorded. */
  readonly entry: AuditEntry | undefined;
}

/** Shows observers the arguments of a call, one set per item, before anything else happens; they may reject the call. */
export async function announceInputs({ observers }: AdmittedCall, inputs: readonly DecodedInput[]): Promise<void> {
  for (const one of observers) await one.decoded(inputs);
}

/** Performs a call with decoded arguments: in a transaction where the route writes, unless it opens its own. */
export async function perform<T>(admitted: AdmittedCall, input: DecodedInput, encode: EncodeResult<T>): Promise<T> {
  const { plan, call, seconds, isGone, watch: follower, settle, idempotencyKey } = admitted;
  const interception = interceptionFor(admitted);
  const isManySteps = plan.writes && plan.opensTransactions;
  if (interception || (isManySteps && !settlesInside(admitted))) await settle?.();
  await announceInputs(admitted, [input]);
  const encodeResult = follower?.encoding(encode) ?? encode;
  const step = !plan.writes ? read : plan.opensTransactions ? writeByItself : write;
  const once = isManySteps && idempotencyKey ? reserved(idempotencyKey, step) : step;
  const traced = currentSpan() ? inHandlerSpan(once) : once;
  const work = interception ? intercepted(admitted, interception, traced) : traced;
  // A write is completed even when its client has gone.
  const end = { seconds, isGone: plan.writes ? undefined : isGone };
  return watch(admitted, input, () =>
    withDeadline(call, end, (inTime) => work({ ...admitted, call: inTime }, input, encodeResult)),
  );
}

/** The interceptors of a call; undefined: none. Calls of the platform itself and reads are never intercepted. */
export function interceptionFor({ platform, plan, call, trace }: AdmittedCall): Interception | undefined {
  if (!plan.writes || !trace) return undefined;
  const interception = interceptionOf(call, (one) => plan.interceptedBy(one, platform, call));
  return interception && currentSpan() ? inHookSpans(interception) : interception;
}

/** An interception that is traced. */
function inHookSpans({ before, after }: Interception): Interception {
  return {
    before: (input) => inSpan('hooks before', {}, () => before(input)),
    after: (input, result) => inSpan('hooks after', {}, () => after(input, result)),
  };
}

/** The arguments of a call after interception; changed arguments are decoded like a client's. */
export async function interceptInput(
  { platform, plan }: AdmittedCall,
  { before }: Interception,
  input: DecodedInput,
): Promise<DecodedInput> {
  const interceptedInput = await before(input);
  return interceptedInput === input ? input : plan.decodeChanged(interceptedInput, platform);
}

type Step = <T>(admitted: AdmittedCall, input: DecodedInput, encode: EncodeResult<T>) => Promise<T>;

function intercepted(admitted: AdmittedCall, interception: Interception, step: Step): Step {
  return async <T>(inTime: AdmittedCall, input: DecodedInput, encode: EncodeResult<T>) => {
    const used = await interceptInput(admitted, interception, input);
    const result = await step(inTime, used, encode);
    const { idempotencyKey: key, call } = inTime;
    if (key?.isReplayed) return result;
    const changed = (await interception.after(used, result)) as T;
    if (key && changed !== result) await call.transaction((inside) => storeResponse(inside, key, changed));
    return changed;
  };
}

/** A step that is traced, with its transaction. */
function inHandlerSpan(step: Step): Step {
  return (admitted, input, encode) => {
    const { operation } = admitted.plan.audit;
    return inSpan('handler', { attributes: { 'souk.operation': operation } }, () => step(admitted, input, encode));
  };
}

/** A step with several transactions, behind the reservation of its key. */
function reserved(key: IdempotencyKey, step: Step): Step {
  return (admitted, input, encode) =>
    onceAround(admitted.call, key, (call) => step({ ...admitted, call, idempotencyKey: undefined }, input, encode));
}

/** Calls the handler in the open transaction; the caller of this function also writes the entry of the audit log. */
export async function performWithin<T>(
  admitted: AdmittedCall,
  input: DecodedInput,
  encode: EncodeResult<T>,
): Promise<PerformedCall<T>> {
  const { plan, call } = admitted;
  const value = await plan.handle(input, call);
  const result = await encode(value);
  const entry = entryOf(admitted);
  return { result, entry: entry && { ...entry, entities: plan.audit.entitiesOf(input, value) } };
}

async function read<T>(
  { plan, call, requestedFields }: AdmittedCall,
  input: DecodedInput,
  encode: EncodeResult<T>,
): Promise<T> {
  return encode(await plan.handle(input, call, requestedFields));
}

/** Whether cached versions are compared during the first transaction of a call that opens several. */
function settlesInside({ plan, idempotencyKey }: AdmittedCall): boolean {
  return plan.startsInTransaction && !idempotencyKey;
}

function write<T>(admitted: AdmittedCall, input: DecodedInput, encode: EncodeResult<T>): Promise<T> {
  const { settle = settled } = admitted;
  return whileComparing(settle, (begun) => writeInOne(admitted, input, encode, begun));
}

/** `begun` is awaited before the handler is called. */
function writeInOne<T>(
  admitted: AdmittedCall,
  input: DecodedInput,
  encode: EncodeResult<T>,
  begun: (db: Database) => Promise<void>,
): Promise<T> {
  const { idempotencyKey } = admitted;
  return admitted.call.transaction(async (call) => {
    await begun(call.db);
    const work = async (): Promise<T> => {
      const { result, entry } = await performWithin({ ...admitted, call }, input, encode);
      if (entry) await recordEntries(call, [entry]);
      return result;
    };
    return idempotencyKey ? onceWithin(call, idempotencyKey, work) : work();
  });
}

async function writeByItself<T>(admitted: AdmittedCall, input: DecodedInput, encode: EncodeResult<T>): Promise<T> {
  const { settle } = admitted;
  const isComparing = settle && settle !== settled && settlesInside(admitted);
  const outer = isComparing
    ? admitted.call.with({ session: (present) => comparingFirst(present, settle) })
    : admitted.call;
  const entry = entryOf(admitted);
  const work = (call: Call): Promise<PerformedCall<T>> => performWithin({ ...admitted, call }, input, encode);
  const { result } = await (entry ? recordAround(outer, entry, work) : work(outer));
  return result;
}

/** Reports the end of a call to its observers. */
async function watch<T>({ observers }: AdmittedCall, input: DecodedInput, work: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    for (const one of observers) await one.ended(input, error);
    throw error;
  }
  for (const one of observers) await one.ended(input, undefined);
  return result;
}

/** The entry of the audit log for a call, without the changed entities; undefined if it is not recorded. */
function entryOf({ platform, plan, call, trace }: AdmittedCall): AuditEntry | undefined {
  const { operation, reads } = plan.audit;
  if (!trace || !isAudited(call.caller, { reads }, platform.config)) return undefined;
  return { ...trace, caller: call.caller, operation, storeCode: call.scope.code, entities: '' };
}
