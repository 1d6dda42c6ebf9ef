import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../company-credit/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { catalogsOf, tier } from '../shared-catalog/shop.ts';
import { newStorefrontBuyer, request, asked } from './storefront.ts';

const CREDIT = 'companycredit';
const cents = (amount: number): number => Math.round(amount * 100);
/** The price of an item before the negotiation. */
const originalPrice = ({ extension_attributes }: Json): number =>
  extension_attributes.negotiable_quote_item.original_price;
const sum = (all: readonly Json[], field: string): number =>
  all.reduce((total, one) => total + cents(one[field] ?? 0), 0);

describe.each(engines)('the books of negotiated orders on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'payment/companycredit/active': '1' });
  });
  afterAll(() => here.stop());

  const documents = async (path: string, orderId: number): Promise<Json[]> =>
    ok(await here.admin.get(`${path}?${criteria([[{ field: 'order_id', value: orderId }]])}`)).items;

  const companyLedBy = async (customerId: number): Promise<Json> => {
    const filter = criteria([[{ field: 'super_user_id', value: customerId }]]);
    return ok(await here.admin.get(`/V1/company?${filter}`)).items[0];
  };

  /** Gives the company of a customer a catalog in which these products have tier prices. */
  async function sellByCatalog(customerId: number, prices: Readonly<Record<string, number>>): Promise<void> {
    const catalogs = catalogsOf(here.admin);
    const { id } = await catalogs.made();
    const tiers = Object.entries(prices).map(([sku, price]) => tier(sku, price));
    ok(await catalogs.post(id, 'assignTierPrices', { prices: tiers }));
    const company = await companyLedBy(customerId);
    ok(await catalogs.post(id, 'assignCompanies', { companies: [{ id: company.id }] }));
  }

  /** The credit of the company of a customer. */
  const creditOf = async (customerId: number): Promise<Json> =>
    ok(await here.admin.get(`/V1/companyCredits/company/${(await companyLedBy(customerId)).id}`));

  async function limitOf(customerId: number, credit_limit: number): Promise<void> {
    const { id } = await creditOf(customerId);
    ok(await here.admin.put(`/V1/companyCredits/${id}`, { creditLimit: { credit_limit } }));
  }

  /**
   * Orders 3 units at 9.99 and 7 at 3.33, with a price of the first item, one of the quote, and one for the shipping. `catalog`: the
   * prices of both products in the catalog of the company.
   */
  async function ordered(
    quotePrice: { readonly type: number; readonly value: number },
    catalog?: readonly [number, number],
    method = 'checkmo',
  ): Promise<Json> {
    const buyer = await newStorefrontBuyer(here);
    if (method === CREDIT) await limitOf(buyer.id, 100);
    const [first, second] = [await newProduct(here, { price: 9.99 }), await newProduct(here, { price: 3.33 })];
    if (catalog) await sellByCatalog(buyer.id, { [first.sku]: catalog[0], [second.sku]: catalog[1] });
    await asked(request(buyer));
    const id = buyer.cartId;
    const items = [
      { sku: first.sku, qty: 3 },
      { sku: second.sku, qty: 7 },
    ];
    ok(await here.admin.put(`/V1/negotiableQuote/${id}`, { quote: { items } }));
    const cart = ok(await here.admin.get(`/V1/carts/${id}`));
    const priced = cart.items.find(({ sku }: Json) => sku === first.sku);
    const perUnit = { negotiated_price_type: 2, negotiated_price_value: 1.11 };
    const extension_attributes = { negotiable_quote_item: { extension_attributes: perUnit } };
    const negotiable_quote = {
      negotiated_price_type: quotePrice.type,
      negotiated_price_value: quotePrice.value,
      shipping_price: 4.44,
    };
    const item = { item_id: priced.item_id, sku: priced.sku, qty: priced.qty, quote_id: id, extension_attributes };
    ok(
      await here.admin.put(`/V1/negotiableQuote/${id}`, {
        quote: { items: [item], extension_attributes: { negotiable_quote } },
      }),
    );
    ok(await here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: id }));
    const totals = ok(await buyer.me.get(`/V1/negotiable-carts/${id}/totals`));
    const originals = ok(await here.admin.get(`/V1/carts/${id}`)).items.map(originalPrice);
    expect(originals).toEqual([10, ...(catalog ?? [9.99, 3.33])]);
    const paid = await buyer.me.post(`/V1/negotiable-carts/${id}/payment-information`, {
      paymentMethod: { method },
    });
    const order = await getOrder(here, ok(paid));
    expect([order.grand_total, order.shipping_amount]).toEqual([totals.grand_total, 4.44]);
    return order;
  }

  it.each([
    { type: 1, value: 7.77 },
    { type: 2, value: 5.55 },
    { type: 3, value: 40 },
    { type: 1, value: 7.77, catalog: [8.88, 2.22] as const },
    { type: 3, value: 30, catalog: [8.88, 2.22] as const },
    { type: 2, value: 5.55, catalog: [8.88, 2.22] as const, method: CREDIT },
  ])('balance over partial invoices and refunds: %j', async ({ catalog, method, ...price }) => {
    const order = await ordered(price, catalog, method);
    /** Compares the credit with the part of the order that was not refunded. */
    const owes = async (amount: number): Promise<void> => {
      if (method !== CREDIT) return;
      expect(cents(await balanceOf(here, await creditOf(order.customer_id))) + cents(amount)).toBe(0);
    };
    await owes(order.grand_total);
    const id = order.entity_id;
    const some = order.items.map(({ item_id }: Json, at: number) => ({ order_item_id: item_id, qty: at + 1 }));
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true, items: some }));
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    const invoices = await documents('/V1/invoices', id);
    expect(invoices).toHaveLength(2);
    expect(sum(invoices, 'grand_total')).toBe(cents(order.grand_total));
    expect(sum(invoices, 'base_grand_total')).toBe(cents(order.base_grand_total));
    const one = [some[0]];
    ok(await here.admin.post(`/V1/order/${id}/refund`, { items: one, arguments: { shipping_amount: 0 } }));
    const after = await getOrder(here, id);
    const [part] = await documents('/V1/creditmemos', id);
    expect(cents(after.total_refunded)).toBe(cents(part!.grand_total));
    expect(part!.grand_total).toBeLessThan(9.99);
    await owes(order.grand_total - part!.grand_total);
    ok(await here.admin.post(`/V1/order/${id}/refund`));
    const memos = await documents('/V1/creditmemos', id);
    expect(sum(memos, 'grand_total')).toBe(cents(order.grand_total));
    await owes(0);
    expect(await getOrder(here, id)).toMatchObject({
      state: 'closed',
      total_due: 0,
      total_paid: order.grand_total,
      total_refunded: order.grand_total,
    });
  });
});
