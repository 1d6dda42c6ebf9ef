import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema, type IntrospectionQuery } from 'graphql';

/** A request as it stands in the editors. */
export interface RequestText {
  readonly query: string;
  /** JSON objects; empty text is an empty object. */
  readonly variables: string;
  readonly headers: string;
  readonly operation: string | undefined;
}

/** A response as the page shows it. */
export interface ResponseText {
  readonly text: string;
  readonly status: string;
}

/** Sends a request. Throws an error for people if variables or headers are no JSON object, or the server is away. */
export async function send({ query, variables, headers, operation }: RequestText): Promise<ResponseText> {
  const body = { query, variables: objectOf(variables, 'Variables'), ...(operation && { operationName: operation }) };
  const own = Object.entries(objectOf(headers, 'Headers')).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const startedAt = performance.now();
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: [['Content-Type', 'application/json'], ...own],
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const time = Math.round(performance.now() - startedAt);
  return {
    text: indented(text),
    status: `${response.status}, ${time} ms, ${text.length.toLocaleString('en')} characters`,
  };
}

/** Reads the schema of the server. Throws when it is away or refuses. */
export async function loadSchema(): Promise<GraphQLSchema> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  const { data, errors } = (await response.json()) as {
    readonly data?: IntrospectionQuery;
    readonly errors?: readonly { readonly message: string }[];
  };
  if (!data) throw new Error(`The schema could not be read: ${errors?.[0]?.message ?? response.statusText}`);
  return buildClientSchema(data);
}

function objectOf(text: string, name: string): object {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} are not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name} must be a JSON object.`);
  return value;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
