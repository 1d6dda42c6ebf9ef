import { compileDecoder, type DecodeContext, type Decoder } from './decode.ts';
import { decodeInSlices } from './decode-slices.ts';
import { missingArguments, platformErrors } from './errors.ts';
import { cut } from './cut-text.ts';
import { isRecord, without } from './fields.ts';
import { toCamelCase, toSnakeCase } from './names.ts';
import type { RegisteredRoute } from './registry.ts';
import { servedFields, type Target } from './served-fields.ts';
import { bare, isOptional, type ObjectType, type Type } from './types.ts';

/** The raw arguments of a request: URL-decoded path parameters, and the merged members of query and body. */
export interface RawArguments {
  readonly path: Readonly<Record<string, string>>;
  readonly rest: Readonly<Record<string, unknown>>;
  /** The request body alone, if there is one. */
  readonly body?: unknown;
  /** Objects and lists in `rest` that are too large to be decoded in one turn of the event loop. */
  readonly large?: ReadonlySet<object> | undefined;
}

interface Argument {
  readonly name: string;
  readonly snake: string;
  readonly type: Type;
  readonly required: boolean;
  readonly decode: Decoder;
}

/**
 * Compiles the decoder of a route's arguments. Null and absent arguments are missing; missing arguments are reported together,
 * after the others have been read. An element of a bulk has the path parameters among its members. Throws 400 for a body
 * without any known argument when all are optional.
 */
export function compileArguments(registered: RegisteredRoute, target?: Target) {
  const declared: Argument[] = Object.entries(registered.route.input).map(([name, type]) => ({
    name,
    snake: toSnakeCase(name),
    type,
    required: !isOptional(type),
    decode: compileDecoder(type, target, 'argument'),
  }));
  const override = compileOverride(registered, target);
  const fill = compileFromPath(registered.route.fromPath);
  const checkNames = compileNameCheck(registered);
  return async (raw: RawArguments, context: DecodeContext): Promise<Record<string, unknown>> => {
    checkNames(raw.body);
    const rest = fill(raw.path, override(raw));
    const result: Record<string, unknown> = {};
    const missing: string[] = [];
    for (const { name, snake, type, required, decode } of declared) {
      const value = raw.path[name] ?? rest[name] ?? rest[snake];
      if (value === null || value === undefined) {
        if (required) missing.push(name);
        continue;
      }
      const decoded = raw.large?.size
        ? await decodeInSlices(decode, { type, target, place: 'argument' }, value, context, raw.large)
        : decode(value, context);
      if (decoded !== null && decoded !== undefined) result[name] = decoded;
      else if (required) throw platformErrors.invalidData();
    }
    const error = missingArguments(missing);
    if (error) throw error;
    return result;
  };
}

/**
 * When every argument of the body is optional, a body without any known argument would get the route's largest effect, such as
 * shipping a whole order. Rejects such a body (D302).
 */
function compileNameCheck({ route, parameters }: RegisteredRoute): (body: unknown) => void {
  const inPath = new Set(parameters.flatMap(({ name }) => [name, toSnakeCase(name)]));
  const inBody = Object.entries(route.input).filter(
    ([name]) => !inPath.has(name) && route.forced?.[name] === undefined,
  );
  if (inBody.length === 0 || inBody.some(([, type]) => !isOptional(type))) return () => {};
  const names = new Set(inBody.flatMap(([name]) => [name, toSnakeCase(name)]));
  return (body) => {
    if (!isRecord(body)) return;
    const bodyNames = Object.keys(body).filter((name) => !inPath.has(name));
    if (bodyNames.length === 0 || bodyNames.some((name) => names.has(name))) return;
    throw platformErrors.notSupported({ fieldName: bodyNames[0] });
  };
}

type Override = (raw: RawArguments) => Readonly<Record<string, unknown>>;

/**
 * An update names its record in the path: the last path parameter overrides the field of its name in the body's only object,
 * unless it is `me`.
 */
function compileOverride({ route, parameters }: RegisteredRoute, target: Target | undefined): Override {
  const parameter = parameters.at(-1)?.name;
  if (route.method !== 'PUT' || parameter === undefined) return (raw) => raw.rest;
  const objects = Object.entries(route.input).flatMap(([name, type]) => {
    const shape = bare(type);
    return shape.kind === 'object' ? [{ name, snake: toSnakeCase(name), shape }] : [];
  });
  const field = toSnakeCase(parameter);
  return ({ path, rest }) => {
    const value = path[parameter];
    if (value === undefined || value === 'me') return rest;
    const candidates = objects.flatMap(({ name, snake, shape }) => {
      const key = isRecord(rest[name]) ? name : snake;
      const fields = rest[key];
      return isRecord(fields) ? [{ key, shape, fields }] : [];
    });
    const [only] = candidates;
    if (!only || candidates.length > 1 || !hasField(only.shape, field, target)) return rest;
    const others = without(only.fields, [field, parameter]);
    return { ...rest, [only.key]: { [field]: value, ...others } };
  };
}

/**
 * Copies path parameters into the body and drops the client's values of these fields; elements of a bulk bring the values
 * themselves.
 */
function compileFromPath(fromPath: Readonly<Record<string, string>> = {}) {
  const targets = Object.entries(fromPath).map(([target, parameter]) => {
    const [argument, field] = cut(target, '.');
    if (field === undefined) throw new Error(`${target} names no field of an argument`);
    return { names: [argument, toSnakeCase(argument)], field, spelling: toCamelCase(field), parameter };
  });
  if (targets.length === 0) return (_: RawArguments['path'], rest: RawArguments['rest']) => rest;
  return (path: RawArguments['path'], rest: RawArguments['rest']): RawArguments['rest'] => {
    const result: Record<string, unknown> = { ...rest };
    for (const { names, field, spelling, parameter } of targets) {
      const key = names.find((name) => isRecord(result[name]));
      const fields = key === undefined ? undefined : result[key];
      const value = path[parameter];
      if (key === undefined || !isRecord(fields) || value === undefined) continue;
      const others = without(fields, [field, spelling]);
      result[key] = { ...others, [field]: value };
    }
    return result;
  };
}

function hasField(type: ObjectType, name: string, target: Target | undefined): boolean {
  return servedFields(type, target).some(([field]) => field === name);
}
