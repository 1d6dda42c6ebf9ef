import packageJson from '../../package.json' with { type: 'json' };
import { describeAll, statusText, tagsOf, type DocumentOptions } from './swagger.ts';
import type { Described } from './operations.ts';

/** An OpenAPI 3.1 document of the same routes, with bearer tokens as its security scheme. */
export function openapi(options: DocumentOptions): Record<string, unknown> {
  const { described, definitions } = describeAll(options, '#/components/schemas/');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const one of described) (paths[one.path] ??= {})[one.method] = operation(one);
  return {
    openapi: '3.1.0',
    info: { version: packageJson.version, title: 'Souk' },
    servers: [{ url: `${options.scheme}://${options.host}${options.basePath}` }],
    tags: tagsOf(described),
    paths,
    components: {
      schemas: definitions.all(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ bearer: [] }, {}],
  };
}

function operation(one: Described): Record<string, unknown> {
  const content = (schema: unknown): unknown => ({ 'application/json': { schema }, 'application/xml': { schema } });
  return {
    tags: [one.tag],
    summary: one.summary,
    operationId: one.operationId,
    parameters: one.parameters,
    ...(one.body ? { requestBody: { required: true, content: content(one.body) } } : {}),
    responses: {
      [one.success]: { description: statusText(one.success), content: content(one.answer) },
      ...Object.fromEntries(
        [...one.errors, 'default'].map((status) => [
          status,
          {
            description: statusText(Number(status)),
            content: content({ $ref: '#/components/schemas/error-response' }),
          },
        ]),
      ),
    },
  };
}
