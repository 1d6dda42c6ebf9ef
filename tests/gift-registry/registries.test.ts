import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { signIn } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { mails, mailTo, type Mail } from '../support/mails.ts';
import { readPdf } from '../support/pdf.ts';
import { newProduct } from '../support/products.ts';
import { secondProcess } from '../support/second-process.ts';
import { Client, fails, ok, startSouk, type Souk } from '../support/souk.ts';
import * as shop from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const run = (...command: readonly string[]) => shop.run(souk, ...command);
const refuses = async (text: RegExp, ...command: readonly string[]) => {
  const { code, stderr } = await souk.cli(...command);
  expect(code).toBe(1);
  expect(stderr).toMatch(text);
};

describe('a registry', () => {
  it('is made by a command for a customer, and shown in the types of the interface', async () => {
    const made = await shop.makeRegistry(souk, 1, '--message', 'Thank you!', '--event', 'event_country=FR');
    expect(await shop.show(souk, made.id)).toEqual({
      id: made.id,
      uid: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      event_name: 'Our wedding',
      message: 'Thank you!',
      owner_name: 'Ada Example',
      privacy_settings: 'PUBLIC',
      status: 'ACTIVE',
      type: { uid: 'wedding', label: 'Wedding' },
      dynamic_attributes: [
        { code: 'event_country', label: 'Country', group: 'EVENT_INFORMATION', value: 'FR' },
        { code: 'event_date', label: 'Wedding Date', group: 'EVENT_INFORMATION', value: '2027-06-05' },
        { code: 'event_location', label: 'Location', group: 'EVENT_INFORMATION', value: 'Rome' },
        { code: 'number_of_guests', label: 'Number of Guests', group: 'EVENT_INFORMATION', value: '80' },
      ],
      registrants: [
        {
          id: expect.any(Number),
          firstname: 'Ada',
          lastname: 'Example',
          email: 'ada@example.com',
          dynamic_attributes: [{ code: 'role', label: 'Role', group: 'REGISTRANT', value: 'Bride' }],
        },
      ],
      shipping_address: expect.objectContaining({ ...shop.home, country_id: 'US', region_id: 12, region_code: 'CA' }),
      items: [
        {
          uid: expect.stringMatching(/^\d+$/),
          created_at: expect.any(String),
          note: null,
          product: { sku: made.skus[0], name: `Thing ${made.skus[0]}` },
          quantity: 3,
          quantity_fulfilled: 0,
        },
      ],
    });
    expect(await run('giftregistry:list', '--customer', made.owner.email)).toBe(
      [made.id, made.owner.id, 'wedding', 'Our wedding', 'active', 'public'].join('\t'),
    );
    expect(await run('giftregistry:type:list')).toMatch(
      /^baby_registry\tBaby Registry\tevent_country; baby_gender \(boy, girl/m,
    );
  });

  it('changes, and so do its items', async () => {
    const { id, skus } = await shop.makeRegistry(souk);
    const named = String(id);
    await run(
      'giftregistry:update',
      named,
      '--title',
      'Ours',
      '--private',
      '--inactive',
      '--event',
      'event_location=Paris',
    );
    const { items, ...changed } = await shop.show(souk, id);
    expect(changed).toMatchObject({ event_name: 'Ours', privacy_settings: 'PRIVATE', status: 'INACTIVE' });
    expect(changed.dynamic_attributes.map(({ value }: Json) => value)).toEqual(['US', '2027-06-05', 'Paris', '80']);
    await run('giftregistry:item:add', named, skus[0]!, '--note', 'In blue');
    await run('giftregistry:item:update', named, items[0].uid, '--qty', '6.5');
    expect((await shop.show(souk, id)).items).toMatchObject([{ quantity: 6.5, note: 'In blue' }]);
    await run('giftregistry:item:remove', named, items[0].uid);
    expect((await shop.show(souk, id)).items).toEqual([]);
    await refuses(/has no item/, 'giftregistry:item:remove', named, items[0].uid);
    await run('giftregistry:delete', named);
    await refuses(/Unknown gift registry/, 'giftregistry:show', named);
  });

  it('goes with its owner, and an item with its product', async () => {
    const { id, owner, skus } = await shop.makeRegistry(souk, 2);
    ok(await souk.admin.delete(`/V1/products/${skus[0]}`));
    expect((await shop.show(souk, id)).items).toMatchObject([{ product: { sku: skus[1] } }]);
    ok(await souk.admin.delete(`/V1/customers/${owner.id}`));
    await refuses(/Unknown gift registry/, 'giftregistry:show', String(id));
  });

  it('is not made of what does not fit', async () => {
    const owner = await shop.newOwner(souk);
    const made = shop.registryOf(owner);
    const bare = [
      'giftregistry:create',
      '--customer',
      String(owner.id),
      '--title',
      'Party',
      '--registrant',
      'A B <a@b.co>',
    ];
    const wrong: [RegExp, readonly string[]][] = [
      [/The gift registry type "party" does not exist/, [...bare, '--type', 'party']],
      [/"Country" is a required value/, [...bare, '--type', 'birthday']],
      [/"Wedding Date" has an invalid value: 2027-02-30/, [...made, '--event', 'event_date=2027-02-30']],
      [/"Country" has an invalid value: XX/, [...made, '--event', 'event_country=XX']],
      [/do not have the field "colour"/, [...made, '--event', 'colour=red']],
      [/"Role" has an invalid value: boss/, [...made, '--registrant', 'C D <c@d.co> role=boss']],
      [/"Role" is a required value/, [...made, '--registrant', 'C D <c@d.co>']],
      [/"Email" has an invalid value/, [...made, '--registrant', 'C D <c>']],
      [
        /up to 3 registrants/,
        [...made, ...['C', 'D', 'E'].flatMap((name) => ['--registrant', `${name} D <c@d.co> role=groom`])],
      ],
      [/has no address "999999"/, [...made, '--address', '999999']],
      [/"Event" is a required value/, [...made, '--title', ' ']],
      [/requested doesn't exist|No such entity/, ['giftregistry:create', ...made.slice(3), '--customer', '999999']],
    ];
    for (const [text, command] of wrong) await refuses(text, ...command);
    expect(await run('giftregistry:list', '--customer', String(owner.id))).toBe('');
  });
});

describe('estimates of shipping', () => {
  const estimate = (cart: string, registryId: unknown) =>
    souk.guest.post(`/V1/guest-giftregistry/${cart}/estimate-shipping-methods`, { registryId });

  it('are those for the address of the registry, for guests and for customers', async () => {
    const { id, owner, skus } = await shop.makeRegistry(souk);
    const cart = await shop.guestCart(souk.guest, skus, 3);
    const rates = ok(await estimate(cart, id));
    expect(rates).toEqual([
      expect.objectContaining({ carrier_code: 'flatrate', method_code: 'flatrate', amount: 15, available: true }),
    ]);
    const me = await signIn(souk, owner.email);
    ok(await me.post('/V1/carts/mine'));
    expect(ok(await me.post('/V1/giftregistry/mine/estimate-shipping-methods', { registryId: id }))).toEqual([]);
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: skus[0], qty: 3, quote_id: 'mine' } }));
    expect(ok(await me.post('/V1/giftregistry/mine/estimate-shipping-methods', { registryId: id }))).toEqual(rates);
    // Where the registry is decides: the carrier does not go to the United States any more.
    await souk.configure({ 'carriers/flatrate/sallowspecific': '1', 'carriers/flatrate/specificcountry': 'FR' });
    expect(ok(await estimate(cart, id))).not.toContainEqual(expect.objectContaining({ available: true }));
    await souk.configure({ 'carriers/flatrate/sallowspecific': null, 'carriers/flatrate/specificcountry': null });
    expect(ok(await souk.guest.get(`/V1/guest-carts/${cart}`)).extension_attributes).toMatchObject({
      shipping_assignments: [{ shipping: { address: { country_id: null } } }],
    });
  });

  it('D132: are refused for registries that the caller may not ship to, all alike', async () => {
    const { id, owner, skus } = await shop.makeRegistry(souk, 1, '--private');
    const cart = await shop.guestCart(souk.guest, skus);
    const unknown = 'Unknown gift registry identifier';
    for (const registryId of [id, 999_999, 0, -1]) fails(await estimate(cart, registryId), 404, unknown);
    expect((await estimate(cart, 'x')).status).toBe(400);
    fails(await estimate(cart, undefined), 400, '"registryId" is required. Enter and try again.');
    expect((await estimate('nobody', id)).status).toBe(404);
    const mine = '/V1/giftregistry/mine/estimate-shipping-methods';
    expect((await souk.guest.post(mine, { registryId: id })).status).toBe(401);
    const me = await signIn(souk, owner.email);
    expect((await me.post(mine, { registryId: id })).status).toBe(404);
    ok(await me.post('/V1/carts/mine'));
    expect(ok(await me.post(mine, { registryId: id }))).toEqual([]);
    await run('giftregistry:update', String(id), '--public', '--inactive');
    fails(await me.post(mine, { registryId: id }), 404, unknown);
    await run('giftregistry:update', String(id), '--active');
    expect(ok(await estimate(cart, id))).toHaveLength(1);
    await souk.configure({ 'magento_giftregistry/general/enabled': '0' });
    fails(await estimate(cart, id), 404, unknown);
    await souk.configure({ 'magento_giftregistry/general/enabled': null });
  });
});

describe('a cart that is shipped to a registry', () => {
  const addressOf = (cart: Json): Json => cart.extension_attributes.shipping_assignments[0].shipping.address;

  it('D130: goes to its address, which the buyer does not see, and keeps it until it goes elsewhere', async () => {
    const { id, skus } = await shop.makeRegistry(souk);
    const cart = await shop.guestCart(souk.guest, skus);
    const { totals } = ok(await shop.shipTo(souk.guest, cart, id));
    expect(totals).toMatchObject({ grand_total: 30, shipping_amount: 10 });
    const seen = ok(await souk.guest.get(`/V1/guest-carts/${cart}`));
    expect(addressOf(seen)).toMatchObject({
      firstname: 'Ada',
      country_id: 'US',
      region_code: 'CA',
      extension_attributes: { gift_registry_id: id },
    });
    for (const secret of Object.values(shop.home).flat()) expect(JSON.stringify(addressOf(seen))).not.toContain(secret);
    const READ =
      'query($c: String!) { cart(cart_id: $c) { shipping_addresses { firstname street city postcode telephone country { code } } } }';
    expect((await graphqlClient(souk).data(READ, { c: cart })).cart.shipping_addresses).toEqual([
      { firstname: 'Ada', street: [''], city: '', postcode: null, telephone: null, country: { code: 'US' } },
    ]);
    expect(addressOf(ok(await souk.admin.get(`/V1/carts/${seen.id}`)))).toMatchObject({
      ...shop.home,
      extension_attributes: { gift_registry_id: id },
    });
    const elsewhere = { shipping_address: { country_id: 'US', region_id: 12, city: 'Reno', street: ['1 Way'] } };
    ok(await shop.shipTo(souk.guest, cart, id, elsewhere));
    const changed = addressOf(ok(await souk.guest.get(`/V1/guest-carts/${cart}`)));
    expect(changed).toMatchObject({ city: 'Reno', street: ['1 Way'] });
    expect(changed.extension_attributes?.gift_registry_id).toBeUndefined();
  });

  it('is the same for customers, and for totals that are asked for before', async () => {
    const { id, skus } = await shop.makeRegistry(souk);
    const me = await signIn(souk, (await shop.newOwner(souk)).email);
    const quote_id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: skus[0], qty: 2, quote_id } }));
    const { shipping_address: address } = shop.shippingTo(id).addressInformation;
    const asked = { address, shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
    const totals = ok(await me.post('/V1/carts/mine/totals-information', { addressInformation: asked }));
    expect(totals.grand_total).toBe(30);
    const details = ok(await me.post('/V1/carts/mine/shipping-information', shop.shippingTo(id)));
    expect(details.totals.grand_total).toBe(30);
    const seen = addressOf(ok(await me.get('/V1/carts/mine')));
    expect(seen).toMatchObject({ city: null, extension_attributes: { gift_registry_id: id } });
    const paymentMethod = { method: 'checkmo' };
    const order = ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod }));
    expect(await shop.fulfilled(souk, id)).toEqual([2]);
    const { customer_id } = ok(await souk.admin.get(`/V1/orders/${order}`));
    // The address does not come into the book of the one who gives.
    const { addresses } = ok(await souk.admin.get(`/V1/customers/${customer_id}`));
    expect(addresses).toHaveLength(1);
  });

  it('is not shipped to one that there is not, and stays as it is', async () => {
    const { id, skus } = await shop.makeRegistry(souk, 1, '--inactive');
    const cart = await shop.guestCart(souk.guest, skus);
    expect((await shop.shipTo(souk.guest, cart, id)).status).toBe(400);
    expect(addressOf(ok(await souk.guest.get(`/V1/guest-carts/${cart}`))).country_id).toBeNull();
    const address = { country_id: 'US', extension_attributes: { gift_registry_id: id } };
    expect((await souk.guest.post(`/V1/guest-carts/${cart}/estimate-shipping-methods`, { address })).status).toBe(404);
  });
});

const isAboutGifts = ({ subject }: Mail): boolean => subject === 'Gifts from your registry "Our wedding" were ordered';

describe('an order for a registry', () => {
  it('is shipped there, fulfils its items, and its owner is told', async () => {
    const { id, owner, skus } = await shop.makeRegistry(souk, 2);
    const other = await newProduct(souk);
    const order = await shop.giftOrder(souk, id, [skus[0]!, other.sku]);
    const [{ shipping }] = order.extension_attributes.shipping_assignments;
    expect(shipping.address).toMatchObject({ ...shop.home, firstname: 'Ada', region_code: 'CA' });
    expect(await shop.fulfilled(souk, id)).toEqual([2, 0]);
    const mail = await mailTo(souk, owner.email, isAboutGifts);
    expect(mail.text).toContain(skus[0]);
    expect(mail.text).not.toContain(other.sku);
    // What is done with the order later tells the owner nothing new.
    ok(await souk.admin.post(`/V1/order/${order.entity_id}/invoice`, { capture: true }));
    expect(await shop.fulfilled(souk, id)).toEqual([2, 0]);
    await shop.giftOrder(souk, id, [other.sku]);
    const told = mails(souk).filter((one) => one.to.includes(owner.email) && isAboutGifts(one));
    expect(told).toHaveLength(1);
  });

  it('D131: is counted without what is canceled and refunded', async () => {
    const { id, skus } = await shop.makeRegistry(souk);
    const canceled = await shop.giftOrder(souk, id, skus, 1);
    const refunded = await shop.giftOrder(souk, id, skus, 3);
    expect(await shop.fulfilled(souk, id)).toEqual([4]);
    ok(await souk.admin.post(`/V1/orders/${canceled.entity_id}/cancel`));
    expect(await shop.fulfilled(souk, id)).toEqual([3]);
    ok(await souk.admin.post(`/V1/order/${refunded.entity_id}/invoice`, { capture: true }));
    const items = [{ order_item_id: refunded.items[0].item_id, qty: 2 }];
    ok(await souk.admin.post(`/V1/order/${refunded.entity_id}/refund`, { items }));
    expect(await shop.fulfilled(souk, id)).toEqual([1]);
  });

  it('is printed for its buyer without the address', async () => {
    const { id, skus } = await shop.makeRegistry(souk);
    const order = await shop.giftOrder(souk, id, skus);
    await souk.configure({ 'souk/sales_pdf/attach_invoice': '1' });
    const invoice = ok(await souk.admin.post(`/V1/order/${order.entity_id}/invoice`, { capture: true, notify: true }));
    const { source } = await mailTo(souk, order.customer_email, (mail) => mail.source.includes('application/pdf'));
    await souk.configure({ 'souk/sales_pdf/attach_invoice': null });
    const [, encoded] = /filename="?invoice-\d+\.pdf[^]*?\n\n([A-Za-z0-9+/=\n]+)/.exec(source)!;
    const { text } = readPdf(Buffer.from(encoded!, 'base64'));
    expect(text).toContain('Ada Example');
    for (const secret of [...shop.home.street, shop.home.city, shop.home.postcode]) expect(text).not.toContain(secret);
    // The shop's own print has it.
    const file = join(souk.env.SOUK_VAR!, 'kept.pdf');
    await run('sales:pdf', 'invoice', String(invoice), '-o', file);
    expect(readPdf(readFileSync(file)).text).toContain('7 Secret Lane');
  });

  it('still goes there when the registry is gone by then', async () => {
    const { id, skus } = await shop.makeRegistry(souk);
    const cart = await shop.guestCart(souk.guest, skus);
    ok(await shop.shipTo(souk.guest, cart, id));
    await run('giftregistry:delete', String(id));
    const order = ok(await souk.admin.get(`/V1/orders/${ok(await shop.orderCart(souk.guest, cart))}`));
    expect(order.extension_attributes.shipping_assignments[0].shipping.address).toMatchObject(shop.home);
  });

  it('fulfils an item together with another that is placed by a second process at once', async () => {
    const process = await secondProcess(souk);
    try {
      const { id, owner, skus } = await shop.makeRegistry(souk, 2);
      const carts: string[] = [];
      for (let i = 0; i < 4; i++) {
        const cart = await shop.guestCart(souk.guest, i % 2 ? skus : skus.toReversed());
        ok(await shop.shipTo(souk.guest, cart, id));
        carts.push(cart);
      }
      const callers = [souk.guest, new Client(process.base)];
      const answers = await Promise.all(carts.map((cart, i) => shop.orderCart(callers[i % 2]!, cart)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await shop.fulfilled(souk, id)).toEqual([8, 8]);
      await mailTo(souk, owner.email, isAboutGifts);
    } finally {
      await process.end();
    }
  });
});

it('the open edition has no registries', async () => {
  const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
  try {
    for (const path of ['giftregistry/mine', 'guest-giftregistry/x']) {
      const answer = await open.guest.post(`/V1/${path}/estimate-shipping-methods`, { registryId: 1 });
      fails(answer, 404, 'Request does not match any route.');
    }
  } finally {
    await open.stop();
  }
});
