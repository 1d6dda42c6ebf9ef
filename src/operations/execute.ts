import type { Call } from '../kernel/call.ts';
import { compileEncoder, type Encoder } from '../kernel/encode.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import { formatTime } from '../kernel/time.ts';
import { isDiskFull, isLostConnection } from '../storage/errors.ts';
import type { ClaimedOperation } from './broker.ts';
import type { Bulk } from './bulks.ts';
import { operationErrors } from './errors.ts';
import { failure, type Outcome } from './outcomes.ts';
import { operationStatuses } from './types.ts';

/** An operation with what its bulk says about it. */
export interface Job {
  readonly operation: ClaimedOperation;
  readonly bulk: Bulk;
}

/**
 * Executes an operation in a savepoint of the open transaction of `call`: as its caller, in its scope. Its writes are undone
 * when it fails. Throws only what concerns the whole transaction: a lost connection, a full disk.
 */
export async function execute(platform: Platform, call: Call, job: Job): Promise<Outcome> {
  const startedAt = formatTime(platform.clock.now());
  try {
    const result = await resolve(call, job).savepoint((own) => run(job, own));
    return success(job, result, startedAt);
  } catch (error) {
    if (isLostConnection(error) || isDiskFull(error)) throw error;
    return failure(job.operation, error, startedAt, platform);
  }
}

/** `call` as the job's caller in its scope; throws as a synchronous call would when the store view is gone. */
export function resolve(call: Call, { bulk }: Job): Call {
  if (!bulk.scope) throw platformErrors.cannotProcess();
  return call.with({ scope: bulk.scope, caller: bulk.caller });
}

/** Calls the handler; gives JSON of its encoded answer. */
export async function run({ operation, bulk }: Job, call: Call): Promise<string> {
  if (!bulk.registered) throw operationErrors.notServed({ topic: bulk.topic }, { filled: true });
  const handle = bulk.registered.route.handle as (input: unknown, call: Call) => unknown;
  const output = await handle(JSON.parse(operation.input), call);
  return JSON.stringify(encoderOf(bulk.registered, call.platform)(output));
}

const encoders = new WeakMap<RegisteredRoute, Encoder>();

function encoderOf(registered: RegisteredRoute, platform: Call['platform']): Encoder {
  let encoder = encoders.get(registered);
  if (!encoder) encoders.set(registered, (encoder = compileEncoder(registered.route.output, platform)));
  return encoder;
}

/** The outcome of an operation that was answered with `result`, JSON of the encoded answer. */
export function success({ operation, bulk }: Job, result: string, startedAt: string): Outcome {
  const { serviceClass, route } = bulk.registered as RegisteredRoute;
  const message = `Service execution success ${serviceClass}::${route.operation}`;
  return { operation, status: operationStatuses.complete, result, message, startedAt };
}
