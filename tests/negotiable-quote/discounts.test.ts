import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Answer } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { newQuote, offer, type StorefrontBuyer } from './storefront.ts';
import { templatesOf } from './templates-shop.ts';

const DISCOUNT = `discount { amount { value currency } applied_to label coupon { code } type value is_discounting_locked }`;

describe.each(engines)('discounts of items of quotes on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const itemsOf = async (id: number): Promise<[Json, ...Json[]]> => ok(await here.admin.get(`/V1/carts/${id}`)).items;

  /** The shop offers something for the items of a quote, by SKU. */
  async function offerItems(id: number, offers: Readonly<Record<string, object>>): Promise<Answer> {
    const { customer, store_id, items } = ok(await here.admin.get(`/V1/carts/${id}`));
    const changed = items
      .filter(({ sku }: Json) => offers[sku])
      .map(({ item_id, sku, qty }: Json) => ({
        item_id,
        sku,
        qty,
        quote_id: id,
        extension_attributes: { negotiable_quote_item: { extension_attributes: offers[sku] } },
      }));
    return here.admin.put(`/V1/negotiableQuote/${id}`, { quote: { id, customer, store_id, items: changed } });
  }

  const shown = async ({ gql, uid }: StorefrontBuyer): Promise<Json> =>
    (
      await gql.data(
        `{ negotiableQuote(uid: "${uid}") { items { product { sku } ${DISCOUNT} } prices { grand_total { value } } } }`,
      )
    ).negotiableQuote;

  /** A quote of two units at 10, and one unit at 10 of another product. */
  async function twoItems(): Promise<{ buyer: StorefrontBuyer; first: string; second: string }> {
    const buyer = await newQuote(here);
    const { sku } = await newProduct(here);
    const { customer, store_id } = ok(await here.admin.get(`/V1/carts/${buyer.cartId}`));
    const quote = { id: buyer.cartId, customer, store_id, items: [{ sku, qty: 1, quote_id: buyer.cartId }] };
    ok(await here.admin.put(`/V1/negotiableQuote/${buyer.cartId}`, { quote }));
    const [first] = await itemsOf(buyer.cartId);
    return { buyer, first: first.sku, second: sku };
  }

  it('D342: are seen by the buyer once the shop submits them, with their type, value and lock', async () => {
    const { buyer, first, second } = await twoItems();
    ok(
      await offerItems(buyer.cartId, {
        [first]: { negotiated_price_type: 1, negotiated_price_value: 25, is_discounting_locked: true },
        [second]: { negotiated_price_type: 2, negotiated_price_value: 3 },
      }),
    );
    expect((await shown(buyer)).items.map(({ discount }: Json) => discount)).toEqual([[], []]);
    await offer(here, buyer.cartId, 50);
    const quote = await shown(buyer);
    const common = { applied_to: 'ITEM', label: 'Negotiated Discount', coupon: null };
    expect(quote.items).toEqual([
      {
        product: { sku: first },
        discount: [
          { ...common, amount: { value: 5, currency: 'USD' }, type: '1', value: 25, is_discounting_locked: true },
        ],
      },
      {
        product: { sku: second },
        discount: [
          { ...common, amount: { value: 3, currency: 'USD' }, type: '2', value: 3, is_discounting_locked: false },
        ],
      },
    ]);
    // 20 - 25 %, locked; (10 - 3) - 50 %; shipping 15.
    expect(quote.prices.grand_total.value).toBe(33.5);
  });

  it('are locked and unlocked without a price, and keep the price of the item', async () => {
    const { buyer, first, second } = await twoItems();
    const id = buyer.cartId;
    const attributes = async (): Promise<Json[]> =>
      (await itemsOf(id)).map(({ extension_attributes: own }: Json) => own.negotiable_quote_item.extension_attributes);
    ok(await offerItems(id, { [first]: { is_discounting_locked: true } }));
    expect(await attributes()).toEqual([{ is_discounting_locked: true }, undefined]);
    await offer(here, id, 10);
    const locked = await shown(buyer);
    expect([locked.prices.grand_total.value, locked.items[0].discount]).toMatchObject([
      44,
      [{ amount: { value: 0 }, type: null, value: null, is_discounting_locked: true }],
    ]);
    expect(locked.items[1].discount).toEqual([]);

    const again = await twoItems();
    const price = { negotiated_price_type: 3, negotiated_price_value: 8 };
    ok(await offerItems(again.buyer.cartId, { [again.first]: { ...price, is_discounting_locked: true } }));
    ok(await offerItems(again.buyer.cartId, { [again.first]: { is_discounting_locked: false } }));
    await offer(here, again.buyer.cartId, 10);
    const unlocked = await shown(again.buyer);
    expect(unlocked.items[0].discount).toMatchObject([{ type: '3', value: 8, is_discounting_locked: false }]);
    // (16 + 10) - 10 %; shipping 15.
    expect(unlocked.prices.grand_total.value).toBe(38.4);
    fails(await offerItems(id, { [second]: { negotiated_price_type: 4 } }), 400);
  });

  it('are those of the terms of a template, and null in other carts', async () => {
    const shop = templatesOf(here);
    const buyer = await shop.newBuyer();
    const { template_id: id } = ok(
      await here.admin.post('/V1/negotiableQuoteTemplate/request', { quoteId: buyer.quoteId }),
    );
    const [{ sku }] = await itemsOf(id);
    ok(
      await offerItems(id, {
        [sku]: { negotiated_price_type: 1, negotiated_price_value: 10, is_discounting_locked: true },
      }),
    );
    ok(await shop.act(here.admin, 'submitToCustomer', id));
    const gql = graphqlClient(here, buyer.me.token);
    const query = `{ negotiableQuoteTemplate(templateId: "${id}") { items { ${DISCOUNT} } prices { grand_total { value } } } }`;
    const template = (await gql.data(query)).negotiableQuoteTemplate;
    expect(template.items[0].discount).toMatchObject([
      { amount: { value: 2 }, type: '1', value: 10, is_discounting_locked: true },
    ]);
    expect(template.prices.grand_total.value).toBe(28);
    ok(await shop.act(buyer.me, 'accept', id));
    const generated = (
      await gql.data(
        `mutation { generateNegotiableQuoteFromTemplate(input: { template_id: "${id}" }) { negotiable_quote_uid } }`,
      )
    ).generateNegotiableQuoteFromTemplate.negotiable_quote_uid;
    const quote = (await gql.data(`{ negotiableQuote(uid: "${generated}") { items { ${DISCOUNT} } } }`))
      .negotiableQuote;
    expect(quote.items[0].discount).toMatchObject([{ value: 10, is_discounting_locked: true }]);

    const { data } = await gql
      .send(
        `mutation { addProductsToCart(cartId: "${(await gql.data('{ customerCart { id } }')).customerCart.id}",
        cartItems: [{ sku: "${sku}", quantity: 1 }]) { cart { items { ${DISCOUNT} } } } }`,
      )
      .then(({ body }) => body);
    expect(data.addProductsToCart.cart.items[0].discount).toBeNull();
  });
});
