import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Scope } from '../../src/kernel/call.ts';
import { buildRegistry } from '../../src/kernel/register.ts';
import type { Edition } from '../../src/kernel/registry.ts';
import type { AnyRoute } from '../../src/kernel/route.ts';
import { modules } from '../../src/program/modules.ts';
import { AsyncResponse } from '../../src/platform/operation-queue/types.ts';
import { openapi } from '../../src/faces/reference/openapi.ts';
import { createRouter } from '../../src/faces/webapi/routes.ts';

/** An OpenAPI document, as far as answers are looked up in it. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}
export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response & { readonly $ref?: string }>>;
  readonly [name: string]: unknown;
}
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>;
}

/** An answer of the server to a request. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Compares answers with the OpenAPI documents. */
export interface AnswerCheck {
  /** The operation that a request leads to; undefined for requests that lead to none. */
  operationOf(method: string, path: string): { form: string; route: AnyRoute; operation: Operation } | undefined;
  /** What of an answer its description does not say; undefined when all is as described. */
  problem(answered: Answered): string | undefined;
}

const anyScope: Scope = { code: 'default', storeId: 1, websiteId: 1 };

/** The documents of all routes of an edition and release: of synchronous calls, and of asynchronous and bulk ones. */
export function describedRoutes(edition: Edition = 'commercial', release = '2.4.8') {
  const registry = buildRegistry(modules, edition, release);
  const target = { edition, release };
  const common = { routes: registry.routes, target, base: 'https://shop.example/rest', storeCodes: ['default', 'all'] };
  const synchronous = openapi(common) as unknown as Document;
  const asynchronous = openapi({ ...common, acceptance: AsyncResponse }) as unknown as Document;
  return { registry, synchronous, asynchronous };
}

/** Makes the check of answers. Objects may have no field but those that are described. */
export function createAnswerCheck(edition?: Edition, release?: string): AnswerCheck {
  const { registry, synchronous, asynchronous } = describedRoutes(edition, release);
  const plans = registry.routes.map((registered) => ({ registered }));
  const locate = createRouter(plans, (code) => (code === 'async' || code === 'schema' ? undefined : anyScope));
  const documents = { sync: strict(synchronous), async: strict(asynchronous) };
  const operations = new Map(
    [...operationsOf(documents.sync), ...operationsOf(documents.async, 'async ')].map((one) => [
      one.key,
      one.operation,
    ]),
  );
  const validators = { sync: validator(documents.sync), async: validator(documents.async) };

  const operationOf: AnswerCheck['operationOf'] = (method, path) => {
    const found = destination(locate, method, path);
    if (!found) return undefined;
    const { route } = found.route.registered;
    const declared = found.kind === 'bulk' ? `/bulk${found.route.registered.bulkPath!}` : route.path;
    const key = `${found.kind === 'sync' ? '' : 'async '}${method} ${template(declared.replace(/:\w+/g, '{}'))}`;
    const operation = operations.get(key);
    if (!operation) throw new Error(`${method} ${path}: ${key} is not described`);
    return { form: found.kind, route, operation };
  };

  return {
    operationOf,
    problem: ({ method, path, status, contentType, text }) => {
      const found = operationOf(method, path);
      if (!found) return undefined;
      const { form, operation } = found;
      const document = form === 'sync' ? documents.sync : documents.async;
      // What happens to any server is described once, for every status of that kind.
      const described =
        operation.responses[String(status)] ?? (status >= 500 ? operation.responses.default : undefined);
      if (!described) return `status ${status} is not described`;
      const response = described.$ref ? document.components.responses[described.$ref.split('/').pop()!]! : described;
      if (status === 304) return undefined;
      const type = contentType?.split(';')[0] ?? '';
      const content = response.content?.[type];
      if (!content) return `${type} is not described for ${status}`;
      if (type !== 'application/json') return undefined;
      const body = JSON.parse(text) as unknown;
      const narrowed = status === 200 && /[?&]fields=/.test(path);
      return narrowed ? undefined : validators[form === 'sync' ? 'sync' : 'async'](content.schema!, body);
    },
  };
}

function destination(locate: ReturnType<typeof createRouter>, method: string, path: string) {
  const behind = /^\/rest(\/[^?]*)/.exec(path)?.[1] ?? path.replace(/\?.*/, '');
  try {
    const found = locate(method, behind);
    return found.kind === 'schema' ? undefined : found;
  } catch {
    return undefined;
  }
}

function* operationsOf(document: Document, prefix = '') {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      yield { key: `${prefix}${method.toUpperCase()} ${template(path)}`, operation };
    }
  }
}

function template(path: string): string {
  return path.replace(/\{\w*\}/g, '{}').replace(/\/+$/, '');
}

/** The document with no fields allowed but those that it describes. */
function strict(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
      ? { ...value, additionalProperties: false }
      : value,
  ) as Document;
}

/** Validates values by schemas that refer to the components of a document; gives what is wrong. */
export function validator({ components }: Document): (schema: object, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  ajv.addSchema({ $id: 'souk:document', components: { schemas: components.schemas } });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"souk:document#/components/');
    let validate = compiled.get(text);
    if (!validate) compiled.set(text, (validate = ajv.compile(JSON.parse(text) as object)));
    if (validate(value)) return undefined;
    return validate.errors!.map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`).join('; ');
  };
}
