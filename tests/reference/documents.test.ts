import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRouter } from '../../src/faces/webapi/routes.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { describedRoutes, validator, type Document, type Operation } from '../support/described.ts';
import argumentTexts from '../../src/faces/reference/arguments.json' with { type: 'json' };

/** What the OpenAPI documents say of themselves; what is answered is compared with them in answers.test.ts. */

const { registry, synchronous, asynchronous } = describedRoutes();

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
}
interface Body {
  readonly content: Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;
}

const operationsOf = ({ paths }: Document): [name: string, path: string, operation: Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]): [string, string, Operation] => [`${method} ${path}`, path, one]),
  );
const named = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

describe.each([
  ['synchronous', synchronous, registry.routes.length],
  ['asynchronous', asynchronous, registry.routes.filter(({ topic }) => topic).length * 2],
] as const)('the document of %s calls', (_, document, count) => {
  const operations = operationsOf(document);

  test('has every call, under an id of its own', () => {
    expect(operations).toHaveLength(count);
    expect(new Set(operations.map(([, , one]) => one.operationId)).size).toBe(count);
  });

  test('has no two paths that differ only in the names of their parameters', () => {
    const templates = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(templates).size).toBe(templates.length);
    expect(templates.filter((path) => path.endsWith('/'))).toEqual([]);
  });

  test('names the parameters of each path', () => {
    for (const [name, path, one] of operations) {
      const given = (one.parameters as Parameter[]).filter((parameter) => parameter.in === 'path');
      expect(given.map((parameter) => parameter.name).sort(), name).toEqual(named(path).sort());
    }
  });

  test('says of every call what it does, and shows it', () => {
    for (const [name, , one] of operations) {
      expect(one.summary, name).toMatch(/^[A-Z].*\.$/);
      expect(one.description, name).toContain('.');
      expect(one.tags, name).toHaveLength(1);
      const success = one.responses['200'] ?? one.responses['202'];
      expect(success!.content!['application/json'], name).toHaveProperty('example');
    }
  });

  test('shows examples that are as described', () => {
    const validate = validator(document);
    const wrong: string[] = [];
    for (const [name, , one] of operations) {
      const shown = [one.requestBody as Body | undefined, one.responses['200'], one.responses['202']];
      for (const content of shown.map((part) => part?.content?.['application/json'])) {
        const problem = content && validate(content.schema!, content.example);
        if (problem) wrong.push(`${name}: ${problem}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('every argument is explained', () => {
  const names = registry.routes.flatMap(({ route }) => [
    ...Object.keys(route.input),
    ...Object.keys(route.overrides ?? {}),
  ]);
  expect([...new Set(names)].filter((name) => name !== 'searchCriteria' && !(name in argumentTexts))).toEqual([]);
});

test('what the server fills in is not asked for', () => {
  const { parameters } = synchronous.paths['/V1/carts/mine/items']!.get!;
  expect(parameters).toEqual([]);
});

test('what says integer in the interface and is answered as text or as a flag is described as it is answered', () => {
  const schemaOf = (path: string): object | undefined =>
    synchronous.paths[path]!.post!.responses['200']!.content!['application/json']!.schema;
  expect(schemaOf('/V1/order/{orderId}/invoice')).toMatchObject({ type: 'string' });
  expect(schemaOf('/V1/carts/mine/set-payment-information')).toMatchObject({ type: 'boolean' });
});

test('a trailing slash of a declared path is not needed', () => {
  const locate = createRouter(
    registry.routes.map((registered) => ({ registered })),
    () => undefined as never,
  );
  for (const { route } of registry.routes.filter((one) => one.route.path.endsWith('/'))) {
    const found = locate(route.method, route.path.replace(/\/$/, '').replace(/:\w+/g, '1'));
    expect(found).toMatchObject({ kind: 'sync' });
  }
});

describe('a server', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk({ env: { SOUK_BASE_URL: 'https://shop.example:8443/api' } });
  });
  afterAll(() => souk?.stop());

  test('is described under its public address', async () => {
    const document = (await souk.admin.raw('GET', '/openapi.json')).body;
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual([
      'https://shop.example:8443/api/rest',
      'https://shop.example:8443/api/rest/{store}',
    ]);
    expect(document.servers[1].variables.store).toMatchObject({ enum: ['default', 'all'], default: 'default' });
    const schema = (await souk.admin.store('default').get('/schema?services=all')).body;
    expect(schema).toMatchObject({ host: 'shop.example:8443', basePath: '/api/rest/default', schemes: ['https'] });
  });

  test('describes asynchronous and bulk calls as well', async () => {
    const document = (await souk.admin.raw('GET', '/openapi.json?type=async')).body as Document;
    expect(document.paths['/bulk/V1/products/bySku']!.put!.responses).toHaveProperty('202');
    expect(document.paths['/V1/products/{sku}']).not.toHaveProperty('get');
  });

  test('shows everybody what is open to everybody', async () => {
    const document = (await souk.guest.raw('GET', '/openapi.json')).body as Document;
    expect(document.paths).toHaveProperty(['/V1/directory/countries']);
    expect(document.paths).not.toHaveProperty(['/V1/orders']);
  });
});
