import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUser } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { refuses } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements } from '../support/statements.ts';
import {
  asked,
  batch,
  change,
  firstItem,
  newQuote,
  newStorefrontBuyer,
  offer,
  placing,
  QUOTE,
  request,
} from './storefront.ts';

const UNKNOWN = 'Could not find a quote with the specified UID.';

describe.each(engines)('quotes on storefronts on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const statusOf = async ({ gql, uid }: Awaited<ReturnType<typeof newQuote>>): Promise<string> =>
    (await gql.data(`{ negotiableQuote(uid: "${uid}") { status } }`)).negotiableQuote.status;

  it('go from the request over the offer to the order', async () => {
    const buyer = await newStorefrontBuyer(here);
    const { quote } = (await asked(request(buyer))).requestNegotiableQuote;
    expect(quote).toMatchObject({ uid: buyer.uid, name: 'Spring', status: 'SUBMITTED', total_quantity: 2 });
    expect(quote.prices.grand_total.value).toBe(30);
    await offer(here, buyer.cartId);
    const item = await firstItem(buyer);
    for (const name of [
      'setNegotiableQuoteShippingAddress',
      'setNegotiableQuoteBillingAddress',
      'setNegotiableQuoteShippingMethods',
      'setNegotiableQuotePaymentMethod',
    ]) {
      const changed = (await asked(change(buyer.gql, name, buyer.uid, item)))[name].quote;
      expect([name, changed.status, changed.prices.grand_total.value]).toEqual([name, 'OPEN', 28]);
    }
    const placed = (await buyer.gql.data(placing(buyer.uid))).placeNegotiableQuoteOrderV2;
    expect(placed.errors).toEqual([]);
    const fields = `status order { number total { grand_total { value } } } prices { grand_total { value } }
      selected_payment_method { code } shipping_addresses { city selected_shipping_method { carrier_code } }
      billing_address { country { code } }`;
    expect(
      (await buyer.gql.data(`{ negotiableQuote(uid: "${buyer.uid}") { ${fields} } }`)).negotiableQuote,
    ).toMatchObject({
      status: 'ORDERED',
      order: { number: placed.order.number, total: { grand_total: { value: 28 } } },
      prices: { grand_total: { value: 28 } },
      selected_payment_method: { code: 'checkmo' },
      shipping_addresses: [{ city: 'Los Angeles', selected_shipping_method: { carrier_code: 'flatrate' } }],
      billing_address: { country: { code: 'US' } },
    });
    refuses(await buyer.gql.send(placing(buyer.uid)), 'graphql-input', /is currently locked/);
  });

  it('are requested for the minimum amount of the setting and more', async () => {
    const settings = '{ storeConfig { quote_minimum_amount quote_minimum_amount_message } }';
    const buyer = await newStorefrontBuyer(here);
    await here.configure({ 'quote/general/minimum_amount': '20.01' });
    refuses(await request(buyer), 'graphql-input', 'The minimum amount for a quote is $20.01.');
    await here.configure({ 'quote/general/minimum_amount_message': 'Too little' });
    refuses(await request(buyer), 'graphql-input', 'Too little');
    expect((await buyer.gql.data(settings)).storeConfig).toEqual({
      quote_minimum_amount: 20.01,
      quote_minimum_amount_message: 'Too little',
    });
    await here.configure({ 'quote/general/minimum_amount': '20', 'quote/general/minimum_amount_message': '' });
    expect((await asked(request(buyer))).requestNegotiableQuote.quote.status).toBe('SUBMITTED');
    await here.configure({ 'quote/general/minimum_amount': '0' });
  });

  it('are ordered by the older mutation too', async () => {
    const buyer = await newQuote(here);
    await offer(here, buyer.cartId);
    await asked(change(buyer.gql, 'setNegotiableQuotePaymentMethod', buyer.uid, ''));
    const mutation = `mutation { placeNegotiableQuoteOrder(input: { quote_uid: "${buyer.uid}" }) { order { order_number } } }`;
    expect((await buyer.gql.data(mutation)).placeNegotiableQuoteOrder.order.order_number).toMatch(/^\d+$/);
  });

  it('cannot be changed by the buyer while the shop has them, nor by the shop while the buyer has them', async () => {
    const buyer = await newQuote(here);
    const item = await firstItem(buyer);
    const locked = `The quotes with the following UIDs have a status that does not allow them to be edited or submitted: ${buyer.uid}`;
    const edits = [
      'updateNegotiableQuoteQuantities',
      'removeNegotiableQuoteItems',
      'renameNegotiableQuote',
      'setLineItemNote',
    ];
    for (const name of [...edits, 'setNegotiableQuoteShippingAddress', 'sendNegotiableQuoteForReview']) {
      refuses(await change(buyer.gql, name, buyer.uid, item), 'graphql-input', locked);
    }
    refuses(
      await change(buyer.gql, 'setNegotiableQuotePaymentMethod', buyer.uid, item),
      'graphql-input',
      /currently locked/,
    );
    await offer(here, buyer.cartId);
    const changed = (await asked(change(buyer.gql, 'updateNegotiableQuoteQuantities', buyer.uid, item)))
      .updateNegotiableQuoteQuantities.quote;
    expect(changed).toMatchObject({ status: 'OPEN', total_quantity: 3 });
    fails(await here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: buyer.cartId }), 400);
    refuses(await buyer.gql.send(placing(buyer.uid, 'order { number }')), 'graphql-input', /Unable to place order/);
    const sent = (await asked(change(buyer.gql, 'sendNegotiableQuoteForReview', buyer.uid, item)))
      .sendNegotiableQuoteForReview.quote;
    expect(sent.status).toBe('SUBMITTED');
    await offer(here, buyer.cartId, 50);
    const { prices } = (
      await buyer.gql.data(`{ negotiableQuote(uid: "${buyer.uid}") { prices { grand_total { value } } } }`)
    ).negotiableQuote;
    expect(prices.grand_total.value).toBe(30);
  });

  it('have comments, notes and a history of both sides', async () => {
    const buyer = await newQuote(here);
    const file = { name: 'terms.txt', type: 'text/plain', base64_encoded_data: 'VGVybXM=' };
    const negotiable_quote = { negotiated_price_type: 1, negotiated_price_value: 10 };
    ok(
      await here.admin.put(`/V1/negotiableQuote/${buyer.cartId}`, {
        quote: { extension_attributes: { negotiable_quote } },
      }),
    );
    ok(
      await here.admin.post('/V1/negotiableQuote/submitToCustomer', {
        quoteId: buyer.cartId,
        comment: 'Ten',
        files: [file],
      }),
    );
    const item = await firstItem(buyer);
    await asked(change(buyer.gql, 'setLineItemNote', buyer.uid, item));
    const fields = `buyer { firstname } email created_at updated_at expiration_date sales_rep_name is_virtual template_id
      comments { uid creator_type text author { firstname } attachments { name url } }
      items { note_from_buyer { note creator_type negotiable_quote_item_uid } note_from_seller { note } }
      history { change_type author { firstname } changes { comment_added { comment }
        statuses { changes { new_status old_status } } total { new_price { value } old_price { value } } } }`;
    const quote = (await buyer.gql.data(`{ negotiableQuote(uid: "${buyer.uid}") { ${fields} } }`)).negotiableQuote;
    expect(quote.comments.map(({ text, creator_type }: Json) => [text, creator_type])).toEqual([
      ['Please', 'BUYER'],
      ['Ten', 'SELLER'],
    ]);
    expect(quote.comments[0].author).toEqual(quote.buyer);
    const [attachment] = quote.comments[1].attachments;
    expect(attachment.name).toBe('terms.txt');
    const path = new URL(attachment.url).pathname;
    const download = await fetch(`${here.base}${path}`);
    expect([download.status, await download.text()]).toEqual([200, 'Terms']);
    expect((await fetch(`${here.base}${path}x`)).status).toBe(404);
    expect(quote.items[0]).toEqual({
      note_from_buyer: [{ note: 'In blue', creator_type: 3, negotiable_quote_item_uid: item }],
      note_from_seller: [],
    });
    expect(
      quote.history.map(({ change_type, changes }: Json) => [
        change_type,
        changes.statuses?.changes[0].old_status,
        changes.statuses?.changes[0].new_status,
        changes.comment_added?.comment,
        changes.total.new_price?.value,
      ]),
    ).toEqual([
      ['CREATED', null, 'SUBMITTED', 'Please', undefined],
      ['UPDATED', 'SUBMITTED', 'PENDING', undefined, undefined],
      ['UPDATED', 'PENDING', 'UPDATED', 'Ten', 28],
      // The note.
      ['UPDATED', undefined, undefined, undefined, undefined],
    ]);
  });

  it('lose items, which the history names', async () => {
    const buyer = await newQuote(here);
    await offer(here, buyer.cartId);
    const item = await firstItem(buyer);
    refuses(
      await change(buyer.gql, 'removeNegotiableQuoteItems', buyer.uid, btoa('999999')),
      'graphql-no-such-entity',
      'The following item IDs were not found on the specified quote: OTk5OTk5',
    );
    const { quote } = (await asked(change(buyer.gql, 'removeNegotiableQuoteItems', buyer.uid, item)))
      .removeNegotiableQuoteItems;
    expect(quote).toMatchObject({ items: [], status: 'OPEN' });
    const removed = 'history { changes { products_removed { products_removed_from_quote { sku } } } }';
    const { history } = (await buyer.gql.data(`{ negotiableQuote(uid: "${buyer.uid}") { ${removed} } }`))
      .negotiableQuote;
    expect(history.at(-1).changes.products_removed.products_removed_from_quote).toHaveLength(1);
    refuses(await change(buyer.gql, 'sendNegotiableQuoteForReview', buyer.uid, item), 'graphql-input', /empty cart/);
  });

  it('refuse quantities that are not for sale, and change nothing then', async () => {
    const buyer = await newQuote(here);
    await offer(here, buyer.cartId);
    const item = await firstItem(buyer);
    for (const quantity of [0, -1, 1_000_000_000]) {
      const mutation = `mutation { updateNegotiableQuoteQuantities(input: { quote_uid: "${buyer.uid}",
        items: [{ quote_item_uid: "${item}", quantity: ${quantity} }] }) { ${QUOTE} } }`;
      expect((await buyer.gql.send(mutation)).body.errors).toHaveLength(1);
    }
    expect(await statusOf(buyer)).toBe('UPDATED');
  });

  it('begin as drafts, which the shop cannot change, and are copied into drafts', async () => {
    const buyer = await newQuote(here, { draft: true });
    expect(await statusOf(buyer)).toBe('DRAFT');
    fails(await here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: buyer.cartId }), 400);
    const item = await firstItem(buyer);
    const renamed = (await asked(change(buyer.gql, 'renameNegotiableQuote', buyer.uid, item))).renameNegotiableQuote
      .quote;
    expect(renamed).toMatchObject({ status: 'DRAFT', name: 'Summer' });
    const copied = (await asked(change(buyer.gql, 'duplicateNegotiableQuote', buyer.uid, item)))
      .duplicateNegotiableQuote.quote;
    expect(copied).toMatchObject({
      uid: `${buyer.uid.slice(0, 20)}copy`,
      status: 'DRAFT',
      name: 'Summer',
      total_quantity: 2,
    });
    refuses(
      await change(buyer.gql, 'duplicateNegotiableQuote', buyer.uid, item),
      'graphql-already-exists',
      'Negotiable quote already exists for the specified UID.',
    );
    await asked(change(buyer.gql, 'sendNegotiableQuoteForReview', buyer.uid, item));
    expect(await statusOf(buyer)).toBe('SUBMITTED');
    await offer(here, buyer.cartId);
    expect(await statusOf(buyer)).toBe('UPDATED');
  });

  it('are requested once, of a cart with items', async () => {
    const buyer = await newQuote(here);
    refuses(await request(buyer), 'graphql-already-exists', 'Negotiable quote already exists for the specified UID.');
    const { id } = (await buyer.gql.data('{ customerCart { id } }')).customerCart;
    expect(id).not.toBe(buyer.uid);
    refuses(
      await request({ ...buyer, uid: id }),
      'graphql-input',
      'Cannot create a negotiable quote for an empty cart.',
    );
    refuses(await request({ ...buyer, uid: 'nothing' }), 'graphql-no-such-entity', UNKNOWN);
  });

  it('of the shop are invisible until they are submitted', async () => {
    const buyer = await newQuote(here);
    const draft = ok(await here.admin.post('/V1/negotiableQuote/draft', { customerId: buyer.id }));
    const count = async () =>
      (await buyer.gql.data('{ negotiableQuotes { total_count } }')).negotiableQuotes.total_count;
    expect(await count()).toBe(1);
    const [{ sku }] = ok(await here.admin.get(`/V1/carts/${buyer.cartId}`)).items;
    ok(await here.admin.put(`/V1/negotiableQuote/${draft}`, { quote: { items: [{ sku, qty: 1 }] } }));
    ok(await here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: draft }));
    expect(await count()).toBe(2);
  });

  it('are closed and deleted one by one', async () => {
    const buyer = await newQuote(here);
    const copyUid = `${buyer.uid.slice(0, 20)}copy`;
    await asked(change(buyer.gql, 'duplicateNegotiableQuote', buyer.uid, ''));
    const uids = [buyer.uid, copyUid, 'xyz'];
    expect((await buyer.gql.data(batch('delete', [buyer.uid]))).deleteNegotiableQuotes).toMatchObject({
      result_status: 'FAILURE',
      operation_results: [{ errors: [{ __typename: 'NegotiableQuoteInvalidStateError' }] }],
    });
    const closed = (await buyer.gql.data(batch('close', uids))).closeNegotiableQuotes;
    expect(closed).toEqual({
      result_status: 'MIXED_RESULTS',
      negotiable_quotes: { total_count: 2 },
      operation_results: [
        { __typename: 'NegotiableQuoteUidOperationSuccess', quote_uid: buyer.uid },
        {
          __typename: 'CloseNegotiableQuoteOperationFailure',
          quote_uid: copyUid,
          errors: [
            {
              __typename: 'NegotiableQuoteInvalidStateError',
              message: `The quotes with the following UIDs have a status that does not allow them to be closed: ${copyUid}`,
            },
          ],
        },
        {
          __typename: 'CloseNegotiableQuoteOperationFailure',
          quote_uid: 'xyz',
          errors: [{ __typename: 'NoSuchEntityUidError', message: UNKNOWN, uid: 'xyz' }],
        },
      ],
    });
    expect(await statusOf(buyer)).toBe('CLOSED');
    const deleted = (await buyer.gql.data(batch('delete', [buyer.uid, copyUid]))).deleteNegotiableQuotes;
    expect(deleted).toMatchObject({ result_status: 'SUCCESS', negotiable_quotes: { total_count: 0 } });
    refuses(
      await buyer.gql.send(`{ negotiableQuote(uid: "${buyer.uid}") { uid } }`),
      'graphql-no-such-entity',
      UNKNOWN,
    );
    fails(await here.admin.get(`/V1/negotiableQuote/${buyer.cartId}/comments`), 404);
  });

  it('are listed by name, id and page, in the order of a sort', async () => {
    const buyer = await newQuote(here, { name: 'Beta' });
    await asked(change(buyer.gql, 'duplicateNegotiableQuote', buyer.uid, ''));
    const other = await newStorefrontBuyer(here, buyer.id);
    await asked(request(other, { name: 'Alpha request' }));
    const list = async (args: string): Promise<Json> =>
      (
        await buyer.gql.data(`{ negotiableQuotes(${args}) { total_count items { name } page_info { total_pages }
        sort_fields { default options { value } } } }`)
      ).negotiableQuotes;
    const names = ({ items }: Json) => items.map(({ name }: Json) => name);
    const sorted = await list('sort: { sort_field: QUOTE_NAME, sort_direction: ASC }, pageSize: 2');
    expect(names(sorted)).toEqual(['Alpha request', 'Beta']);
    expect(sorted).toMatchObject({ total_count: 3, page_info: { total_pages: 2 } });
    expect(names(await list('filter: { name: { match: "REQUEST" } }'))).toEqual(['Alpha request']);
    expect(names(await list('filter: { name: { match: "alpha", match_type: FULL } }'))).toEqual([]);
    expect(names(await list(`filter: { ids: { in: ["${other.uid}", "xyz"] } }`))).toEqual(['Alpha request']);
    refuses(await buyer.gql.send('{ negotiableQuotes(pageSize: 0) { total_count } }'), 'graphql-input', /pageSize/);
  });

  it('are closed, offered or ordered by one of two callers at once', async () => {
    const buyer = await newQuote(here);
    await offer(here, buyer.cartId);
    await asked(change(buyer.gql, 'setNegotiableQuotePaymentMethod', buyer.uid, ''));
    const [closed, placed] = await Promise.all([
      buyer.gql.send(batch('close', [buyer.uid])),
      buyer.gql.send(placing(buyer.uid)),
    ]);
    const isClosed = closed.body.data.closeNegotiableQuotes.result_status === 'SUCCESS';
    const isPlaced = Boolean(placed.body.data?.placeNegotiableQuoteOrderV2?.order);
    expect([isClosed, isPlaced].filter(Boolean)).toHaveLength(1);
    expect(await statusOf(buyer)).toBe(isClosed ? 'CLOSED' : 'ORDERED');
  });

  it('take as many statements for a list of many as for one', async () => {
    const boss = await newQuote(here);
    await offer(here, boss.cartId);
    const { extension_attributes: of } = ok(await here.admin.get(`/V1/customers/${boss.id}`));
    const company = { id: of.company_attributes.company_id };
    const LIST = `{ negotiableQuotes { total_count items { uid name status total_quantity sales_rep_name is_virtual
      buyer { firstname } comments { text author { firstname } attachments { name } } order { number }
      history { change_type author { firstname } changes { total { new_price { value } } } }
      prices { grand_total { value } } items { uid quantity prices { row_total { value } } note_from_buyer { note } product { sku name } }
      available_payment_methods { code } selected_payment_method { code } billing_address { city }
      shipping_addresses { city selected_shipping_method { carrier_code } available_shipping_methods { carrier_code } }
      template_id } } }`;
    const count = countStatements();
    try {
      let length = 0;
      const statements = async () =>
        count.settled(async () => {
          length = (await boss.gql.data(LIST)).negotiableQuotes.items.length;
        });
      const one = await statements();
      expect(length).toBe(1);
      for (const name of ['Ada', 'Ben', 'Cleo']) {
        const { id } = await newUser(here, company);
        const user = await newStorefrontBuyer(here, id);
        await asked(request(user, { name }));
        await offer(here, user.cartId, 5);
      }
      const many = await statements();
      expect(length).toBe(4);
      expect(many, many.join('\n')).toHaveLength(one.length);
    } finally {
      count.stop();
    }
  });
});
