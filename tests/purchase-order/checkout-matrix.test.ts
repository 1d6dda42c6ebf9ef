import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { companyResources } from '../../src/modules/company/resources.ts';
import { allowOnly, newCompany, newUser } from '../company/shop.ts';
import { fill } from '../company-credit/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok, type Answer, type Client } from '../support/client.ts';
import { address } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { BUYER, enabled, SETTING } from './shop.ts';

// Each permission of companies with each route by which buyers place, pay and order purchase orders.
vi.setConfig({ testTimeout: 300_000 });

const PLACE = 'Magento_Sales::place_order';
const home = { ...address(), region_id: 12, region: undefined };
const paymentMethod = { method: 'checkmo' };

/** A route below the path of the cart of a purchase order. */
type CartRoute = readonly [method: 'GET' | 'POST' | 'DELETE', path: string, orders: boolean, body?: Json];
const routes: readonly CartRoute[] = [
  ['GET', 'totals', false],
  ['GET', 'payment-information', false],
  ['POST', 'estimate-shipping-methods', false, { address: home }],
  ['POST', 'billing-address', true, { address: home }],
  ['POST', 'giftCards', true, { giftCardAccountData: { gift_cards: ['NONE'] } }],
  ['DELETE', 'giftCards/NONE', true],
  ['POST', 'set-payment-information', true, { paymentMethod }],
  ['POST', 'payment-information', true, { paymentMethod }],
];

describe.each(engines)('roles and purchase orders in REST on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ [SETTING]: '1' });
  });
  afterAll(() => here.stop());

  interface Buyer {
    readonly id: number;
    readonly me: Client;
    readonly cartId: number;
  }
  const place = (me: Client): Promise<Answer> => me.post('/V1/carts/mine/po-payment-information', { paymentMethod });
  /** A user of a company with a purchase order that waits for an approval. */
  async function withPurchaseOrder(company: Json): Promise<Buyer> {
    const { id } = await newUser(here, company);
    await allowOnly(here, company, id, ...BUYER);
    const me = await here.callerOf('customer', id);
    const cartId = await fill(here, me);
    ok(await place(me));
    return { id, me, cartId };
  }
  /** A company whose purchase orders need the approval of its administrator. */
  async function withRule(): Promise<Json> {
    const { company, boss } = await newCompany(here, enabled);
    const input = {
      name: 'All',
      applies_to: [],
      approvers: [btoa('0')],
      status: 'ENABLED',
      condition: { attribute: 'GRAND_TOTAL', operator: 'MORE_THAN', amount: { value: 1, currency: 'USD' } },
    };
    const query = `mutation($input: PurchaseOrderApprovalRuleInput!) { createPurchaseOrderApprovalRule(input: $input) { uid } }`;
    const { body } = await (
      await here.callerOf('customer', boss.id)
    ).raw('POST', '/graphql', { query, variables: { input } });
    expect(body.errors).toBeUndefined();
    return company;
  }
  const stateOf = async ({ cartId }: Buyer): Promise<Json> => ok(await here.admin.get(`/V1/carts/${cartId}`));
  const isDenied = ({ body }: Answer): boolean =>
    body?.message === 'You do not have permission to place purchase orders of the company.';
  const send = (me: Client, { cartId }: Buyer, [method, path, , body]: CartRoute): Promise<Answer> =>
    me.send(method, `/V1/purchase-order-carts/${cartId}/${path}`, body);

  it('are allowed to the buyer with the permission to order alone', async () => {
    const [company, other] = [await withRule(), await withRule()];
    const buyer = await withPurchaseOrder(company);
    const strangers = [await withPurchaseOrder(company), await withPurchaseOrder(other)];
    const next = await fill(here, buyer.me);
    const before = await Promise.all([buyer, ...strangers].map(stateOf));
    for (const resource of companyResources) {
      await allowOnly(here, company, buyer.id, resource);
      for (const route of routes) {
        const [, path, orders] = route;
        for (const stranger of strangers) {
          const { status, body } = await send(buyer.me, stranger, route);
          expect([resource, path, status, body.parameters?.fieldName]).toEqual([resource, path, 404, 'cartId']);
        }
        const own = await send(buyer.me, buyer, route);
        expect([resource, path, isDenied(own)]).toEqual([resource, path, orders && resource !== PLACE]);
        expect([resource, path, own.status === 200]).toEqual([resource, path, !orders]);
      }
      if (resource === PLACE) continue;
      expect(isDenied(await place(buyer.me))).toBe(true);
      expect(ok(await buyer.me.get('/V1/carts/mine')).id).toBe(next);
    }
    expect(await Promise.all([buyer, ...strangers].map(stateOf))).toEqual(before);
    await allowOnly(here, company, buyer.id, PLACE);
    ok(await place(buyer.me));
  });
});
