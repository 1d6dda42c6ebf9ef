import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company } from '../company/company.ts';
import { newBuyer, type Buyer } from '../customer-balance/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, type Client } from '../support/client.ts';
import { address, newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

describe.each(engines)('negotiable quotes on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const found = async (customerId: number): Promise<void> => {
    ok(await here.admin.post('/V1/company/', { company: company(customerId, { status: 1 }) }));
  };
  /** A buyer of a company with a requested quote of two pieces at 10 each, shipped for 10. */
  async function requested(more: object = {}): Promise<Buyer> {
    const buyer = await newBuyer(here);
    await found(buyer.id);
    ok(await here.admin.post('/V1/negotiableQuote/request', { quoteId: buyer.cartId, quoteName: 'Spring', ...more }));
    return { ...buyer, me: await here.callerOf('customer', buyer.id) };
  }
  const put = (quoteId: number, quote: object) => here.admin.put(`/V1/negotiableQuote/${quoteId}`, { quote });
  const submit = (quoteId: number, more: object = {}) =>
    here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId, ...more });
  const named = (negotiable_quote: object) => ({ extension_attributes: { negotiable_quote } });
  const cart = async (id: number): Promise<Json> => ok(await here.admin.get(`/V1/carts/${id}`));
  const quoteOf = async (id: number): Promise<Json> => (await cart(id)).extension_attributes.negotiable_quote;
  const pay = (me: Client, id: number) =>
    me.post(`/V1/negotiable-carts/${id}/payment-information`, { paymentMethod: { method: 'checkmo' } });

  it('are drafted by the shop, filled, and ordered by the buyer', async () => {
    const [mug, cup] = [await newProduct(here), await newProduct(here)];
    const { id } = await newCustomer(here);
    fails(await here.admin.post('/V1/negotiableQuote/draft', { customerId: id }), 400, /approved company/);
    await found(id);
    const me = await here.callerOf('customer', id);
    const own = ok(await me.post('/V1/carts/mine'));
    const quoteId = ok(await here.admin.post('/V1/negotiableQuote/draft', { customerId: id }));
    expect(quoteId).not.toBe(own);
    expect((await quoteOf(quoteId)).status).toBe('draft_by_admin');
    fails(await submit(quoteId), 400, `The cart ${quoteId} is empty.`);
    fails(await me.get(`/V1/negotiable-carts/${quoteId}/totals`), 404);
    const items = [
      { sku: mug.sku, qty: 1 },
      { sku: cup.sku, qty: 100 },
    ];
    ok(await put(quoteId, { items, ...named({ quote_name: '5% for mugs' }) }));
    ok(await put(quoteId, named({ negotiated_price_type: 1, negotiated_price_value: 5 })));
    ok(await here.admin.post('/V1/negotiableQuote/pricesUpdated', { quoteIds: [quoteId] }));
    expect(await quoteOf(quoteId)).toMatchObject({
      status: 'draft_by_admin',
      quote_name: '5% for mugs',
      base_original_total_price: 1010,
      base_negotiated_total_price: 959.5,
    });
    ok(await submit(quoteId, { comment: 'Here it is' }));
    const addressInformation = {
      shipping_carrier_code: 'flatrate',
      shipping_method_code: 'flatrate',
      shipping_address: { ...address(), region_id: 12, region: undefined },
    };
    const path = `/V1/negotiable-carts/${quoteId}`;
    const { address: estimated } = { address: addressInformation.shipping_address };
    expect(ok(await me.post(`${path}/estimate-shipping-methods`, { address: estimated }))).toHaveLength(1);
    const details = ok(await me.post(`${path}/shipping-information`, { addressInformation }));
    expect(details.totals.grand_total).toBe(959.5 + 505);
    const billing = ok(await me.post(`${path}/billing-address`, { address: estimated }));
    expect(ok(await me.get(`${path}/billing-address`))).toMatchObject({ id: billing, region_id: 12 });
    ok(await me.post(`${path}/set-payment-information`, { paymentMethod: { method: 'checkmo' } }));
    expect(ok(await me.get(`${path}/payment-information`)).totals.grand_total).toBe(1464.5);
    const placed = await getOrder(here, ok(await pay(me, quoteId)));
    expect(placed.grand_total).toBe(1464.5);
    fails(await pay(me, quoteId), 404);
    expect(ok(await me.get('/V1/carts/mine')).id).toBe(own);
  });

  it('have prices of single items, and an agreed price for shipping', async () => {
    const buyer = await requested();
    const [item] = (await cart(buyer.cartId)).items;
    const priced = (negotiated_price_type: number, negotiated_price_value: number) => ({
      items: [
        {
          item_id: item.item_id,
          qty: 2,
          quote_id: buyer.cartId,
          sku: item.sku,
          extension_attributes: {
            negotiable_quote_item: { extension_attributes: { negotiated_price_type, negotiated_price_value } },
          },
        },
      ],
    });
    fails(await put(buyer.cartId, priced(1, 101)), 400, /negotiated_price_value/);
    ok(await put(buyer.cartId, priced(3, 8)));
    ok(await put(buyer.cartId, named({ negotiated_price_type: 2, negotiated_price_value: 1, shipping_price: 4.5 })));
    const before = ok(await buyer.me.get(`/V1/negotiable-carts/${buyer.cartId}/totals`));
    expect([before.shipping_amount, before.grand_total]).toEqual([10, 30]);
    expect(before.extension_attributes.negotiable_quote_totals.negotiated_price_value).toBe(0);
    ok(await submit(buyer.cartId));
    const shown = await cart(buyer.cartId);
    expect(shown.extension_attributes.negotiable_quote).toMatchObject({ shipping_price: 4.5 });
    expect(shown.items[0].extension_attributes.negotiable_quote_item.extension_attributes).toMatchObject({
      negotiated_price_type: 3,
      negotiated_price_value: 8,
    });
    const totals = ok(await buyer.me.get(`/V1/negotiable-carts/${buyer.cartId}/totals`));
    expect([totals.shipping_amount, totals.grand_total]).toEqual([4.5, 19.5]);
    const placed = await getOrder(here, ok(await pay(buyer.me, buyer.cartId)));
    expect([placed.shipping_amount, placed.grand_total]).toEqual([4.5, 19.5]);
  });

  it('get a shipping method that is offered, and no other', async () => {
    const { cartId } = await requested();
    const choose = (shippingMethod: string) =>
      here.admin.put(`/V1/negotiableQuote/${cartId}/shippingMethod`, { shippingMethod });
    fails(await choose('pigeon_pigeon'), 400, 'The shipping method pigeon_pigeon is not available for the quote.');
    expect(ok(await choose('flatrate_flatrate'))).toBe(true);
  });

  it('carry comments with files, and refuse other files', async () => {
    const file = { name: 'quote.txt', type: 'text/plain', base64_encoded_data: 'VGhhbmsgeW91IGZvciByZWFk' };
    const { cartId } = await requested({ comment: 'Please', files: [file] });
    const [comment] = ok(await here.admin.get(`/V1/negotiableQuote/${cartId}/comments`));
    expect(comment.attachments).toMatchObject([{ file_name: 'quote.txt', file_type: 'text/plain' }]);
    const id = comment.attachments[0].attachment_id;
    const content = (ids: number[]) =>
      here.admin.get(`/V1/negotiableQuote/attachmentContent?${ids.map((one) => `attachmentIds[]=${one}`).join('&')}`);
    expect(ok(await content([id]))).toMatchObject([file]);
    fails(await content([id, 999_999]), 404);
    for (const wrong of [
      { ...file, name: 'run.exe' },
      { ...file, base64_encoded_data: '%%%' },
      { ...file, base64_encoded_data: Buffer.alloc(2 * 1024 * 1024 + 1).toString('base64') },
    ]) {
      fails(await submit(cartId, { files: [wrong] }), 400);
    }
    fails(await submit(cartId, { files: Array.from({ length: 11 }, () => file) }), 400);
    expect((await quoteOf(cartId)).status).toBe('created');
    expect(ok(await here.admin.get(`/V1/negotiableQuote/${cartId}/comments`))).toHaveLength(1);
  });

  it('have notes on their items', async () => {
    const { cartId } = await requested();
    const [{ item_id }] = (await cart(cartId)).items;
    const itemNote = { negotiable_quote_item_id: item_id, creator_type: 2, creator_id: 1, note: 'In blue' };
    const path = '/V1/negotiable-cart-item-note';
    fails(await here.admin.post(path, { itemNote: { ...itemNote, negotiable_quote_item_id: 999_999 } }), 400);
    fails(await here.admin.post(path, { itemNote: { ...itemNote, note: ' ' } }), 400, 'Enter a note.');
    const id = ok(await here.admin.post(path, { itemNote }));
    expect(ok(await here.admin.get(`${path}/${id}`))).toMatchObject({ note_id: id, note: 'In blue', creator_type: 2 });
    const filter = criteria([[{ field: 'negotiable_quote_item_id', value: item_id }]]);
    expect(ok(await here.admin.get(`${path}/search?${filter}`)).total_count).toBe(1);
    const [item] = (await cart(cartId)).items;
    const { last_item_notes } = item.extension_attributes.negotiable_quote_item.extension_attributes;
    expect(last_item_notes).toMatchObject([{ note: 'In blue' }]);
    ok(await here.admin.delete(`${path}/${id}`));
    fails(await here.admin.get(`${path}/${id}`), 404);
  });

  it('are copied into new drafts', async () => {
    const { cartId } = await requested();
    const negotiated = { negotiated_price_type: 1, negotiated_price_value: 10 };
    const [{ item_id, sku }] = (await cart(cartId)).items;
    const extension_attributes = { negotiable_quote_item: { extension_attributes: negotiated } };
    ok(
      await put(cartId, {
        items: [{ item_id, sku, qty: 2, quote_id: cartId, extension_attributes }],
        ...named(negotiated),
      }),
    );
    fails(await put(cartId, named({ quote_name: 'x'.repeat(256) })), 400, /quote_name/);
    const copy = ok(await here.admin.post(`/V1/negotiableQuote/${cartId}/duplicate`));
    const [before, after] = [await cart(cartId), await cart(copy)];
    expect(after.items.map(({ sku, qty }: Json) => [sku, qty])).toEqual(
      before.items.map(({ sku, qty }: Json) => [sku, qty]),
    );
    expect(after.items[0].item_id).not.toBe(before.items[0].item_id);
    expect(after.items[0].extension_attributes.negotiable_quote_item).toMatchObject({
      extension_attributes: negotiated,
    });
    expect(await quoteOf(copy)).toMatchObject({ status: 'draft_by_admin', negotiated_price_value: 10 });
    fails(await here.admin.post('/V1/negotiableQuote/999999/duplicate'), 404);
  });

  it('belong to their buyers alone', async () => {
    const [one, other] = [await requested(), await requested()];
    ok(await submit(one.cartId));
    const path = `/V1/negotiable-carts/${one.cartId}`;
    const address = { country_id: 'US' };
    for (const caller of [other.me, here.guest]) {
      const status = caller === here.guest ? 401 : 404;
      for (const answer of [
        await caller.get(`${path}/totals`),
        await caller.get(`${path}/billing-address`),
        await caller.get(`${path}/payment-information`),
        await caller.post(`${path}/billing-address`, { address }),
        await caller.put(`${path}/coupons/ONE`),
        await caller.delete(`${path}/coupons`),
        await caller.post(`${path}/giftCards`, { giftCardAccountData: { gift_cards: ['ONE'] } }),
        await caller.delete(`${path}/giftCards/ONE`),
        await caller.post(`${path}/estimate-shipping-methods-by-address-id`, { addressId: 1 }),
        await caller.post(`${path}/shipping-information`, { addressInformation: { shipping_address: address } }),
        await caller.post(`${path}/set-payment-information`, { paymentMethod: { method: 'checkmo' } }),
        await pay(caller, one.cartId),
      ]) {
        fails(answer, status);
      }
    }
    const own = await newBuyer(here);
    fails(await own.me.get(`/V1/negotiable-carts/${own.cartId}/totals`), 404);
  });

  it('D380: are shown without values in carts without a negotiation, and not in their items', async () => {
    const { id } = await newCustomer(here);
    await found(id);
    const buyer = await newBuyer(here, id);
    const shown = ok(await buyer.me.get('/V1/carts/mine'));
    const { extension_attributes, items } = shown;
    const { quote_id, status, ...more } = extension_attributes.negotiable_quote;
    expect([quote_id, status, new Set(Object.values(more))]).toEqual([null, null, new Set([null])]);
    expect(Object.keys(more)).toHaveLength(16);
    // The response can be sent back.
    ok(await buyer.me.put('/V1/carts/mine', { quote: shown }));
    expect(items[0].extension_attributes?.negotiable_quote_item).toBeUndefined();
    ok(await here.admin.post('/V1/negotiableQuote/request', { quoteId: buyer.cartId, quoteName: 'Spring' }));
    expect(await quoteOf(buyer.cartId)).toMatchObject({ status: 'created' });
  });

  it('are ordered once by many who order at once', async () => {
    const buyer = await requested();
    ok(await put(buyer.cartId, named({ negotiated_price_type: 1, negotiated_price_value: 50 })));
    ok(await submit(buyer.cartId));
    const answers = await Promise.all([1, 2, 3].map(() => pay(buyer.me, buyer.cartId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
