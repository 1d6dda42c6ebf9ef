import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRegistry, installed, type Installed } from '../storefronts/installed.ts';
import { startSouk, type Souk } from '../support/souk.ts';

// The published libraries of the vendor's starter kits, unmodified; .ci/nightly runs this, since it installs some 200 packages.

/** The calls of the libraries' clients that these tests make. */
type LibraryClient = Readonly<Record<string, (params?: object) => Promise<unknown>>>;
type CreateClient = (params: object) => LibraryClient;

/** The workspace as the vendor's console exports it; Souk has no use for it (D210). */
const workspace = {
  project: {
    id: '1',
    name: 'shop',
    org: { id: '2', name: 'Merchant', ims_org_id: '3@AdobeOrg' },
    workspace: { id: '4', name: 'Stage', details: { credentials: [], services: [], runtime: { namespaces: [] } } },
  },
};

/** The events that the integration starter kit subscribes to. */
const kitEvents = [
  'catalog_product_save_commit_after',
  'catalog_product_delete_commit_after',
  'customer_save_commit_after',
  'customer_delete_commit_after',
  'customer_group_save_commit_after',
  'customer_group_delete_commit_after',
  'sales_order_save_commit_after',
  'cataloginventory_stock_item_save_commit_after',
].map((name) => `com.adobe.commerce.observer.${name}`);

const isPossible = await hasRegistry();

describe.skipIf(!isPossible)('the libraries of the starter kits', () => {
  let souk: Souk;
  let libraries: Installed;
  let events: LibraryClient;
  let webhooks: LibraryClient;
  beforeAll(async () => {
    libraries = installed('../io-events/libraries');
    souk = await startSouk({ env: { SOUK_RELEASE: '2.4.9' } });
    const params = { auth: await credentials(), config: { flavor: 'paas', baseUrl: `${souk.base}/` } };
    events = (await createClient('events/dist/es/commerce/index.mjs', 'createCommerceEventsApiClient'))(params);
    webhooks = (await createClient('webhooks/dist/es/api/index.mjs', 'createCommerceWebhooksApiClient'))(params);
  });
  afterAll(async () => {
    await souk?.stop();
    libraries?.remove();
  });

  async function credentials(): Promise<object> {
    const { code, stdout, stderr } = await souk.cli('integration:create', 'kit');
    expect(code, stderr).toBe(0);
    const keys = new Map(stdout.split('\n').map((line) => line.split(': ') as [string, string]));
    return {
      consumerKey: keys.get('consumer_key'),
      consumerSecret: keys.get('consumer_secret'),
      accessToken: keys.get('access_token'),
      accessTokenSecret: keys.get('access_token_secret'),
    };
  }

  async function createClient(path: string, name: string): Promise<CreateClient> {
    const file = pathToFileURL(`${libraries.packages}/@adobe/aio-commerce-lib-${path}`);
    return ((await import(file.href)) as Record<string, CreateClient>)[name]!;
  }

  it('configure events, make providers and read them', async () => {
    const ids = { provider_id: 'first', instance_id: 'one', merchant_id: 'merchant', environment_id: 'stage' };
    const configuration = { enabled: true, ...ids, workspace_configuration: workspace };
    expect(await events.updateEventingConfiguration!(configuration)).toBe(true);
    const provider = { provider_id: 'second', instance_id: 'two', label: 'Kit', description: 'Events of the kit' };
    await events.createEventProvider!({ ...provider, workspace_configuration: workspace });
    await events.createEventProvider!({ provider_id: 'third', instance_id: 'three' });
    expect(await events.getAllEventProviders!()).toMatchObject([{ provider_id: 'first' }, provider, { label: '' }]);
    expect(await events.getEventProviderById!({ provider_id: 'second' })).toMatchObject(provider);
  });

  it('subscribe to the events of the kit, and to fields with a source', async () => {
    for (const name of kitEvents) {
      await events.createEventSubscription!({ name, provider_id: 'second', fields: [{ name: '*' }] });
    }
    await events.createEventSubscription!({
      name: 'com.adobe.commerce.new_orders',
      parent: 'observer.sales_order_save_commit_after',
      provider_id: 'second',
      fields: [{ name: 'increment_id' }, { name: 'store', source: 'context_store.get_store.get_id' }],
      rules: [{ field: 'state', operator: 'equal', value: 'new' }],
      force: true,
    });
    const subscriptions = (await events.getAllEventSubscriptions!()) as { name: string }[];
    expect(subscriptions.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...kitEvents, 'com.adobe.commerce.new_orders']),
    );
  });

  it('list, subscribe and unsubscribe hooks', async () => {
    const supported = (await webhooks.getSupportedWebhookList!()) as { name: string }[];
    const place = { webhook_method: 'observer.checkout_cart_product_add_before', webhook_type: 'before' };
    expect(supported.map(({ name }) => name)).toContain(place.webhook_method);
    const key = { ...place, batch_name: 'cart', hook_name: 'stock' };
    const hook = { ...key, url: 'https://example.com/stock', method: 'POST', timeout: 5000, required: true };
    await webhooks.subscribeWebhook!({ ...hook, fields: [{ name: 'product.sku', source: 'data.product.sku' }] });
    expect(await webhooks.getWebhookList!()).toMatchObject([hook]);
    await webhooks.unsubscribeWebhook!(key);
    expect(await webhooks.getWebhookList!()).toEqual([]);
  });
});
