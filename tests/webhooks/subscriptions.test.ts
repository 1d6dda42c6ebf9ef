import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import { pluginName } from '../../src/modules/webhooks/methods.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

const key = {
  webhook_method: 'observer.catalog_product_save_after',
  webhook_type: 'after',
  batch_name: 'catalog',
  hook_name: 'tell_pim',
};
const whole = {
  ...key,
  batch_order: 100,
  url: 'https://pim.example.com/hook',
  priority: 10,
  required: true,
  soft_timeout: 1000,
  timeout: 2000,
  method: 'POST',
  fallback_error_message: 'The PIM does not answer',
  ttl: 60,
  fields: [{ name: 'sku', source: 'data.product.sku' }],
  rules: [{ field: 'data.product.sku', operator: 'regex', value: '/^car/' }],
  headers: [{ name: 'X-Client', value: 'abc' }],
};

describe.each(engines)('subscriptions of hooks on %s', (kind) => {
  let here: Here;
  let caller: Client;

  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_RELEASE: '2.4.9' } });
    caller = await here.granted('integration', 'all');
  });
  afterAll(() => here?.stop());
  beforeEach(async () => {
    for (const webhook of await listed()) ok(await caller.post('/V1/webhooks/unsubscribe', { webhook }));
  });

  const listed = async () => ok(await caller.get('/V1/webhooks/list'));
  const subscribe = (webhook: object) => caller.post('/V1/webhooks/subscribe', { webhook });

  it('D262: are listed as they were sent, secrets masked', async () => {
    const oauth = { client_id: 'id', client_secret: 'p8e', org_id: 'org', environment: 'staging' };
    ok(await subscribe({ ...whole, developer_console_oauth: oauth }));
    const headers = [{ name: 'X-Client', value: '******' }];
    const masked = { ...whole, headers, developer_console_oauth: { ...oauth, client_secret: '******' } };
    expect(await listed()).toEqual([masked]);
  });

  it('have defaults for what is not sent', async () => {
    ok(await subscribe({ ...key, url: whole.url }));
    expect(await listed()).toEqual([
      {
        ...whole,
        batch_order: 0,
        priority: 0,
        required: true,
        soft_timeout: 0,
        timeout: 0,
        method: '',
        fallback_error_message: '',
        ttl: 0,
        fields: [],
        rules: [],
        headers: [],
      },
    ]);
  });

  it('change when they are sent again, and end by their names alone', async () => {
    ok(await subscribe(whole));
    ok(await subscribe({ ...whole, url: 'https://pim.example.com/other', required: false }));
    ok(await subscribe({ ...whole, hook_name: 'another' }));
    expect((await listed()).map(({ hook_name, url, required }: typeof whole) => [hook_name, url, required])).toEqual([
      ['another', whole.url, true],
      ['tell_pim', 'https://pim.example.com/other', false],
    ]);
    ok(await caller.post('/V1/webhooks/unsubscribe', { webhook: key }));
    expect(await listed()).toHaveLength(1);
    fails(
      await caller.post('/V1/webhooks/unsubscribe', { webhook: key }),
      400,
      'The webhook "tell_pim" is not subscribed.',
    );
  });

  it.each([
    [{ hook_name: 'tell-pim' }, 'The hook_name "tell-pim" may only have letters, digits and underscores.'],
    [{ batch_name: '' }, 'The batch_name "" may only have letters, digits and underscores.'],
    [{ webhook_type: 'instead' }, 'The webhook type "instead" is unknown: use "before" or "after".'],
    [{ webhook_method: 'observer.nothing' }, /^The webhook method "observer\.nothing" is unknown\./],
    [{ webhook_method: 'plugin.magento.catalog.api.product_repository.get' }, /is unknown/],
    [{ url: '/hook' }, 'The URL of the webhook is refused: it is no URL.'],
    [{ url: 'https://127.0.0.1/hook' }, 'The URL of the webhook is refused: its address is private.'],
    [{ timeout: -1 }, 'The value of timeout must be a whole number from 0 to 60000.'],
    [{ ttl: -1 }, /^The value of ttl must be/],
    [{ soft_timeout: -5 }, /^The value of soft_timeout must be/],
    [{ method: 'GET' }, 'The HTTP method "GET" cannot be used for a webhook.'],
    [{ fields: [{ source: 'data.product.sku' }] }, '"" is not a field of a webhook.'],
    [
      { fields: [{ name: 'mail', source: 'context_customer_session.get_customer.get_email' }] },
      /is a value of the application context/,
    ],
    [
      { rules: [{ field: 'a', operator: 'like', value: '' }] },
      /^A rule of the webhook cannot be used: the operator "like"/,
    ],
    [{ rules: [{ field: 'a', operator: 'onChange', value: '' }] }, /is one of events/],
    [{ headers: [{ name: 'Host', value: 'x' }] }, 'The header "Host" cannot be sent.'],
    [{ headers: [{ name: 'X-A', value: 'a\nb' }] }, 'The header "X-A" cannot be sent.'],
    [{ developer_console_oauth: { client_id: 'id' } }, /need client_id, client_secret and org_id/],
  ])('D220: D221: are refused: %j', async (change, message) => {
    fails(await subscribe({ ...whole, ...change }), 400, message);
    expect(await listed()).toEqual([]);
  });

  it('need their permissions', async () => {
    const reader = await here.granted('admin', ['Magento_AdobeCommerceWebhooks::webhooks_list']);
    expect(ok(await reader.get('/V1/webhooks/list'))).toEqual([]);
    expect((await reader.post('/V1/webhooks/subscribe', { webhook: whole })).status).toBe(401);
    expect((await here.guest.get('/V1/webhooks/list')).status).toBe(401);
  });

  it.each([
    ['observer.catalog_product_save_after', 'Magento_Catalog::products'],
    ['observer.customer_save_before', 'Magento_Customer::manage'],
    ['plugin.magento.catalog.api.product_repository.save', 'Magento_Catalog::products'],
    [
      'plugin.magento.adobe_commerce_events_client.api.configuration.update',
      'Magento_AdobeIoEventsClient::adobe_io_events',
    ],
  ])('D256: need the permissions of the operation: %s', async (webhook_method, permission) => {
    const edit = 'Magento_AdobeCommerceWebhooks::webhooks_edit';
    const webhook = { ...whole, webhook_method };
    const post = (client: Client) => client.post('/V1/webhooks/subscribe', { webhook });
    const refusal = `Putting a hook on "${webhook_method}" needs the permission ${permission}.`;
    fails(await post(await here.granted('integration', [edit])), 403, refusal);
    expect(await listed()).toEqual([]);
    ok(await post(await here.granted('integration', [edit, permission])));
    expect(await listed()).toMatchObject([{ webhook_method }]);
  });

  it('need no permission of operations that guests call', async () => {
    const webhook = { ...whole, webhook_method: 'plugin.magento.quote.api.guest_coupon_management.set' };
    const editor = await here.granted('integration', ['Magento_AdobeCommerceWebhooks::webhooks_edit']);
    ok(await editor.post('/V1/webhooks/subscribe', { webhook }));
  });

  it('are refused for calls of the console', async () => {
    const { contributions } = here.souk.platform.registry;
    const { routes } = buildRegistry([{ name: 'Console', routes: contributions.consoleRoutes }], 'commercial', '2.4.9');
    expect(routes.length).toBeGreaterThan(10);
    for (const registered of routes) {
      const webhook = { ...whole, webhook_method: pluginName(registered) };
      fails(await caller.post('/V1/webhooks/subscribe', { webhook }), 400, /^The webhook method .* is unknown/);
    }
  });

  it('can be put on the methods of a list, which observers are in', async () => {
    const names = ok(await caller.get('/V1/webhooks/supportedList')).map(({ name }: { name: string }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toContain('observer.sales_quote_add_item');
    expect(names).toContain('plugin.catalog.api.product_repository.save');
    fails(await here.guest.get('/V1/webhooks/supportedList'), 401, /webhooks_list/);
  });
});
