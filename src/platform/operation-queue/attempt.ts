import {
  interceptInput,
  interceptionFor,
  performWithin,
  type AdmittedRoute,
  type EncodeResult,
} from '../execution/life.ts';
import { planOf, type DecodedInput } from '../execution/plan.ts';
import type { Call } from '../../kernel/call.ts';
import type { Interception } from '../../kernel/interception.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { conceal, withoutSecrets, type FoundSecret } from '../../kernel/secrets.ts';
import { formatTime } from '../../kernel/time.ts';
import { isDiskFull, isLostConnection } from '../../storage/errors.ts';
import type { ClaimedOperation } from './broker.ts';
import type { Bulk } from './bulks.ts';
import { operationErrors } from './errors.ts';
import { failureOutcome, type Outcome } from './outcomes.ts';
import { openInput } from './sealed-input.ts';
import { traceJob } from './traced-job.ts';
import { operationStatuses } from './types.ts';

/** An operation with its bulk. */
export interface Job {
  readonly operation: ClaimedOperation;
  readonly bulk: Bulk;
}

/**
 * Attempts an operation in a savepoint of the open transaction of `call`, as the operation's caller and in its scope. Undoes its
 * writes when it fails. Throws only for failures of the whole transaction, such as a lost connection or a full disk.
 */
export async function attemptOperation(platform: Platform, call: Call, job: Job): Promise<Outcome> {
  const startedAt = formatTime(platform.clock.now());
  try {
    return await asCallerOf(call, job).savepoint((own) => performOperation(platform, own, job, startedAt));
  } catch (error) {
    if (isLostConnection(error) || isDiskFull(error)) throw error;
    return failureOutcome(job.operation, error, startedAt, platform, { secrets: secretsOf(platform, job) });
  }
}

/** `call` as the job's caller, in its scope. Throws as a synchronous call would when the store view was deleted. */
export function asCallerOf(call: Call, { bulk, operation }: Job): Call {
  if (!bulk.scope) throw platformErrors.cannotProcess();
  return call.with({ scope: bulk.scope, caller: bulk.caller, origin: `operation:${operation.id}` });
}

/** Executes an operation; `call` is already that of its caller. Gives the outcome of a success, or throws. */
export function performOperation(platform: Platform, call: Call, job: Job, startedAt: string): Promise<Outcome> {
  const perform = async (own: Call): Promise<Outcome> => {
    const { admitted, input } = resumed(platform, own, job);
    return performResumed(admitted, input, job, startedAt);
  };
  return platform.tracing ? traceJob(platform.tracing, call, job, perform) : perform(call);
}

/**
 * Executes an operation in its own transaction. Hooks before it run before the transaction begins; hooks after it can no longer
 * change the outcome, because it is recorded by then.
 */
export async function performAlone(platform: Platform, call: Call, job: Job, startedAt: string): Promise<Outcome> {
  const { admitted, input } = resumed(platform, call, job);
  const interception = interceptionFor(admitted);
  if (!interception) return performResumed(admitted, input, job, startedAt);
  const used = await interceptInput(admitted, interception, input);
  const perform = async (inside: Call): Promise<Outcome> => {
    const outcome = await performResumed({ ...admitted, call: inside }, used, job, startedAt);
    inside.afterCommit(() => {
      interception.after(used, JSON.parse(outcome.result ?? 'null')).catch((error: unknown) => {
        platform.log.warn({ err: error, bulk: job.bulk.uuid }, 'a hook after an operation has failed');
      });
    });
    return outcome;
  };
  return admitted.plan.opensTransactions ? perform(call) : call.transaction(perform);
}

/** Who has a say on an operation; undefined: nobody. */
export function interceptionOfJob(platform: Platform, call: Call, { bulk }: Job): Interception | undefined {
  const { registered, caller, scope } = bulk;
  if (!registered || !scope || call.contributions.interceptors.length === 0) return undefined;
  const plan = planOf(platform.registry, registered);
  const trace = { form: 'operation', address: bulk.address, reference: bulk.uuid } as const;
  return interceptionFor({ platform, plan, call: call.with({ caller, scope }), observers: [], seconds: 0, trace });
}

async function performResumed(
  admitted: AdmittedRoute,
  input: DecodedInput,
  { operation }: Job,
  startedAt: string,
): Promise<Outcome> {
  const { serviceClass, route } = admitted.plan.registered;
  const { result, entry } = await performWithin(admitted, input, storable(admitted));
  const message = `Service execution success ${serviceClass}::${route.operation}`;
  return { operation, status: operationStatuses.complete, result, message, startedAt, entry };
}

/** The call of an operation; it was admitted and decoded when it was accepted. */
function resumed(
  platform: Platform,
  call: Call,
  { operation, bulk }: Job,
): { admitted: AdmittedRoute; input: DecodedInput } {
  const { registered, address, uuid, topic } = bulk;
  if (!registered) throw operationErrors.notServed({ topic });
  const { input } = openInput(call, operation, uuid);
  const trace = { form: 'operation', address, reference: uuid } as const;
  const plan = planOf(platform.registry, registered);
  return { admitted: { platform, plan, call, observers: [], seconds: 0, trace }, input };
}

/** Encodes a result as JSON for storage, without its secrets and without texts that quote them. */
function storable({ plan }: AdmittedRoute): EncodeResult<string> {
  const { route }: Pick<RegisteredRoute, 'route'> = plan.registered;
  return (value) => {
    const { open, secrets } = conceal({ answer: route.output }, { answer: plan.encode(value) });
    const json = JSON.stringify(open.answer);
    return secrets.length > 0 ? withoutSecrets(json, secrets) : json;
  };
}

/** The secrets of an operation, to remove them from log entries; empty if they cannot be read. */
export function secretsOf(platform: Pick<Platform, 'services'>, { operation, bulk }: Job): readonly FoundSecret[] {
  if (!operation.secrets) return [];
  try {
    return openInput(platform, operation, bulk.uuid).secrets;
  } catch {
    return [];
  }
}
