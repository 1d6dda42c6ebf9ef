import * as t from '../../kernel/types.ts';
import type { DescribedOperation } from './operations.ts';
import type { OpenApiSchema } from './openapi-schemas.ts';

/** The error shape of every route. */
export const ErrorResponse = t.object('error-response', {
  message: t.string,
  errors: t.optional(
    t.array(t.object('error-errors-item', { message: t.optional(t.string), parameters: t.optional(t.mixed) })),
  ),
  code: t.optional(t.integer),
  parameters: t.optional(t.mixed),
  trace: t.optional(t.string),
});

/** Error responses of routes by status: name and meaning. */
const errors: Readonly<Record<string, readonly [name: string, text: string]>> = {
  400: ['BadRequest', 'The input or the state of things does not allow it.'],
  401: ['Unauthorized', 'The caller is unknown or may not do this.'],
  404: ['NotFound', 'Something that the call names does not exist.'],
  406: ['NotAcceptable', 'The Accept header names nothing that is served.'],
  413: ['TooLarge', 'The request body exceeds the size limit.'],
  429: ['TooManyRequests', 'Too many calls: try again after the seconds in Retry-After.'],
  500: ['InternalError', 'Something unexpected happened; the log has it under the report id.'],
  503: ['Unavailable', 'Not now: nothing was changed, try again later.'],
  504: ['NoAnswer', 'A payment provider did not answer in time. Its transactions are booked once it reports them.'],
  default: ['OtherError', 'Any other error.'],
};

/** Errors that come with the time after which to try again. */
const retried = new Set(['429', '503']);

/** The name of an error among the responses of a document. */
export function errorName(status: string): string {
  return errors[status]![0];
}

/** Modules of the interface whose calls may move money. */
const paying = new Set(['Quote', 'Checkout', 'Sales']);

/** The errors that a route may answer, by status. */
export function errorsOf({ registered, body, success }: DescribedOperation<unknown>): string[] {
  const { route, module } = registered;
  const left = new Set<string>();
  if (Object.keys(route.input).length === 0) left.add('404');
  if (body === undefined) left.add('413');
  if (route.method === 'GET' || success === 202 || !paying.has(module)) left.add('504');
  return Object.keys(errors).filter((status) => !left.has(status));
}

/** The responses of a document for all errors, by name. */
export function errorAnswers(schema: OpenApiSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(errors).map(([status, [name, description]]) => [
      name,
      {
        description,
        ...(retried.has(status)
          ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
          : {}),
        content: {
          'application/json': { schema, example: { message: description } },
          'application/xml': { schema },
        },
      },
    ]),
  );
}
