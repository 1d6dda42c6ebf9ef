import { toCamelCase } from '../../kernel/names.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { takesBody } from '../../kernel/route.ts';
import { bare, isOptional, type Fields, type Type } from '../../kernel/types.ts';

/** Gives the schemas of a kind of document: `S` is how it writes one. */
export interface SchemaSource<S> {
  /** Response schema of a value of `type`. */
  answer(type: Type): S;
  /** Request schema of a value of `type`. */
  request(type: Type): S;
  /** Request schema of named arguments, all of them in one object. */
  requestOf(fields: Fields): S;
}

/** A parameter in the path or the query. */
export interface Parameter<S> {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: S;
}

/** One route as every kind of document describes it. */
export interface DescribedOperation<S> {
  readonly registered: RegisteredRoute;
  /** Path with parameters in braces: `/V1/products/{sku}`. */
  path: string;
  method: string;
  operationId: string;
  tag: string;
  summary: string;
  parameters: Parameter<S>[];
  /** Arguments in the body; undefined when the route takes none. */
  fields: Fields | undefined;
  /** Schema of the body; undefined when the route takes none. */
  body: S | undefined;
  /** The declared output, or the acceptance of an asynchronous call. */
  answer: S;
  /** Status of a success: 200, or 202 for accepted operations. */
  success: 200 | 202;
  errors: number[];
}

/** Describes the synchronous form of a route; without `leaveOut`, arguments that the server fills in are described as well. */
export function describe<S>(
  registered: RegisteredRoute,
  schemas: SchemaSource<S>,
  leaveOut: ReadonlySet<string> = new Set(),
): DescribedOperation<S> {
  const { route } = registered;
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  const inPath = new Set(registered.parameters.map((p) => p.name));
  const rest: Fields = Object.fromEntries(
    Object.entries(route.input).filter(([name]) => !inPath.has(name) && !leaveOut.has(name)),
  );
  const inBody = takesBody(route);
  const fields = inBody && Object.keys(rest).length > 0 ? rest : undefined;
  return {
    registered,
    path,
    method: route.method.toLowerCase(),
    operationId: operationId(route.method, route.path),
    tag: route.service,
    summary: route.summary,
    parameters: [
      ...registered.parameters.map((p): Parameter<S> => ({
        name: p.name,
        in: 'path',
        required: true,
        schema: schemas.request(p.type),
      })),
      ...(inBody
        ? []
        : Object.entries(rest).flatMap(([name, type]) => queryParameters(name, type, !isOptional(type), schemas))),
    ],
    fields,
    body: fields && schemas.requestOf(fields),
    answer: schemas.answer(route.output),
    success: 200,
    errors: route.access.kind === 'anonymous' ? [400, 500] : [400, 401, 500],
  };
}

/** Describes the asynchronous form: the same call, answered by its acceptance. */
export function describeAsynchronous<S>(
  registered: RegisteredRoute,
  schemas: SchemaSource<S>,
  acceptance: Type,
): DescribedOperation<S> {
  return { ...describe(registered, schemas), answer: schemas.answer(acceptance), success: 202 };
}

/** `PUT /V1/products/:sku` → `PutV1ProductsSku`. */
export function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((segment) => segment.replace(/[:-]/g, ''));
  return [method.toLowerCase(), ...words].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Arguments in the query; objects are spread out PHP-style, a list shown by its first element. */
function queryParameters<S>(
  name: string,
  type: Type,
  required: boolean,
  schemas: SchemaSource<S>,
  depth = 0,
): Parameter<S>[] {
  const shape = bare(type);
  if (shape.kind === 'object' && depth < 6) {
    return Object.entries(shape.fields).flatMap(([field, inner]) =>
      queryParameters(`${name}[${toCamelCase(field)}]`, inner, required && !isOptional(inner), schemas, depth + 1),
    );
  }
  if (shape.kind === 'array' && bare(shape.items).kind === 'object') {
    return queryParameters(`${name}[0]`, shape.items, false, schemas, depth + 1);
  }
  return [{ name, in: 'query', required: required && depth === 0, schema: schemas.request(shape) }];
}
