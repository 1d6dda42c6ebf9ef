import { authorize } from '../access/check.ts';
import type { Caller, Scope } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Guard, RequestFacts, Watch } from '../kernel/guards.ts';
import type { Platform } from '../kernel/platform.ts';
import { system } from '../kernel/system.ts';
import { attemptAt, type Attempt } from '../limits/credentials.ts';
import type { AnswerHead } from '../limits/headers.ts';
import type { RequestLimiter } from '../limits/requests.ts';
import type { Admitted } from './life.ts';
import type { Plan } from './plan.ts';

/** Who stands at the doors to the outside. */
export interface Gate {
  /** Who calls. Refused credentials give a guest that carries why. */
  authenticate(request: Omit<RequestFacts, 'address'>): Promise<Caller>;
  /** Counts every call of a known route, and refuses those that are too many. */
  readonly limiter?: Pick<RequestLimiter, 'count'>;
  readonly guards?: readonly Guard[];
}

/** A stranger's call of a route. */
export interface Arrival {
  readonly plan: Plan;
  readonly scope: Scope;
  readonly facts: RequestFacts;
  /** Whether it came over HTTPS. */
  readonly isSecure: boolean;
  /** Where the caller is told how much is left of a limit. */
  readonly answer: AnswerHead;
  /** What it is called by in logs. */
  readonly reference: string;
}

/** Tells who calls, and counts the call. */
export async function identify(gate: Gate, facts: RequestFacts, answer: AnswerHead): Promise<Caller> {
  const caller = await gate.authenticate(facts);
  gate.limiter?.count(caller, facts.address, answer);
  return { ...caller, address: facts.address };
}

/** Lets a stranger's call pass or throws why not. The order is the interface's: clients see which error comes first. */
export async function admit(platform: Platform, gate: Gate, arrival: Arrival): Promise<Admitted> {
  const { plan, scope, facts, isSecure, answer, reference } = arrival;
  const { registered } = plan;
  const { address } = facts;
  const caller = await identify(gate, facts, answer);
  authorize(caller, registered.route, platform.config);
  if (registered.route.secure && !isSecure) throw platformErrors.httpsOnly();
  const call = platform.newCall(caller, scope);
  const attempt = attemptAt(registered.route, call, address, answer);
  const watches: Watch[] = attempt ? [watchAttempt(attempt)] : [];
  for (const guard of gate.guards ?? []) {
    const watch = await guard(registered, call, facts);
    if (watch) watches.push(watch);
  }
  const { callTimeout } = platform.settings;
  return { platform, plan, call, watches, seconds: callTimeout, trace: { form: 'call', address, reference } };
}

function watchAttempt(attempt: Attempt): Watch {
  return { decoded: (inputs) => attempt.begin(inputs.length), ended: (_, failure) => attempt.end(failure) };
}

/** A call that the platform itself makes: nobody asks whether it may, and the audit log says nothing of it. */
export function trust(platform: Platform, plan: Plan): Admitted {
  const call = platform.newCall(system.caller, system.scope);
  return { platform, plan, call, watches: [], seconds: 0, trace: undefined };
}
