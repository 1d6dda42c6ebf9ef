import { entitiesOf } from '../audit/entities.ts';
import { isAudited, type AuditEntry } from '../audit/record.ts';
import type { Call, ConfigurationReader } from '../kernel/call.ts';
import { compileEncoder, type Encoder } from '../kernel/encode.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import { conceal, type FoundSecret } from '../kernel/secrets.ts';
import { formatTime } from '../kernel/time.ts';
import { isDiskFull, isLostConnection } from '../storage/errors.ts';
import type { ClaimedOperation } from './broker.ts';
import type { Bulk } from './bulks.ts';
import { operationErrors } from './errors.ts';
import { failure, type Outcome } from './outcomes.ts';
import { openInput } from './sealed.ts';
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
    const done = await resolve(call, job).savepoint((own) => run(job, own));
    return { ...success(job, done, startedAt), entry: entryOf(job, done.entities, call.config) };
  } catch (error) {
    if (isLostConnection(error) || isDiskFull(error)) throw error;
    return failure(job.operation, error, startedAt, platform, { secrets: secretsOf(platform, job) });
  }
}

/** `call` as the job's caller in its scope; throws as a synchronous call would when the store view is gone. */
export function resolve(call: Call, { bulk }: Job): Call {
  if (!bulk.scope) throw platformErrors.cannotProcess();
  return call.with({ scope: bulk.scope, caller: bulk.caller });
}

/** What an operation has come to. */
export interface Done {
  /** JSON of the encoded answer. */
  readonly result: string;
  /** See `entitiesOf`. */
  readonly entities: string;
}

/** Calls the handler. */
export async function run({ operation, bulk }: Job, call: Call): Promise<Done> {
  const { registered } = bulk;
  if (!registered) throw operationErrors.notServed({ topic: bulk.topic }, { filled: true });
  const handle = registered.route.handle as (input: unknown, call: Call) => unknown;
  const { input } = openInput(call, operation, bulk.uuid);
  const output = await handle(input, call);
  return {
    result: JSON.stringify(storable(registered, encoderOf(registered, call.platform)(output))),
    entities: isAudited(bulk.caller, registered.route, call.config) ? entitiesOf(registered, input, output) : '',
  };
}

/** An encoded answer as it may be kept. */
function storable({ route }: RegisteredRoute, answer: unknown): unknown {
  return conceal({ answer: route.output }, { answer }).open.answer;
}

/** The secrets of an operation, so that nothing that is said of it tells them; none where they cannot be read. */
export function secretsOf(platform: Pick<Platform, 'services'>, { operation, bulk }: Job): readonly FoundSecret[] {
  if (!operation.secrets) return [];
  try {
    return openInput(platform, operation, bulk.uuid).secrets;
  } catch {
    return [];
  }
}

const encoders = new WeakMap<RegisteredRoute, Encoder>();

function encoderOf(registered: RegisteredRoute, platform: Call['platform']): Encoder {
  let encoder = encoders.get(registered);
  if (!encoder) encoders.set(registered, (encoder = compileEncoder(registered.route.output, platform)));
  return encoder;
}

/** The outcome of an operation that has succeeded. */
export function success({ operation, bulk }: Job, { result }: Done, startedAt: string): Outcome {
  const { serviceClass, route } = bulk.registered as RegisteredRoute;
  const message = `Service execution success ${serviceClass}::${route.operation}`;
  return { operation, status: operationStatuses.complete, result, message, startedAt };
}

/** What the audit log is to say about an operation; undefined where nobody asks. */
export function entryOf({ bulk }: Job, entities: string, config: ConfigurationReader): AuditEntry | undefined {
  const { caller, registered, address, uuid, scope } = bulk;
  if (!registered || !isAudited(caller, registered.route, config)) return undefined;
  const { route } = registered;
  return { caller, route, form: 'operation', storeCode: scope?.code, entities, address, reference: uuid };
}
