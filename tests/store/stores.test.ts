import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, typed, type ShopClient } from '../support/shop-client.ts';
import { fails, ok, startSouk, until, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;

beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
});
afterAll(() => souk.stop());

const admin = { id: 0, code: 'admin', name: 'Admin', website_id: 0, store_group_id: 0, is_active: 1 };
const defaultView = {
  id: 1,
  code: 'default',
  name: 'Default Store View',
  website_id: 1,
  store_group_id: 1,
  is_active: 1,
};

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

describe('a fresh installation', () => {
  it('has the admin website and one website, the admin first', async () => {
    expect(await shop.websites.list()).toEqual([
      { id: 0, code: 'admin', name: 'Admin', default_group_id: 0 },
      { id: 1, code: 'base', name: 'Main Website', default_group_id: 1 },
    ]);
  });

  it('has the admin store and one store', async () => {
    expect(await shop.groups.list()).toEqual([
      { id: 0, website_id: 0, root_category_id: 0, default_store_id: 0, name: 'Default', code: 'default' },
      {
        id: 1,
        website_id: 1,
        root_category_id: 2,
        default_store_id: 1,
        name: 'Main Website Store',
        code: 'main_website_store',
      },
    ]);
  });

  it('lists the default view before the admin view', async () => {
    expect(await shop.stores.list()).toEqual([defaultView, admin]);
  });

  it('gives one store configuration, its URLs under the address it is served at', async () => {
    const base = `${souk.base}/`;
    const files = `${base}static/version1/`;
    expect(await shop.storeConfigManager.getStoreConfigs()).toEqual([
      {
        id: 1,
        code: 'default',
        website_id: 1,
        locale: 'en_US',
        base_currency_code: 'USD',
        default_display_currency_code: 'USD',
        timezone: 'UTC',
        weight_unit: 'lbs',
        base_url: base,
        base_link_url: base,
        base_static_url: files,
        base_media_url: `${base}media/`,
        secure_base_url: base,
        secure_base_link_url: base,
        secure_base_static_url: files,
        secure_base_media_url: `${base}media/`,
      },
    ]);
  });

  it('refuses them to a guest', async () => {
    const { websites, groups, stores, storeConfigManager } = typed(souk.guest);
    const asked = [websites.list, groups.list, stores.list, storeConfigManager.getStoreConfigs];
    for (const ask of asked) {
      expect((await refused(ask(), 401)).parameters).toEqual({ resources: 'Magento_Backend::store' });
    }
  });
});

describe('which store configurations are given', () => {
  it('leaves out unknown codes', async () => {
    const list = await shop.storeConfigManager.getStoreConfigs({ storeCodes: ['default', 'nope'] });
    expect(list.map(({ code }) => code)).toEqual(['default']);
  });

  it('gives none for unknown codes alone, and never that of the admin', async () => {
    expect(await shop.storeConfigManager.getStoreConfigs({ storeCodes: ['nope', 'admin'] })).toEqual([]);
  });

  it('refuses codes that are no list', async () => {
    fails(
      await souk.admin.get('/V1/store/storeConfigs?storeCodes=default'),
      400,
      'The "string" value\'s type is invalid. The "string[]" type was expected. Verify and try again.',
    );
  });
});

describe('the store code of a path', () => {
  it.each(['', 'all', 'default'])('"%s" is served', async (code) => {
    ok(await souk.admin.store(code).get('/V1/store/storeViews'));
  });

  it.each(['nope', 'admin', 'Default', 'constructor'])('"%s" is unknown', async (code) => {
    fails(await souk.admin.store(code).get('/V1/store/storeViews'), 400, 'Specified request cannot be processed.');
  });
});

describe('stores made on the command line', () => {
  beforeAll(async () => {
    await command('website:create', 'eu', 'European Union', '--currency', 'EUR');
    await command('store:group:create', 'eu_store', 'EU', '--website', 'eu', '--root-category', '2');
    await command('store:view:create', 'fr', 'French', '--group', 'eu_store', '--locale', 'fr_FR');
    await command('store:view:create', 'uk', 'British', '--group', 'eu_store', '--currency', 'GBP');
    await until(async () => (await souk.admin.store('uk').get('/V1/store/websites')).status === 200);
  });

  it('appear in the lists, with the first of each as the default of what it belongs to', async () => {
    expect((await shop.websites.list()).at(-1)).toEqual({
      id: 2,
      code: 'eu',
      name: 'European Union',
      default_group_id: 2,
    });
    expect((await shop.groups.list()).at(-1)).toEqual({
      id: 2,
      website_id: 2,
      root_category_id: 2,
      default_store_id: 2,
      name: 'EU',
      code: 'eu_store',
    });
    const inEu = { website_id: 2, store_group_id: 2, is_active: 1 };
    expect(await shop.stores.list()).toEqual([
      defaultView,
      admin,
      { id: 2, code: 'fr', name: 'French', ...inEu },
      { id: 3, code: 'uk', name: 'British', ...inEu },
    ]);
  });

  it('are configured, in order of their names, with the currencies and locales they were made with', async () => {
    const list = await shop.storeConfigManager.getStoreConfigs({ storeCodes: ['uk', 'fr'] });
    const facts = list.map((config) => [
      config.code,
      config.website_id,
      config.locale,
      config.base_currency_code,
      config.default_display_currency_code,
    ]);
    expect(facts).toEqual([
      ['uk', 2, 'en_US', 'EUR', 'GBP'],
      ['fr', 2, 'fr_FR', 'EUR', 'EUR'],
    ]);
  });

  it('are the same lists in whatever scope they are read', async () => {
    const all = await shop.storeConfigManager.getStoreConfigs();
    expect(await shop.storeConfigManager.getStoreConfigs({}, { store: 'fr' })).toEqual(all);
  });

  it.each([
    [['website:create', 'EU', 'Again'], 'The "EU" code is in use.'],
    [['website:create', 'all', 'All'], 'The "all" code is reserved.'],
    [['website:create', '2nd', 'Second'], 'The code may contain only letters'],
    [['website:create', 'second', 'Second', '--currency', 'EURO'], 'Enter a currency code such as USD.'],
    [['website:create', 'second', ' '], '"name" is required.'],
    [['store:group:create', 'more', 'More', '--website', 'nope'], 'The website with code "nope" doesn\'t exist.'],
    [['store:group:create', 'more', 'More', '--website', 'eu', '--root-category', 'two'], 'root_category_id'],
    [['store:view:create', 'more', 'More', '--group', 'nope'], 'The store with code "nope" doesn\'t exist.'],
    [['store:view:create', 'v1', 'More', '--group', 'eu_store'], 'The "v1" code is reserved.'],
    [['store:view:create', 'more', 'More', '--group', 'eu_store', '--locale', 'xx'], 'a locale such as en_US'],
  ])('refuses %j and makes nothing', async (args, message) => {
    const { code, stderr } = await souk.cli(...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
    expect(await shop.websites.list()).toHaveLength(3);
    expect(await shop.groups.list()).toHaveLength(3);
    expect(await shop.stores.list()).toHaveLength(4);
  });
});
