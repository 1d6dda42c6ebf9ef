import { defineErrors, PlatformError, platformErrors } from '../kernel/errors.ts';
import { errorCode, errorMessage } from '../kernel/thrown.ts';

/** Errors of the storage that callers may see. */
export const storageErrors = defineErrors('storage', {
  busy: [
    'retriable',
    'The database is busy. Please try again.',
    'another transaction held the database for longer than a request waits',
  ],
  away: [
    'retriable',
    'The database is out of reach. Please try again.',
    'the database refuses connections or, within SOUK_DATABASE_TIMEOUT, does not answer',
  ],
  filesAway: [
    'retriable',
    'The store of files is out of reach. Please try again.',
    'the object store of SOUK_MEDIA_URL refuses connections, does not answer, or fails',
  ],
  diskFull: [
    'diskFull',
    'The disk is full: nothing was saved. Try again once there is room.',
    'the disk of the database, or that of SOUK_VAR, is full',
  ],
  unknownCommit: [
    'retriable',
    'The connection to the database was lost while the call was being saved. Check whether it took effect before you try again.',
    'the connection to the database was lost during a commit',
  ],
  unfitValue: [
    'input',
    'A value is too large, too long or has a character that cannot be stored.',
    'a text holds a NUL or is too long for an index, or a number is out of the range of its column',
  ],
});

/** The fields of the errors of both databases. */
interface DatabaseError extends Error {
  readonly code?: string;
  /** PostgreSQL: name of the violated constraint or index. */
  readonly constraint?: string;
  /** PostgreSQL: `Key (a, b)=(1, 2) already exists.` */
  readonly detail?: string;
}

/**
 * Whether `error` says that a row with this key already exists. `name` narrows it to a constraint: a column of the key (`sku`),
 * or the name of an index on an expression.
 */
export function isUniqueViolation(error: unknown, name?: string): boolean {
  const code = errorCode(error);
  const violated = code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
  if (!violated || !(error instanceof Error)) return false;
  return name === undefined || violatedNames(error).includes(name);
}

/** The "stale" error for a statement that divides by the number of the rows it finds, where it found none; others unchanged. */
export function staleWhereNoneFound(error: unknown): unknown {
  return errorCode(error) === '22012' ? platformErrors.stale() : error;
}

/** PostgreSQL: a NUL or half a surrogate pair in a text, a number out of range, not a number, too long for an index. */
const unfitStates = new Set(['22021', '22P05', '22003', '22P02', '54000']);

/** `error` for the caller: a value that the database cannot store is the caller's mistake. */
export function toCallerError(error: unknown): unknown {
  return unfitStates.has(errorCode(error) ?? '') ? storageErrors.unfitValue(undefined, { cause: error }) : error;
}

/** Whether `error` says that a referenced row is missing, or that a row is still referenced. */
export function isForeignKeyViolation(error: unknown): boolean {
  const code = errorCode(error);
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
}

/** Names of the columns, the constraint or the index in a unique violation. */
function violatedNames(error: DatabaseError): string[] {
  if (!error.code?.startsWith('SQLITE_')) {
    const columns = /^Key \((.*?)\)=/.exec(error.detail ?? '')?.[1]?.split(', ') ?? [];
    return [error.constraint ?? '', ...columns];
  }
  const subject = error.message.replace('UNIQUE constraint failed: ', '');
  const index = /^index '(.*)'$/.exec(subject)?.[1];
  return index === undefined ? subject.split(', ').map((column) => column.slice(column.indexOf('.') + 1)) : [index];
}

/** PostgreSQL: serialization failure, deadlock, lock timeout, statement timeout, too many connections, shutdown, standby. */
const retriableStates = new Set(['40001', '40P01', '55P03', '57014', '53300', '57P01', '57P02', '57P03', '25006']);
/** Lost or refused connections, as the operating system and the driver name them. */
const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const lostConnectionMessage =
  /^(Connection terminated|timeout expired$|Client has encountered a connection error|Client was closed)/;
/** The driver's message when the connection was lost before it sent anything. */
const neverSentMessage = /^Client (has encountered a connection error|was closed)/;

/** Whether the same work may succeed if it is repeated: after locks, deadlocks, lost connections and stale versions. */
export function isRetriable(error: unknown): boolean {
  if (error instanceof PlatformError) return error.kind === 'retriable' || isRetriable(error.cause);
  if (!(error instanceof Error)) return false;
  const code = errorCode(error) ?? '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return true;
  if (retriableStates.has(code) || isStalePlan(error)) return true;
  // No connection of the pool became free for as long as a request waits.
  const isPoolExhausted = error.message === 'timeout exceeded when trying to connect';
  return isPoolExhausted || isLostConnection(error);
}

/**
 * Whether the same request may succeed later, as the error's row says; errors of the database and the disk have none. Operations are
 * tried again by this rule. Unlike `isRetriable` it does not mean that a transaction is to be repeated at once.
 */
export function isTemporary(error: unknown): boolean {
  return (error instanceof PlatformError && error.isTemporary) || isRetriable(error) || isDiskFull(error);
}

/** Whether `error` says that a PostgreSQL server takes no further connection: of all, of this user or to this database. */
export function isOutOfConnections(error: unknown): boolean {
  return errorCode(error) === '53300';
}

/** A server is a standby where the primary is looked for. */
export class StandbyFound extends Error {
  /** As the server refuses to write. */
  readonly code = '25006';

  constructor() {
    super('the server is a standby');
  }
}

/** PostgreSQL: whether a server refused to write because it is a standby. */
export function isStandby(error: unknown): boolean {
  return errorCode(error) === '25006';
}

/** PostgreSQL: whether a table does not exist. */
export function isMissingTable(error: unknown): boolean {
  return errorCode(error) === '42P01';
}

/** PostgreSQL: whether a statement was given up because it took too long. */
export function isCanceled(error: unknown): boolean {
  return errorCode(error) === '57014';
}

/** Whether `error` says that the connection to the database is gone. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isLostConnection);
  const code = errorCode(error) ?? '';
  return lostConnection.has(code) || /^(08|57P0[123])/.test(code) || lostConnectionMessage.test(error.message);
}

/**
 * Whether the connection was lost between a commit and its answer: the transaction may have taken effect. Work must not be
 * repeated then, unless it notices that it was already done.
 */
export function isUnknownCommit(error: unknown): boolean {
  return error instanceof PlatformError && unknownCommits.has(error);
}

const unknownCommits = new WeakSet<PlatformError>();

/** The error of a commit that failed with `error`. */
export function commitError(error: unknown): unknown {
  if (!isLostConnection(error) || neverSentMessage.test(errorMessage(error))) return error;
  return unknownCommit(error);
}

/** The error of a commit of which nobody knows whether it holds, by `cause`. */
export function unknownCommit(cause: unknown): PlatformError {
  const unknown = storageErrors.unknownCommit(undefined, { cause });
  unknownCommits.add(unknown);
  return unknown;
}

/**
 * Whether a prepared statement no longer fits a table, because a migration has changed that. On another connection PostgreSQL
 * prepares it again.
 */
export function isStalePlan(error: unknown): boolean {
  return errorCode(error) === '0A000' && errorMessage(error).includes('cached plan');
}

/** Whether the disk, or the database's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  // Statements after a failed one fail because of that one.
  return code === 'SQLITE_FULL' || code === '53100' || code === 'ENOSPC' || isDiskFull(error.cause);
}
