import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok } from '../support/client.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { asked } from './storefront.ts';
import { templatesOf, type TemplateBuyer } from './templates-shop.ts';

const path = '/V1/negotiableQuoteTemplate';

describe.each(engines)('quote templates on %s', (engine) => {
  let here: Here;
  let shop: ReturnType<typeof templatesOf>;
  beforeAll(async () => {
    here = await startHere(engine);
    shop = templatesOf(here);
  });
  afterAll(() => here.stop());
  const cart = async (id: number): Promise<Json> => ok(await here.admin.get(`/V1/carts/${id}`));
  const newestUid = async ({ me }: TemplateBuyer): Promise<string> =>
    (await graphqlClient(here, me.token).data('{ negotiableQuotes(pageSize: 1) { items { uid } } }')).negotiableQuotes
      .items[0].uid;
  const totalsOf = async ({ me }: { me: Here['admin'] }, id: number): Promise<Json> =>
    ok(await me.get(`/V1/negotiable-carts/${id}/totals`));

  it('are negotiated from a quote, accepted, and used for quotes at their terms', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer, { template_name: 'Monthly', min_orders: 1, max_orders: 2 });
    expect(await shop.get(id)).toMatchObject({
      parent_quote_id: buyer.quoteId,
      template_name: 'Monthly',
      status: 'submitted_by_admin',
      creator_type: 2,
      min_orders: 1,
      max_orders: 2,
      is_min_max_qty_used: false,
      activated_at: '',
      last_shared_at: expect.stringMatching(/^\d{4}-/),
    });
    ok(await shop.act(buyer.me, 'accept', id));
    expect(await shop.get(id)).toMatchObject({ status: 'active', activated_at: expect.stringMatching(/^\d{4}-/) });
    const quoteId = ok(await shop.act(buyer.me, 'generateQuote', id));
    const [terms, quote] = [await cart(id), await cart(quoteId)];
    expect(quote.items.map(({ sku, qty }: Json) => [sku, qty])).toEqual(
      terms.items.map(({ sku, qty }: Json) => [sku, qty]),
    );
    expect(quote.extension_attributes.negotiable_quote).toMatchObject({
      status: 'submitted_by_admin',
      negotiated_price_type: 1,
      negotiated_price_value: 10,
      expiration_period: (await shop.get(id)).expiration_date,
    });
    expect((await totalsOf(buyer, quoteId)).grand_total).toBe(28);
    expect((await getOrder(here, ok(await shop.pay(buyer, quoteId)))).grand_total).toBe(28);
    ok(await shop.act(buyer.me, 'generateQuote', id));
    const usedUp = 'The maximum number of quotes was generated from the quote template.';
    fails(await shop.act(buyer.me, 'generateQuote', id), 400, usedUp);
  });

  it('D364: stay active when used up, and give the place of a declined quote back', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.active(buyer, { max_orders: 1 });
    const quoteId = ok(await shop.act(buyer.me, 'generateQuote', id));
    fails(await shop.act(buyer.me, 'generateQuote', id), 400);
    expect((await shop.get(id)).status).toBe('active');
    const { customer, store_id } = await cart(quoteId);
    ok(await here.admin.put(`/V1/negotiableQuote/${quoteId}`, { quote: { id: quoteId, customer, store_id } }));
    ok(await here.admin.post('/V1/negotiableQuote/decline', { quoteId, reason: 'No' }));
    ok(await shop.act(buyer.me, 'generateQuote', id));
  });

  it('generate no more quotes than committed, also for callers at once', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.active(buyer, { max_orders: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.act(buyer.me, 'generateQuote', id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    const quotes = answers.filter(({ status }) => status === 200).map((answer) => ok(answer));
    expect(new Set(quotes).size).toBe(2);
  });

  it('are accepted or canceled, when both happen at once', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer);
    const answers = await Promise.all([
      shop.act(buyer.me, 'accept', id),
      shop.act(buyer.me, 'accept', id),
      shop.act(here.admin, 'cancel', id),
    ]);
    expect(answers.slice(0, 2).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(['active', 'canceled']).toContain((await shop.get(id)).status);
  });

  it('go back to the shop when the buyer changes the terms', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer, { max_orders: 2 });
    const template = { template_id: id, max_orders: 5 };
    ok(await buyer.me.put(`${path}/me`, { template }));
    expect(await shop.get(id)).toMatchObject({ status: 'processing_by_customer', max_orders: 5 });
    fails(
      await shop.act(buyer.me, 'accept', id),
      400,
      'The quote template was changed. Send it to the seller for review.',
    );
    fails(await shop.put(id, { max_orders: 3 }), 400, /processing_by_customer/);
    const files = [{ name: 'plan.txt', type: 'text/plain', base64_encoded_data: 'UGxhbg==' }];
    ok(await shop.act(buyer.me, 'submitToSeller', id, { commentText: 'Five, please', files }));
    fails(await buyer.me.put(`${path}/me`, { template }), 400, /submitted_by_customer/);
    const [comment] = ok(await here.admin.get(`/V1/negotiableQuote/${id}/comments`));
    expect(comment).toMatchObject({
      comment: 'Five, please',
      creator_type: 3,
      attachments: [{ file_name: 'plan.txt' }],
    });
    ok(await shop.act(here.admin, 'open', id));
    expect((await shop.get(id)).status).toBe('processing_by_admin');
    ok(await shop.act(here.admin, 'submitToCustomer', id));
    ok(await shop.act(buyer.me, 'open/me', id));
    ok(await shop.act(buyer.me, 'accept', id));
    expect(await shop.get(id)).toMatchObject({ status: 'active', max_orders: 5 });
  });

  it('keep their terms while the buyer has them', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer);
    const { customer, store_id, items } = await cart(id);
    const quote = { id, customer, store_id };
    const negotiable_quote = { negotiated_price_type: 1, negotiated_price_value: 1 };
    const change = () =>
      here.admin.put(`/V1/negotiableQuote/${id}`, { quote: { ...quote, extension_attributes: { negotiable_quote } } });
    fails(await change(), 400, /template_locked/);
    ok(await shop.act(buyer.me, 'accept', id));
    fails(await change(), 400, /template_locked/);
    const cartItem = { quote_id: String(id), qty: 3 };
    ok(await here.admin.put(`/V1/carts/${id}/items/${items[0].item_id}`, { cartItem }));
    fails(await shop.act(buyer.me, 'generateQuote', id), 400, 'The negotiated price is no longer valid.');
  });

  it('are never ordered themselves, nor negotiated as a quote', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.active(buyer);
    fails(await buyer.me.get(`/V1/negotiable-carts/${id}/totals`), 404);
    const order = { paymentMethod: { method: 'checkmo' } };
    fails(await buyer.me.post(`/V1/negotiable-carts/${id}/payment-information`, order), 404);
    fails(await here.admin.put(`/V1/carts/${id}/order`, order), 400);
    for (const action of ['submitToCustomer', 'decline']) {
      fails(await here.admin.post(`/V1/negotiableQuote/${action}`, { quoteId: id, reason: 'No' }), 400);
    }
    fails(await here.admin.post(`/V1/negotiableQuote/${id}/duplicate`), 404);
    fails(await here.admin.post(`${path}/request`, { quoteId: id }), 404);
    expect((await shop.get(id)).status).toBe('active');
  });

  it('limit the quantities of items', async () => {
    const buyer = await shop.newBuyer();
    const { template_id: id } = ok(await here.admin.post(`${path}/request`, { quoteId: buyer.quoteId }));
    fails(await shop.limit(id, { min_qty: 5, max_qty: 2 }), 400, /minimum quantity/);
    fails(await shop.limit(id, { min_qty: -1 }), 400, /min_qty/);
    ok(await shop.limit(id, { min_qty: 1, max_qty: 5 }));
    ok(await shop.put(id, { is_min_max_qty_used: true }));
    ok(await shop.act(here.admin, 'submitToCustomer', id));
    ok(await shop.act(buyer.me, 'accept', id));
    const quote = await cart(ok(await shop.act(buyer.me, 'generateQuote', id)));
    const { extension_attributes } = quote.items[0].extension_attributes.negotiable_quote_item;
    expect(extension_attributes).toMatchObject({ min_qty: 1, max_qty: 5 });
  });

  it('D379: let buyers change the quantities of their quotes within the limits, at the agreed prices', async () => {
    const buyer = await shop.newBuyer();
    const gql = graphqlClient(here, buyer.me.token);
    const id = await shop.limited(buyer, { min_qty: 1, max_qty: 5 });
    const quoteId = ok(await shop.act(buyer.me, 'generateQuote', id));
    const uid = await newestUid(buyer);
    const LIMITS = `status items { uid quantity min_qty max_qty } prices { grand_total { value } }`;
    const read = async () => (await gql.data(`{ negotiableQuote(uid: "${uid}") { ${LIMITS} } }`)).negotiableQuote;
    const { items } = await read();
    expect(items).toMatchObject([{ quantity: 2, min_qty: 1, max_qty: 5 }]);
    const change = (quantity: number) =>
      gql.send(`mutation { updateNegotiableQuoteQuantities(input: { quote_uid: "${uid}",
        items: [{ quote_item_uid: "${items[0].uid}", quantity: ${quantity} }] }) { quote { ${LIMITS} } } }`);
    refuses(await change(6), 'graphql-input', 'The maximum quantity of the item is 5.');
    expect((await change(0.5)).body.errors).toHaveLength(1);
    expect(await read()).toMatchObject({ status: 'UPDATED', items: [{ quantity: 2 }] });
    const { quote } = (await asked(change(4))).updateNegotiableQuoteQuantities;
    expect(quote).toMatchObject({
      status: 'UPDATED',
      items: [{ quantity: 4 }],
      prices: { grand_total: { value: 56 } },
    });
    expect((await getOrder(here, ok(await shop.pay(buyer, quoteId)))).grand_total).toBe(56);
    // The terms of the template are unchanged.
    expect((await cart(id)).items[0].qty).toBe(2);
  });

  it('D379: send quotes back to the shop whose fixed total was agreed for other quantities', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.limited(buyer, { min_qty: 1, max_qty: 5 }, { type: 3, value: 12 });
    const quoteId = ok(await shop.act(buyer.me, 'generateQuote', id));
    expect((await totalsOf(buyer, quoteId)).grand_total).toBe(22);
    const gql = graphqlClient(here, buyer.me.token);
    const uid = await newestUid(buyer);
    const [item] = (await cart(quoteId)).items;
    const update = `mutation { updateNegotiableQuoteQuantities(input: { quote_uid: "${uid}",
      items: [{ quote_item_uid: "${btoa(String(item.item_id))}", quantity: 5 }] }) { quote { status } } }`;
    expect((await asked(gql.send(update))).updateNegotiableQuoteQuantities.quote.status).toBe('OPEN');
    expect((await totalsOf(buyer, quoteId)).grand_total).toBe(75);
    fails(await shop.pay(buyer, quoteId), 400, 'The negotiated price is no longer valid.');
  });

  it('are submitted with quantities within their limits only, and ignore limits that are off', async () => {
    const buyer = await shop.newBuyer();
    const { template_id: id } = ok(await here.admin.post(`${path}/request`, { quoteId: buyer.quoteId }));
    ok(await shop.limit(id, { min_qty: 3 }));
    ok(await shop.put(id, { is_min_max_qty_used: true }));
    fails(await shop.act(here.admin, 'submitToCustomer', id), 400, 'The minimum quantity of the item is 3.');
    ok(await shop.put(id, { is_min_max_qty_used: false }));
    ok(await shop.act(here.admin, 'submitToCustomer', id));
    ok(await shop.act(buyer.me, 'accept', id));
    const quote = await cart(ok(await shop.act(buyer.me, 'generateQuote', id)));
    expect(quote.items[0].extension_attributes.negotiable_quote_item.extension_attributes?.min_qty).toBeUndefined();
  });

  it('refuse malformed values, and change nothing', async () => {
    const buyer = await shop.newBuyer();
    const { template_id: id } = ok(await here.admin.post(`${path}/draft`, { customerId: buyer.id }));
    const before = await shop.get(id);
    for (const wrong of [
      { template_name: 'x'.repeat(256) },
      { expiration_date: '2030-13-01' },
      { expiration_date: '2001-01-01' },
      { min_orders: -1 },
      { max_orders: -1 },
      { min_orders: 3, max_orders: 2 },
    ]) {
      fails(await shop.put(id, wrong), 400);
    }
    fails(await shop.act(here.admin, 'submitToCustomer', id), 400, `The quote template ${id} has no items.`);
    fails(await shop.act(here.admin, 'decline', id, { reason: 'No' }), 400, /draft_by_admin/);
    expect(await shop.get(id)).toEqual(before);
    fails(await here.admin.post(`${path}/draft`, { customerId: 999_999 }), 404);
    for (const unknown of [999_999, 2 ** 53]) fails(await here.admin.get(`${path}/${unknown}`), 404);
  });

  it('are declined with a reason, opened again, canceled and deleted', async () => {
    const buyer = await shop.newBuyer();
    const { template_id: id } = ok(await buyer.me.post(`${path}/request/me`, { quoteId: buyer.quoteId }));
    fails(await shop.act(here.admin, 'decline', id, { reason: 'No' }), 400);
    ok(await shop.act(buyer.me, 'submitToSeller', id));
    fails(await here.admin.delete(`${path}/${id}`), 400, /submitted_by_customer/);
    fails(await shop.act(here.admin, 'decline', id, { reason: ' ' }), 400, 'Enter a reason.');
    ok(await shop.act(here.admin, 'decline', id, { reason: 'Too much' }));
    expect(await shop.get(id)).toMatchObject({ status: 'declined', inactivated_at: expect.stringMatching(/^\d{4}-/) });
    ok(await shop.act(buyer.me, 'open/me', id));
    expect(await shop.get(id)).toMatchObject({ status: 'processing_by_customer', inactivated_at: '' });
    fails(await shop.act(buyer.me, 'accept', id), 400);
    ok(await shop.act(buyer.me, 'cancel/me', id, { comment: 'No longer needed' }));
    fails(await shop.act(buyer.me, 'generateQuote', id), 400, /canceled/);
    ok(await buyer.me.delete(`${path}/me/${id}`));
    fails(await here.admin.get(`${path}/${id}`), 404);
    fails(await here.admin.get(`/V1/negotiableQuote/${id}/comments`), 404);
  });

  it('link to documents on the web', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer);
    const put = (referenceDocumentLink: object) =>
      here.admin.put(`${path}/referenceDocumentLink`, { referenceDocumentLink });
    const link = { template_id: id, document_name: 'Contract', document_identifier: 'C-1' };
    const url = 'https://example.com/contract';
    fails(await put({ ...link, reference_document_url: 'javascript:alert(1)' }), 400, /reference_document_url/);
    fails(await put({ ...link, document_name: ' ', reference_document_url: url }), 400, /document_name/);
    fails(await put({ ...link, template_id: 999_999, reference_document_url: url }), 404);
    ok(await put({ ...link, reference_document_url: url }));
    const filter = criteria([[{ field: 'template_id', value: id }]]);
    const found = ok(await here.admin.get(`${path}/referenceDocumentLink?${filter}`));
    expect(found).toMatchObject({ total_count: 1, items: [{ ...link, reference_document_url: url }] });
    const { link_id } = found.items[0];
    ok(await put({ link_id, document_name: 'New contract' }));
    expect(ok(await here.admin.get(`${path}/referenceDocumentLink/${link_id}`))).toMatchObject({
      document_name: 'New contract',
      reference_document_url: url,
    });
    ok(await here.admin.delete(`${path}/referenceDocumentLink/${link_id}`));
    fails(await here.admin.get(`${path}/referenceDocumentLink/${link_id}`), 404);
  });

  it('D365: are listed with their fields', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer, { template_name: 'Every week' });
    const filter = criteria([[{ field: 'template_name', value: 'Every week' }]]);
    const { items, total_count } = ok(await here.admin.get(`${path}?${filter}`));
    expect(total_count).toBe(1);
    expect(items).toEqual([await shop.get(id)]);
  });
});
