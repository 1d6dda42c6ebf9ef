import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { companyResources } from '../../src/modules/company/resources.ts';
import { allowOnly, newCompany, newUser } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok, type Answer, type Client } from '../support/client.ts';
import { address } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { asked, newStorefrontBuyer, offer, request, type StorefrontBuyer } from './storefront.ts';

// Each permission of companies with each route by which buyers order quotes: own ones, those of a colleague and of another company.
vi.setConfig({ testTimeout: 300_000 });

const CHECKOUT = 'Magento_NegotiableQuote::checkout';
const home = { ...address(), region_id: 12, region: undefined };
const paymentMethod = { method: 'checkmo' };

/** The route of a quote, whether it prepares the order, and a call of it below the path of the quote. */
interface QuoteRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Json;
  /** Whether it needs the permission to order. */
  readonly orders: boolean;
}
const reading = (method: 'GET' | 'POST', path: string, body?: Json): QuoteRoute => ({
  method,
  path,
  ...(body && { body }),
  orders: false,
});
const ordering = (method: QuoteRoute['method'], path: string, body?: Json): QuoteRoute => ({
  ...reading('POST', path, body),
  method,
  orders: true,
});

const routes: readonly QuoteRoute[] = [
  reading('GET', 'totals'),
  reading('GET', 'billing-address'),
  reading('GET', 'payment-information'),
  reading('POST', 'estimate-shipping-methods', { address: home }),
  ordering('POST', 'billing-address', { address: home }),
  ordering('POST', 'shipping-information', {
    addressInformation: {
      shipping_carrier_code: 'flatrate',
      shipping_method_code: 'flatrate',
      shipping_address: home,
      billing_address: home,
    },
  }),
  ordering('PUT', 'coupons/NONE'),
  ordering('DELETE', 'coupons'),
  ordering('POST', 'giftCards', { giftCardAccountData: { gift_cards: ['NONE'] } }),
  ordering('DELETE', 'giftCards/NONE'),
  ordering('POST', 'set-payment-information', { paymentMethod }),
  // The last one ends the quote.
  ordering('POST', 'payment-information', { paymentMethod }),
];

describe.each(engines)('roles and the order of quotes in REST on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  /** A user of a company with a quote that the shop has submitted. */
  async function withQuote(company: Json): Promise<StorefrontBuyer> {
    const buyer = await newStorefrontBuyer(here, (await newUser(here, company)).id);
    await asked(request(buyer));
    await offer(here, buyer.cartId);
    return buyer;
  }
  const send = (me: Client, { cartId }: StorefrontBuyer, { method, path, body }: QuoteRoute): Promise<Answer> =>
    me.send(method, `/V1/negotiable-carts/${cartId}/${path}`, body);
  const stateOf = async ({ cartId }: StorefrontBuyer): Promise<Json> => ok(await here.admin.get(`/V1/carts/${cartId}`));
  const isDenied = ({ body }: Answer): boolean =>
    body?.message === 'You do not have permission to order quotes of the company.';

  it('are allowed to the buyer with the permission to order alone', async () => {
    const [{ company }, other] = [await newCompany(here), await newCompany(here)];
    const buyer = await withQuote(company);
    const strangers = [await withQuote(company), await withQuote(other.company)];
    const before = await Promise.all([buyer, ...strangers].map(stateOf));
    const resources = [...companyResources.filter((one) => one !== CHECKOUT), CHECKOUT];
    for (const resource of resources) {
      await allowOnly(here, company, buyer.id, resource);
      for (const route of routes) {
        for (const stranger of strangers) {
          const { status, body } = await send(buyer.me, stranger, route);
          expect([resource, route.path, status, body.parameters?.fieldName]).toEqual([
            resource,
            route.path,
            404,
            'cartId',
          ]);
        }
        // An order needs the permission of companies to order as well.
        if (resource === CHECKOUT && route.path === 'payment-information' && route.orders) continue;
        const own = await send(buyer.me, buyer, route);
        const mayNot = route.orders && resource !== CHECKOUT;
        expect([resource, route.path, isDenied(own)]).toEqual([resource, route.path, mayNot]);
        if (!route.orders) expect(own.status).toBe(200);
      }
      if (resource !== CHECKOUT) expect(await Promise.all([buyer, ...strangers].map(stateOf))).toEqual(before);
    }
    expect(await Promise.all(strangers.map(stateOf))).toEqual(before.slice(1));
    const place = routes.at(-1)!;
    expect(await send(buyer.me, buyer, place)).toMatchObject({
      status: 400,
      body: { message: 'You are not allowed to place orders for your company.' },
    });
    await allowOnly(here, company, buyer.id, CHECKOUT, 'Magento_Sales::place_order');
    ok(await send(buyer.me, buyer, place));
  });
});
