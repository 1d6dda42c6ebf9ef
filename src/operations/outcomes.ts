import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { recordEntries, type AuditEntry } from '../audit/record.ts';
import type { Call, ConfigurationReader } from '../kernel/call.ts';
import { PlatformError, platformErrors } from '../kernel/errors.ts';
import { withoutSecrets, type FoundSecret } from '../kernel/secrets.ts';
import { isDiskFull, isRetriable } from '../storage/errors.ts';
import { updateRows } from '../storage/rows.ts';
import type { ClaimedOperation } from './broker.ts';
import { operationErrors } from './errors.ts';
import { operationStatuses, type OperationStatus } from './types.ts';

/** What became of one attempt at an operation. */
export interface Outcome {
  readonly operation: ClaimedOperation;
  /** Open when it will be tried again. */
  readonly status: OperationStatus;
  /** JSON of the encoded answer. */
  readonly result?: string;
  readonly message?: string;
  readonly errorCode?: number;
  /** When to try again, in milliseconds since 1970. */
  readonly availableAt?: number;
  readonly startedAt: string;
  /** What the audit log says about it; undefined where nothing was changed, or nobody asks. */
  readonly entry?: AuditEntry | undefined;
}

/** How often and how soon failures that pass by themselves are tried again. */
interface RetryPolicy {
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled for each further one. */
  readonly delay: number;
  /** The most milliseconds between two attempts. */
  readonly longestDelay: number;
}

function retryPolicy(config: ConfigurationReader): RetryPolicy {
  return {
    attempts: config.number('souk/operations/attempts', 6),
    delay: config.number('souk/operations/retry_delay', 250),
    longestDelay: config.number('souk/operations/longest_retry_delay', 60_000),
  };
}

/** The outcome of an attempt that threw: what passes by itself is tried again, unless `final`; everything else is not. */
export function failureOutcome(
  operation: ClaimedOperation,
  error: unknown,
  startedAt: string,
  { config, log }: { config: ConfigurationReader; log: Logger },
  { final = false, secrets = [] }: { final?: boolean; secrets?: readonly FoundSecret[] } = {},
): Outcome {
  const passing = !final && (isRetriable(error) || isDiskFull(error));
  if (passing) {
    const { attempts, delay, longestDelay } = retryPolicy(config);
    if (operation.attempts + 1 < attempts) {
      const availableAt = Date.now() + Math.min(delay * 2 ** operation.attempts, longestDelay);
      return { operation, status: operationStatuses.open, availableAt, startedAt };
    }
  }
  const told = tell(secrets.length > 0 ? quiet(error, secrets) : error, passing, operation, log);
  const status = passing ? operationStatuses.retriablyFailed : operationStatuses.failed;
  return { operation, status, message: withoutSecrets(told.text, secrets), errorCode: told.code, startedAt };
}

/** An error that is no message to the caller, as it may be logged: with nothing but its texts, and no secrets in them. */
function quiet(error: unknown, secrets: readonly FoundSecret[]): unknown {
  if (!(error instanceof Error) || error instanceof PlatformError) return error;
  const said = new Error(withoutSecrets(error.message, secrets));
  said.stack = withoutSecrets(error.stack ?? '', secrets);
  return said;
}

/** The error that the caller may read; what nobody foresaw goes to the log, under an id that the caller gets. */
function tell(error: unknown, passing: boolean, operation: ClaimedOperation, log: Logger): PlatformError {
  if (error instanceof PlatformError && error.kind !== 'internal') return error;
  if (passing) {
    log.warn({ err: error, operation: operation.id }, 'an operation was given up after its last attempt');
    return operationErrors.busy();
  }
  const report = `webapi-${randomUUID().slice(0, 13)}`;
  log.error({ err: error, operation: operation.id, report }, 'an operation failed unexpectedly');
  return platformErrors.internal([report]);
}

/**
 * Records outcomes, within the transaction that made them, and in the audit log what they have changed; one statement for
 * each, however many they are.
 */
export async function recordOutcomes(call: Call, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ operation, status, result, message, errorCode, availableAt, startedAt }) => ({
    id: operation.id,
    status,
    // What is complete need not be tried again.
    input: status === operationStatuses.complete ? null : operation.input,
    // However it has ended; what is empty says that there were some.
    secrets: status === operationStatuses.open || operation.secrets === null ? operation.secrets : '',
    result: result ?? null,
    result_message: message?.replaceAll('\0', '') ?? null,
    error_code: errorCode ?? null,
    attempts: operation.attempts + 1,
    available_at: availableAt ?? 0,
    started_at: startedAt,
  }));
  await updateRows(call.db, 'operation', ['id'], rows);
  await recordEntries(
    call,
    outcomes.flatMap(({ entry }) => entry ?? []),
  );
}
