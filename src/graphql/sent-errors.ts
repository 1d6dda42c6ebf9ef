import { GraphQLError } from 'graphql';
import { PlatformError, type ErrorKind } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';
import { toErrorAnswer } from '../webapi/errors.ts';

/** The category by which clients tell errors apart; source: the reference's documentation of GraphQL exceptions. */
const categories: Partial<Record<ErrorKind, string>> = {
  noSuchEntity: 'graphql-no-such-entity',
  noRoute: 'graphql-no-such-entity',
  unauthorized: 'graphql-authorization',
  forbidden: 'graphql-authorization',
  authentication: 'graphql-authentication',
  alreadyExists: 'graphql-already-exists',
};

/** An error as it is sent. */
export interface SentError {
  readonly message: string;
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Gives an error of an answer its form on the wire. An unexpected one is logged, and reveals nothing but the id of its entry. */
export function sentError(error: GraphQLError, platform: Platform, requestId: string): SentError {
  const place = {
    ...(error.locations && { locations: error.locations }),
    ...(error.path && { path: error.path }),
  };
  const thrown = error.originalError;
  if (!thrown || thrown instanceof GraphQLError) return { message: error.message, ...place };
  const { message, extensions } = describe(thrown, platform, requestId);
  return { message, ...place, extensions };
}

/** What is told of something thrown. */
export function describe(thrown: unknown, platform: Platform, requestId: string): SentError {
  if (thrown instanceof PlatformError && thrown.kind !== 'internal') {
    return { message: thrown.text, extensions: { category: categories[thrown.kind] ?? 'graphql-input' } };
  }
  const { status, body, reportId } = toErrorAnswer(thrown, platform.settings.developerMode);
  if (status >= 500) platform.log.error({ err: thrown, requestId, reportId }, 'a GraphQL field failed');
  const message = reportId === undefined ? String(body.message) : 'Internal server error';
  return {
    message,
    extensions: { category: reportId === undefined ? 'graphql-input' : 'internal', report_id: reportId },
  };
}
