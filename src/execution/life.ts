import { isAudited, recordAround, recordEntries, type AuditEntry, type AuditTrace } from '../audit/record.ts';
import type { Call } from '../kernel/call.ts';
import type { WantedFields } from '../kernel/fields-filter.ts';
import type { CallObserver } from '../kernel/guards.ts';
import { interceptionOf, type Interception } from '../kernel/interception.ts';
import type { Platform } from '../kernel/platform.ts';
import type { RequestWatch } from '../kernel/request-watch.ts';
import { ComparedLate, settlePromptly, type Settle } from './current.ts';
import { withDeadline } from './deadline.ts';
import type { CallPlan, DecodedInput, RoutePlan } from './plan.ts';

/**
 * The life of a call. Every door leads it through the same steps, one after another:
 *
 *     admit     who calls, how often, whether they may, and what else is asked of them     admit.ts
 *     decode    what was sent becomes arguments of the declared types                      decode.ts
 *     perform   deadline → interception → transaction, tried again → audit → handler → encode → interception     here
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
 * A command of a module has the system's call and no route: it does what it does by itself. Whoever holds a call at any step
 * changes it by `with` alone (`calls.ts` makes every one of them).
 */

/** A call that may be made. */
export interface AdmittedCall {
  readonly platform: Platform;
  readonly plan: CallPlan;
  /** Outside a transaction; within the open one, for `performWithin`. */
  readonly call: Call;
  /** Guards that want to see its arguments and its end. */
  readonly observers: readonly CallObserver[];
  /** Who follows the request that it came with. */
  readonly watch?: RequestWatch | undefined;
  /** How long it may take; 0: as long as it takes. */
  readonly seconds: number;
  /** Whether its client has gone; undefined: nobody waits for its answer at the other end of a connection. */
  readonly isGone?: (() => boolean) | undefined;
  /** Where it came from, for the audit log; undefined: nothing is recorded. */
  readonly trace: AuditTrace | undefined;
  /** Of a request: awaited before the call has any effect, since cached values may have been outdated when it was admitted. */
  readonly settle?: Settle;
  /** The fields of the answer that are wanted of a read; a write gives all of what it has written. */
  readonly wanted?: WantedFields;
}

/** A call of a route that may be made. */
export interface AdmittedRoute extends AdmittedCall {
  readonly plan: RoutePlan;
}

/** Makes what leaves by the door of what a handler returns, while its transaction is open. */
export type EncodeAnswer<T> = (value: unknown) => T | Promise<T>;

/** What a handler has come to. */
interface PerformedCall<T> {
  readonly answer: T;
  /** What the audit log is to say; undefined where nobody asks. */
  readonly entry: AuditEntry | undefined;
}

/** Shows those who watch a call its arguments, one set for each item, before anything is done with them; they may refuse it. */
export async function announceInputs({ observers }: AdmittedCall, inputs: readonly DecodedInput[]): Promise<void> {
  for (const one of observers) await one.decoded(inputs);
}

/** Performs a call whose arguments are decoded: in a transaction where the route writes, unless it opens its own. */
export async function perform<T>(admitted: AdmittedCall, input: DecodedInput, encode: EncodeAnswer<T>): Promise<T> {
  const { plan, call, seconds, isGone, watch: follower, settle } = admitted;
  const interception = interceptionFor(admitted);
  if (interception || (plan.writes && plan.opensTransactions)) await settle?.();
  await announceInputs(admitted, [input]);
  const encodeAnswer = follower?.encoding(encode) ?? encode;
  const step = !plan.writes ? read : plan.opensTransactions ? writeByItself : write;
  const work = interception ? intercepted(admitted, interception, step) : step;
  // A write is carried out, whether or not its client waits.
  const end = { seconds, isGone: plan.writes ? undefined : isGone };
  return watch(admitted, input, () =>
    withDeadline(call, end, (inTime) => work({ ...admitted, call: inTime }, input, encodeAnswer)),
  );
}

/** Who has a say on a call; undefined: nobody. What the platform does by itself, and what only reads, is nobody's business. */
export function interceptionFor({ platform, plan, call, trace }: AdmittedCall): Interception | undefined {
  if (!plan.writes || !trace) return undefined;
  return interceptionOf(call, (one) => plan.interceptedBy(one, platform, call));
}

/** The arguments that whoever has a say on a call leaves of it, checked as those that were sent. */
export async function interceptInput(
  { platform, plan }: AdmittedCall,
  { before }: Interception,
  input: DecodedInput,
): Promise<DecodedInput> {
  const given = await before(input);
  return given === input ? input : plan.decodeChanged(given, platform);
}

type Step = <T>(admitted: AdmittedCall, input: DecodedInput, encode: EncodeAnswer<T>) => Promise<T>;

function intercepted(admitted: AdmittedCall, interception: Interception, step: Step): Step {
  return async <T>(inTime: AdmittedCall, input: DecodedInput, encode: EncodeAnswer<T>) => {
    const used = await interceptInput(admitted, interception, input);
    const answer = await step(inTime, used, encode);
    return (await interception.after(used, answer)) as T;
  };
}

/** Calls the handler in the transaction that is open; who opened it also writes what the audit log is to say. */
export async function performWithin<T>(
  admitted: AdmittedCall,
  input: DecodedInput,
  encode: EncodeAnswer<T>,
): Promise<PerformedCall<T>> {
  const { plan, call } = admitted;
  const value = await plan.handle(input, call);
  const answer = await encode(value);
  const entry = entryOf(admitted);
  return { answer, entry: entry && { ...entry, entities: plan.audit.entitiesOf(input, value) } };
}

async function read<T>({ plan, call, wanted }: AdmittedCall, input: DecodedInput, encode: EncodeAnswer<T>): Promise<T> {
  return encode(await plan.handle(input, call, wanted));
}

async function write<T>(admitted: AdmittedCall, input: DecodedInput, encode: EncodeAnswer<T>): Promise<T> {
  const { settle } = admitted;
  if (!settle) return await writeInOne(admitted, input, encode);
  try {
    // The cached versions are compared while the transaction begins.
    return await writeInOne(admitted, input, encode, () => settlePromptly(settle));
  } catch (error) {
    if (!(error instanceof ComparedLate)) throw error;
    await settle();
    return await writeInOne(admitted, input, encode);
  }
}

/** `begun` is awaited before the handler is called. */
function writeInOne<T>(
  admitted: AdmittedCall,
  input: DecodedInput,
  encode: EncodeAnswer<T>,
  begun?: () => Promise<void>,
): Promise<T> {
  return admitted.call.transaction(async (call) => {
    await begun?.();
    const { answer, entry } = await performWithin({ ...admitted, call }, input, encode);
    if (entry) await recordEntries(call, [entry]);
    return answer;
  });
}

async function writeByItself<T>(admitted: AdmittedCall, input: DecodedInput, encode: EncodeAnswer<T>): Promise<T> {
  const entry = entryOf(admitted);
  const work = (call: Call): Promise<PerformedCall<T>> => performWithin({ ...admitted, call }, input, encode);
  const { answer } = await (entry ? recordAround(admitted.call, entry, work) : work(admitted.call));
  return answer;
}

/** Tells those who watch a call how it ended. */
async function watch<T>({ observers }: AdmittedCall, input: DecodedInput, work: () => Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    for (const one of observers) await one.ended(input, error);
    throw error;
  }
  for (const one of observers) await one.ended(input, undefined);
  return answer;
}

/** What the audit log says about a call before it is known what it has changed; undefined where nobody asks. */
function entryOf({ platform, plan, call, trace }: AdmittedCall): AuditEntry | undefined {
  const { operation, reads } = plan.audit;
  if (!trace || !isAudited(call.caller, { reads }, platform.config)) return undefined;
  return { ...trace, caller: call.caller, operation, storeCode: call.scope.code, entities: '' };
}
