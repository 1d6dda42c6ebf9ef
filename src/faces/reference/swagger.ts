import packageJson from '../../../packages/souk/package.json' with { type: 'json' };
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { Target } from '../../kernel/served-fields.ts';
import type { Type } from '../../kernel/types.ts';
import { createDefinitions, type SwaggerSchema } from './swagger-schemas.ts';
import { describe, describeAsynchronous, type DescribedOperation } from './operations.ts';
import { ErrorResponse } from './responses.ts';

const statusTexts: Record<number, string> = {
  200: 'Success',
  202: 'Accepted for execution',
  400: 'The input or the state does not allow it',
  401: 'Not authorized',
  500: 'Internal error',
};

/** The scope of a document. */
export interface DocumentOptions {
  readonly routes: readonly RegisteredRoute[];
  readonly target: Target;
  /** Path that all routes start with, such as `/rest/default` or `/rest/default/async`. */
  readonly basePath: string;
  /** Host and port as the client sees them. */
  readonly host: string;
  readonly scheme: string;
  /** Given: the asynchronous forms are described, answered by this type. */
  readonly acceptance?: Type;
}

/** A Swagger 2.0 document of the routes, in the shape of the interface's schema routes. */
export function swagger(options: DocumentOptions): Record<string, unknown> {
  const definitions = createDefinitions(options.target);
  definitions.answer(ErrorResponse);
  const { acceptance } = options;
  const described = acceptance
    ? options.routes.filter((r) => r.topic).map((r) => describeAsynchronous(r, definitions, acceptance))
    : options.routes.map((r) => describe(r, definitions));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const one of described) (paths[one.path] ??= {})[one.method] = operation(one);
  return {
    swagger: '2.0',
    info: { version: packageJson.version, title: 'Souk' },
    host: options.host,
    basePath: options.basePath,
    schemes: [options.scheme],
    tags: tagsOf(described),
    paths,
    securityDefinitions: { api_key: { type: 'apiKey', name: 'api_key', in: 'header' } },
    definitions: definitions.all(),
  };
}

/** The services of the described routes, sorted. */
function tagsOf(described: readonly DescribedOperation<unknown>[]): { name: string }[] {
  return [...new Set(described.map((one) => one.tag))].sort().map((name) => ({ name }));
}

/** Text for a status in a document. */
function statusText(status: number): string {
  return statusTexts[status] ?? 'Unexpected error';
}

function operation(one: DescribedOperation<SwaggerSchema>): Record<string, unknown> {
  const types = ['application/json', 'application/xml'];
  return {
    tags: [one.tag],
    description: one.summary,
    operationId: one.operationId,
    consumes: types,
    produces: types,
    parameters: [
      ...one.parameters.map(({ schema, ...rest }) => ({ ...rest, ...schema })),
      ...(one.body ? [{ name: `${one.operationId}Body`, in: 'body', schema: one.body }] : []),
    ],
    responses: {
      [one.success]: { description: statusText(one.success), schema: one.answer },
      ...Object.fromEntries(
        one.errors.map((status) => [
          status,
          { description: statusText(status), schema: { $ref: '#/definitions/error-response' } },
        ]),
      ),
      default: { description: 'Unexpected error', schema: { $ref: '#/definitions/error-response' } },
    },
  };
}
