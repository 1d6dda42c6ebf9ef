import { operations } from '../../../client/src/operations.ts';
import { readOperation, type Operation } from '../../../client/src/operation.ts';
import { scalarText } from '../../../client/src/query.ts';
import type { Answer } from '../calls.ts';

type Details = Answer<'GET /_/console/calls/:id'>;

/** Headers that influence the effect of a call; the others depend on its client. */
const telling = new Set(['accept', 'content-type', 'store', 'content-currency', 'if-none-match']);

/** The headers to repeat a call with. */
export function tellingHeaders({ request }: Details): [string, string][] {
  return (request?.headers ?? []).flatMap(({ name, value }): [string, string][] =>
    telling.has(name!) ? [[name!, value!]] : [],
  );
}

/** Whether a call came with credentials. */
function isSigned({ request }: Details): boolean {
  return request?.headers?.some(({ name }) => name === 'authorization') === true;
}

/** The curl command that repeats a call; the reader supplies the token. */
export function curlOf(call: Details, origin: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = [
    `curl -sS -X ${call.method} ${quoted(origin + call.url)}`,
    ...(isSigned(call) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...tellingHeaders(call).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(call.request?.body === undefined ? [] : [`--data-binary ${quoted(call.request.body!)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** The same call by the typed client. */
export function clientCodeOf(call: Details, origin: string): string {
  const made = [
    "import { createClient } from 'souk-client';",
    '',
    `const shop = createClient({ baseUrl: ${JSON.stringify(origin)}${isSigned(call) ? ', token: process.env.TOKEN' : ''}${storeOf(call)} });`,
    '',
  ];
  return [...made, `const answer = await ${expressionOf(call)};`, 'console.log(answer);', ''].join('\n');
}

function storeOf({ store_code: store }: Details): string {
  return store === undefined || store === null ? '' : `, store: ${JSON.stringify(store)}`;
}

function expressionOf(call: Details): string {
  const body = parsed(call.request?.body);
  if (call.door === 'graphql') return graphqlOf(call, body);
  const found = operationOf(call.route!);
  if (!found) return `shop.request(${JSON.stringify(`${call.method} ${call.url}`)}) // no route has this path`;
  const { group, method, operation } = found;
  const name = `${group}.${method}`;
  if (call.door === 'bulk') return `shop.bulk.${name}(${code(body ?? [])})`;
  const sent = { ...pathArguments(call, operation), ...queryArguments(call), ...(isObject(body) ? body : {}) };
  const shown = Object.keys(sent).length === 0 ? '' : code(sent);
  if (operation.criteria !== undefined) return `shop.${name}(${shown}).page()`;
  return `shop.${call.door === 'async' ? 'async.' : ''}${name}(${shown})`;
}

function graphqlOf({ url }: Details, body: unknown): string {
  const query = new URLSearchParams(url!.slice(url!.indexOf('?') + 1));
  const sent: Readonly<Record<string, unknown>> = isObject(body)
    ? body
    : { query: query.get('query'), variables: parsed(query.get('variables')) };
  const document = scalarText(sent['query'] ?? '')
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${');
  const variables = isObject(sent['variables']) ? `, ${code(sent['variables'])}` : '';
  return `shop.graphql(\`${document}\`${variables})`;
}

function operationOf(route: string): { group: string; method: string; operation: Operation } | undefined {
  for (const [group, methods] of Object.entries(operations)) {
    for (const [method, lines] of Object.entries(methods)) {
      const line = lines.find((one) => one === route || one.startsWith(`${route} `));
      if (line !== undefined) return { group, method, operation: readOperation(line) };
    }
  }
  return undefined;
}

function pathArguments({ url, door }: Details, { path, parameters, overrides }: Operation): Record<string, unknown> {
  if (door === 'bulk') return {};
  const steps = url!.split('?')[0]!.split('/');
  const declared = path.split('/');
  const from = steps.length - declared.length;
  const values = declared.flatMap((step, i) =>
    step.startsWith(':') ? [[step.slice(1), decodeURIComponent(steps[i + from] ?? '')] as const] : [],
  );
  // Parameters that override a field of the body are in the body.
  return Object.fromEntries(values.filter(([name]) => parameters.includes(name) && !overrides.has(name)));
}

/** Parameters of a URL as objects: `a[b][0]=c`. */
function queryArguments({ url }: Details): Record<string, unknown> {
  const start = url!.indexOf('?');
  const root: Record<string, unknown> = {};
  if (start < 0) return root;
  for (const [name, value] of new URLSearchParams(url!.slice(start + 1))) {
    const steps = name.split(/[[\]]+/).filter((step) => step !== '');
    const last = steps.pop();
    if (last === undefined || steps.includes('__proto__') || last === '__proto__') continue;
    let place = root;
    for (const step of steps) place = isObject(place[step]) ? place[step] : (place[step] = {});
    place[last] = /^-?\d{1,15}$/.test(value) && /page|size/i.test(last) ? Number(value) : value;
  }
  return listed(root) as Record<string, unknown>;
}

/** Objects whose names are 0, 1, … are lists. */
function listed(value: unknown): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const);
  return entries.length > 0 && entries.every(([name], i) => name === String(i))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries);
}

/** A call as a test case: the request and the expected response. */
export function caseOf(call: Details): string {
  const { request, answer } = call;
  return JSON.stringify(
    {
      name: `${call.route || `${call.method} ${call.url}`} answers ${call.status}`,
      request: {
        method: call.method,
        path: call.url,
        headers: Object.fromEntries(tellingHeaders(call)),
        signed_in: isSigned(call),
        body: parsed(request?.body) ?? request?.body ?? null,
      },
      expect: { status: call.status, body: parsed(answer?.body) ?? answer?.body ?? null },
    },
    undefined,
    2,
  );
}

/** A call as a vitest test that compares the response body. */
export function testOf(call: Details, origin: string): string {
  const expected = parsed(call.answer?.body);
  const headers = {
    ...Object.fromEntries(tellingHeaders(call)),
    ...(isSigned(call) ? { authorization: '`Bearer ${process.env.TOKEN}`' } : {}),
  };
  const head = JSON.stringify(headers, undefined, 2).replace(/"(`Bearer .*?`)"/, '$1');
  const body = call.request?.body;
  const init = [
    `method: '${call.method}'`,
    `headers: ${head}`,
    ...(body === undefined || body === null ? [] : [`body: ${JSON.stringify(body)}`]),
  ].join(',\n');
  return `import { expect, test } from 'vitest';

const base = process.env.SOUK_URL ?? ${JSON.stringify(origin)};

test(${JSON.stringify(`${call.route || call.url} answers ${call.status}`)}, async () => {
  const answer = await fetch(base + ${JSON.stringify(call.url)}, {
${indented(init, 4)},
  });
  expect(answer.status).toBe(${call.status});
${expected === undefined ? '' : `  expect(await answer.json()).toMatchObject(\n${indented(code(expected), 4)},\n  );\n`}});
`;
}

const indented = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by));

function parsed(text: string | null | undefined): unknown {
  try {
    return text === undefined || text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as source code: names without quotes where possible. */
function code(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
}
