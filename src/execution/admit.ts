import { authorize } from '../access/check.ts';
import type { Call, Caller, Scope } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Guard, Guarded, RequestFacts, CallObserver } from '../kernel/guards.ts';
import type { Platform } from '../kernel/platform.ts';
import type { RequestWatch } from '../kernel/request-watch.ts';
import { system } from '../kernel/system.ts';
import { credentialAttemptOf, type CredentialAttempt } from '../limits/credentials.ts';
import type { AnswerHead } from '../limits/headers.ts';
import type { RequestLimiter } from '../limits/requests.ts';
import type { Settle } from './current.ts';
import type { AdmittedCall, AdmittedRoute } from './life.ts';
import type { CallPlan, RoutePlan } from './plan.ts';

/** Who stands at the doors to the outside. */
export interface CallGate {
  /** Who calls. Refused credentials give a guest that carries why. */
  authenticate(request: Omit<RequestFacts, 'address'>): Promise<Caller>;
  /** Counts every call of a known route, and refuses those that are too many. */
  readonly limiter?: Pick<RequestLimiter, 'count'>;
  readonly guards?: readonly Guard[];
}

/** A stranger's call of a route. */
interface IncomingCall {
  readonly plan: RoutePlan;
  readonly scope: Scope;
  readonly facts: RequestFacts;
  /** Whether it came over HTTPS. */
  readonly isSecure: boolean;
  /** Where the caller is told how much is left of a limit. */
  readonly answer: AnswerHead;
  /** Whether its client has gone. */
  readonly isGone: () => boolean;
  /** What it is called by in logs. */
  readonly reference: string;
  /** Who follows it. */
  readonly watch?: RequestWatch | undefined;
  /** See `AdmittedCall.settle`. */
  readonly settle?: Settle;
}

/** Tells who calls, and counts the call. */
export async function identify(gate: CallGate, facts: RequestFacts, answer: AnswerHead): Promise<Caller> {
  const caller = await gate.authenticate(facts);
  gate.limiter?.count(caller, facts.address, answer);
  return { ...caller, address: facts.address };
}

/** Lets a stranger's call pass or throws why not. The order is the interface's: clients see which error comes first. */
export async function admit(platform: Platform, gate: CallGate, arrival: IncomingCall): Promise<AdmittedRoute> {
  const { plan, scope, facts, isSecure, answer, isGone, reference, watch, settle } = arrival;
  const { registered } = plan;
  const caller = await identify(gate, facts, answer);
  const made = platform.newCall(caller, scope, { readsOnly: !plan.writes });
  const call = watch?.identified(made) ?? made;
  authorize(caller, registered.route, platform.config);
  if (registered.route.secure && !isSecure) throw platformErrors.httpsOnly();
  if (isGuarded(registered.route)) await settle?.();
  const observers = await observersOf(gate, registered.route, call, facts, answer);
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
    ...(settle && { settle }),
  };
}

/** A call of a field of the GraphQL schema, by the caller of its request. */
interface FieldCall {
  readonly plan: CallPlan;
  /** What is asked of it beside permissions; undefined: nothing. */
  readonly guarded: Guarded | undefined;
  readonly call: Call;
  readonly facts: RequestFacts;
  readonly answer: AnswerHead;
  /** When its request arrived, in milliseconds of `performance.now()`. */
  readonly began: number;
  /** Id of its request in logs. */
  readonly reference: string;
  /** See `AdmittedCall.settle`. */
  readonly settle: Settle;
}

/** Lets a call of a field pass or throws why not. No mutation begins once its request has had its time. */
export async function admitField(
  platform: Platform,
  gate: CallGate,
  { plan, guarded, call, facts, answer, began, reference, settle }: FieldCall,
): Promise<AdmittedCall> {
  const { callTimeout: seconds } = platform.settings;
  if (guarded && isGuarded(guarded)) await settle();
  const observers = guarded ? await observersOf(gate, guarded, call, facts, answer) : [];
  const isOver = seconds > 0 && performance.now() - began > seconds * 1000;
  if (plan.writes && isOver) throw platformErrors.deadline({ seconds });
  const trace = { form: 'call', address: facts.address, reference } as const;
  return { platform, plan, call, observers, seconds, trace, settle };
}

/** The call of a whole query, whose caller is known; its guarded fields are calls of their own. */
export function admitQuery(platform: Platform, plan: CallPlan, call: Call, isGone: () => boolean): AdmittedCall {
  return { platform, plan, call, observers: [], seconds: platform.settings.callTimeout, isGone, trace: undefined };
}

/** Whether guards have effects: an attempt is counted, the word of a captcha is used up. */
function isGuarded({ attempts, captcha, recaptcha }: Guarded): boolean {
  return attempts !== undefined || captcha !== undefined || recaptcha !== undefined;
}

/** Asks of a call what is asked beside permissions: not too many attempts at credentials, a captcha. Throws why not. */
async function observersOf(
  { guards = [] }: CallGate,
  guarded: Guarded,
  call: Call,
  facts: RequestFacts,
  answer: AnswerHead,
): Promise<CallObserver[]> {
  const attempt = credentialAttemptOf(guarded, call, facts.address, answer);
  const observers: CallObserver[] = attempt ? [observeAttempt(attempt)] : [];
  for (const guard of guards) {
    const observer = await guard(guarded, call, facts);
    if (observer) observers.push(observer);
  }
  return observers;
}

function observeAttempt(attempt: CredentialAttempt): CallObserver {
  return { decoded: (inputs) => attempt.begin(inputs.length), ended: (_, failure) => attempt.end(failure) };
}

/** A call that the platform itself makes: nobody asks whether it may, and the audit log says nothing of it. */
export function admitTrusted(platform: Platform, plan: RoutePlan): AdmittedRoute {
  const call = platform.newCall(system.caller, system.scope);
  return { platform, plan, call, observers: [], seconds: 0, trace: undefined };
}
