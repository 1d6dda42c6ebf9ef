import type { FastifyRequest } from 'fastify';
import { platformErrors } from '../../kernel/errors.ts';
import { cut } from '../../kernel/cut-text.ts';
import { isRecord } from '../../kernel/fields.ts';
import { PUBLIC_VALUES } from '../webapi/budgets.ts';
import { graphqlErrors } from './errors.ts';

/** The parameters of a GraphQL request. */
export interface GraphQLRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly isGet: boolean;
}

/**
 * Reads a request: URL parameters, a JSON object, a form, or the bare document (`application/graphql`). Throws for other
 * requests.
 */
export function readRequest(request: FastifyRequest): GraphQLRequest {
  const isGet = request.method === 'GET';
  const parameters = isGet ? objectOf(request.query) : bodyOf(request);
  const { query, operationName, variables } = parameters;
  if (typeof query !== 'string' || query.trim() === '') throw graphqlErrors.noQuery();
  return {
    query,
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : undefined,
    variables: withinBudget(variablesOf(variables)),
    isGet,
  };
}

function bodyOf({ body, headers }: FastifyRequest): Record<string, unknown> {
  const text = typeof body === 'string' ? body : '';
  const [mediaType] = cut(headers['content-type'] ?? '', ';');
  const type = mediaType.trim().toLowerCase();
  if (type === 'application/graphql') return { query: text };
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  return parsedObject(text);
}

/**
 * Variables are an object, or its text in URLs and forms. An empty array counts as an object, as PHP encodes empty objects so.
 */
function variablesOf(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null || value === '') return {};
  const variables = typeof value === 'string' ? parsed(value) : value;
  return Array.isArray(variables) && variables.length === 0 ? {} : objectOf(variables);
}

/** Throws 413 when the variables have more values than the limit. */
function withinBudget<T>(variables: T): T {
  const open: unknown[] = [variables];
  let counted = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const values = Object.values(one);
    counted += values.length;
    if (counted > PUBLIC_VALUES) throw platformErrors.bodyValues({ max: PUBLIC_VALUES });
    for (const value of values) if (typeof value === 'object' && value !== null) open.push(value);
  }
  return variables;
}

function parsedObject(text: string): Record<string, unknown> {
  return objectOf(parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw graphqlErrors.unreadable(undefined, { cause });
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (value === null) return {};
  if (!isRecord(value) || Array.isArray(value)) throw graphqlErrors.unreadable();
  return value;
}
