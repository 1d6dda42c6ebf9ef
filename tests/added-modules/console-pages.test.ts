import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { fails, ok, startProcess, unique, type Client, type SoukProcess } from '../support/souk.ts';
import { exampleFile, refusal, shopWith, testModule, writeFolder } from './shops.ts';

describe('the console pages of modules', () => {
  let souk: SoukProcess;
  const folder = writeFolder({
    'souk.config.mjs': `
      import loyalty from '${exampleFile('loyalty')}';
      import { scalesModule } from '${testModule('scales')}';
      export default { modules: [loyalty(), scalesModule] };`,
  });
  beforeAll(async () => {
    souk = await startProcess({ env: { SOUK_CONFIG: join(folder.path, 'souk.config.mjs') } });
  });
  afterAll(async () => {
    await souk?.stop();
    folder.remove();
  });

  async function granted(...resources: string[]): Promise<Client> {
    const keys = await souk.admin.raw('POST', '/_/console/integrations', { name: unique('pages'), resources });
    return souk.admin.as(ok(keys).access_token);
  }
  const pagesOf = async (client: Client, query = ''): Promise<Json[]> =>
    ok(await client.raw('GET', `/_/console/me${query}`)).pages;

  it('are in the navigation of callers with their permissions, in the language of the caller', async () => {
    expect(await pagesOf(souk.admin)).toEqual([
      { place: 'search', title: 'Search' },
      { place: 'points', title: 'Points' },
      { place: 'scales', title: 'Scales' },
      { place: 'scale-chart', title: 'Scale chart' },
      { place: 'scale-fault', title: 'Scale fault' },
      { place: 'scale-late', title: 'Scale late' },
    ]);
    const clerk = await granted('Magento_Customer::manage');
    expect(await pagesOf(clerk, '?language=de-AT')).toEqual([{ place: 'points', title: 'Punkte' }]);
  });

  it('are described with their routes and inputs, without actions that the caller may not call', async () => {
    const limited = await granted('Acme_Scales::scales');
    const page = ok(await limited.raw('GET', '/_/console/pages/scales'));
    expect(page).toMatchObject({ module: 'Acme_Scales', title: 'Scales', currency: 'USD' });
    const list = page.blocks.find(({ title }: Json) => title === 'All scales');
    expect(list.route).toEqual({ call: 'GET /V1/acme/scales' });
    expect(list.actions.map(({ label }: Json) => label)).toEqual(['Remove']);
    expect(list.record.actions).toEqual([]);
    expect(page.actions[0].form).toMatchObject([
      { argument: 'scale.name', type: 'text', isRequired: true },
      { argument: 'scale.price', type: 'number', isRequired: true },
      { argument: 'scale.is_exact', type: 'checkbox' },
      { argument: 'checkedAt', type: 'time', isRequired: false },
    ]);
    const points = ok(await souk.admin.raw('GET', '/_/console/pages/points?language=de'));
    expect(points.blocks[0]).toMatchObject({
      title: 'Kunden mit Punkten',
      route: { call: 'GET /V1/acme/points', criteria: 'searchCriteria' },
    });
  });

  it('are refused without the permission, and where there is none', async () => {
    const clerk = await granted('Magento_Customer::manage');
    fails(await clerk.raw('GET', '/_/console/pages/scales'), 401, /isn't authorized to access Acme_Scales::scales/);
    fails(await souk.guest.raw('GET', '/_/console/pages/scales'), 401);
    fails(await souk.admin.raw('GET', '/_/console/pages/nothing'), 404);
  });

  it('have the files of their bundles with types, under the policy of the console, checked by browsers each time', async () => {
    const { bundle } = ok(await souk.admin.raw('GET', '/_/console/pages/scale-chart'));
    expect(bundle).toEqual({
      script: '/console/modules/Acme_Scales/scale-chart/page.js',
      style: '/console/modules/Acme_Scales/scale-chart/page.css',
    });
    const script = await fetch(souk.base + bundle.script);
    expect(script.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
    expect(script.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(script.headers.get('cache-control')).toBe('no-cache');
    expect(await script.text()).toContain('export async function mount');
    const known = { 'if-none-match': script.headers.get('etag') ?? '' };
    expect((await getAsIs(souk.base, bundle.script, known)).status).toBe(304);
    const style = await fetch(souk.base + bundle.style);
    expect(style.headers.get('content-type')).toMatch(/^text\/css/);
    const part = await fetch(`${souk.base}/console/modules/Acme_Scales/scale-chart/parts/heading.js`);
    expect(part.status).toBe(200);
  });

  it('have no other files: neither hidden ones nor any outside of the folder', async () => {
    const path = '/console/modules/Acme_Scales/scale-chart/';
    for (const name of [
      '../index.ts',
      '%2e%2e/index.ts',
      '..%2findex.ts',
      'parts/..%2f..%2findex.ts',
      '..%5cindex.ts',
      '.hidden',
      '%2ehidden',
      'none.js',
      'parts',
      '',
      '//etc/passwd',
      '%2fetc%2fpasswd',
      'page.js%00.css',
    ]) {
      const { status, text } = await getAsIs(souk.base, path + name);
      expect([name, status >= 400 || text.includes('<div id="console">')]).toEqual([name, true]);
      expect(text).not.toMatch(/hidden|scalesModule|root:/);
    }
    expect((await getAsIs(souk.base, `${path}page.js`)).status).toBe(200);
  });
});

/** A request whose path and headers are sent as they are; `fetch` resolves dots, and adds headers. */
function getAsIs(
  base: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('a module with a console page is refused', () => {
  const source = (page: string, more = ''): string => `
    import { acl, module, none, route, searchResults, SearchCriteria, t } from '@souk/kit';
    const service = { service: 'acmeScalesScaleV1', summary: 'Of scales.', access: acl('Magento_Backend::admin') };
    const Scale = t.object('acme-scale', { id: t.integer, name: t.string });
    const list = route({ ...service, method: 'GET', path: '/V1/acme/scales', operation: 'getList', input: {},
      output: t.array(Scale), handle: () => [] });
    const get = route({ ...service, method: 'GET', path: '/V1/acme/scales/:id', operation: 'get',
      input: { id: t.integer }, output: Scale, handle: ({ id }) => ({ id, name: '' }) });
    const set = route({ ...service, method: 'PUT', path: '/V1/acme/scales/:id', operation: 'set',
      entity: none('none'), input: { id: t.integer, weights: t.array(Scale), note: t.optional(t.string) },
      output: t.boolean, handle: () => true });
    const foreign = route({ ...service, method: 'GET', path: '/V1/acme/others', operation: 'others', input: {},
      output: t.array(Scale), handle: () => [] });
    const columns = [{ field: 'name', label: 'Name' }];
    const page = { place: 'scales', title: 'Scales', permission: 'Magento_Backend::admin' };
    const scales = module({ name: 'Acme_Scales', version: '1.0.0', compatible: '^0.2', routes: [list, get, set],
      contributes: { consolePages: [{ ...page, ${page} }] } });
    ${more || 'export default { modules: [scales] };'}`;
  const block = (text: string): string => `blocks: [{ title: 'All', ${text} }]`;
  const action = (text: string): string =>
    block(`kind: 'list', route: list, columns, actions: [{ label: 'Set', route: set, ${text} }]`);

  it.each([
    ['at a place of the console', `place: 'overview', blocks: []`, 'page overview: the console itself has this place'],
    ['at no place', `place: '../data', blocks: []`, 'page ../data: its place has other characters than a-z, 0-9'],
    ['without a title', `title: '', blocks: []`, 'page scales: it has no title'],
    [
      'with an unknown permission',
      `permission: 'Acme_Scales::all', blocks: []`,
      'page scales: no module has its permission Acme_Scales::all',
    ],
    ['without content', ``, 'page scales: it needs either blocks or a bundle'],
    ['with a block of another kind', block(`kind: 'grid', route: list`), 'is of the unknown kind "grid"'],
    [
      'with a source of another module',
      block(`kind: 'list', route: foreign, columns`),
      'the list "All" calls GET /V1/acme/others, which is no route of the module',
    ],
    [
      'with a source that is no route',
      block(`kind: 'list', route: 'GET /V1/products', columns`),
      'the list "All" calls "GET /V1/products", which is no route of the module',
    ],
    [
      'with a source that writes',
      block(`kind: 'list', route: set, columns`),
      'the list "All" reads PUT /V1/acme/scales/:id: use a GET route',
    ],
    [
      'with a list of one record',
      block(`kind: 'list', route: get, columns`),
      'the list "All" reads GET /V1/acme/scales/:id, which returns no list of records',
    ],
    [
      'with an unknown field',
      block(`kind: 'list', route: list, columns: [{ field: 'nmae', label: 'Name' }]`),
      'the list "All" has the field nmae, which GET /V1/acme/scales does not return',
    ],
    [
      'with an unknown format',
      block(`kind: 'list', route: list, columns: [{ field: 'name', label: 'Name', format: 'bold' }]`),
      'the list "All" has the unknown format "bold": use text, number, money, time, badge',
    ],
    [
      'with filters of a list without search criteria',
      block(`kind: 'list', route: list, columns, filters: [{ field: 'name', label: 'Name' }]`),
      'the list "All" has filters, and GET /V1/acme/scales takes no search criteria',
    ],
    [
      'with a record that needs an argument',
      block(`kind: 'record', route: get, fields: columns`),
      'the record "All" has no value for id of GET /V1/acme/scales/:id',
    ],
    [
      'with an action without a required argument',
      action(`arguments: { id: 'id' }`),
      'the action "Set" has no value for weights of PUT /V1/acme/scales/:id',
    ],
    [
      'with an action from a missing field',
      action(`arguments: { id: 'number' }`),
      'the action "Set" takes id from the missing field number',
    ],
    [
      'with an input for an unknown argument',
      action(`form: [{ argument: 'color', label: 'Color' }]`),
      'the action "Set" asks for color, which PUT /V1/acme/scales/:id does not take',
    ],
    [
      'with an input for a list',
      action(`form: [{ argument: 'weights', label: 'Weights' }]`),
      'the action "Set" asks for weights, whose type has no input',
    ],
    [
      'with an action that reads',
      block(`kind: 'list', route: list, columns, actions: [{ label: 'Get', route: get, arguments: { id: 'id' } }]`),
      'the action "Get" calls GET /V1/acme/scales/:id, which changes nothing',
    ],
    [
      'with a missing file of a bundle',
      `bundle: { folder: new URL('./console/', import.meta.url), script: 'page.js' }`,
      'page scales: its bundle has no file page.js in ',
    ],
    [
      'with a file outside of its bundle',
      `bundle: { folder: new URL('./console/', import.meta.url), script: '../souk.config.mjs' }`,
      'page scales: its bundle has no file ../souk.config.mjs in ',
    ],
    [
      'with a folder that is no URL',
      `bundle: { folder: './console', script: 'page.js' }`,
      'page scales: the folder of its bundle is no file URL',
    ],
  ])('%s', async (_, page, sentence) => {
    const message = await refusal(shopWith({ 'souk.config.mjs': source(page) }), {}, 'setup');
    expect(message).toContain(sentence);
    expect(message).toContain('the module Acme_Scales cannot have the console page ');
  });

  it('at the place of another module', async () => {
    const other = `const other = module({ name: 'Acme_Other', version: '1.0.0', compatible: '^0.2',
      contributes: { consolePages: [{ ...page, blocks: [] }] } });
      export default { modules: [scales, other] };`;
    expect(await refusal(shopWith({ 'souk.config.mjs': source('blocks: []', other) }))).toContain(
      'the module Acme_Other declares the console page scales, which the module Acme_Scales has',
    );
  });
});
