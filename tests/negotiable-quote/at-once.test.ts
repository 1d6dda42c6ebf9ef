import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyWithCredit, userOf } from '../company-credit/shop.ts';
import { fillCart } from '../customer-balance/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { change, firstItem, newQuote, offer, placing, asked, type StorefrontBuyer } from './storefront.ts';

// Two people act on one quote, or on one credit, at the same time: one after the other, or one of them alone.

describe.each(engines)('two people at once on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const quote = async ({ gql, uid }: StorefrontBuyer): Promise<Json> =>
    (
      await gql.data(`{ negotiableQuote(uid: "${uid}") { status items { quantity } prices { grand_total { value } }
        history { changes { statuses { changes { old_status new_status } } } } } }`)
    ).negotiableQuote;
  const offered = async (percent = 10): Promise<StorefrontBuyer> => {
    const buyer = await newQuote(here);
    await offer(here, buyer.cartId, percent);
    return buyer;
  };
  const reprice = (quoteId: number, negotiated_price_value: number) => {
    const negotiable_quote = { negotiated_price_type: 1, negotiated_price_value };
    return here.admin.put(`/V1/negotiableQuote/${quoteId}`, { quote: { extension_attributes: { negotiable_quote } } });
  };
  const succeeded = ({ body }: { readonly body: Json }): boolean => !body.errors;

  it('a buyer who changes a quote and a seller who reprices it: one of them has it', async () => {
    const buyer = await offered();
    const item = await firstItem(buyer);
    const [changed, repriced] = await Promise.all([
      change(buyer.gql, 'updateNegotiableQuoteQuantities', buyer.uid, item),
      reprice(buyer.cartId, 50),
    ]);
    const winners = [succeeded(changed) ? 'OPEN' : undefined, repriced.status === 200 ? 'PENDING' : undefined];
    const { status, items } = await quote(buyer);
    expect(winners.filter(Boolean)).toEqual([status]);
    expect(items).toEqual([{ quantity: status === 'OPEN' ? 3 : 2 }]);
  });

  it('a buyer who orders a quote and a seller who reprices it: the order has the offered price, or there is none', async () => {
    const buyer = await offered();
    await asked(change(buyer.gql, 'setNegotiableQuotePaymentMethod', buyer.uid, ''));
    const [placed, repriced] = await Promise.all([buyer.gql.send(placing(buyer.uid)), reprice(buyer.cartId, 0)]);
    const order = placed.body.data?.placeNegotiableQuoteOrderV2?.order;
    expect([Boolean(order), repriced.status === 200].filter(Boolean)).toHaveLength(1);
    const { status, prices } = await quote(buyer);
    if (order) expect([status, prices.grand_total.value]).toEqual(['ORDERED', 28]);
    else expect(status).toBe('PENDING');
  });

  it('two sessions of a buyer that change quantities: the quote has one of them, and its prices match', async () => {
    const buyer = await offered();
    const item = await firstItem(buyer);
    const set = (quantity: number) =>
      buyer.gql.send(`mutation { updateNegotiableQuoteQuantities(input: { quote_uid: "${buyer.uid}",
        items: [{ quote_item_uid: "${item}", quantity: ${quantity} }] }) { quote { uid } } }`);
    const answers = await Promise.all([4, 5, 6].map(set));
    expect(answers.some(succeeded)).toBe(true);
    const { status, items, prices } = await quote(buyer);
    expect(status).toBe('OPEN');
    expect([4, 5, 6]).toContain(items[0].quantity);
    expect(prices.grand_total.value).toBe(items[0].quantity * 15);
    const { extension_attributes } = ok(await here.admin.get(`/V1/carts/${buyer.cartId}`));
    expect(extension_attributes.negotiable_quote.base_original_total_price).toBe(items[0].quantity * 10);
  });

  it('two sessions of a buyer, one that orders and one that changes: the order has the items of the offer', async () => {
    const buyer = await offered();
    const item = await firstItem(buyer);
    await asked(change(buyer.gql, 'setNegotiableQuotePaymentMethod', buyer.uid, ''));
    const [placed, changed] = await Promise.all([
      buyer.gql.send(placing(buyer.uid)),
      change(buyer.gql, 'updateNegotiableQuoteQuantities', buyer.uid, item),
    ]);
    const order = placed.body.data?.placeNegotiableQuoteOrderV2?.order;
    expect([Boolean(order), succeeded(changed)].filter(Boolean)).toHaveLength(1);
    const { status, items } = await quote(buyer);
    expect([status, items[0].quantity]).toEqual(order ? ['ORDERED', 2] : ['OPEN', 3]);
  });

  it('quotes of two users that company credit is to pay: it is spent once', async () => {
    await here.configure({ 'payment/companycredit/active': '1' });
    // Each quote comes to 28.
    const { company, credit, boss } = await companyWithCredit(here, { credit_limit: 30 });
    const { me } = await userOf(here, company);
    const quoteOf = async (caller: Client): Promise<number> => {
      const quoteId = await fillCart(caller, (await newProduct(here)).sku);
      ok(await here.admin.post('/V1/negotiableQuote/request', { quoteId, quoteName: 'Spring' }));
      await offer(here, quoteId);
      return quoteId;
    };
    const callers = [boss, me];
    const quotes = [await quoteOf(boss), await quoteOf(me)];
    const pay = (caller: Client, id: number) =>
      caller.post(`/V1/negotiable-carts/${id}/payment-information`, { paymentMethod: { method: 'companycredit' } });
    const answers = await Promise.all(callers.map((caller, at) => pay(caller, quotes[at]!)));
    const placed = answers.filter(({ status }) => status === 200);
    expect(placed).toHaveLength(1);
    expect((await getOrder(here, ok(placed[0]!))).grand_total).toBe(28);
    expect(ok(await here.admin.get(`/V1/companyCredits/${credit.id}`))).toMatchObject({ balance: -28 });
    const carts = await Promise.all(quotes.map(async (id) => ok(await here.admin.get(`/V1/carts/${id}`))));
    expect(carts.map(({ is_active }) => is_active)).toEqual(answers.map(({ status }) => status !== 200));
    const open = carts.find(({ is_active }) => is_active);
    expect(open.extension_attributes.negotiable_quote.status).toBe('submitted_by_admin');
  });
});
