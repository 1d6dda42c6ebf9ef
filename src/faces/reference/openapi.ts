import packageJson from '../../../packages/souk/package.json' with { type: 'json' };
import { elementAt } from '../../kernel/lists.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { Target } from '../../kernel/served-fields.ts';
import type { Fields, Type } from '../../kernel/types.ts';
import { answerExample, requestExample } from './examples.ts';
import { describe, operationId, type DescribedOperation, type Parameter } from './operations.ts';
import { ErrorResponse, errorAnswers, errorName, errorsOf } from './responses.ts';
import { createSchemas, type OpenApiSchema, type Schemas } from './openapi-schemas.ts';
import { argumentText, captchaHeaders, operationText, tagText } from './texts.ts';

/** The scope of an OpenAPI document. */
export interface OpenApiOptions {
  readonly routes: readonly RegisteredRoute[];
  readonly target: Target;
  /** Public address, with the path that everything starts with: `https://shop.example/rest`. */
  readonly base: string;
  /** Store codes that may stand between base and path, `all` among them; the first is the default one. */
  readonly storeCodes: readonly string[];
  /** Given: the asynchronous and bulk forms are described, answered by this type. */
  readonly acceptance?: Type;
}

type Operation = Record<string, unknown>;

/**
 * An OpenAPI 3.1 document of the routes, with exact requests and responses. Routes that differ only in the names of their path
 * parameters share a path, with the names of the first of them.
 */
export function openapi(options: OpenApiOptions): Record<string, unknown> {
  const schemas = createSchemas(options.target);
  schemas.answer(ErrorResponse);
  const described = options.routes.flatMap((one) => formsOf(one, schemas, options.acceptance));
  const paths = new Map<string, { path: string; operations: Record<string, Operation> }>();
  for (const one of described) {
    const template = templateOf(one.path);
    const known = paths.get(template) ?? { path: trimmed(one.path), operations: {} };
    paths.set(template, known);
    known.operations[one.method] = operation(renamed(one, known.path), options.target);
  }
  return {
    openapi: '3.1.0',
    info: {
      version: packageJson.version,
      title: options.acceptance ? 'Souk, asynchronous and bulk calls' : 'Souk',
      description:
        'The REST interface of Magento 2 / Adobe Commerce. Every answer can be narrowed: with `?fields=sku,items[name]` it has the ' +
        'named fields only. Bodies are read leniently ("10" is a number where one belongs).',
      contact: { name: 'Souk' },
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: servers(options),
    tags: tagsOf(described),
    paths: Object.fromEntries([...paths.values()].map(({ path, operations }) => [path, operations])),
    components: {
      schemas: schemas.all(),
      responses: errorAnswers(schemas.answer(ErrorResponse)),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an admin user, a customer or an integration.',
        },
        oauth: {
          type: 'http',
          scheme: 'OAuth',
          description: 'OAuth 1.0a, signed with the four keys of an integration.',
        },
      },
    },
    security: [{ bearer: [] }, { oauth: [] }],
  };
}

function servers({ base, storeCodes, acceptance }: OpenApiOptions): unknown[] {
  const end = acceptance ? '/async' : '';
  return [
    { url: `${base}${end}`, description: 'In the default store view.' },
    {
      url: `${base}/{store}${end}`,
      description: 'In a store view, or for all of them.',
      variables: {
        store: {
          enum: [...storeCodes],
          default: storeCodes[0],
          description: 'Code of a store view; `all` for values that hold in every one.',
        },
      },
    },
  ];
}

/** The synchronous form of a route, or its asynchronous and its bulk form. */
function formsOf(
  one: RegisteredRoute,
  schemas: Schemas,
  acceptance: Type | undefined,
): DescribedOperation<OpenApiSchema>[] {
  const filledIn = new Set(Object.keys(one.route.forced ?? {}).filter((name) => !name.includes('.')));
  const plain = describe(one, schemas, filledIn);
  if (!acceptance) return [plain];
  if (one.bulkPath === undefined) return [];
  const accepted = { answer: schemas.answer(acceptance), success: 202 } as const;
  const elements: Fields = Object.fromEntries(Object.entries(one.route.input).filter(([name]) => !filledIn.has(name)));
  return [
    { ...plain, ...accepted },
    {
      ...plain,
      ...accepted,
      path: `/bulk${one.bulkPath}`,
      operationId: operationId(one.route.method, `/bulk${one.route.path}`),
      parameters: [],
      fields: elements,
      body: { type: 'array', items: schemas.requestOf(elements) },
    },
  ];
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '');
}

function templateOf(path: string): string {
  return trimmed(path).replace(/\{\w+\}/g, '{}');
}

/** The same with its path parameters called as in `path`. */
function renamed(one: DescribedOperation<OpenApiSchema>, path: string): DescribedOperation<OpenApiSchema> {
  const names = path.match(/(?<=\{)\w+(?=\})/g) ?? [];
  let next = 0;
  return {
    ...one,
    path,
    parameters: one.parameters.map((parameter) =>
      parameter.in === 'path' ? { ...parameter, name: elementAt(names, next++) } : parameter,
    ),
  };
}

function operation(one: DescribedOperation<OpenApiSchema>, target: Target): Operation {
  const { route } = one.registered;
  const isBulk = one.body?.type === 'array';
  return {
    tags: [one.tag],
    summary: one.summary,
    description: operationText(one),
    operationId: one.operationId,
    ...(route.access.kind === 'anonymous' ? { security: [{}, { bearer: [] }, { oauth: [] }] } : {}),
    parameters: [...one.parameters.map((parameter) => describedParameter(one, parameter)), ...captchaHeaders(route)],
    ...(one.body && one.fields
      ? { requestBody: requestBody(one.body, one.fields, requestExample(one.fields, target), isBulk) }
      : {}),
    responses: {
      [one.success]: {
        description:
          one.success === 202 ? 'Accepted: it will be executed. Its status is asked for by `bulk_uuid`.' : 'Done.',
        content: {
          ...content(one.answer, answerExample(one, target)),
          ...(route.print && one.success === 200 ? { 'application/pdf': {} } : {}),
        },
      },
      ...(route.version && one.success === 200 ? { 304: { description: 'What the client has is still right.' } } : {}),
      ...Object.fromEntries(
        errorsOf(one).map((status) => [status, { $ref: `#/components/responses/${errorName(status)}` }]),
      ),
    },
  };
}

function requestBody(
  schema: OpenApiSchema,
  fields: Fields,
  example: unknown,
  isBulk: boolean,
): Record<string, unknown> {
  const texts = Object.keys(fields).map((name) => `- \`${name}\`: ${argumentText(name)}`);
  return {
    required: isBulk || (schema.required?.length ?? 0) > 0,
    description: [isBulk ? 'One element for each call:' : 'The arguments:', '', ...texts].join('\n'),
    content: content(schema, isBulk ? [example] : example),
  };
}

function content(schema: OpenApiSchema, example: unknown): Record<string, unknown> {
  return { 'application/json': { schema, example }, 'application/xml': { schema } };
}

function describedParameter(
  { path }: DescribedOperation<OpenApiSchema>,
  parameter: Parameter<OpenApiSchema>,
): Record<string, unknown> {
  const { name, schema } = parameter;
  return { ...parameter, description: argumentText(name, path), schema };
}

function tagsOf(described: readonly DescribedOperation<OpenApiSchema>[]): { name: string; description: string }[] {
  const tags = new Map(described.map(({ tag, registered }) => [tag, tagText(registered)]));
  return [...tags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, description]) => ({ name, description }));
}
