import { GraphQLError } from 'graphql';
import { fillTemplate } from '../../kernel/error-templates.ts';
import { PlatformError, type ErrorKind } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import { toErrorResponse } from '../webapi/errors.ts';
import { referenceText } from './reference-texts.ts';

/** Error categories for clients; source: the reference's documentation of GraphQL exceptions. */
const categories: Partial<Record<ErrorKind, string>> = {
  noSuchEntity: 'graphql-no-such-entity',
  noRoute: 'graphql-no-such-entity',
  unauthorized: 'graphql-authorization',
  forbidden: 'graphql-authorization',
  authentication: 'graphql-authentication',
  alreadyExists: 'graphql-already-exists',
  retriable: 'internal',
  diskFull: 'internal',
  unanswered: 'internal',
};

/** The category of errors that the client can correct. */
const INPUT = 'graphql-input';

/** An error in the response. */
export interface SentError {
  readonly message: string;
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
  readonly extensions?: { readonly category: string; readonly report_id?: string | undefined };
}

/**
 * Converts errors to their form on the wire. Unexpected errors are logged, and only reveal the id of their log entry. Collected
 * errors of a request are entries of their own without a path, as in the reference.
 */
export function sentErrors(errors: readonly GraphQLError[], platform: Platform, requestId: string): SentError[] {
  return errors.flatMap((error): SentError[] => {
    const { originalError: thrown } = error;
    if (!(thrown instanceof PlatformError) || !thrown.isOfRequest) return [sentError(error, platform, requestId)];
    const extensions = { category: categories[thrown.kind] ?? INPUT };
    return thrown.errors.map(({ message, parameters }) => ({ message: fillTemplate(message, parameters), extensions }));
  });
}

function sentError(error: GraphQLError, platform: Platform, requestId: string): SentError {
  const place = {
    ...(error.locations && { locations: error.locations }),
    ...(error.path && { path: error.path }),
  };
  const thrown = error.originalError;
  if (!thrown || thrown instanceof GraphQLError) return { message: referenceText(error.message), ...place };
  const { message, extensions } = describe(thrown, platform, requestId);
  return { message, ...place, ...(extensions && { extensions }) };
}

/** The message of an error without values of the request. */
export function templateOf(error: unknown): string {
  if (!(error instanceof GraphQLError)) return toErrorResponse(error, false).template;
  const { originalError, message } = error;
  if (originalError && !(originalError instanceof GraphQLError)) return templateOf(originalError);
  if (namesOnly.test(message)) return message;
  return message
    .replaceAll(quoted, '"…"')
    .replace(/(got invalid value )[^;]*/, '$1…')
    .replace(/(cannot represent [^:]*: |^Expected value of type [^,]*, found ).*/s, '$1…')
    .replaceAll(numbers, '…');
}

const quoted = /"(?:[^"\\]|\\.)*"/g;
const numbers = /\d+(?:\.\d+)?/g;

/** Errors of documents that quote names, but no values. */
const namesOnly = /^(?:Cannot query field|Unknown (?:argument|type|fragment)|Field ")/;

/** The description of a thrown value for the response. */
export function describe(thrown: unknown, platform: Platform, requestId: string): SentError {
  if (thrown instanceof PlatformError && thrown.kind !== 'internal') {
    return { message: thrown.text, extensions: { category: categories[thrown.kind] ?? INPUT } };
  }
  const { status, body, reportId } = toErrorResponse(thrown, platform.settings.developerMode);
  if (status >= 500) platform.log.error({ err: thrown, requestId, reportId }, 'a GraphQL field failed');
  const message = reportId === undefined ? String(body.message) : 'Internal server error';
  return { message, extensions: { category: status >= 500 ? 'internal' : INPUT, report_id: reportId } };
}

/** HTTP status of a GraphQL response, and the seconds after which the client should repeat its request. */
interface ResponseStatus {
  readonly status: number;
  readonly retryAfter: number | undefined;
}

/** The status of a request that failed as a whole. */
export function statusOfFailure(thrown: unknown): ResponseStatus {
  const { status, retryAfter } = toErrorResponse(thrown, false);
  return { status, retryAfter };
}

/**
 * The status of an executed operation: that of its first temporary failure, otherwise 200. It stays 200 once a mutation of the
 * request has succeeded, because clients repeat requests that failed temporarily. It also stays 200 for temporary failures with
 * status 400 in the interface, because clients would take the request itself to be wrong.
 */
export function statusOfResult(errors: readonly GraphQLError[] = [], hasChanged = false): ResponseStatus {
  const temporary = errors.map(({ originalError }) => originalError && toErrorResponse(originalError, false));
  const first = hasChanged ? undefined : temporary.find((failure) => failure?.isTemporary && failure.status !== 400);
  return { status: first?.status ?? 200, retryAfter: first?.retryAfter };
}
