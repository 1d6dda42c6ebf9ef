import { randomBytes } from 'node:crypto';
import type { ErrorParameters } from '../../kernel/error-templates.ts';
import { PlatformError, platformErrors, temporaryKinds } from '../../kernel/errors.ts';
import { errorCode } from '../../kernel/thrown.ts';
import { isDiskFull, isLostConnection, isRetriable, storageErrors } from '../../storage/errors.ts';

/** An error in the format of a response. */
interface ErrorResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** Seconds after which a retry may succeed; undefined if waiting does not help. */
  readonly retryAfter: number | undefined;
  /** Id of the log entry of an unexpected error; undefined for errors that callers cause. */
  readonly reportId: string | undefined;
  /** Whether a retry of the same request may succeed. */
  readonly isTemporary: boolean;
  /** The message without values of the request. */
  readonly template: string;
}

/** Converts every error to its form on the wire. An unexpected one reveals nothing but the id of its log entry. */
export function toErrorResponse(thrown: unknown, developerMode: boolean): ErrorResponse {
  const known = toPlatformError(thrown);
  const reportId = known ? undefined : `webapi-${randomBytes(6).toString('hex')}`;
  const error = known ?? platformErrors.internal([reportId]);
  const body: Record<string, unknown> = { message: error.message };
  if (error.errors.length > 0) {
    body.errors = error.errors.map(({ message, parameters }) => ({ message, parameters: parameters ?? [] }));
  }
  if (error.code !== 0) body.code = error.code;
  if (hasParameters(error.parameters)) body.parameters = error.parameters;
  if (error.index !== undefined) body.index = error.index;
  if (developerMode) body.trace = traceOf(thrown);
  const { status, kind, isTemporary, template } = error;
  return { status, body, retryAfter: error.retryAfter ?? temporaryKinds[kind], reportId, isTemporary, template };
}

function toPlatformError(thrown: unknown): PlatformError | undefined {
  if (thrown instanceof PlatformError) return thrown.kind === 'internal' ? undefined : thrown;
  if (isDiskFull(thrown)) return storageErrors.diskFull(undefined, { cause: thrown });
  if (isLostConnection(thrown)) return storageErrors.away(undefined, { cause: thrown });
  if (isRetriable(thrown)) return storageErrors.busy(undefined, { cause: thrown });
  if (isUnstorable(thrown)) return platformErrors.invalidData(undefined, { cause: thrown });
  return undefined;
}

/** The databases' codes for values that no column accepts: numbers and times out of range, characters that cannot be stored. */
const unstorable = new Set(['22003', '22008', '22021', '22P02', '22P05', 'SQLITE_MISMATCH', 'SQLITE_TOOBIG']);

function isUnstorable(thrown: unknown): boolean {
  return unstorable.has(errorCode(thrown) ?? '');
}

function hasParameters(parameters: ErrorParameters | undefined): boolean {
  return parameters !== undefined && Object.keys(parameters).length > 0;
}

function traceOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const stack = thrown.stack ?? thrown.message;
  return thrown.cause === undefined ? stack : `${stack}\nCaused by: ${traceOf(thrown.cause)}`;
}
