import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../packages/souk/package.json' with { type: 'json' };
import { startProcess, until } from '../support/souk.ts';
import { refusal, shopWith, soukIn } from './shops.ts';

const kit = `import { acl, module, route, setting, settings, t, text } from '@souk/kit';`;
const head = `name: 'Acme_Scales', version: '1.0.0', compatible: '^0.2'`;
/** A configuration file with one module. */
const one = (members: string, more = ''): Record<string, string> => ({
  'souk.config.mjs': `${kit}\n${more}\nexport default { modules: [module({ ${members} })] };`,
});
const table = (name: string): string =>
  `migrations: [{ name: '001', up: (db) => db.schema.createTable('${name}').addColumn('id', 'integer').execute() }]`;
const routeAt = (
  path: string,
): string => `routes: [route({ method: 'GET', path: '${path}', service: 'acmeScalesScaleV1',
  operation: 'get', summary: 'Reads a scale.', access: acl('Magento_Backend::admin'), input: { sku: t.string },
  output: t.string, handle: ({ sku }) => sku })]`;

describe('a configuration file is refused', () => {
  it.each([
    ['that cannot be read', 'export default {', 'souk: souk.config.mjs cannot be loaded: '],
    [
      'without a default export',
      'export const modules = [];',
      'souk: souk.config.mjs has no default export with "modules"',
    ],
    ['with an unknown member', 'export default { module: [] };', 'souk: souk.config.mjs: "module" is unknown'],
    ['whose modules are no list', 'export default { modules: {} };', 'souk: souk.config.mjs: "modules" is not a list'],
    [
      'with a function in place of a module',
      'export default { modules: [() => 1] };',
      'modules[0] is a function: call it',
    ],
    ['with another value in place of a module', 'export default { modules: [7] };', 'modules[0] is no module'],
    ['with a setting of another type', 'export default { settings: { a: [] } };', 'the setting a is neither a text'],
  ])('%s', async (_, source, sentence) => {
    expect(await refusal(shopWith({ 'souk.config.mjs': source }))).toContain(sentence);
  });

  it('that SOUK_CONFIG names and that does not exist', async () => {
    expect(await refusal(shopWith({}), { SOUK_CONFIG: 'none.mjs' })).toBe(
      'souk: SOUK_CONFIG: the file none.mjs does not exist',
    );
  });

  it.each([
    [
      'an unknown setting',
      { 'catalog/search/none': 1 },
      'sets catalog/search/none, which no module reads; beside it: ',
    ],
    ['a value that its setting does not take', { 'carriers/flatrate/active': 'maybe' }, 'active to "maybe": use '],
  ])('with %s', async (_, values, sentence) => {
    const source = `export default { settings: ${JSON.stringify(values)} };`;
    expect(await refusal(shopWith({ 'souk.config.mjs': source }), {}, 'setup')).toContain(sentence);
  });
});

describe('a module is refused', () => {
  it.each([
    [
      'without a vendor',
      `name: 'Scales', version: '1.0.0', compatible: '^0.2'`,
      'is "Scales"; use a vendor and a name',
    ],
    ['without a version', `name: 'Acme_Scales', compatible: '^0.2'`, 'Acme_Scales has no "version"'],
    ['without a range', `name: 'Acme_Scales', version: '1.0.0'`, 'Acme_Scales has no "compatible" range'],
    [
      'that is made for another version',
      `name: 'Acme_Scales', version: '2.1.0', compatible: '^9.1'`,
      `the module Acme_Scales 2.1.0 is made for Souk ^9.1, and this is Souk ${packageJson.version}`,
    ],
    [
      'with a route of another',
      `${head}, ${routeAt('/V1/products/:sku')}`,
      'declares the route GET /V1/products/:parameter, which the module Magento_Catalog has',
    ],
    [
      'with a setting of another',
      `${head}, configuration: settings([setting('carriers/flatrate/title', text, '', 'A title')])`,
      'declares the setting carriers/flatrate/title, which the module Magento_OfflineShipping has',
    ],
    [
      'with a service of another',
      `${head}, services: { catalog: () => ({}) }`,
      'declares the service catalog, which the module Magento_Catalog has',
    ],
    [
      'with the code of a carrier of another',
      `${head}, contributes: { carriers: [{ code: 'flatrate', pricesTo: () => () => [] }] }`,
      'declares the code flatrate of carriers, which the module Magento_OfflineShipping has',
    ],
  ])('%s', async (_, members, sentence) => {
    expect(await refusal(shopWith(one(members)))).toContain(sentence);
  });

  it('with a field of another', async () => {
    const more = `import { CartExtensionAttributes } from '@souk/kit/quote';`;
    const members = `${head}, extends: [{ type: CartExtensionAttributes, fields: { shipping_assignments: t.string } }]`;
    expect(await refusal(shopWith(one(members, more)), {}, 'setup')).toContain(
      'Acme_Scales adds the field shipping_assignments to a type that has one',
    );
  });

  it('that is in the list twice', async () => {
    const source = `${kit}\nconst made = module({ ${head} });\nexport default { modules: [made, made] };`;
    expect(await refusal(shopWith({ 'souk.config.mjs': source }))).toContain(
      'the module Acme_Scales declares the module name acme_scales, which the module Acme_Scales has',
    );
  });

  it('that is not installed', async () => {
    const folder = shopWith({});
    expect(await refusal(folder, { SOUK_MODULES: '@acme/none' })).toContain(
      'souk: SOUK_MODULES: @acme/none is not installed in ',
    );
  });

  it('that fails without its options', async () => {
    const folder = shopWith({
      'node_modules/acme-scales/package.json': '{ "name": "acme-scales", "type": "module", "exports": "./index.js" }',
      'node_modules/acme-scales/index.js': `export default ({ key }) => { if (!key) throw new Error('a key is needed'); };`,
    });
    expect(await refusal(folder, { SOUK_MODULES: 'acme-scales' })).toBe(
      'souk: SOUK_MODULES: acme-scales fails without options: a key is needed; use the configuration file',
    );
  });

  it.each([
    [
      'with a table outside of its prefix',
      table('scales'),
      'changes the table scales; the names of its tables begin with acme_scales_',
    ],
    [
      'that changes the table of another',
      `migrations: [{ name: '001', up: (db) => db.schema.alterTable('quote').addColumn('scale', 'integer').execute() }]`,
      'changes the table quote; the names of its tables begin with acme_scales_',
    ],
    [
      'whose migration fails',
      `migrations: [{ name: '001', up: () => Promise.reject(new Error('no scale')) }]`,
      'the module Acme_Scales fails in its migration 001: no scale',
    ],
    [
      'whose first data fail',
      `install: () => Promise.reject(new Error('no data'))`,
      'the module Acme_Scales fails when it is installed: no data',
    ],
    [
      'whose service fails',
      `services: { scales: () => { throw new Error('no service'); } }`,
      'the module Acme_Scales fails when it makes its service scales: no service',
    ],
  ])('%s', async (_, members, sentence) => {
    const folder = shopWith(one(`${head}, ${members}`));
    expect(await refusal(folder, {}, 'setup')).toContain(sentence);
    // Nothing is left of it: without the module the shop starts.
    expect((await soukIn(folder, ['setup'], { SOUK_CONFIG: shopFile() })).code).toBe(0);
  });

  /** A configuration file without modules. */
  function shopFile(): string {
    return join(shopWith({ 'souk.config.mjs': 'export default {};' }), 'souk.config.mjs');
  }
});

describe('a server', () => {
  it('survives a worker that does not start and a timer that fails, and names the module', async () => {
    const workers = `workers: [
      () => { throw new Error('no start'); },
      () => {
        const timer = setInterval(() => { throw new Error('no tick'); }, 50);
        const other = setTimeout(() => Promise.reject(new Error('no promise')), 50);
        return { stop: async () => { clearInterval(timer); clearTimeout(other); } };
      },
    ]`;
    const folder = shopWith(one(`${head}, ${workers}`));
    const souk = await startProcess({ env: { SOUK_CONFIG: join(folder, 'souk.config.mjs') } });
    try {
      await until(async () => ['no start', 'no tick', 'no promise'].every((text) => souk.output().includes(text)));
      expect(souk.output()).toContain('Acme_Scales');
      expect((await souk.admin.get('/V1/modules')).status).toBe(200);
    } finally {
      await souk.stop();
    }
  });

  it('says that the tables of a module stay when it is removed', async () => {
    const folder = shopWith(one(`${head}, ${table('acme_scales_scale')}`));
    const souk = await startProcess({ env: { SOUK_CONFIG: join(folder, 'souk.config.mjs') } });
    try {
      expect(souk.output()).not.toContain('its tables stay');
      const empty = join(shopWith({ 'souk.config.mjs': 'export default {};' }), 'souk.config.mjs');
      await souk.restart({ SOUK_CONFIG: empty });
      expect(souk.output()).toContain('the module is no longer in the configuration; its tables stay');
      expect(souk.output()).toContain('Acme_Scales');
    } finally {
      await souk.stop();
    }
  });
});
