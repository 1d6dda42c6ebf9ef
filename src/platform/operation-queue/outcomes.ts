import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { recordEntries, type AuditEntry } from '../audit/record.ts';
import type { Call, ConfigurationReader } from '../../kernel/call.ts';
import { fillTemplate } from '../../kernel/error-templates.ts';
import { PlatformError, platformErrors } from '../../kernel/errors.ts';
import { withoutSecrets, type FoundSecret } from '../../kernel/secrets.ts';
import { isTemporary } from '../../storage/errors.ts';
import { updateRows } from '../../storage/rows.ts';
import type { ClaimedOperation } from './broker.ts';
import { operationErrors } from './errors.ts';
import { operationStatuses, type OperationStatus } from './types.ts';
import { retrySettings, storedArguments } from './configuration.ts';

/** The outcome of one attempt at an operation. */
export interface Outcome {
  readonly operation: ClaimedOperation;
  /** Open if it will be tried again. */
  readonly status: OperationStatus;
  /** JSON of the encoded result. */
  readonly result?: string;
  readonly message?: string;
  readonly errorCode?: number;
  /** Time of the next attempt, in milliseconds since 1970. */
  readonly availableAt?: number;
  readonly startedAt: string;
  /** Its entry in the audit log; undefined where nothing was changed, or the audit log is off. */
  readonly entry?: AuditEntry | undefined;
}

/** How often, and how soon, temporary failures are tried again. */
interface RetryPolicy {
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled for each further one. */
  readonly delay: number;
  /** Greatest number of milliseconds between two attempts. */
  readonly longestDelay: number;
}

function retryPolicy(config: ConfigurationReader): RetryPolicy {
  return {
    attempts: config.of(retrySettings.attempts),
    delay: config.of(retrySettings.delay),
    longestDelay: config.of(retrySettings.longestDelay),
  };
}

/** The outcome of an attempt that threw: a temporary failure is tried again, unless `final`; any other is not. */
export function failureOutcome(
  operation: ClaimedOperation,
  error: unknown,
  startedAt: string,
  { config, log }: { config: ConfigurationReader; log: Logger },
  { final = false, secrets = [] }: { final?: boolean; secrets?: readonly FoundSecret[] } = {},
): Outcome {
  const passing = !final && isTemporary(error);
  if (passing) {
    const { attempts, delay, longestDelay } = retryPolicy(config);
    // An outside service that does not answer has had its time already: more attempts would hold up other operations.
    const isSilent = error instanceof PlatformError && error.kind === 'unanswered';
    if (!isSilent && operation.attempts + 1 < attempts) {
      const availableAt = Date.now() + Math.min(delay * 2 ** operation.attempts, longestDelay);
      return { operation, status: operationStatuses.open, availableAt, startedAt };
    }
  }
  const clientError = tell(secrets.length > 0 ? quiet(error, secrets) : error, passing, operation, log);
  const status = passing ? operationStatuses.retriablyFailed : operationStatuses.failed;
  return {
    operation,
    status,
    message: withoutSecrets(textOf(clientError), secrets),
    errorCode: clientError.code,
    startedAt,
  };
}

/** The outcome of an operation. A single collected error is added to a message that does not contain it. */
function textOf({ text, errors: [only, ...others] }: PlatformError): string {
  if (!only || others.length > 0) return text;
  const detail = fillTemplate(only.message, only.parameters);
  return text.includes(detail) ? text : `${text}: ${detail}`;
}

/** An unexpected error for the log: its texts alone, without secrets. */
function quiet(error: unknown, secrets: readonly FoundSecret[]): unknown {
  if (!(error instanceof Error) || error instanceof PlatformError) return error;
  const copy = new Error(withoutSecrets(error.message, secrets));
  copy.stack = withoutSecrets(error.stack ?? '', secrets);
  return copy;
}

/** The error that the caller may read. An unexpected one is logged, and the caller gets the id of the entry. */
function tell(error: unknown, passing: boolean, operation: ClaimedOperation, log: Logger): PlatformError {
  if (error instanceof PlatformError && error.kind !== 'internal') return error;
  if (passing) {
    log.warn({ err: error, operation: operation.id }, 'an operation failed in its last attempt');
    return operationErrors.busy();
  }
  const report = `webapi-${randomUUID().slice(0, 13)}`;
  log.error({ err: error, operation: operation.id, report }, 'an operation failed unexpectedly');
  return platformErrors.internal([report]);
}

/**
 * Records outcomes and their audit entries, within the transaction of the attempts; one statement for each, however many they
 * are.
 */
export async function recordOutcomes(call: Call, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ operation, status, result, message, errorCode, availableAt, startedAt }) => ({
    id: operation.id,
    status,
    // Secrets are removed at the end with any outcome; an empty text marks that there were some.
    secrets: status === operationStatuses.open || operation.secrets === null ? operation.secrets : '',
    result: result ?? null,
    result_message: message?.replaceAll('\0', '') ?? null,
    error_code: errorCode ?? null,
    attempts: operation.attempts + 1,
    available_at: availableAt ?? 0,
    started_at: startedAt,
  }));
  await updateRows(call.db, 'operation', ['id'], rows);
  await removeLongArguments(call, outcomes);
  await recordEntries(
    call,
    outcomes.flatMap(({ entry }) => entry ?? []),
  );
}

/** Arguments of complete operations serve as information alone: long ones, such as pictures, are not stored for that. */
async function removeLongArguments(call: Call, outcomes: readonly Outcome[]): Promise<void> {
  const most = call.config.of(storedArguments);
  const rows = outcomes
    .filter(({ operation, status }) => status === operationStatuses.complete && operation.input.length > most)
    .map(({ operation: { id } }) => ({ id, input: null }));
  if (rows.length > 0) await updateRows(call.db, 'operation', ['id'], rows);
}
