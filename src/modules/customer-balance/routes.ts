import type { Call } from '../../kernel/call.ts';
import { elementAt, firstOf } from '../../kernel/lists.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes, type CartOfRoute } from '../quote/extensions.ts';
import { isEnabled } from './balances.ts';
import { showBalance } from './customers.ts';
import { CustomerBalance } from './types.ts';

/** The release that has all routes but the one of a customer's own cart. */
const release = '2.4.9';
const service = 'customerBalanceBalanceManagementV1';
const access = acl('Magento_Cart::manage');

/** Turns payment of a cart with store credit on or off; false where the customer has no balance. */
async function use(call: Call, { read }: CartOfRoute, use_customer_balance: boolean): Promise<boolean> {
  const cart = await read(call);
  if (!isEnabled(call, cart.store_id)) return false;
  await call.services.quote.changeCart(call, cart, { use_customer_balance });
  return true;
}

const applying = cartRoutes({
  ways: ['any', 'own'],
  method: 'POST',
  path: '/V1/carts/:cartId/balance/apply',
  service,
  operation: 'apply',
  summary: (cart) => `Pay ${cart} with the store credit of its customer.`,
  access,
  input: {},
  output: t.boolean,
  handle: (_, call, cart) => use(call, cart, true),
});

const unapplying = cartRoutes({
  ways: ['any'],
  method: 'DELETE',
  path: '/V1/carts/:cartId/balance/unapply',
  service,
  operation: 'unapply',
  summary: (cart) => `Pay ${cart} without store credit.`,
  access,
  input: {},
  output: t.boolean,
  handle: (_, call, cart) => use(call, cart, false),
});

const getBalance = route({
  method: 'GET',
  path: '/V1/customers/:customerId/balance/:websiteId',
  release,
  service: 'customerBalanceBalanceRepositoryV1',
  operation: 'get',
  summary: "Read a customer's store credit on a website.",
  access: acl('Magento_Customer::customer'),
  input: { customerId: t.integer, websiteId: t.integer },
  output: CustomerBalance,
  handle: (key, call) => showBalance(call, key),
});

/** Routes of store credit. */
export const balanceRoutes = [
  elementAt(applying, -1),
  { ...firstOf(applying), release },
  { ...firstOf(unapplying), release },
  getBalance,
];
