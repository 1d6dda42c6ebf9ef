import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { amqpServer, createVirtualHost, drain, onChannel, type VirtualHost } from '../support/rabbitmq.ts';

describe.runIf(amqpServer).each(engines)('the exchange of events, with %s', (kind) => {
  let host: VirtualHost;
  let here: Here;
  beforeAll(async () => {
    host = await createVirtualHost();
    here = await startHere(kind, { env: { AMQP_URL: host.url, SOUK_AMQP_PREFIX: 'shop.' } });
  });
  afterAll(async () => {
    await here?.stop();
    await host?.remove();
  });

  it('tells those who have bound a queue what they have bound it for, in order', async () => {
    await until(() =>
      onChannel(host.url, async (channel) => {
        channel.on('error', () => {});
        await channel.checkExchange('shop.souk.events');
        return true;
      }).catch(() => false),
    );
    await onChannel(host.url, async (channel) => {
      await channel.assertQueue('erp', { durable: true });
      await channel.bindQueue('erp', 'shop.souk.events', 'product.*');
    });
    const { sku } = await newProduct(here);
    ok(await here.admin.put(`/V1/products/${sku}`, { product: { price: 6 } }));
    ok(await here.admin.delete(`/V1/products/${sku}`));
    const found: { id: string; key: string; body: { key: string; action: string; position: number } }[] = [];
    await until(async () => {
      for (const { content, fields, properties } of await drain(host.url, 'erp')) {
        found.push({
          id: String(properties.messageId),
          key: fields.routingKey,
          body: JSON.parse(content.toString()) as (typeof found)[number]['body'],
        });
      }
      return found.length >= 3;
    });
    expect(found.map(({ key, body }) => `${key} ${body.key}`)).toEqual(
      ['created', 'changed', 'deleted'].map((action) => `product.${action} ${sku}`),
    );
    for (const { id, body } of found) expect(id).toBe(String(body.position));
  });
});
