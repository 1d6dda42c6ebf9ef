import { authorize } from '../access/check.ts';
import type { Call, Caller, Scope } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Guard, Guarded, RequestFacts, CallObserver } from '../../kernel/guards.ts';
import type { Platform } from '../../kernel/platform.ts';
import { completeCaller } from '../../kernel/request-callers.ts';
import type { RequestWatch } from '../../kernel/request-watch.ts';
import { system } from '../../kernel/system.ts';
import { credentialAttemptOf, type CredentialAttempt } from '../limits/credentials.ts';
import type { ResponseHeaders } from '../limits/headers.ts';
import type { RequestLimiter } from '../limits/requests.ts';
import { settled, type Settle } from './current.ts';
import type { AdmittedCall, AdmittedRoute } from './life.ts';
import type { CallPlan, RoutePlan } from './plan.ts';

/** Authentication and rate limits of calls from outside. */
export interface CallGate {
  /** Identifies the caller. Rejected credentials return a guest with the reason. */
  authenticate(request: Omit<RequestFacts, 'address'>): Promise<Caller>;
  /** Counts every call of a known route, and rejects calls beyond the limits. */
  readonly limiter?: Pick<RequestLimiter, 'count'>;
  readonly guards?: readonly Guard[];
}

/** An unauthenticated call of a route. */
interface IncomingCall {
  readonly plan: RoutePlan;
  readonly scope: Scope;
  readonly facts: RequestFacts;
  /** Whether the request came over HTTPS. */
  readonly isSecure: boolean;
  /** Response headers that report the remaining requests of a limit. */
  readonly response: ResponseHeaders;
  /** Whether the client has closed the connection. */
  readonly isGone: () => boolean;
  /** Its id in logs. */
  readonly reference: string;
  /** Records the request for inspection. */
  readonly watch?: RequestWatch | undefined;
  /** Gets the caller as soon as it is known. */
  readonly onCaller?: (caller: Caller) => void;
  /** See `AdmittedCall.settle`. */
  readonly settle?: Settle;
}

/** Identifies the caller and counts the call. */
export async function identify(gate: CallGate, facts: RequestFacts, response: ResponseHeaders): Promise<Caller> {
  const caller = await gate.authenticate(facts);
  gate.limiter?.count(caller, facts.address, response);
  return { ...caller, address: facts.address };
}

/**
 * Admits a call from outside, or throws the reason. The order of checks is the interface's: it decides which error clients see
 * first.
 */
export async function admit(platform: Platform, gate: CallGate, arrival: IncomingCall): Promise<AdmittedRoute> {
  const { plan, scope, facts, isSecure, response, isGone, reference, watch, settle = settled } = arrival;
  const { registered } = plan;
  const caller = await identify(gate, facts, response);
  arrival.onCaller?.(caller);
  const newCall = platform.newCall(caller, scope, { readsOnly: !plan.writes });
  const identified = watch?.identified(newCall) ?? newCall;
  authorize(caller, registered.route, platform.config);
  const call = await completeCaller(identified, facts.headers);
  if (registered.route.secure && !isSecure) throw platformErrors.httpsOnly();
  const observers = await observersOf(gate, registered.route, call, { facts, response, settle });
  watch?.admitted();
  const { callTimeout } = platform.settings;
  return {
    platform,
    plan,
    call,
    observers: watch ? [...observers, watch] : observers,
    watch,
    seconds: callTimeout,
    isGone,
    trace: { form: 'call', address: facts.address, reference },
    settle,
  };
}

/** A call of a field of the GraphQL schema, by the caller of its request. */
interface FieldCall {
  readonly plan: CallPlan;
  /** Checks besides permissions; undefined: none. */
  readonly guarded: Guarded | undefined;
  readonly call: Call;
  readonly facts: RequestFacts;
  readonly response: ResponseHeaders;
  /** Arrival of its request, in milliseconds of `performance.now()`. */
  readonly began: number;
  /** Id of its request in logs. */
  readonly reference: string;
  /** See `AdmittedCall.settle`. */
  readonly settle: Settle;
}

/** Admits a call of a field, or throws the reason. No mutation begins after the deadline of its request. */
export async function admitField(
  platform: Platform,
  gate: CallGate,
  { plan, guarded, call, facts, response, began, reference, settle }: FieldCall,
): Promise<AdmittedCall> {
  const { callTimeout: seconds } = platform.settings;
  const observers = guarded ? await observersOf(gate, guarded, call, { facts, response, settle }) : [];
  const isOver = seconds > 0 && performance.now() - began > seconds * 1000;
  if (plan.writes && isOver) throw platformErrors.deadline({ seconds });
  const trace = { form: 'call', address: facts.address, reference } as const;
  return { platform, plan, call, observers, seconds, trace, settle };
}

/** The call of a whole query by a known caller; its guarded fields are calls of their own. */
export function admitQuery(platform: Platform, plan: CallPlan, call: Call, isGone: () => boolean): AdmittedCall {
  return { platform, plan, call, observers: [], seconds: platform.settings.callTimeout, isGone, trace: undefined };
}

/** Runs the checks besides permissions: limits of attempts at credentials, and captchas. Throws the reason of a rejection. */
async function observersOf(
  { guards = [] }: CallGate,
  guarded: Guarded,
  call: Call,
  { facts, response, settle }: Pick<FieldCall, 'facts' | 'response' | 'settle'>,
): Promise<CallObserver[]> {
  // An attempt is counted.
  if (guarded.attempts !== undefined) await settle();
  const attempt = credentialAttemptOf(guarded, call, facts.address, response);
  const observers: CallObserver[] = attempt ? [observeAttempt(attempt)] : [];
  for (const guard of guards) {
    const observer = await guard(guarded, call, facts, settle);
    if (observer) observers.push(observer);
  }
  return observers;
}

function observeAttempt(attempt: CredentialAttempt): CallObserver {
  return { decoded: (inputs) => attempt.begin(inputs.length), ended: (_, failure) => attempt.end(failure) };
}

/** A call of the platform itself: it needs no permission, and the audit log does not record it. */
export function admitTrusted(platform: Platform, plan: RoutePlan, scope: Scope = system.scope): AdmittedRoute {
  const call = platform.newCall(system.caller, scope);
  return { platform, plan, call, observers: [], seconds: 0, trace: undefined };
}
