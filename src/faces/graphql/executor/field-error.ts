import { GraphQLError, locatedError } from 'graphql';
import { PlatformError } from '../../../kernel/errors.ts';
import type { FieldGroup } from './plan.ts';

/**
 * The error of a field at a path of the response. A caller can cause one for each value of a list, so it costs little: the positions
 * in the document are shared, and errors for callers have no stack trace, which nobody reads.
 */
export function fieldError(thrown: unknown, group: FieldGroup, path: readonly (string | number)[]): GraphQLError {
  const error = thrown instanceof PlatformError ? callerError(thrown, path) : locatedError(thrown, undefined, path);
  if (error.locations) return error;
  return Object.defineProperty(error, 'locations', { value: group.locations(), enumerable: true });
}

function callerError(thrown: PlatformError, path: readonly (string | number)[]): GraphQLError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    // An `originalError` of the constructor would have its stack trace written out.
    const error = new GraphQLError(thrown.message, { path });
    return Object.defineProperty(error, 'originalError', { value: thrown });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
