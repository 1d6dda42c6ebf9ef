import { companyOf, newUser } from '../company/shop.ts';
import { fillCart } from '../customer-balance/shop.ts';
import type { Json } from '../sales/shop.ts';
import { ok, type Answer, type Client } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import type { Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

const path = '/V1/negotiableQuoteTemplate';

/** A buyer of a company, with a quote of two units at 10. */
export interface TemplateBuyer {
  readonly id: number;
  readonly me: Client;
  readonly company: Json;
  readonly quoteId: number;
}

/** Requests about quote templates, of a shop. */
export function templatesOf(here: Here) {
  const { admin } = here;
  const act = (caller: Client, action: string, templateId: number, more: object = {}): Promise<Answer> =>
    caller.post(`${path}/${action}`, { templateId, ...more });
  const get = async (id: number): Promise<Json> => ok(await admin.get(`${path}/${id}`));
  const put = async (id: number, template: object): Promise<Answer> =>
    admin.put(path, { template: { template_id: id, ...template } });

  /** Requests a quote of a customer who buys for a company. */
  async function quoteOf(id: number): Promise<{ me: Client; quoteId: number }> {
    const me = await here.callerOf('customer', id);
    const quoteId = await fillCart(me, (await newProduct(here)).sku);
    ok(await admin.post('/V1/negotiableQuote/request', { quoteId, quoteName: 'Spring' }));
    return { me, quoteId };
  }

  async function newBuyer(): Promise<TemplateBuyer> {
    const { id } = await newCustomer(here);
    const company = ok(await admin.post('/V1/company', { company: companyOf(id, { status: 1 }) }));
    return { id, company, ...(await quoteOf(id)) };
  }

  /** A user of a company with the default role. */
  async function newColleague(company: Json): Promise<TemplateBuyer> {
    const { id } = await newUser(here, company);
    return { id, company, ...(await quoteOf(id)) };
  }

  /** A template that the shop submitted to a buyer, with 10 percent off. */
  async function offered(buyer: TemplateBuyer, template: object = {}): Promise<number> {
    const { template_id: id } = ok(await admin.post(`${path}/request`, { quoteId: buyer.quoteId }));
    ok(await put(id, template));
    const { customer, store_id } = ok(await admin.get(`/V1/carts/${id}`));
    const negotiable_quote = { negotiated_price_type: 1, negotiated_price_value: 10 };
    const quote = { id, customer, store_id, extension_attributes: { negotiable_quote } };
    ok(await admin.put(`/V1/negotiableQuote/${id}`, { quote }));
    ok(await act(admin, 'submitToCustomer', id));
    return id;
  }

  /** As `offered`, accepted by the buyer. */
  async function active(buyer: TemplateBuyer, template: object = {}): Promise<number> {
    const id = await offered(buyer, template);
    ok(await act(buyer.me, 'accept', id));
    return id;
  }

  /** Limits the quantity of the first item of a template. */
  async function limit(id: number, limits: object): Promise<Answer> {
    const { customer, store_id, items } = ok(await admin.get(`/V1/carts/${id}`));
    const [{ item_id, sku, qty }] = items;
    const extension_attributes = { negotiable_quote_item: { extension_attributes: limits } };
    const item = { item_id, sku, qty, quote_id: id, extension_attributes };
    return admin.put(`/V1/negotiableQuote/${id}`, { quote: { id, customer, store_id, items: [item] } });
  }

  /** An active template with limits of the quantity of its item, at a price. */
  async function limited(buyer: TemplateBuyer, limits: object, price = { type: 1, value: 10 }): Promise<number> {
    const { template_id: id } = ok(await admin.post(`${path}/request`, { quoteId: buyer.quoteId }));
    ok(await limit(id, limits));
    ok(await put(id, { is_min_max_qty_used: true }));
    const { customer, store_id } = ok(await admin.get(`/V1/carts/${id}`));
    const negotiable_quote = { negotiated_price_type: price.type, negotiated_price_value: price.value };
    const quote = { id, customer, store_id, extension_attributes: { negotiable_quote } };
    ok(await admin.put(`/V1/negotiableQuote/${id}`, { quote }));
    ok(await act(admin, 'submitToCustomer', id));
    ok(await act(buyer.me, 'accept', id));
    return id;
  }

  /** Orders a quote that was generated from a template, billed to where it is shipped. */
  async function pay({ me }: TemplateBuyer, quoteId: number): Promise<Answer> {
    const quote = ok(await admin.get(`/V1/carts/${quoteId}`));
    return me.post(`/V1/negotiable-carts/${quoteId}/payment-information`, {
      paymentMethod: { method: 'checkmo' },
      billingAddress: quote.extension_attributes.shipping_assignments[0].shipping.address,
    });
  }

  return { act, get, put, newBuyer, newColleague, offered, active, limit, limited, pay };
}
