import { toCamelCase } from '../kernel/names.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import { bare, isOptional, type Fields, type Type } from '../kernel/types.ts';
import { objectSchema, type Definitions, type Schema } from './definitions.ts';

/** A parameter in the path or the query. */
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

/** One route as every kind of document describes it. */
export interface Described {
  /** Path with parameters in braces: `/V1/products/{sku}`. */
  path: string;
  method: string;
  operationId: string;
  tag: string;
  summary: string;
  parameters: Parameter[];
  /** Schema of the body; undefined when the route takes none. */
  body: Schema | undefined;
  /** The declared output, or the acceptance of an asynchronous call. */
  answer: Schema;
  /** Status of a success: 200, or 202 for what was accepted. */
  success: 200 | 202;
  errors: number[];
}

/** Describes the synchronous form of a route. */
export function describe(registered: RegisteredRoute, definitions: Definitions): Described {
  const { route } = registered;
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  const inPath = new Set(registered.parameters.map((p) => p.name));
  const rest: Fields = Object.fromEntries(Object.entries(route.input as Fields).filter(([name]) => !inPath.has(name)));
  const inBody = route.method === 'POST' || route.method === 'PUT';
  return {
    path,
    method: route.method.toLowerCase(),
    operationId: operationId(route.method, route.path),
    tag: route.service,
    summary: route.summary,
    parameters: [
      ...registered.parameters.map((p): Parameter => ({
        name: p.name,
        in: 'path',
        required: true,
        schema: definitions.schemaOf(p.type),
      })),
      ...(inBody
        ? []
        : Object.entries(rest).flatMap(([name, type]) => queryParameters(name, type, !isOptional(type), definitions))),
    ],
    body:
      inBody && Object.keys(rest).length > 0
        ? { ...objectSchema(rest, definitions.schemaOf), xml: { name: 'request' } }
        : undefined,
    answer: definitions.schemaOf(route.output),
    success: 200,
    errors: route.access.kind === 'anonymous' ? [400, 500] : [400, 401, 500],
  };
}

/** Describes the asynchronous form: the same call, answered by its acceptance. */
export function describeAsynchronous(
  registered: RegisteredRoute,
  definitions: Definitions,
  acceptance: Type,
): Described {
  return { ...describe(registered, definitions), answer: definitions.schemaOf(acceptance), success: 202 };
}

/** `PUT /V1/products/:sku` → `PutV1ProductsSku`. */
function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((segment) => segment.replace(/[:-]/g, ''));
  return [method.toLowerCase(), ...words].map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

/** Arguments in the query; objects are spread out PHP-style, a list shown by its first element. */
function queryParameters(
  name: string,
  type: Type,
  required: boolean,
  definitions: Definitions,
  depth = 0,
): Parameter[] {
  const shape = bare(type);
  if (shape.kind === 'object' && depth < 6) {
    return Object.entries(shape.fields).flatMap(([field, inner]) =>
      queryParameters(`${name}[${toCamelCase(field)}]`, inner, required && !isOptional(inner), definitions, depth + 1),
    );
  }
  if (shape.kind === 'array' && bare(shape.items).kind === 'object') {
    return queryParameters(`${name}[0]`, shape.items, false, definitions, depth + 1);
  }
  return [{ name, in: 'query', required: required && depth === 0, schema: definitions.schemaOf(shape) }];
}
