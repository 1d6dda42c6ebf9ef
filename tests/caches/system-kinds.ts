import { makeProduct } from '../quote/shop.ts';
import { ok, unique, type Client, type Souk } from '../support/souk.ts';
import type { CachedKind } from './kind.ts';

/** Accounts, their roles and groups. */
export async function accessKinds(souk: Souk): Promise<CachedKind[]> {
  const { admin } = souk;
  const group = { code: unique('group').slice(0, 30), tax_class_id: 3 };
  const { id } = ok(await admin.post('/V1/customerGroups', { group }));
  const className = unique('class');
  const classId = Number(
    ok(await admin.post('/V1/taxClasses', { taxClass: { class_name: className, class_type: 'CUSTOMER' } })),
  );
  const classGroup = ok(
    await admin.post('/V1/customerGroups', { group: { code: unique('g').slice(0, 30), tax_class_id: classId } }),
  );
  const role = unique('role');
  ok(await admin.raw('PUT', `/_/console/roles/${role}`, { resources: ['Magento_Backend::store'] }));
  const user = {
    username: unique('user'),
    email: `${unique('user')}@example.com`,
    firstname: 'A',
    lastname: 'B',
    password: 'Walker123!',
    role,
  };
  ok(await admin.raw('POST', '/_/console/users', user));
  const signIn = async (): Promise<string> =>
    ok(await souk.guest.post('/V1/integration/admin/token', { username: user.username, password: user.password }));
  const token = await signIn();
  return [
    {
      cache: 'customer-groups',
      change: (round) => ({
        by: {
          method: 'PUT',
          path: `/V1/customerGroups/${id}`,
          body: { group: { ...group, id, code: `walk ${round}` } },
        },
        expected: `walk ${round}`,
      }),
      read: async (client) => ok(await client.get(`/V1/customerGroups/${id}`)).code,
    },
    {
      cache: 'tax-classes',
      change: (round) => ({
        by: {
          method: 'PUT',
          path: `/V1/taxClasses/${classId}`,
          body: { taxClass: { class_id: classId, class_name: `${className} ${round}`, class_type: 'CUSTOMER' } },
        },
        expected: `${className} ${round}`,
      }),
      read: async (client) => ok(await client.get(`/V1/customerGroups/${classGroup.id}`)).tax_class_name,
    },
    {
      cache: 'access_accounts',
      change: (round) => ({
        by: {
          method: 'PUT',
          path: `/_/console/roles/${role}`,
          body: { resources: [round % 2 === 0 ? 'Magento_Catalog::products' : 'Magento_Backend::store'] },
          isSynchronousOnly: true,
        },
        expected: round % 2 === 0 ? 401 : 200,
      }),
      read: async (client) => (await client.as(token).get('/V1/store/websites')).status,
    },
  ];
}

/** Settings, store views, currencies, hooks and stocks. */
export async function settingKinds(souk: Souk): Promise<CachedKind[]> {
  const weightUnit = async (client: Client) => ok(await client.get('/V1/store/storeConfigs'))[0].weight_unit;
  const sku = await makeProduct(souk);
  await souk.configure({ 'souk/events/allow_private': '127.0.0.1', 'currency/options/allow': 'USD,EUR' });
  const stock_id = Number(ok(await souk.admin.post('/V1/inventory/stocks', { stock: { name: unique('stock') } })));
  return [
    {
      cache: 'configuration',
      change: (round) => ({
        by: {
          method: 'PUT',
          path: '/_/configuration',
          body: { settings: { 'general/locale/weight_unit': round % 2 === 0 ? 'kgs' : 'lbs' } },
          isSynchronousOnly: true,
        },
        expected: round % 2 === 0 ? 'kgs' : 'lbs',
      }),
      read: weightUnit,
    },
    {
      cache: 'configuration',
      change: (round) => ({
        by: ['config:set', 'general/locale/weight_unit', round % 2 === 0 ? 'kgs' : 'lbs'],
        expected: round % 2 === 0 ? 'kgs' : 'lbs',
      }),
      read: weightUnit,
    },
    {
      cache: 'settings put together',
      change: (round) => ({
        by: {
          method: 'PUT',
          path: '/_/configuration',
          body: { settings: { 'cataloginventory/item_options/min_sale_qty': String(2 + round) } },
          isSynchronousOnly: true,
        },
        expected: 2 + round,
      }),
      read: async (client) => ok(await client.get(`/V1/stockItems/${sku}`)).min_sale_qty,
    },
    {
      cache: 'stores',
      change: (round) => ({
        by: ['store:view:create', `walk${round}`, `Walk ${round}`, '--group', 'main_website_store'],
        expected: round + 1,
      }),
      read: async (client) => {
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, i) => client.store(`walk${i}`).get('/V1/store/websites')),
        );
        return answers.filter(({ status }) => status === 200).length;
      },
    },
    {
      cache: 'currency-rates',
      change: (round) => ({ by: ['currency:rate:set', 'USD', 'EUR', String(2 + round)], expected: 2 + round }),
      read: async (client) =>
        ok(await client.get('/V1/directory/currency')).exchange_rates.find(
          ({ currency_to }: { currency_to: string }) => currency_to === 'EUR',
        )?.rate,
    },
    {
      cache: 'call recording',
      change: (round) => ({
        by: {
          method: round % 2 === 0 ? 'PUT' : 'DELETE',
          path: '/_/console/recording',
          body: round % 2 === 0 ? { minutes: 5 } : undefined,
          isSynchronousOnly: true,
        },
        expected: round % 2 === 0,
      }),
      read: async (client) => ok(await client.raw('GET', '/_/console/recording')).is_on,
    },
    {
      cache: 'hooks',
      change: (round) => ({
        by: {
          method: 'POST',
          path: round % 2 === 0 ? '/V1/webhooks/subscribe' : '/V1/webhooks/unsubscribe',
          body: { webhook: HOOK },
        },
        expected: round % 2 === 0 ? 'refused' : 'done',
      }),
      read: async (client) =>
        (await client.put(`/V1/products/${sku}`, { product: { name: 'Hooked' } })).status === 200 ? 'done' : 'refused',
    },
    {
      // The last one: afterwards no stock sells to the website.
      cache: 'stock-network',
      change: (round) => {
        const stockId = round % 2 === 0 ? stock_id : 1;
        const sales_channels = [{ type: 'website', code: 'base' }];
        const stock = { stock_id: stockId, name: `Stock ${stockId}`, extension_attributes: { sales_channels } };
        return { by: { method: 'PUT', path: `/V1/inventory/stocks/${stockId}`, body: { stock } }, expected: stockId };
      },
      read: async (client) => ok(await client.get('/V1/inventory/stock-resolver/website/base')).stock_id,
    },
  ];
}

/** A hook that nobody answers, so that its calls are refused. */
const HOOK = {
  webhook_method: 'plugin.magento.catalog.api.product_repository.save',
  webhook_type: 'before',
  batch_name: 'walk',
  hook_name: 'walk',
  url: 'http://127.0.0.1:9/',
  required: true,
  timeout: 1000,
};
